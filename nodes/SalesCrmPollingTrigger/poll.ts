import { createHmac } from 'crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { withProfile, withProfileIfNeeded } from '../api/profiles';
import { connect } from '../auth/authenticator';
import { audienceOf, type Connection, forProfile } from '../transport/connection';
import { activationError, ServiceError, toNodeError } from '../transport/errors';
import { warn } from '../transport/hints';
import { withTimeout } from '../transport/waiting';
import { joined } from '../utils/lists';
import { UserError } from '../utils/userError';
import { type Cursor, loadCursor, nodeKey, noteCursor } from './cursor';
import { dealSource } from './deals/source';
import { contactSource, quotationSource } from './records/source';
import { type PollSettings, readPollSettings } from './settings';
import type { Batch, Memory, Poll, Sample, Source } from './types';

/**
 * What is new in the sources that the chosen events need, each with a memory of its own.
 *
 * 1. The first activation of the node notes what exists and starts nothing, or starts with it, as the person chose. An
 *    event that was not chosen at the last poll begins by noting. A list is not noted for the first time while it is
 *    incomplete: the rest of it would count as new later.
 * 2. Where one source fails, the poll fails, and notes nothing of any.
 * 3. The first poll of any activation does not throw for a temporary error, where there is a cursor, and takes 30
 *    seconds at most. n8n 2 tries a trigger five times and never again (2.41, `trigger-activation-retry`); the polls on
 *    schedule fail aloud.
 * 4. A poll without a cursor ends after 70 seconds: n8n 2 gives a publication up after 84
 *    (2.41, `workflow-publication-outbox-consumer`).
 * 5. "Fetch Test Event" shows what would start the workflow: the ten newest, of each event in turn. It touches no
 *    cursor.
 * 6. A poll that begins while another one runs gives nothing. Any ends after half an hour: n8n 1.123 waits for an access
 *    token without end (`@n8n/client-oauth2`).
 */

const SOURCES: Source[] = [dealSource, contactSource, quotationSource];

const QUIET_POLL_MS = 30_000;
const FIRST_READ_MS = 70_000;
const MAX_POLL_MS = 30 * 60_000;

/** @returns Null where nothing is new. @throws The failure in n8n's own words. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = context.getMode() === 'manual';
	try {
		const items = await (isTest ? within(FIRST_READ_MS, context, readSample) : alone(context));
		return items.length > 0 ? [items] : null;
	} catch (error) {
		throw (isTest ? toNodeError : activationError)(context.getNode(), error);
	}
}

/** By node. */
const runningPolls = new Set<string>();

/** Rule 6. */
async function alone(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const node = nodeKey(context);
	if (runningPolls.has(node)) return [];
	runningPolls.add(node);
	return await pollNew(context).finally(() => runningPolls.delete(node));
}

/** All polls of an activation are given one (n8n-core 2.41, `poll-trigger-executor`; 1.123, `active-workflows`). */
const begunContexts = new WeakSet<object>();

async function pollNew(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const kept = loadCursor(context);
	const isQuiet = kept !== undefined && !begunContexts.has(context);
	begunContexts.add(context);
	const limitMs = isQuiet ? QUIET_POLL_MS : kept ? MAX_POLL_MS : FIRST_READ_MS;

	const read = within(limitMs, context, async (begun) => await readNew(begun, kept), kept?.profile);
	const polled = await read.catch((error: unknown) => {
		if (!isQuiet || !(error instanceof ServiceError && error.isPassing)) throw error;
		// n8n saves it now, and others may have put back an older one.
		noteCursor(context, kept, false);
		const node = context.getNode();
		const words = `${node.name}: the first poll failed, the next scheduled one retries`;
		context.logger.warn(`${words}. ${activationError(node, error).message}`);
	});
	if (!polled) return [];
	const { items, cursor } = polled;
	noteCursor(context, cursor, items.length > 0);
	return items;
}

/** Does something with a poll that ends with it. @throws ServiceError, a temporary one, when the time is used up. */
async function within<T>(
	limitMs: number,
	context: IPollFunctions,
	work: (poll: Poll) => Promise<T>,
	keptProfile?: Cursor['profile'],
): Promise<T> {
	const settings = readPollSettings(context);
	const ended = new AbortController();
	const entered = forProfile(await connect(context, settings.scheme), settings.companyProfileId);
	const audienceId = settings.asksContacts ? audienceOf(entered, settings.audienceId) : '';
	const account = accountOf(entered);
	// The account may get a second profile later: the trigger keeps the one that it began with.
	const kept = keptProfile?.account === account ? keptProfile.id : undefined;
	const connected = { ...entered, profileId: entered.profileId ?? kept, signal: ended.signal };
	const readsDeals = sourcesOf(settings).includes(dealSource);
	const connection = await (readsDeals ? withProfile : withProfileIfNeeded)(connected);
	const begun = { connection, settings, audienceId, account, progress: '' };
	try {
		return await withTimeout(work(begun), limitMs, undefined, () => tooLong(limitMs, begun));
	} finally {
		ended.abort();
	}
}

