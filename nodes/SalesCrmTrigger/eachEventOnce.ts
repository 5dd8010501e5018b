import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type CrmEvent, dealOf, documentOf } from '../api/events';
import { throttledWarning } from '../transport/hints';
import { textOf } from '../utils/text';
import { toSwitch } from '../utils/values';

/** The key of an item under which `webhook` passes the identity of its event to `execute`, which removes it. */
export const IDENTITY = 'eventIdentity';

/**
 * Two calls with the same identity are one event. A status change is identified by its deal, statuses and time. Two other
 * events may have the same ID, so they are identified by name, ID, time and record.
 * @returns Undefined if the event has no ID or no time: it is never a repeat.
 */
export function identityOf(event: CrmEvent): string | undefined {
	const { name, id, kind, occurredAt, record, metadata } = event;
	if (occurredAt === null || textOf(id).trim() === '') return undefined;
	const { dealId, statusId, previousStatusId, requestId } = dealOf(event);
	if (kind?.value === 'dealStatusChanged') {
		return JSON.stringify([dealId ?? requestId, statusId, previousStatusId, occurredAt]);
	}
	const about = [dealId, documentOf(event).documentId, metadata.contact_id, requestId];
	return JSON.stringify([name.toLowerCase(), textOf(id), occurredAt, ...about, record.versionId]);
}

/** Two for each event of a node. n8n reads and writes all entries each time. */
const MAX_ENTRIES = 2 * 2_000;

/** An execution that n8n itself repeats has the mode of the first run; one that a person repeats has `retry`. */
const PRODUCTION_MODES = ['webhook', 'trigger'];

/**
 * The items without repeats. Each event is noted together with its execution, in one write: n8n 1.123 runs an execution
 * again if its worker was killed (`QUEUE_WORKER_MAX_STALLED_COUNT`), and what that very execution noted is not a repeat.
 */
export async function withoutRepeats(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const given = context.getInputData();
	const items = given.map(({ json }) => ({ json }));
	if (!PRODUCTION_MODES.includes(context.getMode())) return items;
	const chosen = context.getNodeParameter('options.eachEventOnce', 0, true);
	if (!toSwitch(chosen, 'Each Event Once')) return items;

	// n8n stores entries by the ID of the node, which two nodes of n8n 1.123 may share. Their names differ.
	const { name } = context.getNode();
	const events = given.map(({ [IDENTITY]: identity }) =>
		identity ? JSON.stringify([name, identity]) : undefined,
	);
	const inThisRun = (event: string) => JSON.stringify([event, context.getExecutionId()]);
	const entries = events.flatMap((event) => (event ? [event, inThisRun(event)] : []));
	const recorded = await recordAll(context, entries);
	const fresh = items.filter((_, index) => {
		const event = events[index];
		if (!event) return true;
		const isFirst = events.indexOf(event) === index;
		return isFirst && (!recorded.has(event) || recorded.has(inThisRun(event)));
	});
	if (fresh.length < items.length) {
		context.addExecutionHints({
			message: "Duplicate event ignored because 'Each Event Once' is on",
		});
	}
	return fresh;
}

/** By workflow and node: the end of the latest call, while it runs. */
const lastCalls = new Map<string, Promise<unknown>>();

/**
 * Records the entries in n8n's store. The store reads all entries, then writes all of them (n8n, `deduplication-helper`),
 * so this process makes one call at a time. Two processes may still pass the same event.
 * @returns The entries that were already recorded; none after an error, so that the events pass.
 */
async function recordAll(context: IExecuteFunctions, entries: string[]): Promise<Set<string>> {
	if (entries.length === 0) return new Set();
	const node = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const options = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;
	const answer = Promise.resolve(lastCalls.get(node)).then(
		async () => await context.helpers.checkProcessedAndRecord(entries, 'node', options),
	);
	const ended = answer.catch(() => undefined);
	lastCalls.set(node, ended);
	void ended.then(() => lastCalls.get(node) === ended && lastCalls.delete(node));
	try {
		return new Set((await answer).processed.map(String));
	} catch (reason) {
		const why = reason instanceof Error ? reason.message : String(reason);
		const words =
			'an event passed without being remembered: if it is repeated, it starts the workflow again';
		throttledWarning(context, words, `n8n could not tell whether it is a duplicate (${why})`);
		return new Set();
	}
}
