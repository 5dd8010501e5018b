import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type Connection, warn } from '../../service/http/connection';
import { Cancelled } from '../../service/http/serviceError';
import { toNodeError } from '../../service/http/nodeError';
import { joined } from '../../values/lists';
import { accountOf } from './account';
import { begin, callsOf, linked } from './batch';
import { errorItem } from './errorItem';
import { type Failed, type Fate, fateOf, fatesOf, isFailure } from './fates';
import type { Begun, Call, Operation, Output } from './operation';

const NOT_BEGUN: Fate = { kind: 'failed', reason: new Cancelled() };

/**
 * Everything that is true of all operations: one result per input item in input order, items side
 * by side up to the concurrency, links to the input items, "Continue" on error, stopping, and
 * nothing written twice by "Retry On Fail".
 */
export async function runItems(
	context: IExecuteFunctions,
	connection: Connection,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const { fates, settle } = fatesOf(context, operation);
	const calls = callsOf(context, connection, operation);
	const mayGoOn = context.continueOnFail();
	const settling = { fates, settle, mayGoOn, callOf: calls.look };
	const { run, after, told, width } = await begin(operation, context, connection, settling);
	let stopped = false;
	let next = 0;

	const isCancelled = () => fates.some((fate) => isFailure(fate) && isStop(fate));
	const worker = async () => {
		while (next < fates.length && !stopped) {
			const itemIndex = next++;
			if (fates[itemIndex]) continue;
			const isAborted = connection.signal?.aborted;
			const fate = isAborted
				? NOT_BEGUN
				: await fateOfItem(operation, run, () => calls.take(itemIndex));
			settle(itemIndex, fate);
			if (isFailure(fate)) stopped ||= isStop(fate) || !mayGoOn;
		}
	};
	do {
		stopped = isCancelled() || (!mayGoOn && fates.some(isFailure));
		await Promise.all(Array.from({ length: Math.min(width, fates.length) }, worker));
		if (!isCancelled()) await after?.();
		// A failure that has been cleared up since stops the run no more.
	} while (stopped && !fates.some(isFailure));

	if (stopped) {
		const failed = fates.findIndex(isFailure);
		const account = operation.done ? accountOf(fates, operation.done) : '';
		const addition = [account, ...(told?.(true) ?? [])].filter(Boolean).join(' ');
		if (isCancelled()) throw toNodeError(context.getNode(), new Cancelled(), undefined, addition);
		throw toNodeError(context.getNode(), (fates[failed] as Failed).reason, failed, addition);
	}
	for (const message of told?.(false) ?? []) warn(connection, message);
	const results = fates.map((fate, itemIndex) =>
		isFailure(fate) ? [errorItem(context, fate.reason, itemIndex)] : fate!.output,
	);
	return joined(results);
}

const isStop = ({ reason }: Failed) => reason instanceof Cancelled;

/** Works on one item, and tells what became of it. */
async function fateOfItem(
	operation: Operation,
	run: Begun['run'],
	read: () => Call<never>,
): Promise<Fate> {
	let call: Call<never>;
	try {
		call = read();
	} catch (reason) {
		return { kind: 'failed', reason };
	}
	try {
		const output: INodeExecutionData[] = [];
		for await (const outputs of outputsOf(run(call))) {
			for (const item of linked(outputs, call.itemIndex)) output.push(item);
		}
		return { kind: 'done', output };
	} catch (reason) {
		return fateOf(reason, operation);
	}
}

async function* outputsOf(result: ReturnType<Begun['run']>): AsyncIterable<Output[]> {
	if (result instanceof Promise) yield await result;
	else yield* result;
}

/**
 * For what keeps a run from having items at all, such as a credential that cannot be used: with
 * "Continue" each item fails of it, for n8n would hand on the input of a node that throws.
 * @throws NodeOperationError without "Continue".
 */
export function failedRun(context: IExecuteFunctions, reason: unknown): INodeExecutionData[] {
	if (!context.continueOnFail()) throw toNodeError(context.getNode(), reason);
	return context.getInputData().map((_, itemIndex) => errorItem(context, reason, itemIndex));
}
