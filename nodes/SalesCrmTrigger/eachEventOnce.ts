import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type CrmEvent, dealOf, documentOf } from '../api/events';
import { throttledWarning } from '../transport/hints';
import { textOf } from '../utils/text';
import { toSwitch } from '../utils/values';

/*
 * Each event once:
 *
 * - Only production calls are looked at. A test in the editor and a retry by a person pass, and note nothing.
 * - An event is the same as one before if their identities are, at the same node. That may be one of the same call. An
 *   event without an identity always passes.
 * - An event is noted in n8n's store for processed data, together with the execution it runs in, by one write: two
 *   could be cut between. A repeat is what the store held already, unless it was noted by this very execution: n8n 1.123
 *   runs an execution again whose worker was killed, from its start (`QUEUE_WORKER_MAX_STALLED_COUNT`; 2.41 never does).
 * - The store reads all that it holds, then writes all of it (n8n, `deduplication-helper`, the same in 2.41 and 1.123).
 *   So what one process asks is asked one after the other. Between processes nothing stands in the way: two calls at
 *   the same moment may both pass.
 * - An event passes if the store fails. The log says so, once a minute at most.
 */

/** Where `webhook` puts the identity of an item's event for `execute`, which takes it off again. */
export const IDENTITY = 'eventIdentity';

/**
 * What tells an event from every other: of a status change the deal, its statuses and the time; of any other event its
 * name and ID, which two may share, and what it is about.
 * @returns Undefined if the event has no ID or no time.
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

/** Two for each event that is remembered of a node; n8n reads and writes them all for each. */
const MAX_ENTRIES = 2 * 2_000;

/** n8n's own second runs have the mode of the first, a person's have `retry`. */
const PRODUCTION_MODES = ['webhook', 'trigger'];

/** The items that are no repeat of an event before. */
export async function withoutRepeats(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const given = context.getInputData();
	const items = given.map(({ json }) => ({ json }));
	if (!PRODUCTION_MODES.includes(context.getMode())) return items;
	const chosen = context.getNodeParameter('options.eachEventOnce', 0, true);
	if (!toSwitch(chosen, 'Each Event Once')) return items;

	// n8n keeps what is noted by the node's id, which two nodes may share on 1.123; no two share a name.
	const { name } = context.getNode();
	const events = given.map(({ [IDENTITY]: identity }) =>
		identity ? JSON.stringify([name, identity]) : undefined,
	);
	const inThisRun = (event: string) => JSON.stringify([event, context.getExecutionId()]);
	const entries = events.flatMap((event) => (event ? [event, inThisRun(event)] : []));
	const known = await noted(context, entries);
	const fresh = items.filter((_, index) => {
		const event = events[index];
		if (!event) return true;
		const isFirst = events.indexOf(event) === index;
		return isFirst && (!known.has(event) || known.has(inThisRun(event)));
	});
	if (fresh.length < items.length) {
		context.addExecutionHints({
			message: "Duplicate event ignored because 'Each Event Once' is on",
		});
	}
	return fresh;
}

/** By workflow and node: the end of the call that was asked for last. */
const lastCalls = new Map<string, Promise<unknown>>();

/** Those of the entries that the store held before; from now on it holds all. None if it fails. */
async function noted(context: IExecuteFunctions, entries: string[]): Promise<Set<string>> {
	if (entries.length === 0) return new Set();
	const node = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const options = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;
	const answer = Promise.resolve(lastCalls.get(node)).then(
		async () => await context.helpers.checkProcessedAndRecord(entries, 'node', options),
	);
	const ended = answer.catch(() => undefined);
	lastCalls.set(node, ended);
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
