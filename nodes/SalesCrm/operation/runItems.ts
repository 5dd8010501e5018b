import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { type Connection, forProfile } from '../../service/http/connection';
import { Cancelled } from '../../service/http/serviceError';
import { toNodeError } from '../../service/http/nodeError';
import { companyProfileId } from '../../editor/signInFields';
import { accountOf } from './account';
import { type Failed, type Fate, fateOf, fatesOf, isFailure } from './fates';
import type { Call, Operation, Output } from './operation';
import { parameterReader } from './parameters';

const DEFAULT_CONCURRENCY = 5;

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
	const width = operation.kind === 'single' ? concurrencyOf(context) : 1;
	const run = itemRunner(context, connection, operation);
	const mayGoOn = context.continueOnFail();
	let cancelled = false;
	let stopped = !mayGoOn && fates.some(isFailure);
	let next = 0;

	const worker = async () => {
		while (next < fates.length && !stopped) {
			const itemIndex = next++;
			if (fates[itemIndex]) continue;
			const fate = connection.signal?.aborted ? NOT_BEGUN : await run(itemIndex);
			settle(itemIndex, fate);
			if (!isFailure(fate)) continue;
			cancelled ||= fate.reason instanceof Cancelled;
			stopped ||= cancelled || !mayGoOn;
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, fates.length) }, worker));

	if (stopped) {
		const failed = fates.findIndex(isFailure);
		const account = operation.done ? accountOf(fates, operation.done) : '';
		if (cancelled) throw toNodeError(context.getNode(), new Cancelled(), undefined, account);
		throw toNodeError(context.getNode(), (fates[failed] as Failed).reason, failed, account);
	}
	// Not `push(...items)`: that breaks beyond some 120,000 items.
	return fates.flatMap((fate, itemIndex) =>
		isFailure(fate) ? [errorItem(context, fate.reason, itemIndex)] : fate!.output,
	);
}

/** Works on one item, and tells what became of it. */
function itemRunner(context: IExecuteFunctions, connection: Connection, operation: Operation) {
	const items = context.getInputData();
	const zone = context.getTimezone();
	const read = parameterReader(context, [companyProfileId, ...operation.properties]);

	return async (itemIndex: number): Promise<Fate> => {
		let call: Call<unknown>;
		try {
			const parameters = read(itemIndex);
			const crm = forProfile(connection, parameters.companyProfileId);
			call = { crm, parameters, item: items[itemIndex], context, zone };
		} catch (reason) {
			return { kind: 'failed', reason };
		}
		try {
			const output: INodeExecutionData[] = [];
			const pairedItem = { item: itemIndex };
			for await (const outputs of outputsOf(operation.run(call as Call<never>))) {
				for (const item of outputs) output.push({ ...item, pairedItem });
			}
			return { kind: 'done', output };
		} catch (reason) {
			return fateOf(reason, operation);
		}
	};
}

async function* outputsOf(result: ReturnType<Operation['run']>): AsyncIterable<Output[]> {
	if (result instanceof Promise) yield await result;
	else yield* result;
}

function concurrencyOf(context: IExecuteFunctions): number {
	const options = context.getNodeParameter('options', 0, {}) as { concurrency?: number };
	const wanted = Number(options.concurrency ?? DEFAULT_CONCURRENCY);
	if (Number.isInteger(wanted) && wanted >= 1 && wanted <= 50) return wanted;
	throw new NodeOperationError(
		context.getNode(),
		"'Concurrency' must be a whole number from 1 to 50",
	);
}

/** The error item of "Continue": its only field is the message, which is what n8n routes by. */
function errorItem(
	context: IExecuteFunctions,
	reason: unknown,
	itemIndex: number,
): INodeExecutionData {
	const error = toNodeError(context.getNode(), reason, itemIndex);
	const message = error.description ? `${error.message}. ${error.description}` : error.message;
	return { json: { error: message }, error, pairedItem: { item: itemIndex } };
}
