import { now, passTime } from '../../support/fastClock';

import fc from 'fast-check';

import type { TriggerState } from '../../../nodes/SalesCrmTrigger/state';
import { BACKLOG, eventOf, NEW, OLD } from '../../support/event';
import { HookService, type RegisteredHook, type Route } from '../../support/hookService';
import { runs } from '../../support/runs';
import * as n8n from '../../support/triggerContexts';
import { anotherProcess } from '../../support/triggerProcess';
import { uuid } from '../../support/uuid';

/**
 * The trigger's life drawn by chance, in an n8n of either line. What must hold after every step: webhooks of others
 * are there; a workflow that n8n takes for active is awake, so that an event starts it; what n8n does not know of
 * comes from a lost answer, a crash or static data that were put back; and when the workflow is switched off while
 * the service answers, no webhook of ours that n8n knows is left.
 */

interface Settings {
	line: '1' | '2';
	listShowsUrl: boolean;
	replaces: boolean;
	uniqueNames: boolean;
	profile: boolean;
	strongToken: boolean;
	pings: boolean;
	/** A filter by the name of a status, that all events enter. */
	byName: boolean;
}

const ROUTES: Route[] = ['list', 'subscribe', 'unsubscribe'];
const webhookProcess = anotherProcess();

/** What n8n calls when, and what it saves. */
class Life {
	readonly service = new HookService();

	readonly place = n8n.placeOf(this.service);

	/** The static data in n8n's database, and what they were before. */
	private saved: TriggerState = {};

	private readonly earlier: TriggerState[] = [{}];

	/** Published, and the last activation succeeded. */
	isActive = false;

	/** Of our webhooks: those that n8n may not know of any more. */
	private readonly lost = new Set<string>();

	private readonly foreign: string[] = [];

	/** Somebody saved static data of before, and nothing was registered since. */
	private isPutBack = false;

	/** Its name at the service; undefined while it is deleted. */
	private status: string | undefined;

	/** The token was renewed, and nothing was registered since. */
	isTokenRenewed = false;

	/** The webhook in force was deleted at the service, which n8n cannot know before its next start. */
	private isDeleted = false;

	constructor(readonly settings: Settings) {
		const { listShowsUrl, replaces, uniqueNames, profile, strongToken, pings } = settings;
		Object.assign(this.service.is, { listShowsUrl, replaces, uniqueNames });
		if (!profile) this.place.credential.companyProfileId = '';
		if (!strongToken) this.place.credential.apiToken = 'short';
		if (pings) this.service.ping = async (hook) => await this.passes(hook);
		this.nameStatus('Offerte');
		this.filterByName();
		this.place.process.restart();
		this.addForeign();
	}

	/** The status has another name, is deleted, or is back. */
	nameStatus(label: string | undefined): void {
		this.status = label;
		const other = { id: OLD, label: 'Nieuw', backlog_id: BACKLOG };
		const statuses = label === undefined ? [other] : [other, { ...other, id: NEW, label }];
		this.service.is.names = { statuses, users: [] };
	}

	/** The filter has the name of now. */
	filterByName(): void {
		// Without a profile there is no list to look names up in.
		if (this.settings.byName && this.settings.profile && this.status) {
			this.place.parameters.filters = { toStatusIds: [this.status] };
		}
	}

	addForeign(): void {
		this.foreign.push(this.service.addForeign(`https://x.example/${this.foreign.length}`));
	}

	private async passes({ headers, url }: RegisteredHook, process = this.place.process) {
		if (url !== this.place.address) return true;
		const place = { ...this.place, process, state: structuredClone(this.saved) };
		const told = await n8n.call(place, {
			headers: { 'x-webhook-secret': headers['X-Webhook-Secret'] },
			body: eventOf({ id: uuid(now() % 1e12), status_label: this.status }),
		});
		// A filter by a name that is gone lets nothing through, and is no reason to refuse.
		return told.status === 200 && (told.items !== undefined || this.status === undefined);
	}

	private hooks = () =>
		[...this.service.hooks.values()].filter(({ url }) => url === this.place.address);

	private load(): void {
		this.place.state = structuredClone(this.saved);
	}

	private save(): void {
		this.saved = JSON.parse(JSON.stringify(this.place.state)) as TriggerState;
		this.earlier.push(structuredClone(this.saved));
	}

	private succeeds = async (step: (place: n8n.Place) => Promise<unknown>): Promise<boolean> =>
		await step(this.place).then(
			() => true,
			() => false,
		);

	/** Tries with n8n's waits between them, in milliseconds. */
	private async tries(waits: number[], step: () => Promise<boolean>): Promise<boolean> {
		for (const [n, wait] of [...waits, 0].entries()) {
			if (await step()) return true;
			if (n < waits.length) passTime(wait);
		}
		return false;
	}

