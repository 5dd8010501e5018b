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

export interface Call<Values> {
	readonly connection: Connection;
	readonly parameters: Values;
	readonly item: INodeExecutionData;
	readonly itemIndex: number;
	readonly context: IExecuteFunctions;
	/** Time zone of dates that name none. */
	readonly zone: string;
}

/** An output item; the runner links it to its input item. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** How many rows the limit left out; Infinity if unknown. */
export interface LeftOut {
	readonly leftOut: number;
}

export type Outputs = Array<Output | LeftOut>;

/** Called after all items have been processed, because its output depends on all of them. */
export type Later = () => Promise<Outputs>;

export type Run<Values> = (call: Call<Values>) => AsyncIterable<Outputs> | Promise<Outputs | Later>;

/** All items of one run. */
export interface Batch<Values = never> {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	/** Reads an item and its parameters once. @throws UserError */
	callOf(itemIndex: number): Call<Values>;
	parametersOf(itemIndex: number): Values;
}

/** The indices of the items, for an operation that reads all of them first. @throws CancelledError */
export const itemsInTurn = ({ context, connection }: Pick<Batch, 'context' | 'connection'>) =>
	inPieces(context.getInputData().keys(), connection.signal);

export interface Operation<P extends readonly Property[] = readonly Property[], Values = never> {
	readonly value: string;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly builderHint?: IParameterBuilderHint;
	readonly displayOptions?: IDisplayOptions;
	readonly properties: P;
	/** Items of a `single` operation run concurrently; those of a `list` do not, because its pages already do. */
	readonly kind: 'single' | 'list';
	/** Whether a hint says that several items asked for the same; by default true for a `list`. */
	readonly isWantedOnce?: boolean;
	/** Parameters that are read from the first item only. */
	readonly settings?: readonly string[];
	readonly run?: Run<Values>;
	/** Replaces `run` if the items of a run share something, such as a list that is read once. */
	prepare?(batch: Batch<Values>): Run<Values>;
	/** Replaces both, and returns the items of the whole run. @throws NodeError */
	runAll?(batch: Batch<Values>): Promise<INodeExecutionData[]>;
}

export const operation = <const P extends readonly Property[]>(
	definition: Operation<P, ValuesOf<P>>,
): Operation => definition as Operation;

export interface Resource {
	readonly value: string;
	readonly name: string;
	readonly operations: readonly Operation[];
}

export const outputs = (records: readonly IDataObject[]): Output[] =>
	records.map((json) => ({ json }));

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
