import type { TriggerState } from '../../nodes/SalesCrmTrigger/webhookState';
import { HookService, type RegisteredHook } from './hookService';
import * as n8n from './triggerContexts';

/** An n8n of either line around one trigger: when it calls which method, and what it saves. */

export interface Settings {
	line: '1' | '2';
	listShowsUrl: boolean;
	second: 'another' | 'refused' | 'replaces';
	profile: boolean;
	/** Whether the credential holds a secret that a key can be derived from. */
	strongToken: boolean;
	/** The service pings the address while it registers it, and refuses it where that is not answered 200. */
	pings: boolean;
}

/** Tries of an activation on 2.x; 1.x has one. Of a deactivation three, and one. */
const TRIES = { activation: { 1: 1, 2: 5 }, deactivation: { 1: 1, 2: 3 } };

export class Life {
	readonly service = new HookService();

	readonly place = n8n.placeOf(this.service);

	/** The static data in n8n's database. */
	saved: TriggerState = {};

	active = false;

	/** What n8n's database held before, for those who loaded it then and save it later. */
	private readonly earlier: TriggerState[] = [{}];

	constructor(private readonly settings: Settings) {
		const { listShowsUrl, second, profile, strongToken, pings } = settings;
		Object.assign(this.service.is, { listShowsUrl, second });
		if (!profile) this.place.credential.companyProfileId = '';
		if (strongToken) this.place.credential.apiToken = 'a token of more than twenty characters';
		if (pings) this.service.ping = async (hook) => await this.isAnswered(hook, {});
		this.place.process.restart();
	}

	/** What the trigger in the process of n8n goes by: the newer of what is saved and what the process knows. */
	get known(): TriggerState {
		const own = this.place.process.stateOf(this.place.webhookId);
		return (own.number ?? -1) >= (this.saved.number ?? 0) ? own : this.saved;
	}

	/** n8n ends and begins anew; its database stays. */
	restart(): void {
		this.place.process.restart();
	}

	/** Somebody who loaded the static data of the workflow at some moment before saves them now. */
	putBack(which: number): void {
		this.saved = structuredClone(this.earlier[which % this.earlier.length]);
	}

	private async isAnswered({ headers, url }: RegisteredHook, body: unknown): Promise<boolean> {
		if (url !== this.place.address) return true;
		// n8n reads its database anew for each call, and has not saved what is under way.
		const place = { ...this.place, state: structuredClone(this.saved) };
		const secret = headers['X-Webhook-Secret'];
		const told = await n8n.call(place, { headers: { 'x-webhook-secret': secret }, body });
		return told.status === 200;
	}

	/** @returns Whether the workflow is active afterwards. */
	async activate({ crash = false } = {}): Promise<boolean> {
		const { line } = this.settings;
		this.load();
		this.active = false;
		for (let left = TRIES.activation[line]; left > 0 && !this.active; left--) {
			this.active = await this.succeeds(n8n.activate);
			if (crash) break;
			if (this.active) this.save();
			else await this.clearAfterFailure();
		}
		if (crash) this.active = false;
		return this.active;
	}

	/** 2.x hands over what is in memory; 1.x what is in the database, and saves it when that went well. */
	private async clearAfterFailure(): Promise<void> {
		if (this.settings.line === '1') this.load();
		const cleared = await this.succeeds(n8n.remove);
		if (cleared && this.settings.line === '1') this.save();
	}

	/** @returns Whether the trigger said that it removed everything. The workflow is inactive anyway. */
	async deactivate({ crash = false } = {}): Promise<boolean> {
		this.load();
		let removed = false;
		for (let left = TRIES.deactivation[this.settings.line]; left > 0 && !removed; left--) {
			removed = await this.succeeds(n8n.remove);
		}
		if (!crash && (removed || this.settings.line === '2')) this.save();
		this.active = false;
		return removed;
	}

	private async succeeds(step: (place: n8n.Place) => Promise<unknown>): Promise<boolean> {
		return await step(this.place).then(
			() => true,
			() => false,
		);
	}

	private load(): void {
		this.place.state = structuredClone(this.saved);
	}

	private save(): void {
		this.saved = structuredClone(this.place.state);
		this.earlier.push(structuredClone(this.saved));
	}

	/** Hooks that call this n8n. */
	hooks(address = this.place.address) {
		return [...this.service.hooks.values()].filter(({ url }) => url === address);
	}

	/** Those whose calls pass in a process, one after the other, each for the second time: by then it saw them all. */
	async working(process = this.place.process): Promise<string[]> {
		const place = { ...this.place, process, state: structuredClone(this.saved) };
		const round = async () => {
			const passed: string[] = [];
			for (const { id, headers } of this.hooks()) {
				const secret = headers['X-Webhook-Secret'];
				const { status } = await n8n.call(place, {
					headers: { 'x-webhook-secret': secret },
					body: { eventName: 'CRM_UNWANTED' },
				});
				if (status === 200) passed.push(id);
			}
			return passed;
		};
		await round();
		return await round();
	}

	/** Hooks of ours that n8n does not know. */
	unknown(): string[] {
		const known = [this.saved, this.known].flatMap(({ subscriptionId, leftBehind = [] }) => [
			subscriptionId,
			...leftBehind.map(({ id }) => id),
		]);
		return this.hooks()
			.map(({ id }) => id)
			.filter((id) => !known.includes(id));
	}
}
