import { HandCrm, PROFILE } from './handCrm';

import type { IDataObject, IHttpRequestOptions, INode, IPollFunctions } from 'n8n-workflow';

import { processCursors } from '../../nodes/SalesCrmPollingTrigger/cursor';
import { SalesCrmPollingTrigger } from '../../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node';
import { evaluated } from './expressions';
import { contextOf, strict } from './scripted';

/** Which of n8n's two writes are done when it dies while a poll returns items. */
export type Crash = 'none written' | 'static data only' | 'execution only';

let pollers = 0;

/** What an item is about: a record or a change, or of a mark as won or lost its deal, result and time. */
export const idOf = ({
	changeId,
	quotationId,
	documentId,
	contactId,
	id,
	...item
}: IDataObject): string => {
	const { triggeredBy, dealId, result, occurredAt } = item;
	const mark = triggeredBy === 'dealClosed' && `${dealId} ${result} ${occurredAt}`;
	return String(mark || (changeId ?? quotationId ?? documentId ?? contactId ?? id));
};

/** Such as "dealStatusChanged entry 1". */
export const keyOf = (item: IDataObject): string => `${String(item.triggeredBy)} ${idOf(item)}`;

/**
 * What n8n gives a poll node, by hand: light, for thousands of polls in a second, and strict, because it has nothing but
 * what is listed here. It keeps static data as n8n does: one object and one context while the workflow is active, written
 * whole when it is activated and when a poll returns items. The same in a real n8n: `test/e2e/polling-trigger`.
 */
export class HandPoller extends HandCrm {
	log: string[] = [];

	/** What started the workflow, by execution. */
	executions: IDataObject[][] = [];

	credential: IDataObject = {
		// A service of its own, because the process remembers what one offers.
		baseUrl: `https://crm${++pollers}.example`,
		apiToken: 'token-1',
		companyProfileId: PROFILE,
	};

	/** What n8n has in its database, and all that it had there before. */
	private saved = '{}';

	private readonly blobs = [this.saved];

	private live: { staticData: IDataObject; context: IPollFunctions } | undefined;

	private readonly trigger = new SalesCrmPollingTrigger();

	/** A workflow of its own, because a poll of another test may never end. */
	workflowId = `workflow ${pollers}`;

	instanceId = 'this n8n';

	nodeName = 'Polling';

	constructor(public parameters: IDataObject = {}) {
		super();
	}

	get isActive(): boolean {
		return this.live !== undefined;
	}

	/** The static data in n8n's database. */
	get stored(): { cursor?: IDataObject } {
		return JSON.parse(this.saved) as IDataObject;
	}

	store(staticData: IDataObject): void {
		this.saved = JSON.stringify(staticData);
		this.blobs.push(this.saved);
	}

	/** How many writes of static data there were; the first is that of a workflow without any. */
	get writes(): number {
		return this.blobs.length;
	}

	/** Another node, or an earlier execution, saves the static data of the whole workflow. */
	putBack(write: number): void {
		this.saved = this.blobs[write];
		this.blobs.push(this.saved);
	}

	/** Activates or publishes anew: n8n polls at once, and saves if that went well. */
	async activate(crash?: Crash): Promise<IDataObject[]> {
		const staticData = JSON.parse(this.saved) as IDataObject;
		const live = { staticData, context: this.context(staticData, 'trigger') };
		const items = await this.run(live.context);
		this.live = live;
		this.end(staticData, items, crash);
		if (!crash) this.store(staticData);
		return items ?? [];
	}

	/** Publishes a version with other parameters. */
	async publish(parameters: IDataObject): Promise<IDataObject[]> {
		this.parameters = parameters;
		return await this.activate();
	}

	/**
	 * A scheduled poll.
	 * @param isDiscarded n8n discards its result, because the workflow was deactivated meanwhile.
	 */
	async poll(crash?: Crash, isDiscarded = false): Promise<IDataObject[]> {
		const { staticData, context } = this.live!;
		const items = await this.run(context);
		if (isDiscarded) this.live = undefined;
		else this.end(staticData, items, crash);
		return items ?? [];
	}

	/** n8n is killed: what was not stored is gone. */
	stop(): void {
		this.live = undefined;
		processCursors.clear();
	}

	/** "Fetch Test Event". */
	async fetchTestEvent(): Promise<IDataObject[]> {
		return (await this.run(this.context({}, 'manual'))) ?? [];
	}

	private get entered(): INode['parameters'] {
		return { ...USUAL, ...this.parameters } as INode['parameters'];
	}

	private end(own: IDataObject, items: IDataObject[] | undefined, crash: Crash | undefined): void {
		if (items && crash !== 'none written') {
			if (crash !== 'execution only') this.store(own);
			if (crash !== 'static data only') this.executions.push(items);
		}
		if (crash) this.stop();
	}

	private async run(context: IPollFunctions): Promise<IDataObject[] | undefined> {
		const polled = await this.trigger.poll.call(context);
		return polled?.[0].map(({ json }) => json);
	}

	private context(staticData: IDataObject, mode: string): IPollFunctions {
		const { workflowId, instanceId, nodeName: name } = this;
		const service = { service: async (asked: IHttpRequestOptions) => await this.request(asked) };
		return contextOf('context of a poll', service, {
			getMode: () => mode,
			getNode: () =>
				({ id: 'n1', name, type: 'salesCrmPollingTrigger', parameters: this.entered }) as INode,
			getInstanceId: () => instanceId,
			getWorkflow: () => ({ id: workflowId, name: 'Deals', active: true }),
			getNodeParameter: (name: string, fallback?: unknown) =>
				name in this.entered ? evaluated(this.entered[name]) : fallback,
			getCredentials: async () => this.credential,
			getWorkflowStaticData: (of: string) => {
				if (of !== 'node') throw new TypeError(`Not the node's own static data: ${of}`);
				return staticData;
			},
			logger: strict('logger', { warn: (words: string) => this.log.push(words) }),
		}) as IPollFunctions;
	}
}

/** Parameters that need not be given. */
const USUAL: IDataObject = { authentication: 'apiToken', events: ['dealStatusChanged'] };
