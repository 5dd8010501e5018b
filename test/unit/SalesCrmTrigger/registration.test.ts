import { now, passTime, waitedMs } from '../../support/fastClock';

import { failure } from '../../support/failure';
import { HookService, type Route } from '../../support/hookService';
import { json } from '../../support/scripted';
import * as n8n from '../../support/triggerContexts';
import { anotherProcess } from '../../support/triggerProcess';

/** The trigger registers one webhook, keeps it while it fits, and removes it. More of its life: `life.model.test.ts`. */

const { ADDRESS, OTHER_PROFILE, PROFILE } = n8n;
const ALL: Route[] = ['list', 'subscribe', 'unsubscribe'];

let service: HookService;
let place: n8n.Place;

beforeEach(() => {
	service = new HookService();
	place = n8n.placeOf(service);
	place.process.restart();
});

/** The only webhook of the service. */
const hook = () => {
	expect(service.hooks.size).toBe(1);
	return [...service.hooks.values()][0];
};
const isWorking = async () => (await n8n.deliver(place, {})).status === 200;
const choose = (options: object) => () => Object.assign(place.parameters, { options });
const chooseOtherEvents = () => (place.parameters.events = ['CRM_OTHER']);
const start = async () => await n8n.activate({ ...place, activation: 'init' });
const takeAway = (status: number | undefined, ...routes: Route[]) => {
	for (const route of routes) service.is.away[route] = status;
};

describe('the webhook', () => {
	it('contains what the service needs to call us', async () => {
		await n8n.activate(place);
		expect(hook()).toEqual({
			id: hook().id,
			name: expect.stringMatching(/^n8n: Deals \([0-9a-f]{8}\)$/),
			url: ADDRESS,
			method: 'POST',
			headers: { 'X-Webhook-Secret': expect.stringMatching(/^\d{13}\.[\w-]{43}$/) },
			company_profile_id: PROFILE,
			events: ['CRM_BACKLOG_ITEM_STATUS_CHANGE'],
		});
		expect(await isWorking()).toBe(true);
	});

	it.each<[string, () => unknown]>([
		['the settings come in another order', choose({ additionalEvents: ['A', 'B', 'B'] })],
		['the workflow is renamed', () => (place.workflowName = 'Renamed')],
		['n8n restarts', () => place.process.restart()],
		['the service is down', () => (service.is.down = true)],
	])('is kept if %s', async (_what, change) => {
		place.parameters.options = { additionalEvents: 'B, A' };
		await n8n.activate(place);
		const before = [service.ids, n8n.secretOf(place)];
		change();
		await start();
		expect([service.ids, n8n.secretOf(place)]).toEqual(before);
		expect(await isWorking()).toBe(true);
	});

	it.each<[string, () => unknown]>([
		['it was deleted at the service', () => service.hooks.clear()],
		['it has another address there', () => (hook().url = 'https://elsewhere.example/')],
		['other events are chosen', chooseOtherEvents],
		['the token is renewed', () => (place.credential.apiToken = 'y'.repeat(40))],
		['another profile is chosen', choose({ companyProfileId: OTHER_PROFILE })],
		['a name is chosen', choose({ subscriptionName: 'Mine' })],
	])('is registered anew if %s; the old one goes afterwards', async (_what, change) => {
		service.is.listShowsUrl = true;
		await n8n.activate(place);
		const { id: before } = hook();
		change();
		service.beforeRequest = (route) => {
			if (route === 'unsubscribe') expect(service.hooks.size).not.toBe(1);
		};
		await start();
		expect(hook().id).not.toBe(before);
		expect(await isWorking()).toBe(true);
	});

	it('that could not be removed is removed the next time', async () => {
		await n8n.activate(place);
		const { id: before } = hook();
		chooseOtherEvents();
		takeAway(500, 'unsubscribe');
		await n8n.activate(place);
		expect(service.ids).toContain(before);
		takeAway(undefined, 'unsubscribe');
		await n8n.remove(place);
		expect(service.ids).toEqual([]);
	});

	it('that is refused when a person publishes is an error, though an earlier one still exists', async () => {
		await n8n.activate(place);
		chooseOtherEvents();
		takeAway(403, 'subscribe');
		await expect(n8n.activate(place)).rejects.toThrow(/Could not create the webhook/);
	});

	it('with another Base URL is registered there, and removed there', async () => {
		await n8n.activate(place);
		const other = new HookService();
		const foreign = other.addForeign();
		place.service = other;
		place.credential.baseUrl = 'https://other-crm.example';
		await n8n.activate(place);
		expect(other.ids).toHaveLength(2);
		await n8n.remove(place);
		expect(other.ids).toEqual([foreign]);
	});

	it('that a lost answer left behind is removed if the list shows addresses', async () => {
		service.is.listShowsUrl = true;
		const foreign = [service.addForeign(), service.addForeign(`${ADDRESS}/x`)];
		service.meet('subscribe', 'lost');
		await n8n.activate(place);
		expect(service.ids).toHaveLength(3);
		expect(await isWorking()).toBe(true);
		await n8n.remove(place);
		expect(service.ids).toEqual(foreign);
	});

	it.each<object>([
		{ address: 'https://copy.example/webhook/0b7e1f8e/webhook' },
		{ workflowId: 'wF2' },
	])('of a workflow is left alone by its copy (%j)', async (more) => {
		await n8n.activate(place);
		const original = service.ids;
		const state = structuredClone(place.state);
		const copy = { ...place, process: anotherProcess(), state, ...more };
		await n8n.remove(copy);
		expect(service.ids).toEqual(original);
		await n8n.activate(copy);
		expect(service.ids).toHaveLength(2);
		await n8n.remove(copy);
		expect(service.ids).toEqual(original);
	});

	it.each(['', 'Mine'])(
		'has a name that no other one has (chosen: %j)',
		async (subscriptionName) => {
			service.is.uniqueNames = true;
			choose({ subscriptionName })();
			await n8n.activate(place);
			const other = { state: {}, process: anotherProcess() };
			for (const one of [{ isTest: true }, { webhookId: 'second' }, { workflowId: 'copy' }]) {
				await n8n.activate({ ...place, ...other, ...one });
			}
			chooseOtherEvents();
			await start();
			const names = [...service.hooks.values()].map(({ name }) => name);
			expect(new Set(names).size).toBe(4);
			for (const name of names) expect(name).toContain(subscriptionName || 'n8n: Deals');
		},
	);
});

