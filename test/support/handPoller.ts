import type { IDataObject, INode, INodeType, IPollFunctions } from 'n8n-workflow';

import type { HistoryItem, Status, User } from '../../nodes/api/types';
import { SalesCrmHistoryTrigger } from '../../nodes/SalesCrmHistoryTrigger/SalesCrmHistoryTrigger.node';
import { strict } from './scripted';
import { uuid } from './uuid';

export const PROFILE = uuid(0xc0);

/**
 * What befalls n8n when a poll hands out changes: which of its two writes are done when it dies. With
 * durable cursors they are one.
 */
export type Crash = 'none written' | 'static data only' | 'execution only';

/** How often n8n 2 tries to start a trigger (2.41, `trigger-activation-retry`). */
const TRIES_AT_START = 5;

let pollers = 0;

/** An empty text: an answer without a body. */
type Reply = IDataObject | IDataObject[] | number | '' | Error;

/**
 * What n8n gives a poll node, by hand: light, for thousands of polls in a second, and strict, for it
 * has nothing but what is listed here. It keeps static data as n8n does: one object and one context
 * while the workflow is active, written whole when it is activated and when a poll hands something
 * out. With durable cursors each poll on schedule has an object and a context of its own, and what it
 * notes is written when it hands nothing out, too. The same in n8n's own contexts: `poller.ts`.
 */
export class HandPoller {
	deals: HistoryItem[] = [];

	statuses: Status[] = [];

	users: User[] = [];

	/** Answers that are no list: a status, or an error of the connection; by the route's last word. */
	faults: Record<string, Reply> = {};

	/** Paths asked, with the body sent along. */
	asked: Array<[path: string, body: unknown, timeoutMs: unknown]> = [];

	log: string[] = [];

	/** What started the workflow, by execution. */
	executions: IDataObject[][] = [];

	credential: IDataObject = {
		baseUrl: 'https://crm.example',
		apiToken: 'token-1',
		companyProfileId: PROFILE,
	};

	/** Awaited by each request. */
	before: () => Promise<unknown> = async () => undefined;

	/** What n8n has in its database, and all that it had there before. */
	private saved = '{}';

	private readonly blobs = [this.saved];

	private live: { staticData: IDataObject; context: IPollFunctions } | undefined;

	/** A node of its own: a poll of another that never ends is no concern of this one. */
	private readonly nodeId = `n${++pollers}`;

	protected readonly trigger: Pick<INodeType, 'poll'> = new SalesCrmHistoryTrigger();

	/** Parameters that need not be given. */
	protected readonly usual: IDataObject = {
		authentication: 'apiToken',
		changes: ['statusChanged'],
	};

	/** Another in each process of n8n: what a process knows of a node ends with it. */
	private workflowId = `${this.nodeId} 1`;

	constructor(
		public parameters: IDataObject = {},
		private readonly isDurable = false,
	) {}

	get isActive(): boolean {
		return this.live !== undefined;
	}

	/** n8n's database, as it stands. */
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

	/** Another node, or an execution of before, saves the static data of the whole workflow. */
	putBack(write: number): void {
		this.saved = this.blobs[write];
		this.blobs.push(this.saved);
	}

	/** Activates or publishes anew: n8n polls at once, and saves when that went well. */
	async activate(crash?: Crash, mode = 'activate'): Promise<IDataObject[]> {
		const staticData = JSON.parse(this.saved) as IDataObject;
		const live = { staticData, context: this.context(staticData, 'trigger', mode) };
		const items = await this.run(live.context);
		this.live = live;
		this.end(staticData, items, crash);
		// A cursor is not written when the poll of an activation hands nothing out.
		if (!crash && !this.isDurable) this.store(staticData);
		return items ?? [];
	}

	/**
	 * n8n starts. With durable cursors it does not poll before the next one on schedule.
	 * @returns What the poll gave; n8n tries a few times, then the workflow is active and asleep.
	 */
	async start(crash?: Crash): Promise<IDataObject[]> {
		if (this.isDurable) {
			this.live = { staticData: {}, context: this.context({}, 'trigger', 'init') };
			return [];
		}
		let fault: unknown;
		for (let attempt = 1; attempt <= TRIES_AT_START; attempt++) {
			try {
				return await this.activate(crash, 'init');
			} catch (error) {
				fault = error;
			}
		}
		throw fault;
	}

