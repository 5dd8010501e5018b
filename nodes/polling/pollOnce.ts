import {
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
	type NodeApiError,
	type NodeOperationError,
	type TimedCause,
} from 'n8n-workflow';

import { activationError, ServiceError } from '../transport/errors';
import { isObject } from '../utils/json';
import { UserError } from '../utils/userError';
import { PollBudget } from './budget';
import { pollLock } from './pollLock';

/**
 * What is true of one poll of any trigger, whatever it polls.
 *
 * 1. A node polls once at a time, in the time that n8n gives it (`PollBudget`). n8n begins the next
 *    poll whether or not the last has ended: that one gives null. n8n also lets a poll end that began
 *    before its workflow was published anew. What such a one notes goes into static data which the
 *    polls after it do not read, so that both would hand out the same: it gives null, too.
 * 2. A poll notes where it has come to, its cursor, last of all and whole, because n8n notices no
 *    changes further inside. One that fails notes nothing, so nothing is lost.
 * 3. A cursor tells when it was noted, later than the one that it goes on from. A poll goes on from
 *    the later of two: the one in n8n's static data, and the one that this process knows. For n8n
 *    saves the static data of all nodes of a workflow in one piece, and whoever saves puts the old
 *    of all others back, or none: each poll trigger that was not changed when the workflow was
 *    published, and each execution of before.
 * 4. The process knows only cursors on which no result hangs that n8n may have thrown away since
 *    (superseded, deactivated): what a poll went on from, and what one noted that handed nothing
 *    out. So a batch may come again, but is never lost.
 * 5. Where n8n ends polls by itself, it gives each static data of its own, read anew, and keeps what
 *    a poll notes only together with its result: there the process knows nothing.
 * 6. At n8n's start the first poll of an activation throws nothing where there is a cursor, and does
 *    not take long: n8n 2 tries a trigger five times, and never again. It says so in the log; those
 *    on schedule fail aloud.
 * 7. In the editor a poll shows a sample, and touches no cursor.
 * 8. After half an hour a poll has died, for all requests of our own end before: n8n 1.123 waits for
 *    an access token without end (`@n8n/client-oauth2`). What it may still find is left to the next.
 * 9. A failure may have to be told once and not again at each poll (`NotedFailure`). n8n keeps nothing
 *    of a poll that throws: no static data is saved (`createErrorExecution`), no durable cursor is
 *    committed (`poll-trigger-task-handler`). So the process knows what such a poll noted, in place of
 *    the cursor that it went on from, until another is kept. After a restart, or where another
 *    process polls, it is told once more. The poll of an activation leaves it to those on schedule:
 *    whoever publishes a workflow does not expect to be refused for it.
 */

export interface Polled {
	items: INodeExecutionData[];
	/** Where the poll has come to; JSON. */
	cursor: object;
}

/** A failure that is told once: the next poll goes on from a cursor that takes note of it (rule 9). */
export class NotedFailure extends UserError {
	constructor(
		message: string,
		description: string,
		/** As that of {@link Polled}. */
		readonly cursor: object,
	) {
		super(message, description);
	}
}

interface Polling {
	/**
	 * Reads what there is and tells what is new since a cursor.
	 * @param kept The cursor, in whatever shape it was found; undefined where there is none.
	 */
	read(kept: unknown, budget: PollBudget): Promise<Polled>;
	/** What "Fetch Test Event" shows. */
	sample(budget: PollBudget): Promise<INodeExecutionData[]>;
}

/** A cursor as it is kept: `at` is when it was noted, in milliseconds since the Unix epoch. */
interface KeptCursor extends Record<string, unknown> {
	at: number;
}

/** By node. */
const knownCursors = new Map<string, KeptCursor>();

/** By node: what a failed poll noted, and when the cursor was noted that it stands in for (rule 9). */
const failedCursors = new Map<string, { inPlaceOf: number; cursor: KeptCursor }>();

/** What n8n gave to a poll before: it lasts for an activation. */
const givenStaticData = new WeakSet<object>();

/** All polls of an activation are given one (n8n-core 2.41, `poll-trigger-executor`; 1.123, `active-workflows`). */
const givenContexts = new WeakSet<object>();

/** @returns Null where nothing is new. @throws The failure in n8n's own words. */
export async function pollOnce(
	context: IPollFunctions,
	{ read, sample }: Polling,
): Promise<INodeExecutionData[][] | null> {
	const budget = new PollBudget(context);
	try {
		const isTest = context.getMode() === 'manual';
		return isTest ? [await sample(budget)] : await pollNew(context, budget, read);
	} catch (error) {
		throw pollError(context.getNode(), error);
	}
}

