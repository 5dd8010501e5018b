import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { identityOf } from '../deals/receivedEvent';
import { isObject } from '../utils/json';
import { warnOnceAMinute } from './rareWarning';

/*
 * Each event once. The rules:
 *
 * 1. Only production calls are looked at. A test in the editor and a retry by a person pass, and
 *    note nothing.
 * 2. An event is the same as one before when their identities are (`identityOf`), at the same node.
 *    An event without an identity always passes.
 * 3. An event is noted in n8n's store for processed data, together with the execution it runs in,
 *    by one write: two could be cut between.
 * 4. A repeat is what the store held already, unless it was noted by this very execution: n8n 1.123
 *    runs an execution again whose worker was killed, from its start (`QUEUE_WORKER_MAX_STALLED_COUNT`;
 *    2.41 never does). A repeat whose worker was killed in turn passes, too: better twice than never.
 * 5. The store reads all that it holds, then writes all of it (n8n, `deduplication-helper`, the
 *    same in 2.41 and 1.123). So what one process asks is asked one after the other, and what waits
 *    meanwhile is asked together. Between processes nothing stands in the way: what one of them
 *    noted may be lost by the other's write, and then passes once more.
 * 6. An event whose question fails passes. The log says so, once a minute at most.
 */

/** Events that are remembered of a node; n8n reads and writes them all for each. */
const MAX_EVENTS = 2_000;

/** The event, and the event with its execution. */
const ENTRIES_PER_EVENT = 2;

const UNKNOWN =
	'an event went on without being noted, and starts the workflow again should it come again: n8n could not say whether it had come before';

/** n8n's own second runs have the mode of the first, a person's have `retry`. */
const PRODUCTION_MODES = ['webhook', 'trigger'];

/** The items that are no repeat of an event before. */
export async function withoutRepeats(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (!PRODUCTION_MODES.includes(context.getMode())) return items;
	const options = context.getNodeParameter('options', 0, {});
	if (isObject(options) && options.eachEventOnce === false) return items;

	const repeats = await Promise.all(items.map(async ({ json }) => await isRepeat(context, json)));
	if (repeats.includes(true)) {
		context.addExecutionHints({
			message:
				'This event had come before. It goes no further, for "Each Event Once" is on in the settings of this node.',
		});
	}
	return items.filter((_, index) => !repeats[index]);
}

async function isRepeat(
	context: IExecuteFunctions,
	json: INodeExecutionData['json'],
): Promise<boolean> {
	const identity = identityOf(json);
	if (identity === undefined) return false;
	// n8n keeps what is noted by the node's id, which two nodes may share on 1.123; no two share a name.
	const event = JSON.stringify([context.getNode().name, identity]);
	const eventAndRun = JSON.stringify([event, context.getExecutionId()]);

	const { entries, known } = openBatch(context);
	const isInBatch = entries.has(event);
	entries.add(event).add(eventAndRun);
	try {
		const before = await known;
		return (isInBatch || before.has(event)) && !before.has(eventAndRun);
	} catch (reason) {
		const why = reason instanceof Error ? reason.message : String(reason);
		warnOnceAMinute(context, UNKNOWN, ` (${why})`);
		return false;
	}
}

/** What is asked of n8n's store by one call. */
interface EntryBatch {
	entries: Set<string>;
	/** Those of the entries that the store held before. Rejects with whatever the store throws. */
	known: Promise<ReadonlySet<string>>;
}

/** By workflow and node: the batch that still takes entries, and the end of the call before it. */
const openBatches = new Map<string, EntryBatch>();
const callsUnderWay = new Map<string, Promise<unknown>>();

/** The batch that is asked next. One that was not there yet is asked when the call under way has ended. */
function openBatch(context: IExecuteFunctions): EntryBatch {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const open = openBatches.get(key);
	if (open) return open;

	const entries = new Set<string>();
	const ask = async () => {
		openBatches.delete(key);
		const { processed } = await context.helpers.checkProcessedAndRecord([...entries], 'node', {
			mode: 'entries',
			maxEntries: MAX_EVENTS * ENTRIES_PER_EVENT,
		});
		return new Set(processed.map(String));
	};
	const known = Promise.resolve(callsUnderWay.get(key)).then(ask);
	const ended = known
		.catch(() => undefined)
		.then(() => {
			if (callsUnderWay.get(key) === ended) callsUnderWay.delete(key);
		});
	callsUnderWay.set(key, ended);
	const batch = { entries, known };
	openBatches.set(key, batch);
	return batch;
}
