import { ExecuteContext, LoadOptionsContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { SalesCrm } from '../../nodes/SalesCrm/SalesCrm.node';
import { credentialTypeOf, type Scheme } from '../../nodes/transport/credential';
import { CredentialStore } from './credentials';
import { signIn } from './signIns';
import { ACTION, additionalDataOf, nodeOf, type WorkflowOptions, workflowOf } from './workflow';

/** Runs the nodes in n8n-core's own contexts, with its own request helpers, against the sandbox. */

const NODE = new SalesCrm();

export interface StageOptions extends WorkflowOptions {
	/** The type of the node; by default that of the action node. */
	type?: string;
	parameters?: IDataObject;
	scheme?: Scheme;
	/** Fields that differ from what a user of the sandbox would enter. */
	credential?: ICredentialDataDecryptedObject;
	/** Credentials that several runs share, such as a stored session. */
	store?: CredentialStore;
	onError?: INode['onError'];
	executionId?: string;
}

/** A workflow with one of our nodes and its credential. */
function stage(options: StageOptions) {
	const { type = ACTION, scheme = 'apiToken', parameters = {}, executionId = '1' } = options;
	const { store = new CredentialStore(), onError } = options;
	const credentialType = credentialTypeOf(scheme);
	const known = store.stored.get(credentialType) ?? signIn(scheme);
	store.stored.set(credentialType, { ...known, ...options.credential });
	const node: INode = { ...nodeOf(type, scheme, parameters), onError };
	const additionalData = additionalDataOf(store, { executionId });
	return { node, workflow: workflowOf(node, options), additionalData };
}

export interface RunOptions extends StageOptions {
	items?: INodeExecutionData[];
	signal?: AbortSignal;
	/** By default as in production; a run by hand waits for less time. */
	mode?: WorkflowExecuteMode;
}

export function executeContext(options: RunOptions = {}): ExecuteContext {
	const { workflow, node, additionalData } = stage(options);
	const items = options.items ?? [{ json: {} }];
	const data = { main: [items] };
	return new ExecuteContext(
		workflow,
		node,
		additionalData,
		options.mode ?? 'trigger',
		createEmptyRunExecutionData(),
		0,
		items,
		data,
		{ data, node, source: null },
		[],
		options.signal,
	);
}

/** Runs the action node on the items. @returns Its items. @throws The error of the node */
export async function runNode(options: RunOptions): Promise<INodeExecutionData[]> {
	return (await NODE.execute.call(executeContext(options)))[0];
}

/** Runs the action node; the JSON of its items, and the messages of its hints. */
export async function itemsAndHints(options: RunOptions) {
	const context = executeContext(options);
	const [items] = await NODE.execute.call(context);
	const hints = context.hints.map(({ message }) => message);
	return { rows: items.map(({ json }): IDataObject => json), hints };
}

/** For the lists of the editor. `parameters` are those that the node has so far. */
export function loadOptionsContext(options: StageOptions = {}) {
	const { workflow, node, additionalData } = stage(options);
	additionalData.currentNodeParameters = node.parameters;
	return new LoadOptionsContext(workflow, node, additionalData, 'parameters');
}
