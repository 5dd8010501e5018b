import { createHmac } from 'crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { withProfile, withProfileIfNeeded } from '../api/profiles';
import { connect } from '../auth/authenticator';
import { audienceOf, type Connection, forProfile } from '../transport/connection';
import { activationError, ServiceError, toNodeError } from '../transport/errors';
import { withTimeout } from '../transport/waiting';
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
	const kept = loadCursor(context);
	const isQuiet = kept !== undefined && !polledContexts.has(context);
	polledContexts.add(context);
	const limitMs = isQuiet ? QUIET_POLL_MS : kept ? MAX_POLL_MS : FIRST_READ_MS;
	const read = withTimeLimit(
		limitMs,
		context,
		async (prepared) => await readNew(prepared, kept),
		kept,
	);
	const { items, cursor } = await read.catch((error: unknown) => {
		if (!isQuiet || !(error instanceof ServiceError && error.isTemporary)) throw error;
		const node = context.getNode();
		const words = `${node.name}: the first poll failed, the next scheduled one retries`;
		context.logger.warn(`${words}. ${activationError(node, error).message}`);
		// The cursor is saved again, because another node may have overwritten the static data with older ones.
		return { items: [], cursor: kept };
	});
	saveCursor(context, cursor, items.length > 0);
	return items;
}

/** @throws ServiceError, a temporary one, if the time is up. */
async function withTimeLimit<T>(
	limitMs: number,
	context: IPollFunctions,
	read: (poll: Poll) => Promise<T>,
	kept?: Cursor,
): Promise<T> {
	const ended = new AbortController();
	const prepared = await preparePoll(context, ended.signal, kept);
	try {
		return await withTimeout(read(prepared), limitMs, undefined, () => tooLong(limitMs, prepared));
	} finally {
		ended.abort();
	}
}

async function preparePoll(
	context: IPollFunctions,
	signal: AbortSignal,
	kept?: Cursor,
): Promise<Poll> {
	const settings = readPollSettings(context);
	const entered = forProfile(await connect(context, settings.scheme), settings.companyProfileId);
	const isRead = (source: string) => sourcesOf(settings).some(({ key }) => key === source);
	const audienceId = isRead('contacts') ? audienceOf(entered, settings.audienceId) : '';
	const account = accountOf(entered);
	// The account may get a second profile later, so the trigger keeps the first one.
	const keptProfileId = kept?.profile?.account === account ? kept.profile.id : undefined;
	const connected = { ...entered, profileId: entered.profileId ?? keptProfileId, signal };
	const connection = await (isRead('deals') ? withProfile : withProfileIfNeeded)(connected);
	return { connection, settings, audienceId, account, progress: '' };
}

/** Base URL and profile, or a digest of the token that implies the profile, too short to reveal the token. */
function accountOf({ baseUrl, profileId, secrets: [token] }: Connection): string {
	const digest = () => createHmac('sha256', token).update('account').digest('base64url');
	return `${baseUrl} ${profileId ?? digest().slice(0, 8)}`;
}

const tooLong = (limitMs: number, { progress }: Poll) =>
	new ServiceError(
		`The poll did not end within ${limitMs / 1000} seconds${progress && `: ${progress} were received`}`,
		`n8n waits no longer when a workflow is published. Choose a smaller audience or a larger 'Page Size'. ${ONE_EACH}`,
		{ isTemporary: true },
	);
