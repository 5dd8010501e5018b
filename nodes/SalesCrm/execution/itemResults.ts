import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isPlainFailure } from '../../transport/errors';
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
 * By the first input item of a run. n8n makes these objects anew for each run of a node and keeps them
 * for the tries of "Retry On Fail" (n8n-core, execution-engine/workflow-execute, `newTaskDataConnections`);
 * with them the memory goes, too. Should n8n ever hand one object to several runs, the key beside it
 * tells them apart.
 */
const remembered = new WeakMap<object, Map<string, Map<string, unknown>>>();

/** What is remembered from one try of this run of a node to the next. */
export function memoryOf<T>(context: IExecuteFunctions): Map<string, T> {
	const [first = {}] = context.getInputData();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const key = JSON.stringify([context.getExecutionId(), context.getNode().name, $runIndex]);
	const runs = remembered.get(first) ?? new Map<string, Map<string, unknown>>();
	remembered.set(first, runs);
	const memory = runs.get(key) ?? new Map<string, unknown>();
	runs.set(key, memory);
	return memory as Map<string, T>;
}

/**
 * The results of the items of this run of a node; those of an earlier try of the same run stand in
 * it already. `record` notes one, and remembers it where rule 3 says so.
 */
export function itemResultsOf(context: IExecuteFunctions, operation: Pick<Operation, 'done'>) {
	const memory = memoryOf<ItemResult>(context);
	const results = context.getInputData().map((_, itemIndex) => memory.get(`${itemIndex}`));
	const record = (itemIndex: number, result: ItemResult) => {
		results[itemIndex] = result;
		if (operation.done && result.kind !== 'failed') memory.set(`${itemIndex}`, result);
	};
	return { results, record };
}

/** The result of an item whose operation threw this, once its parameters were read. */
export function failureOf(reason: unknown, { done }: Pick<Operation, 'done'>): Failed {
	return { kind: !done || isPlainFailure(reason) ? 'failed' : 'unknown', reason };
}

/**
 * How many items were written and how many may have been, for the error of a run: such a run hands on
 * no items. Empty when there is nothing of the kind to say. `done` is the verb, such as `created`.
 */
export function summarizeFailures(results: ItemResults, done: string): string {
	const count = (kind: ItemResult['kind']) => results.filter((one) => one?.kind === kind).length;
	const [written, unknown] = [count('done'), count('unknown')];
	// Of a single item the error itself says everything.
	if (written + unknown === 0 || results.length === 1) return '';
	const open = unknown > 0 ? `, ${unknown} may have been` : '';
	return `${written} of ${results.length} items ${written === 1 ? 'was' : 'were'} ${done}${open}. Set 'On Error' to 'Continue' in the node's settings to keep the results of the other items.`;
}
