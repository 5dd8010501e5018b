import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { UserError } from '../../utils/userError';
import { ServiceError } from '../../transport/errors';
import type { Operation } from './operation';

/**
 * What became of the input items, and what is remembered of it between two tries of a run.
 *
 * 1. `done`: the item has its output. `failed`: nothing was written, so the item may be sent again.
 * 2. `unknown`: it may have been written, although no proof of it came back. Whatever a write throws
 *    is that, but for input that was refused here and what the service plainly refused.
 * 3. Of an operation that writes, all but `failed` are remembered: "Retry On Fail" runs the whole node
 *    again with all items, and what was written, or may have been, is not sent again.
 */

export type ItemResult = { kind: 'done'; output: INodeExecutionData[] } | Failed;

export interface Failed {
	kind: 'failed' | 'unknown';
	reason: unknown;
}

/** In input order; undefined for what is still to be worked on. */
export type ItemResults = ReadonlyArray<ItemResult | undefined>;

export const isFailure = (result: ItemResult | undefined): result is Failed =>
	result !== undefined && 'reason' in result;

/**
 * What became of the rows of each input item. n8n makes these objects anew for each run of a node and keeps them
 * for the tries of "Retry On Fail" (n8n-core, execution-engine/workflow-execute, `newTaskDataConnections`);
 * with them the memory goes, too. Should n8n ever hand one object to several runs, the key beside it
 * tells them apart: execution, node, run and place of the item.
 */
const remembered = new WeakMap<INodeExecutionData, Map<string, Map<number, unknown>>>();

/** What is remembered from one try of this run of a node to the next. An item may hold many rows. */
export function memoryOf<T>(context: IExecuteFunctions) {
	const items = context.getInputData();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const run = JSON.stringify([context.getExecutionId(), context.getNode().name, $runIndex]);
	const key = (itemIndex: number) => `${run} ${itemIndex}`;
	return {
		get: (itemIndex: number, row = 0): T | undefined =>
			remembered.get(items[itemIndex])?.get(key(itemIndex))?.get(row) as T | undefined,
		set(itemIndex: number, value: T, row = 0): void {
			const item = items[itemIndex];
			const runs = remembered.get(item) ?? new Map<string, Map<number, unknown>>();
			remembered.set(item, runs);
			const rows = runs.get(key(itemIndex)) ?? new Map<number, unknown>();
			runs.set(key(itemIndex), rows.set(row, value));
		},
	};
}

/**
 * The results of the items of this run of a node; those of an earlier try of the same run stand in
 * it already. `record` notes one, and remembers it where rule 3 says so.
 */
export function itemResultsOf(context: IExecuteFunctions, operation: Pick<Operation, 'done'>) {
	const memory = memoryOf<ItemResult>(context);
	const results = context.getInputData().map((_, itemIndex) => memory.get(itemIndex));
	const record = (itemIndex: number, result: ItemResult) => {
		results[itemIndex] = result;
		if (operation.done && result.kind !== 'failed') memory.set(itemIndex, result);
	};
	return { results, record };
}

/** The result of an item whose operation threw this, once its parameters were read. */
export function failureOf(reason: unknown, { done }: Pick<Operation, 'done'>): Failed {
	const nothingWritten =
		!done ||
		(reason instanceof ServiceError ? !reason.mayHaveHappened : reason instanceof UserError);
	return { kind: nothingWritten ? 'failed' : 'unknown', reason };
}

/** A message of more ranges than these would not be read. */
const MAX_RANGES = 20;

/**
 * Which items were written and which may have been, for the error of a run: such a run hands on no
 * items. Empty when there is nothing of the kind to say. `done` is the verb, such as `created`.
 */
export function summarizeFailures(results: ItemResults, done: string): string {
	const of = (kind: ItemResult['kind']) =>
		[...results.keys()].filter((n) => results[n]?.kind === kind);
	const written = of('done');
	const unknown = of('unknown');
	// Of a single item the error itself says everything.
	if (written.length + unknown.length === 0 || results.length === 1) return '';
	const wasOrWere = written.length === 1 ? 'was' : 'were';
	const parts = [
		written.length > 0 && `${written.length} ${wasOrWere} ${done} (${ranges(written)})`,
		unknown.length > 0 && `${unknown.length} may have been ${done} (${ranges(unknown)})`,
	].filter(Boolean);
	const none = results.length > written.length + unknown.length ? '; the others were not' : '';
	return `Of ${results.length} items, counted from 0, ${parts.join(' and ')}${none}. Set 'On Error' to 'Continue' in the node's settings to keep the results of the other items.`;
}

/** Numbers in rising order as people write them: `0–3, 7, 9–12`. */
function ranges(numbers: number[]): string {
	const found: Array<{ from: number; to: number }> = [];
	for (const number of numbers) {
		const last = found.at(-1);
		if (last && last.to === number - 1) last.to = number;
		else found.push({ from: number, to: number });
	}
	const shown = found
		.slice(0, MAX_RANGES)
		.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
	const more = found.slice(MAX_RANGES).reduce((sum, { from, to }) => sum + to - from + 1, 0);
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
