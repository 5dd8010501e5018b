import { createHmac } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect } from '../auth/authenticator';
import { type Connection, forProfile } from '../transport/connection';
import { activationError, ServiceError, toNodeError } from '../transport/errors';
import { withTimeout } from '../transport/waiting';
import { isObject } from '../utils/values';
import { UserError } from '../utils/userError';
import { type Cursor, loadCursor, noteCursor } from './cursor';
import { dealSource } from './deals/source';
import { alone } from './lock';
import { contactSource, quotationSource } from './records/source';
import { type PollSettings, readPollSettings } from './settings';
import type { Poll, Source } from './types';

/**
 * What is new in the sources that the chosen events need, each with a memory of its own.
 *
 * 1. The first activation of the node notes what exists and starts nothing, or starts with it, as the person chose. An
 *    event that was not chosen at the last poll begins by noting.
 * 2. Where one source fails, the poll fails, and notes nothing of any.
 * 3. The first poll of any activation does not throw for a temporary error, where there is a cursor, and takes 30
 *    seconds at most. n8n 2 tries a trigger five times and never again (2.41, `trigger-activation-retry`); the polls on
 *    schedule fail aloud.
 * 4. A poll without a cursor ends after 70 seconds: n8n 2 gives a publication up after 84
 *    (2.41, `workflow-publication-outbox-consumer`).
 * 5. "Fetch Test Event" shows what would start the workflow: the ten newest, of each event in turn. It touches no
 *    cursor.
 */

const SOURCES: Source[] = [dealSource, contactSource, quotationSource];

const QUIET_POLL_MS = 30_000;
const FIRST_READ_MS = 70_000;

/** @returns Null where nothing is new. @throws The failure in n8n's own words. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = context.getMode() === 'manual';
	try {
		if (isTest) return [await within(FIRST_READ_MS, context, readSample)];
		return await alone(context, async () => await pollNew(context));
	} catch (error) {
		throw (isTest ? toNodeError : activationError)(context.getNode(), error);
	}
}

/** All polls of an activation are given one (n8n-core 2.41, `poll-trigger-executor`; 1.123, `active-workflows`). */
const begunContexts = new WeakSet<object>();

async function pollNew(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isFirst = !begunContexts.has(context);
	begunContexts.add(context);
	const kept = loadCursor(context);
	const isQuiet = isFirst && kept !== undefined;
	const limitMs = isQuiet ? QUIET_POLL_MS : kept ? Infinity : FIRST_READ_MS;

	const read = within(limitMs, context, async (begun) => await readNew(begun, kept));
	const polled = await read.catch((error: unknown) => {
		if (!isQuiet || !(error instanceof ServiceError && error.isPassing)) throw error;
		// n8n saves it now, and others may have put back an older one.
		noteCursor(context, kept, false);
		const { message } = activationError(context.getNode(), error);
		const { name } = context.getNode();
		context.logger.warn(
			`${name}: the first poll failed, the next scheduled one retries. ${message}`,
		);
	});
	if (!polled) return null;
	const { items, memories } = polled;
	const at = Math.max(Date.now(), (kept?.at ?? 0) + 1);
	noteCursor(context, { ...memories, at }, items.length > 0);
	return items.length > 0 ? [items] : null;
}

/** Does something with a poll that ends with it. @throws ServiceError, a temporary one, when the time is used up. */
async function within<T>(
	limitMs: number,
	context: IPollFunctions,
	work: (poll: Poll) => Promise<T>,
): Promise<T> {
	const settings = readPollSettings(context);
	const ended = new AbortController();
	const connected = forProfile(await connect(context, settings.scheme), settings.companyProfileId);
	const connection = { ...connected, signal: ended.signal };
	const begun = { connection, settings, account: accountOf(connection), progress: '' };
	try {
		const running = work(begun);
		return await (limitMs === Infinity
			? running
			: withTimeout(running, limitMs, undefined, () => tooLong(limitMs, begun)));
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
	const items: INodeExecutionData[] = [];
	const memories: IDataObject = { events: settings.events };
	const sizes: Size[] = [];
	for (const source of sourcesOf(settings)) {
		const found = kept?.[source.key];
		const memory = isObject(found) ? found : undefined;
		const emit = emittedEvents(settings, kept, memory);
		const batch = await named(settings, source, source.read(begun, memory, emit));
		for (const item of batch.items) items.push(item);
		memories[source.key] = batch.memory;
		sizes.push({ source, records: batch.size, length: JSON.stringify(batch.memory).length });
	}
	checkSize(sizes);
	return { items, memories };
}

const sourcesOf = ({ events }: PollSettings): Source[] =>
	SOURCES.filter((source) => source.events.some((event) => events.includes(event)));

/** Rule 1. */
function emittedEvents(
	{ events, startsWithAll }: PollSettings,
	kept: Cursor | undefined,
	memory: IDataObject | undefined,
): string[] {
	if (!kept) return startsWithAll ? events : [];
	return memory ? events.filter((event) => [kept.events].flat().includes(event)) : [];
}

/** An error says which source failed, where there are several. */
async function named<T>(settings: PollSettings, { label }: Source, read: Promise<T>): Promise<T> {
	if (sourcesOf(settings).length === 1) return await read;
	return await read.catch((error: unknown) => {
		if (!(error instanceof UserError)) throw error;
		const message = `${label}: ${error.message}`;
		const description = `${ONE_EACH} ${error.description}`.trim();
		throw error instanceof ServiceError
			? new ServiceError(message, description, error)
			: new UserError(message, description);
	});
}

interface Size {
	source: Source;
	/** What is remembered, such as "1,200 contacts". */
	records: string;
	/** Characters of static data. */
	length: number;
}

/** n8n writes static data whole, with each run that begins. */
const MAX_LENGTH = 1_000_000;

function checkSize(sizes: Size[]): void {
	const length = sizes.reduce((sum, one) => sum + one.length, 0);
	if (length <= MAX_LENGTH) return;
	const [{ source, records }] = sizes.toSorted((a, b) => b.length - a.length);
	const several = sizes.length > 1 ? ` ${ONE_EACH}` : '';
	throw new UserError(
		`${source.label}: the trigger cannot remember ${records}, because its memory takes ${(length / 1e6).toFixed(1)} MB of static data, and the limit is 1 MB`,
		`n8n writes static data to its database with each run. ${source.ifTooLarge}${several}`,
	);
}

const MAX_SAMPLES = 10;

/** Rule 5. @throws UserError that says why there is none. */
async function readSample(begun: Poll): Promise<INodeExecutionData[]> {
	const { settings } = begun;
	const { events } = settings;
	const samples: INodeExecutionData[] = [];
	for (const source of sourcesOf(settings)) {
		const chosen = source.events.filter((event) => events.includes(event));
		samples.push(...(await named(settings, source, source.sample(begun, chosen, MAX_SAMPLES))));
	}
	const byEvent = events.map((event) => samples.filter(({ json }) => json.triggeredBy === event));
	const inTurn = Array.from({ length: MAX_SAMPLES }, (_, n) =>
		byEvent.flatMap((ofOne) => ofOne.at(-1 - n) ?? []),
	);
	if (samples.length > 0) return inTurn.flat().slice(0, MAX_SAMPLES).reverse();
	const records = sourcesOf(settings).map(({ record }) => record);
	throw new UserError(
		`No ${records.join(' or ')} matches 'Trigger On' and the filters`,
		'Change them, or create a record in your Sales CRM and try again.',
	);
}
