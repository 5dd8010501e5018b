import { ExecuteContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type IDataObject,
	type INode,
	type INodeType,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { SalesCrm } from '../../nodes/SalesCrm/SalesCrm.node';
import { stage, type StageOptions } from './engine';

/** The part of a tool that a model sees and calls. */
export interface ModelTool {
	name: string;
	description: string;
	schema: { parse(values: unknown): unknown; shape: Record<string, { description?: string }> };
	invoke(values: IDataObject): Promise<string>;
}

const TOOL = 'n8n-nodes-sales-crm.salesCrmTool';
const AGENT = 'agent';

/** The node as n8n makes a tool of it: `tool-generation/ai-tools.ts` of n8n, convertNodeToAiTool. */
function toolType(): INodeType {
	const node = new SalesCrm();
	Object.assign(node.description, {
		name: 'salesCrmTool',
		displayName: 'Sales CRM Tool',
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	});
	const show = { descriptionType: ['manual'] };
	node.description.properties.unshift(
		{
			displayName: 'Tool Description',
			name: 'descriptionType',
			type: 'options',
			options: ['auto', 'manual'].map((value) => ({ name: value, value })),
			default: 'auto',
		},
		{
			displayName: 'Description',
			name: 'toolDescription',
			type: 'string',
			default: node.description.description,
			displayOptions: { show },
		},
	);
	return node;
}

const agentType = {
	description: {
		displayName: 'Agent',
		name: AGENT,
		inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
} as unknown as INodeType;

/** The tool that n8n-core hands to an agent which the node is connected to. */
export async function toolFor(options: StageOptions): Promise<ModelTool> {
	const agent: INode = {
		id: 'agent',
		name: 'Agent',
		type: AGENT,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const { workflow, additionalData } = stage(TOOL, {
		...options,
		others: [agent],
		types: { [TOOL]: toolType(), [AGENT]: agentType },
		connections: {
			'Sales CRM': { ai_tool: [[{ node: 'Agent', type: NodeConnectionTypes.AiTool, index: 0 }]] },
		},
	});
	const items = [{ json: {} }];
	const data = { main: [items] };
	const run = createEmptyRunExecutionData();
	const execution = { data, node: agent, source: null };
	const context = new ExecuteContext(
		workflow,
		agent,
		{ ...additionalData, hooks: undefined },
		'manual',
		run,
		0,
		items,
		data,
		execution,
		[],
	);
	const tools = await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
	return (tools as ModelTool[])[0];
}

/** A parameter that the model fills in, as the editor writes it. */
export const fromModel = (name: string, description: string, type = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`${description}\`, '${type}') }}`;
