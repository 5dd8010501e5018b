import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { stage, type StageOptions } from './engine';
import { POLLING_TRIGGER } from './workflow';

let processes = 0;

/** A trigger in an n8n that polls, is stopped and started, as n8n keeps static data. */
export class Poller {
	/** What n8n has in its database. */
	private stored: IDataObject = {};

	/** Of an activation: all its polls are given the same. */
	private live: { workflow: Workflow; context: IPollFunctions } | undefined;

	/** Another in each process of n8n: what a process knows of a node ends with it. */
	private workflowId: string;

	/** @param beside Another trigger of the same workflow; both have the same node id. */
	constructor(
		private readonly options: StageOptions = {},
		beside?: Poller,
	) {
		this.workflowId = beside?.workflowId ?? `w${++processes}`;
	}

	/** Another version of the workflow is put live. */
	change(parameters: IDataObject): void {
		this.options.parameters = { ...this.options.parameters, ...parameters };
	}

	changeCredential(fields: ICredentialDataDecryptedObject): void {
		this.options.credential = { ...this.options.credential, ...fields };
	}

	/** n8n polls at once when it activates and at its start, and stores the static data then. */
	async activate(mode: WorkflowActivateMode = 'activate'): Promise<IDataObject[]> {
		const live = this.context(mode);
		const polled = await pollOf(live.context, live.workflow);
		this.live = live;
		this.store(live.workflow);
		return jsonOf(polled);
	}

	/** A scheduled poll: what it handed out is stored, what it noted else is in memory only. */
	async poll(): Promise<IDataObject[]> {
		const { context, workflow } = this.live!;
		const polled = await pollOf(context, workflow);
		if (polled) this.store(workflow);
		return jsonOf(polled);
	}

	/** n8n ends without a word: what was not stored is gone. */
	stop(): void {
		this.live = undefined;
		this.workflowId = `w${++processes}`;
	}

	/** "Fetch Test Event". */
	async fetchTestEvent(): Promise<IDataObject[]> {
		const { context, workflow } = this.context('manual', 'manual');
		return jsonOf(await pollOf(context, workflow));
	}

	get staticData(): IDataObject {
		return structuredClone(this.stored);
	}

	/** Another node saves the static data of the whole workflow. */
	putBack(staticData: IDataObject): void {
		this.stored = structuredClone(staticData);
	}

	private context(activation: WorkflowActivateMode, mode: 'trigger' | 'manual' = 'trigger') {
		const options = { ...this.options, staticData: structuredClone(this.stored) };
		const { workflow, node, additionalData } = stage(POLLING_TRIGGER, options);
		workflow.id = this.workflowId;
		const context = new PollContext(workflow, node, additionalData, mode, activation);
		return { context, workflow };
	}

	private store(workflow: Workflow): void {
		this.stored = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
	}
}

/** As n8n calls it. */
const pollOf = async (context: IPollFunctions, { nodeTypes }: Workflow) => {
	const { type } = context.getNode();
	return await nodeTypes.getByNameAndVersion(type).poll!.call(context);
};

const jsonOf = (polled: INodeExecutionData[][] | null): IDataObject[] =>
	(polled ?? []).flat().map(({ json }) => json);