async function pollNew(
	context: IPollFunctions,
	budget: PollBudget,
	read: Polling['read'],
): Promise<INodeExecutionData[][] | null> {
	const mode = activationOf(context, budget);
	const staticData = context.getWorkflowStaticData('node');
	const isLasting = isGivenBefore(givenStaticData, staticData);
	// By its name, as n8n keeps its static data: on n8n 1 two nodes may have one id.
	const node = JSON.stringify([context.getWorkflow().id, context.getNode().name]);

	return await pollLock(node, { staticData, isLasting }, async (isOvertaken) => {
		const kept = latest(staticData.cursor, budget.isSetByN8n ? undefined : knownCursors.get(node));
		const remember = (cursor: KeptCursor) => {
			if (!budget.isSetByN8n) knownCursors.set(node, cursor);
		};
		if (kept) remember(kept);
		const mayWait = mode === 'start' && kept !== undefined;
		if (mayWait) budget.shortenForStart();
		const from = afterFailure(node, kept);
		const reading = budget.within(async () => await read(from, budget));
		const polled = await reading.catch(async (error: unknown) => {
			const isToldOnce = error instanceof NotedFailure && !isOvertaken();
			if (mayWait || (isToldOnce && mode !== 'schedule')) {
				// n8n saves it now, and others may have put back an older one (rule 3).
				staticData.cursor = kept;
				return leaveToSchedule(context, error);
			}
			if (isToldOnce && kept) {
				failedCursors.set(node, { inPlaceOf: kept.at, cursor: noted(error.cursor, from) });
			}
			return await Promise.reject(error);
		});
		if (!polled || isOvertaken()) return null;
		const cursor = noted(polled.cursor, from);
		staticData.cursor = cursor;
		if (polled.items.length > 0) return [polled.items];
		remember(cursor);
		return null;
	});
}

/**
 * What n8n polls for. The mode that it tells stays as it is for all polls of an activation, so it does
 * not tell the first; where n8n ends polls by itself, each is one on schedule.
 */
function activationOf(
	context: IPollFunctions,
	{ isSetByN8n }: PollBudget,
): 'start' | 'activation' | 'schedule' {
	const isFirst = !isGivenBefore(givenContexts, context);
	if (!isFirst || isSetByN8n) return 'schedule';
	const isStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	return isStart ? 'start' : 'activation';
}

/** Leaves a failed poll to the next one on schedule (rules 6 and 9). */
function leaveToSchedule(context: IPollFunctions, error: unknown): undefined {
	const node = context.getNode();
	const { message } = pollError(node, error);
	context.logger.warn(
		`${node.name}: the first poll after a start failed, the next one on schedule tries again. ${message}`,
	);
}

/** What n8n calls a refusal that comes with a wait (n8n-workflow 2.41, `failure`). */
const CAUSES = new Map<number | undefined, TimedCause>([
	[429, 'rate-limited'],
	[503, 'temporarily-unavailable'],
]);

/** A failed poll in n8n's own words, with the wait that the service asked for (n8n 2.41, `poll-backoff-policy`). */
function pollError(node: INode, reason: unknown): NodeApiError | NodeOperationError {
	const error = activationError(node, reason);
	if (!(reason instanceof ServiceError)) return error;
	const { status, retryAfterMs } = reason;
	const cause = CAUSES.get(status);
	if (cause && retryAfterMs !== undefined) error.failure = { cause, retryAfterMs };
	return error;
}

function isGivenBefore(given: WeakSet<object>, one: object): boolean {
	const isGiven = given.has(one);
	given.add(one);
	return isGiven;
}

/** What to go on from: what a failed poll noted, as long as it stands in for what is kept (rule 9). */
function afterFailure(node: string, kept: KeptCursor | undefined): KeptCursor | undefined {
	const failed = failedCursors.get(node);
	return failed && failed.inPlaceOf === kept?.at ? failed.cursor : kept;
}

/** Of two noted at one moment, that of the static data: they are the same. */
function latest(stored: unknown, known: KeptCursor | undefined): KeptCursor | undefined {
	if (!isObject(stored) || !Number.isFinite(stored.at)) return known;
	return known && known.at > (stored.at as number) ? known : (stored as KeptCursor);
}

/** A poll that has come no further leaves its cursor as it was: durable cursors write no other. */
function noted(cursor: object, kept: KeptCursor | undefined): KeptCursor {
	if (kept && JSON.stringify({ ...cursor, at: kept.at }) === JSON.stringify(kept)) return kept;
	return { ...cursor, at: Math.max(Date.now(), (kept?.at ?? 0) + 1) };
}
