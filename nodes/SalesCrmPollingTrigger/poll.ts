import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { withProfile, withProfileIfNeeded } from '../api/profiles';
import { connect } from '../auth/authenticator';
import { audienceOf, type Connection, forProfile } from '../transport/connection';
import { activationError, ServiceError, toNodeError } from '../transport/errors';
import { withTimeout } from '../transport/waiting';
import { shortHash } from '../utils/text';
import { type Cursor, loadCursor, nodeKey, saveCursor } from './cursor';
import { readPollSettings } from './settings';
import { ONE_EACH, readNew, readSample, sourcesOf } from './sources';
import type { Poll } from './types';

/** @returns Null if nothing is new. @throws NodeApiError or NodeOperationError. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = context.getMode() === 'manual';
	try {
		const items = isTest
			? await withTimeLimit(FIRST_READ_MS, context, readSample)
			: await skipIfRunning(context);
		return items.length > 0 ? [items] : null;
	} catch (error) {
		throw (isTest ? toNodeError : activationError)(context.getNode(), error);
	}
}

const runningPolls = new Set<string>();

async function skipIfRunning(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const node = nodeKey(context);
	if (runningPolls.has(node)) return [];
	runningPolls.add(node);
	return await pollNew(context).finally(() => runningPolls.delete(node));
}

/** All polls of an activation share one context (n8n-core 2.41, `poll-trigger-executor`; 1.123, `active-workflows`). */
const polledContexts = new WeakSet<object>();

/** n8n 2 abandons a publication after 84 seconds (2.41, `workflow-publication-outbox-consumer`). */
const FIRST_READ_MS = 70_000;
const QUIET_POLL_MS = 30_000;
/** n8n 1.123 may wait for an access token for ever (`@n8n/client-oauth2`). */
const MAX_POLL_MS = 30 * 60_000;

/**
 * If an earlier activation saved a cursor, the first poll does not throw a temporary error, because n8n 2 starts a trigger
 * at most five times (2.41, `trigger-activation-retry`).
 */
async function pollNew(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const stored = loadCursor(context);
	const isActivation = !polledContexts.has(context);
	const isQuiet = stored !== undefined && isActivation;
	polledContexts.add(context);
	const limitMs = isQuiet ? QUIET_POLL_MS : stored ? MAX_POLL_MS : FIRST_READ_MS;
	const read = withTimeLimit(
		limitMs,
		context,
		async (prepared) => await readNew(prepared, stored),
		{ stored, isActivation },
	);
	const { items, cursor } = await read.catch((error: unknown) => {
		if (!isQuiet || !(error instanceof ServiceError && error.isTemporary)) throw error;
		const node = context.getNode();
		const words = `${node.name}: the first poll failed, the next scheduled one retries`;
		context.logger.warn(`${words}. ${activationError(node, error).message}`);
		// The cursor is saved again, because another node may have overwritten the static data with older ones.
		return { items: [], cursor: stored };
	});
	saveCursor(context, cursor, items.length > 0);
	return items;
}

interface Before extends Pick<Poll, 'isActivation'> {
	stored?: Cursor;
}

/** @throws ServiceError, a temporary one, if the time is up. */
async function withTimeLimit<T>(
	limitMs: number,
	context: IPollFunctions,
	read: (poll: Poll) => Promise<T>,
	before: Before = { isActivation: true },
): Promise<T> {
	const ended = new AbortController();
	let prepared: Poll | undefined;
	const prepareAndRead = async () => {
		prepared = await preparePoll(context, ended.signal, before);
		return await read(prepared);
	};
	try {
		const late = () => pollTookTooLong(limitMs, prepared?.progress);
		return await withTimeout(prepareAndRead(), limitMs, undefined, late);
	} finally {
		ended.abort();
	}
}

async function preparePoll(
	context: IPollFunctions,
	signal: AbortSignal,
	{ stored, isActivation }: Before,
): Promise<Poll> {
	const settings = readPollSettings(context);
	const entered = forProfile(await connect(context, settings.scheme), settings.companyProfileId);
	const isRead = (source: string) => sourcesOf(settings).some(({ key }) => key === source);
	const audienceId = isRead('contacts') ? audienceOf(entered, settings.audienceId) : '';
	// Too short to reveal the token.
	const account = shortHash(entered.account.key, 8);
	const connected = withNotedProfile({ ...entered, signal }, account, stored);
	const connection = await (isRead('deals') ? withProfile : withProfileIfNeeded)(connected);
	const { baseUrl, profileId } = connection;
	const found = entered.profileId === undefined ? profileId : undefined;
	const source = `${baseUrl} ${profileId ?? account}`;
	const shared = new Map<string, unknown>();
	return {
		node: nodeKey(context),
		connection,
		settings,
		audienceId,
		isActivation,
		once: <T>(name: string, work: () => T) => {
			if (!shared.has(name)) shared.set(name, work());
			return shared.get(name) as T;
		},
		source,
		answered: stored?.answered?.source === source ? stored.answered.lists : [],
		foundProfile: found === undefined ? undefined : { account, id: found },
		progress: '',
	};
}

/** The account may get a second profile later, so the trigger keeps the one that it found, until access to it is denied. */
function withNotedProfile(entered: Connection, account: string, stored?: Cursor): Connection {
	const noted = stored?.profile;
	if (entered.profileId !== undefined || noted?.account !== account) return entered;
	const onProfileDenied = () => void delete stored!.profile;
	return { ...entered, profileId: noted.id, onProfileDenied };
}

const pollTookTooLong = (limitMs: number, progress = '') =>
	new ServiceError(
		`The poll did not end within ${limitMs / 1000} seconds${progress && `: ${progress} were received`}`,
		`n8n waits no longer when a workflow is published. Choose a smaller audience or a larger 'Page Size'. ${ONE_EACH}`,
		{ isTemporary: true },
	);
