import type { TriggerState } from '../../../nodes/SalesCrmTrigger/state';
import { HookService } from './hookService';
import * as n8n from './triggerContexts';

/** An n8n of either line around one trigger: when it calls which method, and what it saves. */

export interface Settings {
	line: '1' | '2';
	listShowsUrl: boolean;
	second: 'another' | 'refused' | 'replaces';
	profile: boolean;
}

/** Tries of an activation on 2.x; 1.x has one. Of a deactivation three, and one. */
const TRIES = { activation: { 1: 1, 2: 5 }, deactivation: { 1: 1, 2: 3 } };

export class Life {
	readonly service = new HookService();

	readonly place = n8n.placeOf(this.service);

	/** The static data in n8n's database. */
	saved: TriggerState = {};

	active = false;

	constructor(private readonly settings: Settings) {
		const { listShowsUrl, second, profile } = settings;
		Object.assign(this.service.is, { listShowsUrl, second });
		if (!profile) this.place.credential.companyProfileId = '';
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
	}

	/** Hooks that call this n8n. */
	hooks(address = this.place.address) {
		return [...this.service.hooks.values()].filter(({ url }) => url === address);
	}

	/** Those whose calls start the workflow, seen by calling. */
	async working(): Promise<string[]> {
		this.load();
		const started = await Promise.all(
			this.hooks().map(async ({ id, headers, events: [eventName] }) => {
				const secret = headers['X-Webhook-Secret'];
				const body = eventBody(eventName);
				const { items } = await n8n.call(this.place, {
					headers: { 'x-webhook-secret': secret },
					body,
				});
				return items ? [id] : [];
			}),
		);
		return started.flat();
	}

	/** Hooks of ours that n8n's database does not know. */
	unknown(): string[] {
		const { subscriptionId, leftBehind = [] } = this.saved;
		const known = [subscriptionId, ...leftBehind];
		return this.hooks()
			.map(({ id }) => id)
			.filter((id) => !known.includes(id));
	}
}

const eventBody = (eventName: string) => ({
	eventName,
	payload: { id: 'deal', status_id: 'status' },
	metadata: {},
});
