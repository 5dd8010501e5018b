import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { Connection } from '../../service/http/connection';
import type { Property, ValuesOf } from './parameters';

/** What an operation gets to work with: one input item, one connection. */
export interface Call<Values> {
	readonly crm: Connection;
	readonly parameters: Values;
	readonly item: INodeExecutionData;
	readonly context: IExecuteFunctions;
	/** Time zone of the workflow, for dates that name none. */
	readonly zone: string;
}

/** One output item, without its link to the input item: the runner adds that. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

export interface Operation {
	readonly value: string;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly properties: readonly Property[];
	/**
	 * What the operation does to the service. Items of a `single` operation are worked on side by
	 * side; a `list` uses the same number of requests side by side for its pages instead.
	 */
	readonly kind: 'single' | 'list';
	/** For operations that write: how one success is called, to say what was done before a failure. */
	readonly done?: string;
	run(call: Call<never>): AsyncIterable<Output[]> | Promise<Output[]>;
}

interface Definition<P extends readonly Property[]> extends Omit<Operation, 'properties' | 'run'> {
	readonly properties: P;
	run(call: Call<ValuesOf<P>>): AsyncIterable<Output[]> | Promise<Output[]>;
}

/** Declares an operation: what a person may set, and what happens. */
export const operation = <const P extends readonly Property[]>(
	definition: Definition<P>,
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
		options: operations.map(({ value, name, action, description }) => ({
			value,
			name,
			action,
			description,
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