	private async removeFirst(): Promise<void> {
		this.load();
		const waits = this.settings.line === '2' ? [1_000, 2_000] : [];
		await this.tries(waits, async () => await this.succeeds(n8n.remove));
		this.save();
	}

	private async activate(isStart: boolean): Promise<void> {
		const mayBeLost = this.service.isWaitingFor('subscribe');
		const before = this.saved.webhook?.id;
		this.load();
		this.place.activation = isStart ? 'init' : 'update';
		const waits = this.settings.line === '2' ? [1_000, 2_000, 4_000, 8_000] : [];
		this.isActive = await this.tries(waits, async () => {
			const isUp = await this.succeeds(n8n.activate);
			if (!isUp) await this.succeeds(n8n.remove);
			return isUp;
		});
		this.save();
		if (mayBeLost) this.mayLose();
		if (this.saved.webhook && this.saved.webhook.id !== before) {
			this.isPutBack = false;
			this.isTokenRenewed = false;
		}
		if (this.isActive && (this.hooks().length > 0 || this.isAnswering())) this.isDeleted = false;
	}

	private isAnswering = (): boolean => {
		const { down, hidden, away } = this.service.is;
		return !down && !hidden && ROUTES.every((route) => away[route] === undefined);
	};

	/** A change is published; the service is away for a while from then on. */
	async publish(change: () => void, outageMs = 0, routes: Route[] = []): Promise<void> {
		// Long after whatever was before.
		passTime(60_000);
		const start = now();
		// Answers that are lost after an outage use up the rest of its time.
		const isQuick =
			outageMs <= 50_000 && !this.service.isWaitingFor('subscribe') && this.status !== undefined;
		const away = () => {
			for (const route of ROUTES) {
				const isAway = now() < start + outageMs && routes.includes(route);
				this.service.is.away[route] = isAway ? 503 : undefined;
			}
		};
		this.service.beforeRequest = away;
		await this.removeFirst();
		change();
		await this.activate(false);
		expect(now() - start).toBeLessThan(84_000);
		if (isQuick && this.isReachable()) expect(this.isActive).toBe(true);
		passTime(outageMs);
		away();
		this.service.beforeRequest = undefined;
	}

	private isReachable = () => !this.service.is.down && !this.service.is.hidden;

	async switchOff(): Promise<void> {
		passTime(60_000);
		const mayFail = this.service.isWaitingFor('unsubscribe');
		await this.removeFirst();
		this.isActive = false;
		if (!this.isAnswering() || mayFail) return;
		for (const { id } of this.hooks()) expect([...this.lost, ...this.orphaned()]).toContain(id);
	}

	private orphaned = () => this.saved.orphaned ?? [];

	/** n8n ends and begins anew; its database stays. */
	async restart(): Promise<void> {
		passTime(60_000);
		const known = this.isActive && !this.isDeleted;
		this.place.process.restart();
		this.mayLose();
		if (!this.isActive) return;
		await this.activate(true);
		if (known && this.saved.webhook) expect(this.isActive).toBe(true);
	}

	/** n8n is killed while it publishes: nothing is saved. n8n takes it up again when it starts. */
	async crash(change: () => void): Promise<void> {
		passTime(60_000);
		this.load();
		await this.succeeds(n8n.remove);
		change();
		await this.succeeds(n8n.activate);
		this.place.process.restart();
		this.mayLose();
		passTime(60_000);
		await this.activate(true);
	}

	putBack(which: number): void {
		this.saved = structuredClone(this.earlier[which % this.earlier.length]);
		this.isPutBack = true;
	}

	deleteAtService(): void {
		for (const { id } of this.hooks()) this.service.hooks.delete(id);
		this.isDeleted = true;
	}

	private unknown(): string[] {
		const known = [this.saved.webhook?.id, ...this.orphaned()];
		return this.hooks()
			.map(({ id }) => id)
			.filter((id) => !known.includes(id));
	}

	/** Whatever n8n does not know after this was lost by it. */
	mayLose(): void {
		for (const id of this.unknown()) this.lost.add(id);
	}

	async check(): Promise<void> {
		for (const id of this.foreign) expect(this.service.hooks.has(id)).toBe(true);
		if (!this.isActive || this.isDeleted) return;
		const wanted = JSON.stringify(this.place.parameters.events);
		const fits =
			!this.isTokenRenewed && this.hooks().some((hook) => JSON.stringify(hook.events) === wanted);
		const isDerived = this.settings.strongToken && fits;
		// Otherwise, with static data put back and a restart, nobody knows the secret that was registered.
		if (this.isPutBack && !isDerived) return;
		const processes = [this.place.process, ...(isDerived ? [webhookProcess] : [])];
		for (const process of processes) {
			const passed = await Promise.all(
				this.hooks().map(async (hook) => await this.passes(hook, process)),
			);
			expect(passed).toContain(true);
		}
	}
}

