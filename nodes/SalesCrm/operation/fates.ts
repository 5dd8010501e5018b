import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Failure } from '../../values/failure';
import { ServiceError } from '../../service/http/serviceError';
import type { Operation } from './operation';

/** What became of an input item. */
export type Fate = Settled | Failed;

interface Settled {
	/** `skipped`: it was on purpose that nothing was written. */
	kind: 'done' | 'skipped';
	output: INodeExecutionData[];
}

export interface Failed {
	/** `failed`: nothing was written. `open`: it may have been, although no proof of it came back. */
	kind: 'failed' | 'open';
	reason: unknown;
}

export const isFailure = (fate: Fate | undefined): fate is Failed =>
	fate !== undefined && 'reason' in fate;

/**
 * Written rows by input item. n8n makes these objects anew for each run of a node and keeps them for
 * the tries of "Retry On Fail"; with them the memory goes, too. In case n8n should ever hand one
 * object to several runs, the key beside it holds what tells them apart.
 */
const remembered = new WeakMap<INodeExecutionData, Map<string, Fate>>();

/**
 * The fates of the items of this run of a node, in input order; those of an earlier try of the same
 * run stand in it already. `settle` notes one, and for a write remembers it for a later try: a row
 * that was written, or may have been, must not be sent again.
 */
export function fatesOf(context: IExecuteFunctions, operation: Operation) {
	const items = context.getInputData();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const run = JSON.stringify([context.getExecutionId(), context.getNode().name, $runIndex]);
	const key = (itemIndex: number) => `${run} ${itemIndex}`;
	const fates = items.map((item, itemIndex) => remembered.get(item)?.get(key(itemIndex)));

	const settle = (itemIndex: number, fate: Fate) => {
		fates[itemIndex] = fate;
		if (!operation.done || fate.kind === 'failed') return;
		const item = items[itemIndex];
		const runs = remembered.get(item) ?? new Map<string, Fate>();
		remembered.set(item, runs.set(key(itemIndex), fate));
	};
	return { fates, settle };
}

/** The fate of an item whose operation threw this, once its parameters were read. */
export function fateOf(reason: unknown, { done }: Operation): Failed {
	const nothingWritten =
		!done || (reason instanceof ServiceError ? !reason.mayHaveHappened : reason instanceof Failure);
	return { kind: nothingWritten ? 'failed' : 'open', reason };
}
