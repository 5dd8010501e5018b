import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type Connection, forProfile } from '../../service/http/connection';
import type { fatesOf } from './fates';
import { requestsAtATime } from './fields';
import type { Batch, Begun, Call, Operation, Output } from './operation';
import { parameterReader } from './parameters';

/**
 * The items with their parameters. Those that were looked at before their turn are kept until then:
 * an expression such as `$now` would give something else the second time.
 */
export function callsOf(context: IExecuteFunctions, connection: Connection, operation: Operation) {
	const items = context.getInputData();
	const zone = context.getTimezone();
	const read = parameterReader(context, operation.properties);
	const kept = new Map<number, Result<Call<never>>>();

	const callOf = (itemIndex: number): Call<never> => {
		const parameters = read(itemIndex) as never;
		const { options } = parameters as { options?: { companyProfileId?: unknown } };
		const crm = forProfile(connection, options?.companyProfileId);
		return { crm, parameters, item: items[itemIndex], itemIndex, context, zone };
	};
	const look = (itemIndex: number): Call<never> => {
		const known = kept.get(itemIndex) ?? resultOf(() => callOf(itemIndex));
		kept.set(itemIndex, known);
		return given(known);
	};
	const take = (itemIndex: number): Call<never> => {
		const known = kept.get(itemIndex);
		kept.delete(itemIndex);
		return known ? given(known) : callOf(itemIndex);
	};
	return { look, take };
}

/** What a call gave or threw. */
type Result<T> = { value: T } | { reason: unknown };

function resultOf<T>(call: () => T): Result<T> {
	try {
		return { value: call() };
	} catch (reason) {
		return { reason };
	}
}

function given<T>(result: Result<T>): T {
	if ('value' in result) return result.value;
	throw result.reason;
}

/** Outputs with their link to the input item; plainly, for a long history has very many of them. */
export function linked(outputs: readonly Output[], itemIndex: number): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	return outputs.map(({ json, binary }) =>
		binary ? { json, binary, pairedItem } : { json, pairedItem },
	);
}

type Settling = ReturnType<typeof fatesOf> & Pick<Batch, 'mayGoOn' | 'callOf'>;

/**
 * How the items are worked on, and how many side by side. What keeps the whole batch from being
 * begun fails each item that has no fate yet: with "Continue" n8n would hand on the input of a node
 * that throws, as if all was well.
 */
export async function begin(
	operation: Operation,
	context: IExecuteFunctions,
	connection: Connection,
	{ fates, settle, mayGoOn, callOf }: Settling,
): Promise<Begun & { width: number }> {
	const batch: Batch = {
		context,
		connection,
		fates,
		mayGoOn,
		callOf,
		settle: (itemIndex, kind, outputs) =>
			settle(itemIndex, { kind, output: linked(outputs, itemIndex) }),
		fail: (itemIndex, reason) => settle(itemIndex, { kind: 'failed', reason }),
	};
	try {
		const width =
			operation.kind === 'single'
				? requestsAtATime(context.getNodeParameter('options', 0, {}) as object)
				: 1;
		const begun = operation.begin ? await operation.begin(batch) : { run: operation.run! };
		return { ...begun, width };
	} catch (reason) {
		for (const itemIndex of fates.keys()) if (!fates[itemIndex]) batch.fail(itemIndex, reason);
		return { run: async () => [], width: 1 };
	}
}
