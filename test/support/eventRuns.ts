import { type ExecuteContext, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INodeExecutionData,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	NodeConnectionTypes,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { readEvent } from '../../nodes/api/events';
import { NO_NAMES } from '../../nodes/api/names';
import { IDENTITY, identityOf } from '../../nodes/SalesCrmTrigger/eachEventOnce';
import { rawItem, simpleItem } from '../../nodes/SalesCrmTrigger/items';
import { SalesCrmTrigger } from '../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';
import { CredentialStore } from './credentials';
import { executeContext } from './engine';
import { noOpOf } from './flow';
import { flowTypes } from './flowTypes';
import { additionalDataOf, nodeOf, TRIGGER, workflowOf } from './workflow';

/** Executions that a call of the service starts, in n8n's engine: the trigger, and a node after it. */

export interface EventRun {
	mode?: WorkflowExecuteMode;
	/** Another one for each run if left out. */
	executionId?: string;
	parameters?: IDataObject;
	/** Of the trigger. */
	node?: { id?: string; name?: string };
	workflowId?: string;
	/** The trigger as one process of n8n has loaded it. */
	trigger?: SalesCrmTrigger;
}

/** What `webhook` gives of a call, as n8n hands it to `execute`. */
export function receivedItem(body: IDataObject, itemOf = simpleItem): INodeExecutionData {
	const event = readEvent(body)!;
	return { json: itemOf(event, NO_NAMES), [IDENTITY]: identityOf(event) };
}

export const rawReceivedItem = (body: IDataObject) => receivedItem(body, rawItem);

let executions = 0;

/** Runs a workflow with what `webhook` gave; returns the items that reached the node after the trigger. */
export async function runEvents(
	events: INodeExecutionData[],
	run: EventRun = {},
): Promise<IDataObject[]> {
	const { data } = await executionOf(events, run);
	const behind = data.resultData.runData.Behind ?? [];
	return behind.flatMap((one) => one.data!.main[0]!.map(({ json }) => json));
}

/** The same; all that n8n keeps of it. */
export async function executionOf(events: INodeExecutionData[], run: EventRun = {}): Promise<IRun> {
	const { mode = 'webhook', trigger = new SalesCrmTrigger() } = run;
	const { executionId = `run ${++executions}` } = run;
	const node = { ...nodeOf(TRIGGER, 'apiToken', run.parameters ?? {}), ...run.node };
	const workflow = workflowOf(node, {
		others: [noOpOf('Behind')],
		connections: {
			[node.name]: { main: [[{ node: 'Behind', type: NodeConnectionTypes.Main, index: 0 }]] },
		},
		types: { [TRIGGER]: trigger, noOp: flowTypes.noOp },
	});
	workflow.id = run.workflowId ?? workflow.id;
	const additionalData = additionalDataOf(new CredentialStore(), {
		executionId,
		hooks: new ExecutionLifecycleHooks(mode, executionId, {} as never),
	} as Partial<IWorkflowExecuteAdditionalData>);
	const runData = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [events] }, source: null }] },
	});
	return await new WorkflowExecute(additionalData, mode, runData).processRunExecutionData(workflow);
}

/** n8n's own log, which all nodes share. */
export const logOfN8n = (): ExecuteContext['logger'] => executeContext().logger;
