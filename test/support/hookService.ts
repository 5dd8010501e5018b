import { HandCrm } from './handCrm';

import type { IHttpRequestOptions } from 'n8n-workflow';

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
export type Fate = 'lost' | number | { status: number; body: unknown };

/** What interface.md leaves open about webhooks. */
const USUAL = {
	listShowsUrl: false,
	/** Whether the answer to a registration contains the ID. */
	answersId: true,
	/** A second webhook for an address replaces the first. */
	replaces: false,
	/** A name that another webhook has is refused. */
	uniqueNames: false,
	/** Whether the list is refused without a profile. */
	listNeedsProfile: true,
	down: false,
	/** Another page answers for the service. */
	hidden: false,
	/** Routes that are away, with the status that they answer. */
	away: {} as Partial<Record<Route, number>>,
};

let lastId = 0;

/** The CRM by hand, with its webhooks. At first it refuses statuses and users. */
export class HookService extends HandCrm {
	readonly hooks = new Map<string, RegisteredHook>();

	readonly requests: Array<{ route: Route; options: IHttpRequestOptions }> = [];

	readonly is = structuredClone(USUAL);

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
		const route = routeOf(options);
		if (!route) return await super.request(options);
		this.beforeRequest?.(route, options);
		this.requests.push({ route, options });
		if (this.is.down) throw fault({ code: 'ECONNREFUSED' });
		const status = this.is.away[route];
		if (status) return answer(status, { message: 'Not now' });
		if (this.is.hidden) return answer(404, '<h1>404 page not found</h1>');
		return route === 'subscribe' && this.ping
			? await this.pinged(options)
			: this.met(route, options);
	}

	private async pinged(options: IHttpRequestOptions): Promise<Reply> {
		const hook = JSON.parse(options.body as string) as RegisteredHook;
		if (await this.ping!(hook)) return this.met('subscribe', options);
		return answer(424, { message: 'The address does not answer' });
	}

	private met(route: Route, options: IHttpRequestOptions): Reply {
		const due = this.fates.findIndex(([fated]) => fated === route);
		const fate = due < 0 ? undefined : this.fates.splice(due, 1)[0][1];
		if (typeof fate === 'number') return answer(fate, { message: 'Not now' });
		if (typeof fate === 'object') return answer(fate.status, fate.body);
		const done = this[route](options);
		if (fate === 'lost') throw fault({ code: 'ECONNRESET' });
		return done;
	}

	private list({ qs = {} }: IHttpRequestOptions): Reply {
		if (this.is.listNeedsProfile && !qs.profile_id) {
			return answer(400, { message: 'profile_id is missing' });
		}
		const shown = ({ id, url }: RegisteredHook) => (this.is.listShowsUrl ? { id, url } : { id });
		return answer(
			200,
			[...this.hooks.values()].map((hook) => ({ subscription: shown(hook), actions: [] })),
		);
	}

	private subscribe({ body }: IHttpRequestOptions): Reply {
		const { is } = this;
		const hook = JSON.parse(body as string) as Omit<RegisteredHook, 'id'>;
		const others = [...this.hooks.values()];
		const there = others.find(({ url }) => url === hook.url);
		if (is.uniqueNames && others.some((one) => one.name === hook.name)) {
			return answer(409, { message: 'This name is taken' });
		}
		const id = there && is.replaces ? there.id : this.add(hook);
		this.hooks.set(id, { ...hook, id });
		return answer(201, { subscription: is.answersId ? { id } : {}, message: '', actions: [] });
	}

	private unsubscribe({ qs = {} }: IHttpRequestOptions): Reply {
		const { id } = qs as { id: string };
		if (!this.hooks.delete(id)) return answer(404, { message: 'No such subscription' });
		return answer(200, { id });
	}
}

const ROUTES: Record<string, Route> = {
	'GET /api/v1/list': 'list',
	'POST /api/v1/subscribe': 'subscribe',
	'DELETE /api/v1/unsubscribe': 'unsubscribe',
};

const routeOf = ({ method, url }: IHttpRequestOptions): Route | undefined =>
	ROUTES[`${method} ${new URL(url).pathname}`];

const answer = (status: number, body: unknown): Reply => json(body, status);
