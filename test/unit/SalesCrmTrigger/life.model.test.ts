import { now, passTime } from '../../support/fastClock';

import fc from 'fast-check';

import type { TriggerState } from '../../../nodes/SalesCrmTrigger/state';
import { eventOf } from '../../support/event';
import { HookService, type RegisteredHook, type Route } from '../../support/hookService';
import { runs } from '../../support/runs';
import * as n8n from '../../support/triggerContexts';
import { anotherProcess } from '../../support/triggerProcess';
import { uuid } from '../../support/uuid';

/**
 * Drawn lives of the trigger, in an n8n of either line. After each step the webhooks of others exist, and an event starts
 * every workflow that n8n takes for active. Once it is unpublished while the service answers, none of our webhooks is
 * left that n8n could know; only a lost answer, a crash or old static data make n8n forget one.
 */

const SETTINGS = fc.record({
	line: fc.constantFrom('1', '2'),
	listShowsUrl: fc.boolean(),
	/** Of 20 characters or more. */
	hasLongToken: fc.boolean(),
	/** The service calls the address before it answers the registration. */
	pings: fc.boolean(),
});
type Settings = typeof SETTINGS extends fc.Arbitrary<infer T> ? T : never;

const ROUTES: Route[] = ['list', 'subscribe', 'unsubscribe'];
const webhookProcess = anotherProcess();

/** n8n with its database, the service, and what may have been forgotten. */
class Life {
	readonly service = new HookService();

	readonly place = n8n.placeOf(this.service);

	/** The static data in n8n's database, and all that they were before. */
	private saved: TriggerState = {};

	private readonly earlier: TriggerState[] = [{}];

	/** Published, and the last activation succeeded. */
	private isActive = false;

	/** Our webhooks that n8n may not know. */
	private readonly lost = new Set<string>();

	private readonly foreign: string[] = [];

	private made = 0;

	/** Old static data were put back, and nothing was registered since. */
	private isPutBack = false;

	/** The token changed, and nothing was registered since. */
	private isCredentialChanged = false;

	/** The webhook was deleted at the service, which n8n cannot know before it starts again. */
	private isDeleted = false;

	constructor(private readonly settings: Settings) {
		const { listShowsUrl, hasLongToken, pings } = settings;
		this.service.is.listShowsUrl = listShowsUrl;
		if (!hasLongToken) this.place.credential.apiToken = 'short';
		if (pings) this.service.ping = async (hook) => await this.passes(hook);
		this.place.process.restart();
		this.addForeign();
	}

	addForeign(): void {
		this.foreign.push(this.service.addForeign(`https://x.example/${this.foreign.length}`));
	}

	private async passes({ headers, url }: RegisteredHook, process = this.place.process) {
		if (url !== this.place.address) return true;
		const { status, items } = await n8n.call(
			{ ...this.place, process, state: structuredClone(this.saved) },
			{
				headers: { 'x-webhook-secret': headers['X-Webhook-Secret'] },
				body: eventOf({ id: uuid(now() % 1e12) }),
			},
		);
		return status === 200 && items !== undefined;
	}

	private hooks = () =>
		[...this.service.hooks.values()].filter(({ url }) => url === this.place.address);

	private known = () => [this.saved.webhook?.id, ...(this.saved.orphaned ?? [])];

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

	/** Tries again after each of n8n's waits, in milliseconds. */
	private async retry(waits: number[], step: () => Promise<boolean>): Promise<boolean> {
		for (const wait of waits) {
			if (await step()) return true;
			passTime(wait);
		}
		return await step();
	}

	private async remove(): Promise<void> {
		this.load();
		const waits = this.settings.line === '2' ? [1_000, 2_000] : [];
		await this.retry(waits, async () => await this.succeeds(n8n.remove));
		this.save();
	}

	private async activate(activation: 'init' | 'update'): Promise<void> {
		const mayBeLost = this.service.isWaitingFor('subscribe');
		const before = this.saved.webhook?.id;
		this.load();
		this.place.activation = activation;
		const waits = this.settings.line === '2' ? [1_000, 2_000, 4_000, 8_000] : [];
		this.isActive = await this.retry(waits, async () => {
			const isUp = await this.succeeds(n8n.activate);
			if (!isUp) await this.succeeds(n8n.remove);
			return isUp;
		});
		this.save();
		if (mayBeLost) this.forget();
		const { webhook } = this.saved;
		if (webhook && webhook.id !== before) this.isPutBack = this.isCredentialChanged = false;
		if (this.isActive && (this.hooks().length > 0 || this.isAnswering())) this.isDeleted = false;
	}

	private isAnswering = () =>
		!this.service.is.down && ROUTES.every((route) => this.service.is.away[route] === undefined);

	/** Publishes a change; some routes are away for a while from then on. */
	async publish(change: () => void = () => undefined, outageMs = 0, routes: Route[] = []) {
		passTime(60_000);
		const start = now();
		// An answer that is lost after an outage uses up the rest of the time.
		const isQuick = outageMs <= 50_000 && !this.service.isWaitingFor('subscribe');
		const takeAway = () => {
			const isAway = now() < start + outageMs;
			for (const route of routes) this.service.is.away[route] = isAway ? 503 : undefined;
		};
		this.service.beforeRequest = takeAway;
		await this.remove();
		change();
		await this.activate('update');
		expect(now() - start).toBeLessThan(84_000);
		if (isQuick && !this.service.is.down) expect(this.isActive).toBe(true);
		passTime(outageMs);
		takeAway();
		this.service.beforeRequest = undefined;
	}

