import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	IParameterBuilderHint,
} from 'n8n-workflow';

import type { Connection } from '../../transport/connection';
import { pause } from '../../transport/retryPolicy';
import type { ItemResults } from './itemResults';
import type { Property, ValuesOf } from './parameters';

/** One input item, with what an operation needs to work on it. */
export interface Call<Values> {
	readonly connection: Connection;
	readonly parameters: Values;
	readonly item: INodeExecutionData;
	/** Counted from 0. */
	readonly itemIndex: number;
	readonly context: IExecuteFunctions;
	/** Time zone of the workflow, for dates that name none. */
	readonly zone: string;
}

/** One output item, without its link to the input item: the runner adds that. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Nothing was written, on purpose. */
interface Skipped {
	readonly skipped: Output[];
}

type Run<Values> = (call: Call<Values>) => AsyncIterable<Output[]> | Promise<Output[] | Skipped>;

/** All items of one try of a run of the node, for an operation that looks at them together. */
export interface Batch<Values = never> {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	readonly results: ItemResults;
	/** Whether a failed item leaves the others alone ("Continue"). */
	readonly mayGoOn: boolean;
	/** An item with its parameters, read once. @throws what is wrong with them. */
	callOf(itemIndex: number): Call<Values>;
	/** Says what became of an item; of `skipped` ones nothing was written. */
	record(itemIndex: number, kind: 'done' | 'skipped', outputs: Output[]): void;
	fail(itemIndex: number, reason: unknown): void;
}

/** So many items are read before n8n may do something else. */
const ITEMS_AT_A_TIME = 500;

/**
 * The items one after the other, for an operation that reads them all before the first is worked on:
 * expressions of thousands of items would keep n8n from everything else.
 * @throws CancelledError
 */
export async function* itemsInTurn({
	results,
	connection,
}: Pick<Batch, 'results' | 'connection'>): AsyncGenerator<number> {
	for (const itemIndex of results.keys()) {
		if (itemIndex % ITEMS_AT_A_TIME === ITEMS_AT_A_TIME - 1) await pause(1, connection.signal);
		yield itemIndex;
	}
}

/** How the items of one try are worked on. */
export interface PreparedRun<Values = never> {
	/** Works on an item that has no result yet. */
	run: Run<Values>;
	/** After the last item that was worked on: results may still change. */
	after?(): Promise<void>;
	/** What to tell beside the output, or in the error of a run that failed. */
	hints?(hasFailed: boolean): string[];
	/** What a failed item holds, in place of what it holds for all operations. */
	failedItem?(itemIndex: number, message: string): IDataObject;
	/**
	 * One item in place of all others, linked to no input item; no failed item stops the run then.
	 * @param messageOf What the error item of a failed item would say.
	 * @throws what concerns all items, as the error of the node.
	 */
	report?(messageOf: (itemIndex: number) => string): Promise<Output>;
}

export interface Operation {
	readonly value: string;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly builderHint?: IParameterBuilderHint;
	readonly properties: readonly Property[];
	/**
	 * What the operation does to the service. Items of a `single` operation are worked on side by
	 * side; a `list` uses the same number of requests side by side for its pages instead.
	 */
	readonly kind: 'single' | 'list';
	/** For operations that write: how one success is called, to say what was done before a failure. */
	readonly done?: string;
	/** Names of parameters that are read at the first item, for all. */
	readonly settings?: readonly string[];
	/** Works on one item. */
	readonly run?: Run<never>;
	/** In place of `run`, where the items of a run hang together. */
	prepare?(batch: Batch): Promise<PreparedRun>;
}

interface Definition<P extends readonly Property[]>
	extends Omit<Operation, 'properties' | 'run' | 'prepare'> {
	readonly properties: P;
	readonly run?: Run<ValuesOf<P>>;
	prepare?(batch: Batch<ValuesOf<P>>): Promise<PreparedRun<ValuesOf<P>>>;
}

/** Declares an operation: what a person may set, and what happens. */
export const operation = <const P extends readonly Property[]>(
	definition: Definition<P>,
): Operation => definition as unknown as Operation;

export interface Resource {
	readonly value: string;
	readonly name: string;
	readonly operations: readonly Operation[];
}

/** Turns records into output items. */
export const outputs = (records: readonly IDataObject[]): Output[] =>
	records.map((json) => ({ json }));

/** The node's properties for a resource: the choice of operation, then each operation's own. */
export function resourceProperties({ value: resource, operations }: Resource): INodeProperties[] {
	const first = (operations.find(({ value }) => value === 'getAll') ?? operations[0]).value;
	const choice: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ value, name, action, description, builderHint: hint }) => ({
			value,
			name,
			action,
			description,
			...(hint && { builderHint: hint }),
		})),
		default: first,
	};
	const fields = operations.flatMap(({ value, properties }) =>
		(properties as readonly INodeProperties[]).map((property) => ({
			...property,
			displayOptions: {
				...property.displayOptions,
				show: { ...property.displayOptions?.show, resource: [resource], operation: [value] },
			},
		})),
	);
	return [choice, ...fields];
}
