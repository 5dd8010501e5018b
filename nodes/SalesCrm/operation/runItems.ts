import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { type Connection, forProfile } from '../../service/http/connection';
import { Cancelled } from '../../service/http/serviceError';
import type { Call, Operation } from './operation';
import { readParameters } from './parameters';
import { toNodeError } from '../../service/http/nodeError';

const DEFAULT_CONCURRENCY = 5;

/**
 * Everything that is true of all operations: one result per input item in input order, items side
 * by side up to the concurrency, links to the input items, "Continue" on error, and stopping.
 */
export async function runItems(
	context: IExecuteFunctions,
	connection: Connection,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const results: INodeExecutionData[][] = new Array(items.length);
	const width = operation.kind === 'single' ? concurrencyOf(context) : 1;
	let next = 0;
	let failure: { error: unknown; itemIndex: number } | undefined;

	const worker = async () => {
		while (next < items.length && !failure) {
			const itemIndex = next++;
			try {
				results[itemIndex] = await runItem(context, connection, operation, itemIndex);
			} catch (error) {
				if (error instanceof Cancelled || !context.continueOnFail()) {
					failure ??= { error, itemIndex };
					return;
				}
				results[itemIndex] = [errorItem(context, error, itemIndex)];
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));

	if (failure) {
		const done = results.filter(Boolean).length;
		throw toNodeError(
			context.getNode(),
			failure.error,
			failure.itemIndex,
			doneSoFar(operation, done),
		);
	}
	return concatenate(results);
}

async function runItem(
	context: IExecuteFunctions,
	connection: Connection,
	operation: Operation,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const profileId = context.getNodeParameter('companyProfileId', itemIndex, '');
	const call: Call<unknown> = {
		crm: forProfile(connection, profileId),
		parameters: readParameters(context, operation.properties, itemIndex),
		item: context.getInputData()[itemIndex],
		context,
		zone: context.getTimezone(),
	};
	const pairedItem = { item: itemIndex };
	const result = operation.run(call as Call<never>);
	if (result instanceof Promise) {
		return (await result).map((output) => ({ ...output, pairedItem }));
	}
	const collected: INodeExecutionData[] = [];
	for await (const outputs of result) {
		for (const output of outputs) collected.push({ ...output, pairedItem });
	}
	return collected;
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

/** A failed run hands on no items, so what was written before must be said. */
function doneSoFar({ done }: Operation, count: number): string {
	if (!done || count === 0) return '';
	return `Before this, ${count} ${count === 1 ? 'item was' : 'items were'} ${done}. Set 'On Error' to 'Continue' in the node's settings to keep the results of the other items.`;
}

/** Not `push(...items)`: that breaks beyond some 120,000 items. */
function concatenate(results: INodeExecutionData[][]): INodeExecutionData[] {
	return results.length === 1 ? results[0] : results.flat();
}
