import type {
	IDisplayOptions,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	IParameterBuilderHint,
} from 'n8n-workflow';

import type { Connection } from '../../transport/connection';
import { inPieces } from '../../transport/waiting';
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

/** How many rows a limit left out; Infinity if nobody counted. */
export interface LeftOut {
	readonly leftOut: number;
}

/** Works on one item. */
export type Run<Values> = (
	call: Call<Values>,
) => AsyncIterable<Array<Output | LeftOut>> | Promise<Array<Output | LeftOut>>;

/** All items of one try of a run of the node, for an operation that looks at them together. */
export interface Batch<Values = never> {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	/** An item with its parameters, read once. @throws what is wrong with them. */
	callOf(itemIndex: number): Call<Values>;
	/** Its parameters alone. @throws UserError */
	parametersOf(itemIndex: number): Values;
}

/**
 * The items in turn, for an operation that reads them all before the first is worked on.
 * @throws CancelledError
 */
export const itemsInTurn = ({ context, connection }: Pick<Batch, 'context' | 'connection'>) =>
	inPieces(context.getInputData().keys(), connection.signal);

export interface Operation<P extends readonly Property[] = readonly Property[], Values = never> {
	readonly value: string;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly builderHint?: IParameterBuilderHint;
	/** When it is offered. */
	readonly displayOptions?: IDisplayOptions;
	readonly properties: P;
	/**
	 * What the operation does to the service. Items of a `single` operation are worked on side by
	 * side; a `list` uses the same number of requests side by side for its pages instead.
	 */
	readonly kind: 'single' | 'list';
	/**
	 * Whether it returns the same for all items that ask the same, so that nobody wants it more than once. Left out, a
	 * `list` does.
	 */
	readonly isWantedOnce?: boolean;
	/** Names of parameters that are read at the first item, for all. */
	readonly settings?: readonly string[];
	/** Works on one item. */
	readonly run?: Run<Values>;
	/** In place of `run`, where the items of a run hang together. */
	prepare?(batch: Batch<Values>): Run<Values>;
	/**
	 * In place of both: all that becomes of the items. What it remembers of them is its own affair.
	 * @throws NodeError
	 */
	runAll?(batch: Batch<Values>): Promise<INodeExecutionData[]>;
}

/** Declares an operation: what a person may set, and what happens. */
export const operation = <const P extends readonly Property[]>(
	definition: Operation<P, ValuesOf<P>>,
): Operation => definition as Operation;

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
		options: operations.map((one) => ({
			value: one.value,
			name: one.name,
			action: one.action,
			description: one.description,
			...(one.builderHint && { builderHint: one.builderHint }),
			...(one.displayOptions && { displayOptions: one.displayOptions }),
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
