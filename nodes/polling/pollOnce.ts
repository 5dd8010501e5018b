import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { activationError, ServiceError } from '../transport/errors';
import { inTime } from '../utils/inTime';
import { isObject } from '../utils/json';

/**
 * One poll of a trigger, whatever it polls.
 *
 * 1. A poll that begins while another one of its node runs gives null. After half an hour that one
 *    counts as dead: n8n 1.123 waits for an access token without end (`@n8n/client-oauth2`).
 * 2. A poll notes its cursor last of all, and whole: n8n notices no change further inside. A poll that
 *    fails notes nothing, so nothing is lost.
 * 3. A poll goes on from the newer of two cursors: the one in n8n's static data, and the one that this
 *    process knows. n8n writes the static data of all nodes of a workflow in one piece, so an older
 *    execution, or a trigger that was not published anew, puts back the old data of the others.
 * 4. The process knows only cursors on which no result hangs: n8n may throw a result away. So a batch
 *    may come again, but is never lost.
 * 5. The first poll of any activation does not throw for a fault that may pass, where there is a cursor,
 *    and takes 30 seconds at most. n8n 2 tries a trigger five times and never again
 *    (2.41, `trigger-activation-retry`); the polls on schedule fail aloud.
 * 6. A poll without a cursor ends after 70 seconds: n8n 2 gives a publication up after 84
 *    (2.41, `workflow-publication-outbox-consumer`).
 * 7. In the editor a poll shows a sample, and touches no cursor.
 */

export interface Polled {
	items: INodeExecutionData[];
	/** Where the poll has come to; JSON. */
	cursor: IDataObject;
}

/** A poll under way. */
export interface PollRun {
	/** Aborted when the poll has ended, so that nothing more is sent. */
	readonly signal: AbortSignal;
	/** What was read so far, such as "1,200 contacts"; told where the time is used up. */
	progress: string;
}

interface Polling {
	/** @param kept The cursor; undefined where there is none. */
	read(kept: IDataObject | undefined, run: PollRun): Promise<Polled>;
	/** What "Fetch Test Event" shows. */
	sample(run: PollRun): Promise<INodeExecutionData[]>;
}

const QUIET_POLL_MS = 30_000;
const FIRST_READ_MS = 70_000;
const DEAD_AFTER_MS = 30 * 60_000;

/** @returns Null where nothing is new. @throws The failure in n8n's own words. */
export async function pollOnce(
	context: IPollFunctions,
	polling: Polling,
): Promise<INodeExecutionData[][] | null> {
	try {
		if (context.getMode() === 'manual') return [await within(FIRST_READ_MS, polling.sample)];
		return await alone(context, async () => await pollNew(context, polling));
	} catch (error) {
		throw activationError(context.getNode(), error);
	}
}

/** By its name, as n8n keeps its static data: on n8n 1 two nodes may have one id. */
const nodeKey = (context: IPollFunctions): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().name]);

/** When the poll that runs began, by node. Milliseconds since the Unix epoch. */
const runningPolls = new Map<string, number>();

/** Rule 1. */
async function alone<T>(context: IPollFunctions, poll: () => Promise<T>): Promise<T | null> {
	const node = nodeKey(context);
	const startedAt = Date.now();
	if (startedAt - (runningPolls.get(node) ?? -Infinity) < DEAD_AFTER_MS) return null;
	runningPolls.set(node, startedAt);
	try {
		return await poll();
	} finally {
		if (runningPolls.get(node) === startedAt) runningPolls.delete(node);
	}
}

/** A cursor as it is kept. */
interface KeptCursor extends IDataObject {
	/** When it was noted, in milliseconds since the Unix epoch; later than the one before. */
	at: number;
}

/** By node. */
const knownCursors = new Map<string, KeptCursor>();

async function pollNew(
	context: IPollFunctions,
	{ read }: Polling,
): Promise<INodeExecutionData[][] | null> {
	const node = nodeKey(context);
	const isFirst = !begunContexts.has(context);
	begunContexts.add(context);
	const staticData = context.getWorkflowStaticData('node');
	const kept = newerOf(staticData.cursor, knownCursors.get(node));
	if (kept) knownCursors.set(node, kept);
	const isQuiet = isFirst && kept !== undefined;
	const limitMs = isQuiet ? QUIET_POLL_MS : kept ? Infinity : FIRST_READ_MS;

	const polled = await within(limitMs, async (run) => await read(kept, run)).catch(
		async (error: unknown) => {
			const isPassing = error instanceof ServiceError && error.isPassing;
			if (!isQuiet || !isPassing) return await Promise.reject(error);
			// n8n saves it now, and others may have put back an older one (rule 3).
			staticData.cursor = kept;
			const { message } = activationError(context.getNode(), error);
			const { name } = context.getNode();
			context.logger.warn(
				`${name}: the first poll failed, the next one on schedule tries again. ${message}`,
			);
			return undefined;
		},
	);
	if (!polled) return null;
	const cursor = { ...polled.cursor, at: Math.max(Date.now(), (kept?.at ?? 0) + 1) };
	staticData.cursor = cursor;
	if (polled.items.length > 0) return [polled.items];
	knownCursors.set(node, cursor);
	return null;
}

function newerOf(stored: unknown, known: KeptCursor | undefined): KeptCursor | undefined {
	if (!isObject(stored) || !Number.isFinite(stored.at)) return known;
	return known && known.at > (stored.at as number) ? known : (stored as KeptCursor);
}

/** All polls of an activation are given one (n8n-core 2.41, `poll-trigger-executor`; 1.123, `active-workflows`). */
const begunContexts = new WeakSet<object>();

/** @throws ServiceError, which may pass, when the time is used up before. */
async function within<T>(limitMs: number, run: (poll: PollRun) => Promise<T>): Promise<T> {
	const ended = new AbortController();
	const poll: PollRun = { signal: ended.signal, progress: '' };
	const late = () =>
		new ServiceError(
			`The poll did not end within ${limitMs / 1000} seconds${poll.progress && `: ${poll.progress} came until then`}`,
			"n8n waits no longer when a workflow is published. Choose a smaller audience or a larger 'Page Size', and give contacts, quotations and deals a trigger of their own each.",
			{ isPassing: true },
		);
	try {
		const running = run(poll);
		return await (limitMs === Infinity ? running : inTime(running, limitMs, late));
	} finally {
		ended.abort();
	}
}
