import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	Workflow,
} from 'n8n-workflow';

import { SalesCrmHistoryTrigger } from '../../../nodes/SalesCrmHistoryTrigger/SalesCrmHistoryTrigger.node';
import { stage, type StageOptions } from './engine';
import { HISTORY_TRIGGER } from './workflow';

/** The history trigger in an n8n that polls, is stopped and started, as n8n keeps static data. */
export class Poller {
	/** What n8n has in its database. */
	private stored: IDataObject = {};

	private workflow: Workflow | undefined;

	constructor(private readonly options: StageOptions = {}) {}

	/** Another version of the workflow is put live. */
	change(parameters: IDataObject): void {
		this.options.parameters = { ...this.options.parameters, ...parameters };
	}

	/** The node gets another name, in a version that is put live. */
	rename(name: string): void {
		this.options.name = name;
	}

	changeCredential(fields: ICredentialDataDecryptedObject): void {
		this.options.credential = { ...this.options.credential, ...fields };
	}

	/** n8n polls at once when it activates and at its start, and stores the static data then. */
	async activate(): Promise<IDataObject[]> {
		const { context, workflow } = this.context('activate');
		const polled = await new SalesCrmHistoryTrigger().poll.call(context);
		this.workflow = workflow;
		this.store(workflow);
		return jsonOf(polled);
	}

	/** A scheduled poll: what it handed out is stored, what it noted else is in memory only. */
	async poll(): Promise<IDataObject[]> {
		const { context, workflow } = this.context('update');
		const polled = await new SalesCrmHistoryTrigger().poll.call(context);
		if (polled) this.store(workflow);
		return jsonOf(polled);
	}

	/** n8n ends without a word: what was not stored is gone. */
	stop(): void {
		this.workflow = undefined;
	}

	/** "Fetch Test Event". */
	async fetchTestEvent(): Promise<IDataObject[]> {
		const { context } = this.context('manual', 'manual');
		return jsonOf(await new SalesCrmHistoryTrigger().poll.call(context));
	}

	get staticData(): IDataObject {
		return structuredClone(this.stored);
	}

	private context(
		activation: 'activate' | 'update' | 'manual',
		mode: 'trigger' | 'manual' = 'trigger',
	) {
		const options = { ...this.options, staticData: structuredClone(this.stored) };
		const fresh = stage(HISTORY_TRIGGER, options);
		// While it is active, n8n keeps one workflow object with its static data in memory.
		const workflow = activation === 'update' && this.workflow ? this.workflow : fresh.workflow;
		const { node, additionalData } = fresh;
		return { context: new PollContext(workflow, node, additionalData, mode, activation), workflow };
	}

	private store(workflow: Workflow): void {
		this.stored = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
	}
}

const jsonOf = (polled: INodeExecutionData[][] | null): IDataObject[] =>
	(polled ?? []).flat().map(({ json }) => json);
