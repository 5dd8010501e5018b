import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type Connection, forProfile, warn } from '../../transport/connection';
import { CancelledError, toNodeError } from '../../transport/errors';
import { joined } from '../../utils/lists';
import { requestsAtATime } from './commonFields';
import {
	type Failed,
	failureOf,
	isFailure,
	type ItemResult,
	itemResultsOf,
	summarizeFailures,
} from './itemResults';
import type { Batch, Call, Operation, Output, PreparedRun } from './operation';
import { parameterReader } from './parameters';

/**
 * Everything that is true of all operations:
 *
 * 1. One result per input item, in input order, each output item linked to its input item.
 * 2. Items are worked on side by side, up to the concurrency, and begun in input order.
 * 3. With "Continue" a failed item is an item of its own; without, none is begun after it, and the
 *    run fails with the first that failed, telling what was written. Stopping by hand ends both.
 * 4. What was written in an earlier try of "Retry On Fail", or may have been, is not sent again.
 * 5. An operation may prepare all items together, settle some before their turn, and clear up
 *    failures after the last one. If those stopped the run, it goes on.
 */
export async function runItems(
	context: IExecuteFunctions,
	connection: Connection,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const { results, record } = itemResultsOf(context, operation);
	const mayGoOn = context.continueOnFail();
	const batch: Batch = {
		context,
		connection,
		results,
		mayGoOn,
		callOf: callsOf(context, connection, operation),
		record: (itemIndex, kind, outputs) =>
			record(itemIndex, { kind, output: linked(outputs, itemIndex) }),
		fail: (itemIndex, reason) => record(itemIndex, { kind: 'failed', reason }),
	};
	const { run, after, hints, failedItem, width } = await prepare(operation, batch);

	const isCancelled = () => results.some((result) => isFailure(result) && isStop(result));
	const mustStop = () => (mayGoOn ? isCancelled() : results.some(isFailure));
	let stopped = mustStop();
	let next = 0;
	const worker = async () => {
		while (next < results.length && !stopped) {
			const itemIndex = next++;
			if (results[itemIndex]) continue;
			const result = connection.signal?.aborted
				? NOT_BEGUN
				: await resultOf(operation, run, () => batch.callOf(itemIndex));
			record(itemIndex, result);
			if (isFailure(result)) stopped ||= !mayGoOn || isStop(result);
		}
	};
	do {
		await Promise.all(Array.from({ length: Math.min(width, results.length) }, worker));
		if (!isCancelled()) await after?.();
		stopped = mustStop();
	} while (next < results.length && !stopped);

	if (stopped) {
		const failed = results.findIndex(isFailure);
		const summary = operation.done ? summarizeFailures(results, operation.done) : '';
		const addition = [summary, ...(hints?.(true) ?? [])].filter(Boolean).join(' ');
		if (isCancelled())
			throw toNodeError(context.getNode(), new CancelledError(), undefined, addition);
		throw toNodeError(context.getNode(), (results[failed] as Failed).reason, failed, addition);
	}
	for (const message of hints?.(false) ?? []) warn(connection, message);
	return joined(
		results.map((result, itemIndex) => {
			if (!isFailure(result)) return result!.output;
			const { json, ...usual } = errorItem(context, result.reason, itemIndex);
			if (!failedItem) return [{ json, ...usual }];
			const { pairedItem } = usual;
			return [{ json: failedItem(itemIndex, String(json.error)), pairedItem }];
		}),
	);
}

const NOT_BEGUN: Failed = { kind: 'failed', reason: new CancelledError() };

const isStop = ({ reason }: Failed) => reason instanceof CancelledError;

/**
 * Reads each item with its parameters once, however often it is asked for: an expression such as
 * `$now` would give something else the second time.
 */
function callsOf(context: IExecuteFunctions, connection: Connection, operation: Operation) {
	const items = context.getInputData();
	const zone = context.getTimezone();
	const read = parameterReader(context, operation.properties);
	const known: Array<{ call: Call<never> } | { reason: unknown }> = [];

	const readCall = (itemIndex: number): Call<never> => {
		const parameters = read(itemIndex) as never;
		const { options } = parameters as { options?: { companyProfileId?: unknown } };
		const ofProfile = forProfile(connection, options?.companyProfileId);
		return { connection: ofProfile, parameters, item: items[itemIndex], itemIndex, context, zone };
	};
	return (itemIndex: number): Call<never> => {
		if (!known[itemIndex]) {
			try {
				known[itemIndex] = { call: readCall(itemIndex) };
			} catch (reason) {
				known[itemIndex] = { reason };
			}
		}
		const result = known[itemIndex];
		if ('call' in result) return result.call;
		throw result.reason;
	};
}

/**
 * How the items are worked on, and how many side by side. What keeps the whole batch from being
 * prepared fails each item that has no result yet: with "Continue" n8n would hand on the input of a
 * node that throws, as if all was well.
 */
async function prepare(
	operation: Operation,
	batch: Batch,
): Promise<PreparedRun & { width: number }> {
	try {
		const options = batch.context.getNodeParameter('options', 0, {}) as object;
		const width = operation.kind === 'single' ? requestsAtATime(options) : 1;
		const prepared = operation.prepare ? await operation.prepare(batch) : { run: operation.run! };
		return { ...prepared, width };
	} catch (reason) {
		for (const [itemIndex, result] of batch.results.entries()) {
			if (!result) batch.fail(itemIndex, reason);
		}
		return { run: async () => [], width: 1 };
	}
}

/** Works on one item, and tells what became of it. */
async function resultOf(
	operation: Operation,
	run: PreparedRun['run'],
	read: () => Call<never>,
): Promise<ItemResult> {
	let call: Call<never>;
	try {
		call = read();
	} catch (reason) {
		return { kind: 'failed', reason };
	}
	try {
		const output: INodeExecutionData[] = [];
		const running = run(call);
		const outputs = running instanceof Promise ? await running : running;
		if ('skipped' in outputs) {
			return { kind: 'skipped', output: linked(outputs.skipped, call.itemIndex) };
		}
		for await (const some of Array.isArray(outputs) ? [outputs] : outputs) {
			for (const item of linked(some, call.itemIndex)) output.push(item);
		}
		return { kind: 'done', output };
	} catch (reason) {
		return failureOf(reason, operation);
	}
}

/** Outputs with their link to the input item; plainly, for a long history has very many of them. */
function linked(outputs: readonly Output[], itemIndex: number): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	return outputs.map(({ json, binary }) =>
		binary ? { json, binary, pairedItem } : { json, pairedItem },
	);
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

/**
 * What "Continue" hands on for an item that failed: the message with its advice, and under `item`
 * what came in, so that one sees which row it was. To an error output goes the message alone: by
 * that n8n tells the item from a result (`handleNodeErrorOutput` in n8n-core's workflow-execute),
 * and there it adds what came in by itself.
 *
 * The error does not go along as an object: of an item that holds one, n8n replaces the JSON by the
 * bare message (`normalizeNodeErrors`, same file).
 */
export function errorItem(
	context: IExecuteFunctions,
	reason: unknown,
	itemIndex: number,
): INodeExecutionData {
	const { message, description } = toNodeError(context.getNode(), reason, itemIndex);
	const error = description ? `${message}. ${description}` : message;
	const isApart = context.getNode().onError === 'continueErrorOutput';
	const json = isApart ? { error } : { error, item: context.getInputData()[itemIndex].json };
	return { json, pairedItem: { item: itemIndex } };
}
