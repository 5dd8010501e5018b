import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import type { HistoryItem, Status, User } from '../../nodes/api/types';
import { SalesCrmPollingTrigger } from '../../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node';
import { strict } from './scripted';
import { uuid } from './uuid';

export const PROFILE = uuid(0xc0);

/** What befalls n8n when a poll hands out changes: which of its two writes are done when it dies. */
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
 * out. The same in a real n8n: `test/e2e/polling-trigger`.
 */
export class HandPoller {
	deals: HistoryItem[] = [];

	statuses: Status[] = [];

	users: User[] = [];

	/** Boards, each with its pipelines; none at a service that does not offer them. */
	boards: Array<IDataObject & { id: string; backlogs: object[] }> | undefined;

	contacts: IDataObject[] = [];

	quotations: IDataObject[] = [];

	profiles: IDataObject[] = [];

	/** Answers that are no list: a status, or an error of the connection; by the route's last word. */
	faults: Record<string, Reply> = {};

	/** Paths asked, with body and query. */
	asked: Array<[path: string, body: unknown, query: unknown]> = [];

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

	private readonly trigger = new SalesCrmPollingTrigger();

	/** Another in each process of n8n: what a process knows of a node ends with it. */
	private workflowId = `${this.nodeId} 1`;

	constructor(public parameters: IDataObject = {}) {}

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
		if (!crash) this.store(staticData);
		return items ?? [];
	}

	/** n8n tries a few times when it starts, or puts a version live; then it is active and asleep. */
	async tryToActivate(crash?: Crash, mode = 'update'): Promise<IDataObject[]> {
		let fault: unknown;
		for (let attempt = 1; attempt <= TRIES_AT_START; attempt++) {
			try {
				return await this.activate(crash, mode);
			} catch (error) {
				fault = error;
			}
		}
		throw fault;
	}

	/**
	 * A poll on schedule.
	 * @param isThrownAway n8n throws its result away: it was deactivated meanwhile.
	 */
	async poll(crash?: Crash, isThrownAway = false): Promise<IDataObject[]> {
		const { staticData, context } = this.live!;
		const items = await this.run(context);
		if (isThrownAway) this.deactivate();
		else this.end(staticData, items, crash);
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

	private end(own: IDataObject, items: IDataObject[] | undefined, crash: Crash | undefined): void {
		if (items && crash !== 'none written') {
			if (crash !== 'execution only') this.store(own);
			if (crash !== 'static data only') this.executions.push(items);
		}
		if (crash) this.stop();
	}

	private async run(context: IPollFunctions): Promise<IDataObject[] | undefined> {
		const polled = await this.trigger.poll!.call(context);
		return polled?.[0].map(({ json }) => json);
	}

	private context(staticData: IDataObject, mode: string, activation: string): IPollFunctions {
		const { workflowId } = this;
		return strict('context of a poll', {
			getMode: () => mode,
			getActivationMode: () => activation,
			getPollBudgetMs: () => 300_000,
			getNode: () =>
				({ id: this.nodeId, name: 'Polling', type: 'salesCrmPollingTrigger' }) as INode,
			getWorkflow: () => ({ id: workflowId, name: 'Deals', active: true }),
			getNodeParameter: (name: string, fallback?: unknown) =>
				this.parameters[name] ?? USUAL[name] ?? fallback,
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

	private async request({ method, url, body, qs }: IDataObject): Promise<object> {
		const { pathname } = new URL(url as string);
		this.asked.push([`${method} ${pathname}`, body && JSON.parse(body as string), qs]);
		await this.before();
		const [name] = pathname.split('/').slice(-1);
		const fault = this.faults[name];
		if (fault instanceof Error) throw fault;
		const { deals: history, statuses, users, boards } = this;
		const board = boards?.find(({ id }) => pathname.includes(id));
		const lists: Record<string, () => object> = {
			...(boards && { boards: () => ({ boards }), backlogs: () => ({ ...board }) }),
			history: () => ({ history }),
			statuses: () => ({ statuses }),
			'get-users-for-company-profile': () => users,
			profiles: () => this.profiles,
			contacts: () => pageOf(this.contacts, qs as IDataObject),
			quotations: () => pageOf(this.quotations, qs as IDataObject),
		};
		const usual = name in lists ? 200 : 404;
		const statusCode = typeof fault === 'number' ? fault : usual;
		const answer = statusCode === 200 ? (fault ?? lists[name]()) : { message: 'Not now' };
		return { statusCode, headers: {}, body: answer === '' ? '' : JSON.stringify(answer) };
	}
}

/** Parameters that need not be given. */
const USUAL: IDataObject = { authentication: 'apiToken', events: ['dealStatusChanged'] };

const pageOf = (all: IDataObject[], { page, per_page: size }: IDataObject) => ({
	data: all.slice(Number(page) * Number(size), (Number(page) + 1) * Number(size)),
	total: all.length,
});
