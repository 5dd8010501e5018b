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
import type { Property, ValuesOf } from '../../parameters/property';

export interface Call<Values> {
	readonly connection: Connection;
	readonly parameters: Values;
	readonly item: INodeExecutionData;
	readonly itemIndex: number;
	readonly context: IExecuteFunctions;
	/** The result of the work, which is done once a run for all items that share profile and request body. */
	once<T>(name: string, work: () => T): T;
}

/** Of an operation that runs for each input item. */
export interface ItemCall<Values> extends Call<Values> {
	/** Waits until every other item has ended or waits here as well. */
	barrier(): Promise<void>;
}

/** An output item; the runner links it to its input item. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** How many rows the limit left out; Infinity if unknown. */
export interface LeftOut {
	readonly leftOut: number;
}

export type Outputs = Array<Output | LeftOut>;

/** What an operation does for one input item. */
export type Run<Values> = (call: ItemCall<Values>) => AsyncIterable<Outputs> | Promise<Outputs>;

/** All items of one run. */
export interface Batch<Values = never> {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	/** Reads an item and its parameters once. @throws UserError */
	callOf(itemIndex: number): Call<Values>;
	parametersOf(itemIndex: number): Values;
}

/** How it runs: for each input item, or once for all of them, whose outcomes depend on each other. */
type Runs<Values> =
	| { readonly run: Run<Values>; readonly runAll?: undefined; readonly settings?: undefined }
	| {
			readonly run?: undefined;
			/** Returns the items of the whole run, with their links to input items. @throws NodeError */
			runAll(batch: Batch<Values>): Promise<INodeExecutionData[]>;
			/** Parameters that are read from the first item only. */
			readonly settings: readonly string[];
	  };

/** The indices of the items, for an operation that reads all of them first. @throws CancelledError */
export const itemsInTurn = ({ context, connection }: Pick<Batch, 'context' | 'connection'>) =>
	inPieces(context.getInputData().keys(), connection.signal);

interface Definition<P extends readonly Property[]> {
	readonly value: string;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly builderHint?: IParameterBuilderHint;
	readonly displayOptions?: IDisplayOptions;
	readonly properties: P;
	/** Items of a `single` operation run concurrently. The pages of a `list` already do, and a `file` is held in memory. */
	readonly kind: 'single' | 'list' | 'file';
	/** Whether a hint says that several items asked for the same; by default true but for a `single`. */
	readonly isWantedOnce?: boolean;
}

export type Operation<
	P extends readonly Property[] = readonly Property[],
	Values = never,
> = Definition<P> & Runs<Values>;

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
