import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	NodeConnectionTypes,
} from 'n8n-workflow';

/** The nodes of n8n that flows need, reduced to what matters there. */

const { Main } = NodeConnectionTypes;

const typeOf = (
	name: string,
	execute: INodeType['execute'],
	outputs: INodeType['description']['outputs'] = [Main],
	properties: INodeProperties[] = [],
): INodeType => ({
	description: {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: name,
		defaults: { name },
		inputs: [Main],
		outputs,
		properties,
	},
	execute,
});

async function handOn(this: IExecuteFunctions) {
	return [this.getInputData()];
}

/** As `SplitInBatches` does: the items that are left are kept in the node's context. */
async function handOutOne(this: IExecuteFunctions) {
	const context = this.getContext('node') as { left?: INodeExecutionData[] };
	context.left ??= [...this.getInputData()];
	const next = context.left.shift();
	return next ? [[], [next]] : [[{ json: {} }], []];
}

async function call(this: IExecuteFunctions) {
	const id = this.getNodeParameter('workflow', 0) as string;
	const { data } = await this.executeWorkflow({ id }, this.getInputData());
	return [data[0] ?? []];
}

const workflow: INodeProperties = {
	displayName: 'Workflow',
	name: 'workflow',
	type: 'string',
	default: '',
};

export const flowTypes: Record<string, INodeType> = {
	noOp: typeOf('noOp', handOn),
	loop: typeOf('loop', handOutOne, [Main, Main]),
	call: typeOf('call', call, [Main], [workflow]),
};