	/**
	 * A poll on schedule.
	 * @param isThrownAway n8n throws its result away: it was deactivated meanwhile, or took too long.
	 */
	async poll(crash?: Crash, isThrownAway = false): Promise<IDataObject[]> {
		const { staticData, context } = this.isDurable ? this.durable() : this.live!;
		const items = await this.run(context);
		if (!isThrownAway) this.end(staticData, items, crash);
		else if (!this.isDurable) this.deactivate();
		return items ?? [];
	}

	/** Without an end of n8n: what its process knows stays. */
	deactivate(): void {
		this.live = undefined;
	}

	/** n8n ends without a word: what was not stored is gone. */
	stop(): void {
		this.live = undefined;
		const [node, process] = this.workflowId.split(' ');
		this.workflowId = `${node} ${Number(process) + 1}`;
	}

	/** "Fetch Test Event". */
	async fetchTestEvent(): Promise<IDataObject[]> {
		return (await this.run(this.context({}, 'manual', 'manual'))) ?? [];
	}

	private durable() {
		const staticData = JSON.parse(this.saved) as IDataObject;
		return { staticData, context: this.context(staticData, 'trigger', 'update', 36_000) };
	}

	private end(own: IDataObject, items: IDataObject[] | undefined, crash: Crash | undefined): void {
		const isOfActivation = this.live?.staticData === own;
		const isWritten = items !== undefined || (this.isDurable && !isOfActivation);
		if (isWritten && crash !== 'none written') {
			if (crash !== 'execution only') this.store(own);
			if (items && crash !== 'static data only') this.executions.push(items);
		}
		if (crash) this.stop();
	}

	private async run(context: IPollFunctions): Promise<IDataObject[] | undefined> {
		const polled = await this.trigger.poll!.call(context);
		return polled?.[0].map(({ json }) => json);
	}

	private context(
		staticData: IDataObject,
		mode: string,
		activation: string,
		budgetMs = 300_000,
	): IPollFunctions {
		const { workflowId } = this;
		return strict('context of a poll', {
			getMode: () => mode,
			getActivationMode: () => activation,
			getPollBudgetMs: () => budgetMs,
			getNode: () =>
				({ id: this.nodeId, name: 'History', type: 'salesCrmHistoryTrigger' }) as INode,
			getWorkflow: () => ({ id: workflowId, name: 'Deals', active: true }),
			getNodeParameter: (name: string, fallback?: unknown) =>
				this.parameters[name] ?? this.usual[name] ?? fallback,
			getCredentials: async () => this.credential,
			getWorkflowStaticData: (of: string) => {
				if (of !== 'node') throw new TypeError(`Not the node's own static data: ${of}`);
				return staticData;
			},
			logger: strict('logger', { warn: (words: string) => this.log.push(words) }),
			helpers: strict('helpers', {
				httpRequestWithAuthentication: async (_type: string, options: IDataObject) =>
					await this.request(options),
			}),
		}) as IPollFunctions;
	}

	protected async request({ method, url, body, timeout }: IDataObject): Promise<object> {
		const { pathname } = new URL(url as string);
		this.asked.push([`${method} ${pathname}`, JSON.parse(body as string), timeout]);
		await this.before();
		const [name] = pathname.split('/').slice(-1);
		const fault = this.faults[name];
		if (fault instanceof Error) throw fault;
		const statusCode = typeof fault === 'number' ? fault : 200;
		const { deals: history, statuses, users } = this;
		const lists: IDataObject = {
			history: { history },
			statuses: { statuses },
			'get-users-for-company-profile': users,
		} as unknown as IDataObject;
		const answer = statusCode === 200 ? (fault ?? lists[name]) : { message: 'Not now' };
		return { statusCode, headers: {}, body: answer === '' ? '' : JSON.stringify(answer) };
	}
}
