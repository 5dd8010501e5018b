import { HandCrm } from './handCrm';

import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { fault, json, type Reply } from './scripted';
import { uuid } from './uuid';

/** The webhook part of the service, as small and as odd as it may turn out to be. */

export interface RegisteredHook {
	id: string;
	url: string;
	headers: Record<string, string>;
	events: string[];
	name: string;
	company_profile_id?: string;
}

export type Route = 'list' | 'subscribe' | 'unsubscribe';

/** What happens to the next request to a route: its answer is lost after the work, or it is refused. */
type Fate = 'lost' | number | { status: number; body: unknown };

let lastId = 0;

/** The CRM by hand, with its webhooks. At first it refuses statuses and users. */
export class HookService extends HandCrm {
	readonly hooks = new Map<string, RegisteredHook>();

	readonly is = {
		listShowsUrl: false,
		/** A name that another webhook has is refused. */
		uniqueNames: false,
		down: false,
		/** Routes that are away, with the status that they answer. */
		away: {} as Partial<Record<Route, number>>,
	};

	private readonly fates: Array<[Route, Fate]> = [];

	constructor() {
		super();
		this.setNames(undefined);
	}

	/** @param names Statuses and users; undefined if they are refused. */
	setNames(names: { statuses: object[]; users: object[] } | undefined, status = 403): void {
		const refused = { statuses: status, 'get-users-for-company-profile': status };
		Object.assign(this, names, { faults: names ? {} : refused });
	}

	/** Decides what happens to the next requests to a route. */
	meet(route: Route, ...fates: Fate[]): void {
		for (const fate of fates) this.fates.push([route, fate]);
	}

	/** Whether something will happen to the next request to a route. */
	isWaitingFor(route: Route): boolean {
		return this.fates.some(([fated]) => fated === route);
	}

	add(hook: Omit<RegisteredHook, 'id'>): string {
		const id = uuid(++lastId);
		this.hooks.set(id, { ...hook, id });
		return id;
	}

	get ids(): string[] {
		return [...this.hooks.keys()];
	}

	/** Registered by somebody else. */
	addForeign(url = 'https://elsewhere.example/'): string {
		return this.add({ url, headers: { 'X-Webhook-Secret': 'x' }, events: [], name: 'Foreign' });
	}

	secretOf(id: string): string | undefined {
		return this.hooks.get(id)?.headers['X-Webhook-Secret'];
	}

	/** Calls the address of a webhook before it is registered, which is refused if this gives false. */
	ping: ((hook: RegisteredHook) => Promise<boolean>) | undefined;

	/** Called just before a request arrives. */
	beforeRequest: ((route: Route, options: IHttpRequestOptions) => void) | undefined;

	async request(options: IHttpRequestOptions): Promise<Reply> {
		const { method, url, body, qs } = options;
		const route = ROUTES[`${method} ${new URL(url).pathname}`];
		if (!route) return await super.request(options);
		this.beforeRequest?.(route, options);
		if (this.is.down) throw fault({ code: 'ECONNREFUSED' });
		const status = this.is.away[route];
		if (status) return json({ message: 'Not now' }, status);
		const hook = JSON.parse((body as string | undefined) ?? '{}') as RegisteredHook;
		if (route === 'subscribe' && this.ping && !(await this.ping(hook))) {
			return json({ message: 'The address does not answer' }, 424);
		}
		const due = this.fates.findIndex(([fated]) => fated === route);
		const fate = due < 0 ? undefined : this.fates.splice(due, 1)[0][1];
		if (typeof fate === 'number') return json({ message: 'Not now' }, fate);
		if (typeof fate === 'object') return json(fate.body, fate.status);
		const done = this[route](hook, { ...qs });
		if (fate === 'lost') throw fault({ code: 'ECONNRESET' });
		return done;
	}

	private list(_hook: RegisteredHook, { profile_id: profile }: IDataObject): Reply {
		if (!profile) return json({ message: 'profile_id is missing' }, 400);
		const shown = ({ id, url }: RegisteredHook) => (this.is.listShowsUrl ? { id, url } : { id });
		const all = [...this.hooks.values()];
		return json(all.map((hook) => ({ subscription: shown(hook), actions: [] })));
	}

	private subscribe(hook: RegisteredHook): Reply {
		const isTaken = [...this.hooks.values()].some(({ name }) => name === hook.name);
		if (this.is.uniqueNames && isTaken) return json({ message: 'This name is taken' }, 409);
		const id = this.add(hook);
		return json({ subscription: { id }, message: '', actions: [] }, 201);
	}

	private unsubscribe(_hook: RegisteredHook, { id }: IDataObject): Reply {
		if (!this.hooks.delete(id as string)) return json({ message: 'No such subscription' }, 404);
		return json({ id });
	}
}

const ROUTES: Record<string, Route> = {
	'GET /api/v1/list': 'list',
	'POST /api/v1/subscribe': 'subscribe',
	'DELETE /api/v1/unsubscribe': 'unsubscribe',
};