describe('while the service is away', () => {
	it.each<[number, number, Route[]]>([
		[55_000, 503, ALL],
		[30_000, 429, ['subscribe']],
		[20_000, 408, ['subscribe']],
		[20_000, 425, ['subscribe']],
	])('for %i ms (%i of %p) a publication waits, and then succeeds', async (ms, status, routes) => {
		const end = now() + ms;
		service.beforeRequest = () => takeAway(now() < end ? status : undefined, ...routes);
		await n8n.activate(place);
		expect(await isWorking()).toBe(true);
	});

	it('for longer, a publication fails after a minute with the reason, and again at once', async () => {
		takeAway(503, ...ALL);
		for (const least of [59_000, 0]) {
			const begun = now();
			await expect(n8n.activate(place)).rejects.toThrow(/^Could not create the webhook: .*\(503\)/);
			expect(now() - begun).toBeGreaterThanOrEqual(least);
			expect(now() - begun).toBeLessThan(least + 6_000);
			passTime(8_000);
		}
	});
});

describe('a registration', () => {
	it.each([400, 403])('that is refused with %i fails at once', async (status) => {
		takeAway(status, 'subscribe');
		const before = waitedMs();
		const { message, description } = await failure(n8n.activate(place));
		expect(waitedMs() - before).toBeLessThan(1_000);
		expect(message).toMatch(/^Could not create the webhook: .*The Sales CRM answered/);
		expect(description).toBe(message);
	});

	it('that is refused at a start keeps the webhook', async () => {
		await n8n.activate(place);
		const before = service.ids;
		chooseOtherEvents();
		takeAway(403, 'subscribe');
		await start();
		expect(service.ids).toEqual(before);
		expect(await isWorking()).toBe(true);
		takeAway(undefined, 'subscribe');
		await start();
		expect(hook().events).toEqual(['CRM_OTHER']);
	});

	it('that is refused at a start fails if the webhook is gone', async () => {
		await n8n.activate(place);
		service.hooks.clear();
		takeAway(403, 'subscribe');
		expect((await failure(start())).message).toContain('access is not allowed');
	});

	it.each<[string, object, RegExp]>([
		['no event', { parameters: { events: [] } }, /^No event is chosen\. Choose one in/],
		[
			'a local address',
			{ address: 'http://localhost:5678/webhook/x' },
			/^The Sales CRM cannot reach this n8n.*"http:\/\/localhost:5678".*WEBHOOK_URL.*'Sales CRM Polling Trigger'/,
		],
		[
			'an unreadable filter',
			{ parameters: { events: 'dealStatusChanged', filters: { toStatusIds: true } } },
			/^'Status Names or IDs' must be a list/,
		],
	])('with %s registers nothing', async (_what, at, message) => {
		await expect(n8n.activate({ ...place, ...at })).rejects.toThrow(message);
		expect(service.ids).toEqual([]);
	});

	it('never shows the secret, a token pasted as profile, or the word that makes n8n give up', async () => {
		const pasted = 'eyJhbGciOiJIUzI1NiJ9.a-token.that-was-pasted';
		choose({ companyProfileId: pasted })();
		expect(JSON.stringify(await failure(n8n.activate(place)))).not.toContain(pasted);
		choose({})();
		service.beforeRequest = (route, { body }) => {
			if (route === 'subscribe') service.meet('subscribe', { status: 409, body });
		};
		const { message } = await failure(n8n.activate(place));
		expect(message).toMatch(/X-Webhook-Secret[\\":]+\*\*\*/);
		service.beforeRequest = undefined;
		service.meet('subscribe', { status: 403, body: { message: 'Authorization is missing' } });
		expect((await failure(n8n.activate(place))).message).toContain('Sign-in is missing');
	});
});

describe('a filter', () => {
	const id = (first: string) => PROFILE.replace(/^./, first);
	const NAMES = {
		statuses: [
			{ id: id('a'), label: 'Nieuw', backlog_id: PROFILE },
			{ id: id('b'), label: 'Gewonnen', backlog_id: PROFILE },
		],
		users: [{ id: id('c'), name: 'Eva', email: 'eva@example.com' }],
	};
	beforeEach(() => service.setNames(NAMES));
	const filter = (filters: object) => Object.assign(place.parameters, { filters });

	it.each<[object, RegExp]>([
		[{ toStatusIds: ['Won'] }, /^Unknown status "Won".*Available: Nieuw, Gewonnen/],
		[{ assigneeIds: 'Bram' }, /^Unknown user "Bram".*Available: Eva/],
	])('with an unknown name (%j) fails the publication and the test', async (filters, error) => {
		filter(filters);
		for (const isTest of [false, true]) {
			await expect(n8n.activate({ ...place, isTest, state: {} })).rejects.toThrow(error);
		}
		expect(service.ids).toEqual([]);
	});

	it('with known names is published; unknown IDs among them are a warning in the log', async () => {
		filter({ toStatusIds: `${id('b')}, ${id('d')}`, assigneeIds: ['eva'] });
		await n8n.activate(place);
		expect(place.log).toEqual([expect.stringContaining(id('d'))]);
		expect(service.hooks.size).toBe(1);
	});

	it('with an ID is published even if names cannot be read; one with a name waits for them', async () => {
		service.setNames(undefined, 503);
		filter({ toStatusIds: [OTHER_PROFILE] });
		await n8n.activate(place);
		await n8n.remove(place);
		filter({ toStatusIds: ['Gewonnen'] });
		const error = /^The status "Gewonnen" could not be looked up/;
		await expect(n8n.activate(place)).rejects.toThrow(error);
		passTime(60_000);
		const back = now() + 30_000;
		service.before = async () => service.setNames(now() > back ? NAMES : undefined, 503);
		await n8n.activate(place);
		expect(service.hooks.size).toBe(1);
		expect(now()).toBeGreaterThan(back);
	});
});

it.each([
	{ status: 404, body: { message: 'No such subscription' } },
	{ status: 200, body: false },
])('a removal that is answered %j is done only if the webhook is gone', async (refusal) => {
	await n8n.activate(place);
	service.meet('unsubscribe', refusal);
	await expect(n8n.remove(place)).rejects.toThrow(/^Could not delete the webhook/);
	expect(place.state.webhook).toBeDefined();
	service.hooks.clear();
	service.meet('unsubscribe', refusal);
	expect(await n8n.remove(place)).toBe(true);
});

describe('without a profile', () => {
	it('a token registers without one, and finds out at a start whether the webhook is gone', async () => {
		place.credential.companyProfileId = '';
		await n8n.activate(place);
		expect(hook()).not.toHaveProperty('company_profile_id');
		service.hooks.clear();
		for (let n = 0; n < 2; n++) await start();
		expect(await isWorking()).toBe(true);
		await n8n.remove(place);
		expect(service.ids).toEqual([]);
	});

	const profile = (id: string) => ({ id, name: 'Shop', iban: 'NL00BANK0123456789' });
	/** With an access token that does not say whose it is. */
	const signInByOAuth2 = () => {
		place.parameters.authentication = 'oAuth2';
		place.credential = {
			baseUrl: `https://${place.webhookId}.example`,
			clientSecret: 'a secret of more than twenty characters',
			oauthTokenData: { access_token: 'access' },
		};
	};

	it('an account keeps the profile that its webhook was created for, even if it gets a second one', async () => {
		signInByOAuth2();
		service.profiles = [profile(PROFILE)];
		await n8n.activate(place);
		expect(hook()).toMatchObject({ company_profile_id: PROFILE });
		expect(JSON.stringify([place.state, place.log])).not.toContain('NL00');
		service.profiles = [profile(PROFILE), profile(OTHER_PROFILE)];
		// The process before remembers which profile the account had.
		place.process = anotherProcess();
		chooseOtherEvents();
		await start();
		expect(hook()).toMatchObject({ company_profile_id: PROFILE, events: ['CRM_OTHER'] });
		await n8n.remove(place);
		expect(service.ids).toEqual([]);
	});

	it('an account that was reconnected as somebody else is registered for the profile of that user', async () => {
		signInByOAuth2();
		service.profiles = [profile(PROFILE)];
		await n8n.activate(place);
		service.profiles = [profile(OTHER_PROFILE)];
		const { request } = service;
		service.request = async (asked) =>
			JSON.stringify([asked.qs, asked.body]).includes(PROFILE)
				? json({ message: 'COMPANY_PROFILE_ACCESS_DENIED' }, 403)
				: await request.call(service, asked);
		await n8n.activate(place);
		expect([...service.hooks.values()].at(-1)).toMatchObject({ company_profile_id: OTHER_PROFILE });
		expect(place.log.join()).not.toContain('stays until');
	});
});
