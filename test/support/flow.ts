import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IConnections,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	NodeConnectionTypes,
	type Workflow,
} from 'n8n-workflow';

import { credentialTypeOf, type Scheme } from '../../nodes/transport/credential';
import { CredentialStore } from './credentials';
import { flowTypes } from './flowTypes';
import { signIn } from './signIns';
import { ACTION, additionalDataOf, nodeOf, workflowOf } from './workflow';

/** Runs whole workflows in n8n's engine, against the sandbox; in test/engine on both lines of n8n (jest.config.mjs). */

export interface Flow {
	/** The node `Start`, which returns the items of the flow, is added to these. */
	nodes: INode[];
	/** From an output of a node, by default 0, to a node; by default from `Start` to the first one. */
	wires?: Array<[from: string, to: string, output?: number]>;
	settings?: IWorkflowSettings;
	/** Other workflows, for `callOf`. */
	others?: Record<string, Flow>;
	/** Credentials that several runs share; by default those of the sandbox's user. */
	store?: CredentialStore;
}

export interface FlowRun {
	status: IRun['status'];
	error: (Error & { description?: string | null }) | undefined;
	/** How often a node was run. */
	runs(node: string): number;
	items(node: string, output?: number, run?: number): INodeExecutionData[];
	hints(node: string): string[];
}

type Settings = Partial<INode> & { scheme?: Scheme };

/** The action node, with n8n's own settings such as `onError` and `retryOnFail`. */
export const crmOf = (
	parameters: IDataObject,
	{ scheme = 'apiToken', ...settings }: Settings = {},
) => named({ ...nodeOf(ACTION, scheme, parameters), ...settings });

/** n8n's "No Operation". */
export const noOpOf = (name: string) => other('noOp', name);

/** n8n's "Loop Over Items", one item at a time: output 0 at the end, output 1 for each. */
export const loopOf = (name: string) => other('loop', name);

/** n8n's "Execute Workflow", once with all items. */
export const callOf = (name: string, workflow: string) => other('call', name, { workflow });

const other = (type: string, name: string, parameters = {}): INode =>
	named({ id: '', name, type, typeVersion: 1, position: [0, 0], parameters });

const named = (node: INode): INode => ({ ...node, id: `id of ${node.name}` });

let executions = 0;

/** Starts a flow with items; `cancel` is n8n's Stop button. */
export function startFlow(flow: Flow, items: INodeExecutionData[]) {
	const { store = new CredentialStore() } = flow;
	for (const scheme of ['apiToken', 'serviceAccount'] as const) {
		const type = credentialTypeOf(scheme);
		if (!store.stored.has(type)) store.stored.set(type, signIn(scheme));
	}
	const execution = execute({ ...flow, store }, items);
	return { cancel: () => execution.cancel(), ended: execution.then(toldOf) };
}

/** Runs a flow to its end. */
export const runFlow = async (flow: Flow, rows: IDataObject[]): Promise<FlowRun> =>
	await startFlow(
		flow,
		rows.map((json) => ({ json })),
	).ended;

function execute(flow: Flow & { store: CredentialStore }, items: INodeExecutionData[]) {
	const executionId = String(++executions);
	const additionalData = additionalDataOf(flow.store, {
		executionId,
		hooks: new ExecutionLifecycleHooks('trigger', executionId, {} as never),
		executeWorkflow: async ({ id }, _parent, { inputData }) => {
			const called = { store: flow.store, ...flow.others![id!] };
			const run = await execute(called, inputData!);
			if (run.data.resultData.error) throw run.data.resultData.error;
			return { executionId, data: lastItems(run) };
		},
	} as Partial<IWorkflowExecuteAdditionalData>);
	const workflow = wired(flow);
	const node = workflow.getNode('Start')!;
	const runData = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
	});
	return new WorkflowExecute(additionalData, 'trigger', runData).processRunExecutionData(workflow);
}

function wired({ nodes, wires = [['Start', nodes[0].name]], settings }: Flow): Workflow {
	const connections: IConnections = {};
	for (const [from, to, output = 0] of wires) {
		const { main } = (connections[from] ??= { main: [] });
		while (main.length <= output) main.push([]);
		main[output]!.push({ node: to, type: NodeConnectionTypes.Main, index: 0 });
	}
	return workflowOf(noOpOf('Start'), {
		others: structuredClone(nodes),
		connections,
		types: flowTypes,
		settings: { executionOrder: 'v1', ...settings },
	});
}

function lastItems({ data: { resultData } }: IRun) {
	return resultData.runData[resultData.lastNodeExecuted!].at(-1)!.data!.main;
}

function toldOf({ status, data: { resultData } }: IRun): FlowRun {
	const { runData, error } = resultData;
	const of = (node: string) => runData[node] ?? [];
	return {
		status,
		error: error as FlowRun['error'],
		runs: (node) => of(node).length,
		items: (node, output = 0, run = 0) => of(node)[run]?.data?.main[output] ?? [],
		hints: (node) => of(node).flatMap(({ hints = [] }) => hints.map(({ message }) => message)),
	};
}