/** Too short to give the token away, and no other secret is known to a connection without a profile. */
function accountOf({ baseUrl, profileId, secrets: [token] }: Connection): string {
	const digest = () => createHmac('sha256', token).update('account').digest('base64url');
	return `${baseUrl} ${profileId ?? digest().slice(0, 8)}`;
}

const tooLong = (limitMs: number, { progress }: Poll) =>
	new ServiceError(
		`The poll did not end within ${limitMs / 1000} seconds${progress && `: ${progress} were received`}`,
		`n8n waits no longer when a workflow is published. Choose a smaller audience or a larger 'Page Size'. ${ONE_EACH}`,
		{ isPassing: true },
	);

const ONE_EACH = 'Use one trigger per source so that one source cannot block the others.';

/** What is new, and what the next poll goes on from. */
async function readNew(begun: Poll, kept: Cursor | undefined) {
	const { settings } = begun;
	const batches: SourceBatch[] = [];
	for (const source of sourcesOf(settings)) {
		const found = kept?.[source.key] as Memory | undefined;
		// A node that had this name before may have kept something else there.
		const memory = typeof found?.source === 'string' ? found : undefined;
		const emit = emittedEvents(settings, kept, memory);
		const read = checked(begun, source, source.read(begun, memory, emit));
		const batch = await named(settings, source, read);
		batches.push({ ...batch, source });
	}
	checkSize(batches);
	const memories = Object.fromEntries(batches.map(({ source, memory }) => [source.key, memory]));
	const at = Math.max(Date.now(), (kept?.at ?? 0) + 1);
	const { account, connection } = begun;
	const { profileId: id } = connection;
	const profile = id === undefined ? undefined : { account, id };
	const cursor = { ...memories, events: settings.events, profile, at };
	return { items: joined(batches.map(({ items }) => items)), cursor };
}

const sourcesOf = ({ events }: PollSettings): Source[] =>
	SOURCES.filter((source) => source.events.some((event) => events.includes(event)));

/** Rule 1. */
function emittedEvents(
	{ events, startsWithAll }: PollSettings,
	kept: Cursor | undefined,
	memory: Memory | undefined,
): string[] {
	if (!kept) return startsWithAll ? events : [];
	return memory ? events.filter((event) => kept.events.includes(event)) : [];
}

/** An error says which source failed, where there are several. */
async function named<T>(settings: PollSettings, { label }: Source, read: Promise<T>): Promise<T> {
	if (sourcesOf(settings).length === 1) return await read;
	return await read.catch((error: unknown) => {
		if (!(error instanceof UserError)) throw error;
		const description = `${ONE_EACH} ${error.description}`.trim();
		throw new ServiceError(`${label}: ${error.message}`, description, error as ServiceError);
	});
}

/** What a source gives. @throws UserError for an incomplete list of which nothing was noted yet. */
async function checked<T extends Sample>(
	{ connection }: Poll,
	{ record }: Source,
	read: Promise<T>,
): Promise<T> {
	const batch = await read;
	const { incompleteReason, isFirst } = batch;
	if (incompleteReason === undefined) return batch;
	const words = `list of ${record}s may be incomplete`;
	if (isFirst) {
		const message = `The ${words}, so existing ${record}s could later count as new`;
		throw new UserError(message, incompleteReason);
	}
	warn(connection, `the ${words}. ${incompleteReason}`);
	return batch;
}

type SourceBatch = Batch & { source: Source };

/** n8n writes static data whole, with each run that begins. */
const MAX_LENGTH = 1_000_000;

function checkSize(batches: SourceBatch[]): void {
	const lengthOf = ({ memory }: Batch) => JSON.stringify(memory).length;
	const length = batches.reduce((sum, one) => sum + lengthOf(one), 0);
	if (length <= MAX_LENGTH) return;
	const [{ source, size }] = batches.toSorted((a, b) => lengthOf(b) - lengthOf(a));
	const several = batches.length > 1 ? ` ${ONE_EACH}` : '';
	throw new UserError(
		`${source.label}: the trigger cannot remember ${size}, because its memory takes ${(length / 1e6).toFixed(1)} MB of static data, and the limit is 1 MB`,
		`n8n writes static data to its database with each run. ${source.ifTooLarge}${several}`,
	);
}

const MAX_SAMPLES = 10;

/** Rule 5. @throws UserError that says why there is none. */
async function readSample(begun: Poll): Promise<INodeExecutionData[]> {
	const { settings } = begun;
	const sources = sourcesOf(settings);
	const samples: INodeExecutionData[][] = [];
	for (const source of sources) {
		const sample = checked(begun, source, source.sample(begun, settings.events));
		samples.push((await named(settings, source, sample)).items);
	}
	const newest = joined(samples).reverse();
	const byEvent = settings.events.map((event) =>
		newest.filter(({ json }) => json.triggeredBy === event),
	);
	const inTurn = Array.from({ length: MAX_SAMPLES }, (_, n) =>
		byEvent.flatMap((ofOne) => ofOne[n] ?? []),
	);
	if (newest.length > 0) return inTurn.flat().slice(0, MAX_SAMPLES).reverse();
	throw new UserError(
		`No ${sources.map(({ record }) => record).join(' or ')} matches 'Trigger On' and the filters`,
		'Change them, or create a record in your Sales CRM and try again.',
	);
}