type Step = fc.AsyncCommand<object, Life>;

const step = (name: string, run: (life: Life) => Promise<void> | void): Step => ({
	check: () => true,
	run: async (_model, life) => {
		await run(life);
		await life.check();
	},
	toString: () => name,
});

let events = 0;
const otherEvents = (life: Life) => () =>
	(life.place.parameters.events = [`CRM_${++events}`, 'CRM_BACKLOG_ITEM_STATUS_CHANGE']);
const same = () => undefined;

const STEPS = [
	step('publish', async (life) => await life.publish(same)),
	step('publish other events', async (life) => await life.publish(otherEvents(life))),
	...[20_000, 50_000, 100_000].flatMap((ms) => [
		step(
			`publish while nothing answers for ${ms} ms`,
			async (life) => await life.publish(otherEvents(life), ms, ROUTES),
		),
		step(
			`publish while subscribe is away for ${ms} ms`,
			async (life) => await life.publish(otherEvents(life), ms, ['subscribe']),
		),
	]),
	step('switch off', async (life) => await life.switchOff()),
	step('restart', async (life) => await life.restart()),
	step('crash while publishing', async (life) => await life.crash(same)),
	step('crash while publishing other events', async (life) => await life.crash(otherEvents(life))),
	step('other events at a start, as an expression may give', async (life) => {
		otherEvents(life)();
		await life.restart();
	}),
	step('the token is renewed, and the workflow published', async (life) => {
		const { credential } = life.place;
		await life.publish(() => {
			credential.apiToken = `${String(credential.apiToken)}!`;
			life.isTokenRenewed = true;
		});
	}),
	step('the status is renamed, and the filter with it', async (life) => {
		life.nameStatus(`Offerte ${++events}`);
		await life.publish(() => life.filterByName());
	}),
	step('the status is deleted', (life) => life.nameStatus(undefined)),
	step('the status is back', async (life) => {
		life.nameStatus(`Offerte ${++events}`);
		await life.publish(() => life.filterByName());
	}),
	step('http becomes https, and back', async (life) => {
		const { credential } = life.place;
		const isPlain = String(credential.baseUrl).startsWith('http:');
		credential.baseUrl = `${isPlain ? 'https' : 'http'}://crm.example`;
		await life.restart();
	}),
	step('the profile is filled in', async (life) => {
		await life.publish(() => (life.place.credential.companyProfileId = n8n.PROFILE));
	}),
	step('the service goes', (life) => {
		life.service.is.down = true;
	}),
	step('something in front of the service answers', (life) => {
		life.service.is.hidden = true;
	}),
	step('the service comes back', (life) => {
		Object.assign(life.service.is, { down: false, hidden: false });
	}),
	...[0, 1, 2].map((which) =>
		step(`somebody saves the static data of before (${which})`, (life) => {
			life.putBack(which);
			life.mayLose();
		}),
	),
	step('the answer to subscribe is lost', async (life) => {
		if (!life.settings.replaces) life.service.meet('subscribe', 'lost');
		await life.publish(otherEvents(life));
		life.mayLose();
	}),
	step('a removal fails', (life) => life.service.meet('unsubscribe', 500, 503)),
	step('a removal meets a temporary error', (life) => life.service.meet('unsubscribe', 503)),
	step('the webhook is deleted at the service', (life) => life.deleteAtService()),
	step('somebody registers a webhook', (life) => life.addForeign()),
];

it(
	'whatever happens: never asleep, nothing of others touched, nothing known left behind',
	async () => {
		const settings: fc.Arbitrary<Settings> = fc.record({
			line: fc.constantFrom('1', '2'),
			listShowsUrl: fc.boolean(),
			replaces: fc.boolean(),
			uniqueNames: fc.boolean(),
			profile: fc.boolean(),
			strongToken: fc.boolean(),
			pings: fc.boolean(),
			byName: fc.boolean(),
		});
		// Without a size, lives would end after ten steps.
		const commands = fc.commands(
			STEPS.map((one) => fc.constant(one)),
			{ maxCommands: 30, size: 'max' },
		);
		await fc.assert(
			fc.asyncProperty(settings, commands, async (chosen, steps) => {
				await fc.asyncModelRun(() => ({ model: {}, real: new Life(chosen) }), steps);
			}),
			runs(150),
		);
	},
	15 * 60_000,
);