	async unpublish(): Promise<void> {
		passTime(60_000);
		const mayFail = this.service.isWaitingFor('unsubscribe');
		await this.remove();
		this.isActive = false;
		if (!this.isAnswering() || mayFail) return;
		const left = [...this.lost, ...(this.saved.orphaned ?? [])];
		for (const { id } of this.hooks()) expect(left).toContain(id);
	}

	/** n8n ends and starts again with its database. */
	async restart(): Promise<void> {
		passTime(60_000);
		const mustStay = this.isActive && !this.isDeleted && this.saved.webhook;
		this.place.process.restart();
		this.forget();
		if (!this.isActive) return;
		await this.activate('init');
		if (mustStay) expect(this.isActive).toBe(true);
	}

	/** n8n is killed while it publishes, before it saves. It publishes again when it starts. */
	async crash(): Promise<void> {
		passTime(60_000);
		this.load();
		await this.succeeds(n8n.remove);
		this.chooseOtherEvents();
		await this.succeeds(n8n.activate);
		this.place.process.restart();
		this.forget();
		passTime(60_000);
		await this.activate('init');
	}

	chooseOtherEvents = () => {
		this.place.parameters.events = [`CRM_${++this.made}`, 'CRM_BACKLOG_ITEM_STATUS_CHANGE'];
	};

	renewToken = () => {
		this.place.credential.apiToken = `${String(this.place.credential.apiToken)}!`;
		this.isCredentialChanged = true;
	};

	async loseAnswer(): Promise<void> {
		this.service.meet('subscribe', 'lost');
		await this.publish(this.chooseOtherEvents);
		this.forget();
	}

	putBack(which: number): void {
		this.saved = structuredClone(this.earlier[which % this.earlier.length]);
		this.isPutBack = true;
		this.forget();
	}

	deleteAtService(): void {
		for (const { id } of this.hooks()) this.service.hooks.delete(id);
		this.isDeleted = true;
	}

	/** What n8n does not know now, it may never remove. */
	private forget(): void {
		const known = this.known();
		for (const { id } of this.hooks()) if (!known.includes(id)) this.lost.add(id);
	}

	async check(): Promise<void> {
		for (const id of this.foreign) expect(this.service.hooks.has(id)).toBe(true);
		if (!this.isActive || this.isDeleted) return;
		const wanted = JSON.stringify(this.place.parameters.events);
		const isCurrent = this.hooks().some((hook) => JSON.stringify(hook.events) === wanted);
		// Then any process can derive the secret from the token.
		const isDerivable = this.settings.hasLongToken && !this.isCredentialChanged && isCurrent;
		if (this.isPutBack && !isDerivable) return;
		for (const process of [this.place.process, ...(isDerivable ? [webhookProcess] : [])]) {
			const passed = this.hooks().map(async (hook) => await this.passes(hook, process));
			expect(await Promise.all(passed)).toContain(true);
		}
	}
}

const step = (name: string, take: (life: Life) => unknown): fc.AsyncCommand<object, Life> => ({
	check: () => true,
	run: async (_model, life) => {
		await take(life);
		await life.check();
	},
	toString: () => name,
});

const STEPS = [
	step('publish', async (life) => await life.publish()),
	step('publish other events', async (life) => await life.publish(life.chooseOtherEvents)),
	...[20_000, 50_000, 100_000].flatMap((ms) =>
		[ROUTES, ['subscribe'] as Route[]].map((routes) =>
			step(`publish while ${routes.join()} is away for ${ms} ms`, async (life) => {
				await life.publish(life.chooseOtherEvents, ms, routes);
			}),
		),
	),
	step('unpublish', async (life) => await life.unpublish()),
	step('restart', async (life) => await life.restart()),
	step('crash while publishing', async (life) => await life.crash()),
	step('renew the token', async (life) => await life.publish(life.renewToken)),
	step('the service goes down', ({ service }) => (service.is.down = true)),
	step('the service comes back', ({ service }) => (service.is.down = false)),
	...[0, 1, 2].map((which) => step(`put back static data ${which}`, (life) => life.putBack(which))),
	step('lose the answer to a registration', async (life) => await life.loseAnswer()),
	step('a removal fails', ({ service }) => service.meet('unsubscribe', 500, 503)),
	step('a removal meets a temporary error', ({ service }) => service.meet('unsubscribe', 503)),
	step('the webhook is deleted at the service', (life) => life.deleteAtService()),
	step('somebody else registers a webhook', (life) => life.addForeign()),
];

it(
	'an active workflow is never asleep, webhooks of others stay, and none of ours is left behind',
	async () => {
		// Without a size, lives would end after ten steps.
		const commands = fc.commands(STEPS.map(fc.constant), { maxCommands: 30, size: 'max' });
		await fc.assert(
			fc.asyncProperty(SETTINGS, commands, async (settings, steps) => {
				await fc.asyncModelRun(() => ({ model: {}, real: new Life(settings) }), steps);
			}),
			runs(150),
		);
	},
	15 * 60_000,
);
