import {
	type IConnections,
	type IDataObject,
	type INode,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	UnexpectedError,
	Workflow,
} from 'n8n-workflow';

import { SalesCrm } from '../../nodes/SalesCrm/SalesCrm.node';
import { SalesCrmPollingTrigger } from '../../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node';
import { SalesCrmTrigger } from '../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';
import { credentialTypeOf, type Scheme } from '../../nodes/transport/credential';
import type { CredentialStore } from './credentials';

export const ACTION = 'n8n-nodes-sales-crm.salesCrm';
/** The same node as n8n gives it to an agent. */
export const TOOL = `${ACTION}Tool`;
export const TRIGGER = 'n8n-nodes-sales-crm.salesCrmTrigger';
export const POLLING_TRIGGER = 'n8n-nodes-sales-crm.salesCrmPollingTrigger';

/** The address of n8n, with which those of webhooks begin. */
export const N8N_URL = 'http://n8n.example:5678';

export interface WorkflowOptions {
	settings?: IWorkflowSettings;
	staticData?: IDataObject;
	/** Further nodes, with their connections and types. */
	others?: INode[];
	connections?: IConnections;
	types?: Record<string, INodeType>;
}

export function nodeOf(type: string, scheme: Scheme, parameters: IDataObject): INode {
	const credentialType = credentialTypeOf(scheme);
	return {
		id: '7d0f6f0e-6a3c-4b52-9f57-5b6f0d1f2a01',
		name: 'Sales CRM',
		type,
		typeVersion: 1,
		position: [0, 0],
		webhookId: '0b7e1f8e-2f58-4f0c-9b6e-1c2d3e4f5a6b',
		parameters: { authentication: scheme, ...parameters } as INode['parameters'],
		credentials: { [credentialType]: { id: credentialType, name: 'Account of the test' } },
	};
}

/** n8n as well makes one of each for all executions. */
const TYPES: Record<string, INodeType> = {
	[ACTION]: new SalesCrm(),
	[TOOL]: new SalesCrm(),
	[TRIGGER]: new SalesCrmTrigger(),
	[POLLING_TRIGGER]: new SalesCrmPollingTrigger(),
};

export function workflowOf(node: INode, options: WorkflowOptions = {}): Workflow {
	const types = { ...TYPES, ...options.types };
	const nodeTypes: INodeTypes = {
		getByName: (name) => types[name],
		getByNameAndVersion: (name) => types[name],
		getKnownTypes: () => ({}),
	};
	return new Workflow({
		id: 'wF1',
		name: 'Workflow of the test',
		nodes: [node, ...(options.others ?? [])],
		connections: options.connections ?? {},
		active: false,
		nodeTypes,
		settings: { timezone: 'Europe/Amsterdam', ...options.settings },
		staticData: options.staticData,
	});
}

/** What n8n gives each execution in addition to the workflow (`workflow-execute-additional-data.ts`). */
export function additionalDataOf(
	credentialsHelper: CredentialStore,
	more: Partial<IWorkflowExecuteAdditionalData> = {},
): IWorkflowExecuteAdditionalData {
	const notHere = () => {
		throw new UnexpectedError('This part of n8n does not exist in unit tests');
	};
	const urls = ['form', 'formWaiting', 'formTest', 'webhook', 'webhookWaiting', 'mcp', 'mcpTest'];
	return {
		...Object.fromEntries(urls.map((name) => [`${name}BaseUrl`, `${N8N_URL}/${name}`])),
		webhookTestBaseUrl: `${N8N_URL}/webhook-test`,
		restApiUrl: `${N8N_URL}/rest`,
		instanceBaseUrl: `${N8N_URL}/`,
		credentialsHelper,
		currentNodeExecutionIndex: 0,
		executionId: '1',
		workflowId: 'wF1',
		variables: {},
		executeWorkflow: notHere,
		getRunExecutionData: notHere,
		getRuntimeCredential: notHere,
		startRunnerTask: notHere,
		logAiEvent: () => undefined,
		...more,
	} as unknown as IWorkflowExecuteAdditionalData;
}
