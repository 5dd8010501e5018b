import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import type { HistoryItem, Status, User } from '../../../nodes/service/api/types';
import { SalesCrmHistoryTrigger } from '../../../nodes/SalesCrmHistoryTrigger/SalesCrmHistoryTrigger.node';
import { strict } from './scripted';
import { uuid } from './uuid';

export const PROFILE = uuid(0xc0);

/** What befalls n8n when a poll hands out changes: which of its two writes are done when it dies. */
export type Crash = 'none written' | 'static data only' | 'execution only';

let pollers = 0;

/** An empty text: an answer without a body. */
type Reply = IDataObject | IDataObject[] | number | '' | Error;

/**
 * What n8n gives a poll node, by hand: light, for thousands of polls in a second, and strict, for it
 * has nothing but what is listed here. It keeps static data as n8n does: one object while the
 * workflow is active, written whole when it is activated and when a poll hands something out. The
 * same in n8n's own contexts: `poller.ts`.
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

	/** What n8n has in its database. */
	private saved = '{}';

	private live: IDataObject | undefined;

	/** A node of its own: a poll of another that never ends is no concern of this one. */
	private readonly nodeId = `n${++pollers}`;

	constructor(public parameters: IDataObject = {}) {}

	get isActive(): boolean {
		return this.live !== undefined;
	}

	/** n8n's database, as it stands. */
	get stored(): { memory?: IDataObject } {
		return JSON.parse(this.saved) as IDataObject;
	}

	store(staticData: IDataObject): void {
		this.saved = JSON.stringify(staticData);
	}

	/** Activates, publishes anew or starts n8n: each polls at once, and saves when that went well. */
	async activate(crash?: Crash): Promise<IDataObject[]> {
		const own = JSON.parse(this.saved) as IDataObject;
		const items = await this.run(own, 'trigger');
		this.live = own;
		this.end(own, items, crash);
		if (!crash) this.store(own);
		return items ?? [];
	}

	/** A poll on schedule. */
	async poll(crash?: Crash): Promise<IDataObject[]> {
		const own = this.live!;
		const items = await this.run(own, 'trigger');
		this.end(own, items, crash);
		return items ?? [];
	}

	/** n8n ends without a word: what was not stored is gone. */
	stop(): void {
		this.live = undefined;
	}

	/** "Fetch Test Event". */
	async fetchTestEvent(): Promise<IDataObject[]> {
		return (await this.run({}, 'manual')) ?? [];
	}

	private end(own: IDataObject, items: IDataObject[] | undefined, crash: Crash | undefined): void {
		if (items && crash !== 'none written') {
			if (crash !== 'execution only') this.store(own);
			if (crash !== 'static data only') this.executions.push(items);
		}
		if (crash) this.stop();
	}

	private async run(staticData: IDataObject, mode: string): Promise<IDataObject[] | undefined> {
		const polled = await new SalesCrmHistoryTrigger().poll.call(this.context(staticData, mode));
		return polled?.[0].map(({ json }) => json);
	}

	private context(staticData: IDataObject, mode: string): IPollFunctions {
		const usual: IDataObject = { authentication: 'apiToken', changes: ['statusChanged'] };
		return strict('context of a poll', {
			getMode: () => mode,
			getNode: () =>
				({ id: this.nodeId, name: 'History', type: 'salesCrmHistoryTrigger' }) as INode,
			getWorkflow: () => ({ id: 'w1', name: 'Deals', active: true }),
			getNodeParameter: (name: string, fallback?: unknown) =>
				this.parameters[name] ?? usual[name] ?? fallback,
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

	private async request({ method, url, body, timeout }: IDataObject): Promise<object> {
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
