import { now, passTime, waitedMs } from '../../support/fastClock';

import { failure } from '../../support/failure';
import { HookService, type Route } from '../../support/hookService';
import * as n8n from '../../support/triggerContexts';
import { anotherProcess } from '../../support/triggerProcess';

/** The trigger registers one webhook, keeps it while it fits, and removes it, as n8n calls it. */

const { ADDRESS, OTHER_PROFILE, PROFILE } = n8n;
const ALL: Route[] = ['list', 'subscribe', 'unsubscribe'];

let service: HookService;
let place: n8n.Place;

beforeEach(() => {
	service = new HookService();
	place = n8n.placeOf(service);
	place.process.restart();
});

const hook = () => {
	expect(service.hooks.size).toBe(1);
	return [...service.hooks.values()][0];
};
/** Whether its calls pass. */
const works = async (id = hook().id, at = place) => {
	const headers = { 'x-webhook-secret': service.secretOf(id) };
	return (await n8n.call(at, { headers, body: {} })).status === 200;
};
const options = (chosen: object) => () => Object.assign(place.parameters, { options: chosen });
const otherEvents = () => (place.parameters.events = ['CRM_OTHER']);
const away = (status: number | undefined, ...routes: Route[]) => {
	for (const route of routes) service.is.away[route] = status;
};

describe('the webhook', () => {
	it('is what the service needs to call us', async () => {
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
		expect(await works()).toBe(true);
	});

	it.each<[string, () => unknown]>([
		['in whatever order the settings come', options({ additionalEvents: ['A', 'B', 'B'] })],
		['when the workflow is renamed', () => (place.workflowName = 'Renamed')],
		['when its token is renewed', () => (place.credential.apiToken = 'y'.repeat(40))],
		[
			'when its event is given by its label',
			() => (place.parameters.events = 'deal: status changed'),
		],
		['by a restart', () => place.process.restart()],
		['while the service is down', () => (service.is.down = true)],
		['while a page stands in front of the service', () => (service.is.hidden = true)],
		['while the list is refused', () => service.meet('list', 403)],
	])('is kept %s', async (_when, change) => {
		place.parameters.options = { additionalEvents: 'B, A' };
		await n8n.activate(place);
		const before = [service.ids, service.secretOf(hook().id)];
		change();
		place.activation = 'init';
		await n8n.activate(place);
		expect([service.ids, service.secretOf(hook().id)]).toEqual(before);
		expect(await works()).toBe(true);
	});

	it.each<[string, () => unknown]>([
		['when it was deleted at the service', () => service.hooks.clear()],
		['for other events', otherEvents],
		['for an event more', options({ additionalEvents: 'X' })],
		['for another profile', options({ companyProfileId: OTHER_PROFILE })],
		['under a name that was chosen', options({ subscriptionName: 'Mine' })],
	])('is registered anew %s: the new one first, then the old one goes', async (_when, change) => {
		await n8n.activate(place);
		const before = hook().id;
		change();
		service.beforeRequest = (route) => {
			if (route === 'unsubscribe') expect(service.hooks.size).not.toBe(1);
		};
		place.activation = 'init';
		await n8n.activate(place);
		service.beforeRequest = undefined;
		expect(hook().id).not.toBe(before);
		expect(await works()).toBe(true);
	});

	it('is removed, and nothing else', async () => {
		const kept = service.addForeign();
		await n8n.activate(place);
		await n8n.remove(place);
		expect(service.ids).toEqual([kept]);
		service.requests.length = 0;
		service.is.down = true;
		expect(await n8n.remove(place)).toBe(true);
		expect(service.routes).toBe('');
	});
});

describe('the Base URL of the credential', () => {
	it('is that of another service: one is registered there, and is removed there', async () => {
		await n8n.activate(place);
		place.service = new HookService();
		const foreign = place.service.addForeign();
		place.credential.baseUrl = 'https://other-crm.example';
		await n8n.activate(place);
		expect(place.service.ids).toHaveLength(2);
		await n8n.remove(place);
		expect(place.service.ids).toEqual([foreign]);
	});
});

/** How n8n tries again, and what comes of a longer outage: `life.model` and the end-to-end tests. */
describe('while the service is away', () => {
	it.each<[number, number | undefined, Route[]]>([
		[55_000, 503, ALL],
		[50_000, 500, ['subscribe', 'list']],
		[30_000, 429, ['subscribe']],
		[20_000, 408, ['subscribe']],
		[20_000, 425, ['subscribe']],
	])(
		'for %i ms (%i of %p) a registration waits, and one webhook is there',
		async (ms, status, routes) => {
			const end = now() + ms;
			service.beforeRequest = () => away(now() < end ? status : undefined, ...routes);
			await n8n.activate(place);
			service.beforeRequest = undefined;
			expect(await works()).toBe(true);
			// What was waited out is forgotten.
			passTime(6_000);
			away(undefined, ...ALL);
			otherEvents();
			await n8n.activate(place);
			expect(hook().events).toEqual(['CRM_OTHER']);
		},
	);

	it('for longer it fails after a minute with the reason, and n8n is told so again at once', async () => {
		away(503, ...ALL);
		for (const least of [59_000, 0]) {
			const start = now();
			const { message } = await failure(n8n.activate(place));
			expect(message).toMatch(/^Could not create the webhook: .*\(503\)/);
			expect(now() - start).toBeGreaterThanOrEqual(least);
			expect(now() - start).toBeLessThan(least + 6_000);
			passTime(8_000);
		}
	});

	it('a test in the editor fails at once', async () => {
		away(503, 'subscribe');
		const start = waitedMs();
		const error = await failure(n8n.activate({ ...place, isTest: true }));
		expect(error.message).toContain('Could not create the webhook');
		expect(waitedMs() - start).toBeLessThan(1_000);
	});
});

describe('a refusal', () => {
	it.each([401, 403, 404, 409, 422, 400])(
		'with %i fails at once, in one sentence',
		async (status) => {
			away(status, 'subscribe');
			const start = waitedMs();
			const { message, description } = await failure(n8n.activate(place));
			expect(waitedMs() - start).toBeLessThan(1_000);
			expect(message).toMatch(/^Could not create the webhook: .*The Sales CRM answered/);
			expect(description).toBe(message);
		},
	);

	it.each([400, 403, 409, 422])(
		'with %i of a new registration at a start never costs a working webhook',
		async (status) => {
			await n8n.activate(place);
			const before = service.ids;
			otherEvents();
			place.activation = 'init';
			away(status, 'subscribe');
			await n8n.activate(place);
			expect(service.ids).toEqual(before);
			expect(await works()).toBe(true);
			expect(place.log.at(-1)).toMatch(/^warn: .*the existing webhook is kept/);
			away(undefined, 'subscribe');
			await n8n.activate(place);
			expect(hook().events).toEqual(['CRM_OTHER']);
		},
	);

	it('of a start, where the webhook is known to be gone, is thrown', async () => {
		await n8n.activate(place);
		service.hooks.clear();
		place.activation = 'init';
		away(403, 'subscribe');
		expect((await failure(n8n.activate(place))).message).toContain('access is not allowed');
	});

	it.each<[string, object, RegExp]>([
		['no event chosen', { parameters: { events: [] } }, /^No event is chosen\. Choose one in/],
		['an empty text of events', { parameters: { events: ' , ' } }, /^No event is chosen/],
		['no address of its own', { address: undefined }, /^This workflow has no webhook address/],
		[
			'an address of this machine alone',
			{ address: 'http://localhost:5678/webhook/x' },
			/^The Sales CRM cannot reach this n8n.*"http:\/\/localhost:5678".*WEBHOOK_URL.*'Sales CRM Polling Trigger'/,
		],
		[
			'a filter that cannot be read',
			{ parameters: { events: 'X', filters: { toStatusIds: true } } },
			/^'Status' must be a list/,
		],
		[
			'a switch that cannot be read',
			{ parameters: { events: 'X', simplify: 'perhaps' } },
			/^'Simplify' must be true or false/,
		],
	])('of what could never work (%s) says so, and asks nothing', async (_what, at, message) => {
		await expect(n8n.activate({ ...place, ...at })).rejects.toThrow(message);
		expect(service.routes).toBe('');
	});

	it('is none where the service is on this machine, too', async () => {
		place.credential.baseUrl = 'http://127.0.0.1:4010';
		await n8n.activate({ ...place, address: 'http://localhost:5678/webhook/x' });
		expect(service.hooks.size).toBe(1);
	});

	it('never shows a token that was pasted as profile', async () => {
		const pasted = 'eyJhbGciOiJIUzI1NiJ9.a-token.that-was-pasted';
		place.parameters.options = { companyProfileId: pasted };
		expect(JSON.stringify(await failure(n8n.activate(place)))).not.toContain(pasted);
	});

	it('never shows the secret, or the word by which n8n gives up', async () => {
		service.beforeRequest = (route, { body }) => {
			if (route === 'subscribe') service.meet('subscribe', { status: 409, body });
		};
		const { message } = await failure(n8n.activate(place));
		expect(message).toMatch(/X-Webhook-Secret[\\":]+\*\*\*/);
		service.beforeRequest = undefined;
		service.meet('subscribe', {
			status: 403,
			body: { message: 'Authorization: no Authorization' },
		});
		const error = await failure(n8n.activate(place));
		expect(`${error.message} ${error.description}`).not.toContain('Authorization');
		expect(error.message).toContain('Sign-in: no Sign-in');
	});
});

describe('what a filter names', () => {
	const NAMES = {
		statuses: [
			{ id: n8n.PROFILE.replace(/^./, 'a'), label: 'Nieuw', backlog_id: PROFILE },
			{ id: n8n.PROFILE.replace(/^./, 'b'), label: 'Gewonnen', backlog_id: PROFILE },
		],
		users: [{ id: n8n.PROFILE.replace(/^./, 'c'), name: 'Eva', email: 'eva@example.com' }],
	};
	beforeEach(() => (service.is.names = NAMES));
	const filters = (chosen: object) => (place.parameters.filters = chosen);

	it.each<[object, RegExp]>([
		[{ toStatusIds: ['Won'] }, /^Unknown status "Won".*Available: Nieuw, Gewonnen/],
		[{ toStatusIds: [OTHER_PROFILE] }, /^'Status': not in the list.*Available: Nieuw/],
		[{ assigneeIds: 'Bram' }, /^Unknown user "Bram".*Available: Eva/],
		[{ pipelineIds: ['Pipeline 2'] }, /^Unknown pipeline "Pipeline 2".*Available: Pipeline 1/],
	])('%j is unknown: publishing fails, and the test of the editor', async (chosen, why) => {
		filters(chosen);
		for (const isTest of [false, true]) {
			await expect(n8n.activate({ ...place, isTest, state: {} })).rejects.toThrow(why);
		}
		expect(service.ids).toEqual([]);
	});

	it('is known: it is looked up once, and published; of what is unknown beside it the log says so', async () => {
		const gone = PROFILE.replace(/^./, 'd');
		filters({ toStatusIds: `${NAMES.statuses[1].id}, ${gone}`, assigneeIds: ['eva'] });
		await n8n.activate(place);
		expect(service.namesAsked).toHaveLength(2);
		expect(place.log).toEqual([expect.stringContaining(gone)]);
		expect(hook().events).toHaveLength(1);
	});

	it('cannot be looked up: IDs are published; names wait as long as the service is away', async () => {
		service.is.names = undefined;
		filters({ toStatusIds: [OTHER_PROFILE] });
		await n8n.activate(place);
		expect(service.ids).toHaveLength(1);
		await n8n.remove(place);
		filters({ toStatusIds: ['Gewonnen'] });
		await expect(n8n.activate(place)).rejects.toThrow(
			/^The status "Gewonnen" could not be looked up/,
		);
		service.is.namesStatus = 503;
		const back = now() + 30_000;
		service.beforeNames = () => (service.is.names = now() > back ? NAMES : undefined);
		await n8n.activate(place);
		expect(hook().url).toBe(ADDRESS);
		expect(now()).toBeGreaterThan(back);
	});

	it('is gone when n8n starts: the log says so, and a lost webhook is registered anew', async () => {
		filters({ toStatusIds: ['Gewonnen'] });
		await n8n.activate(place);
		service.hooks.clear();
		service.is.names = { ...NAMES, statuses: NAMES.statuses.slice(0, 1) };
		place.activation = 'init';
		await n8n.activate(place);
		expect(service.ids).toHaveLength(1);
		expect(place.log.join()).toContain('Unknown status "Gewonnen"');
	});

	it('cannot be looked up without a profile: IDs are published, a name fails with what to fill in', async () => {
		place.credential.companyProfileId = '';
		filters({ toStatusIds: [OTHER_PROFILE] });
		await n8n.activate(place);
		filters({ toStatusIds: ['Gewonnen'] });
		await n8n.remove(place);
		await expect(n8n.activate(place)).rejects.toThrow(
			/could not be looked up.*'Company Profile ID'/,
		);
	});
});

describe('an answer to subscribe that is lost', () => {
	it('where the list shows addresses: what it left goes', async () => {
		service.is.listShowsUrl = true;
		const others = [service.addForeign(), service.addForeign(`${ADDRESS}/x`)];
		service.meet('subscribe', 'lost');
		await n8n.activate(place);
		expect(service.ids).toHaveLength(3);
		expect(await works(service.ids[2])).toBe(true);
		await n8n.remove(place);
		expect(service.ids).toEqual(others);
	});

	it('or that holds no id fails, and says that it may have been carried out', async () => {
		service.is.answersId = false;
		const { message } = await failure(n8n.activate(place));
		expect(message).toMatch(/the answer has no ID; it may have been carried out/);
	});
});

describe('a copy of the workflow', () => {
	const anotherHost = anotherProcess();
	const copyOf = (more: object) => ({
		...place,
		process: anotherHost,
		log: [],
		state: structuredClone(place.state),
		...more,
	});

	it.each<[string, object]>([
		['on another host', { address: ADDRESS.replace('n8n.', 'copy.') }],
		['made by the API of n8n', { workflowId: 'wF2' }],
	])(
		'%s leaves the webhook of the original alone, and has one of its own',
		async (_where, more) => {
			await n8n.activate(place);
			const original = service.ids;
			await n8n.remove(copyOf(more));
			expect(service.ids).toEqual(original);
			const copy = copyOf(more);
			await n8n.activate(copy);
			expect(service.ids).toHaveLength(2);
			await n8n.remove(copy);
			expect(service.ids).toEqual(original);
		},
	);
});

describe('at a service that refuses a name twice', () => {
	beforeEach(() => (service.is.uniqueNames = true));

	it.each(['', 'Mine'])(
		'production, test, a second node and a copy share none (chosen name: %j)',
		async (subscriptionName) => {
			options({ subscriptionName })();
			const other = { state: {}, process: anotherProcess() };
			await n8n.activate(place);
			for (const one of [{ isTest: true }, { webhookId: 'second' }, { workflowId: 'copy' }]) {
				await n8n.activate({ ...place, ...other, ...one });
			}
			const names = [...service.hooks.values()].map(({ name }) => name);
			expect(new Set(names).size).toBe(4);
			for (const name of names) expect(name).toContain(subscriptionName || 'n8n: Deals');
		},
	);

	it('the new one is registered while the old one, or what a lost answer left, is still there', async () => {
		await n8n.activate(place);
		place.activation = 'init';
		otherEvents();
		await n8n.activate(place);
		expect(hook().events).toEqual(['CRM_OTHER']);
		service.is.listShowsUrl = true;
		service.hooks.clear();
		service.meet('subscribe', 'lost');
		await n8n.activate(place);
		expect(await works()).toBe(true);
	});
});

describe('a removal', () => {
	beforeEach(async () => await n8n.activate(place));

	it.each([503, 500, 429])(
		'that meets a %i is sent once more, two seconds later',
		async (fault) => {
			service.meet('unsubscribe', fault);
			const start = waitedMs();
			await n8n.remove(place);
			expect(service.ids).toEqual([]);
			expect(Math.abs(waitedMs() - start - 2_000)).toBeLessThan(200);
		},
	);

	it('is not sent a third time, and stays remembered', async () => {
		service.meet('unsubscribe', 503, 503);
		await expect(n8n.remove(place)).rejects.toThrow(/^Could not delete the webhook/);
		expect(service.ids).toHaveLength(1);
		await n8n.remove(place);
		expect(service.ids).toEqual([]);
	});

	it.each([404, 410, 403])(
		'refused with %i is done if the list no longer has it',
		async (status) => {
			const refusal = { status, body: { message: 'No such subscription' } };
			// It may come from a proxy in front of the service.
			service.meet('unsubscribe', refusal);
			await expect(n8n.remove(place)).rejects.toThrow(`(${status})`);
			expect(place.state.webhook).toBeDefined();
			service.hooks.clear();
			service.meet('unsubscribe', refusal);
			expect(await n8n.remove(place)).toBe(true);
			expect(place.state.webhook).toBeUndefined();
		},
	);
});

describe('a token without a profile', () => {
	beforeEach(() => (place.credential.companyProfileId = ''));

	it.each([true, false])(
		'finds out at each start whether its webhook is there (list needs the profile: %p)',
		async (needs) => {
			service.is.listNeedsProfile = needs;
			place.activation = 'init';
			await n8n.activate(place);
			expect(hook()).not.toHaveProperty('company_profile_id');
			service.hooks.clear();
			for (let n = 0; n < 2; n++) await n8n.activate(place);
			expect(await works()).toBe(true);
			await n8n.remove(place);
			expect(service.ids).toEqual([]);
		},
	);
});

describe('an account without a profile', () => {
	const profile = (id: string) => ({ id, name: 'Shop', iban: 'NL00BANK0123456789' });

	beforeEach(() => {
		const baseUrl = `https://${place.webhookId}.example`;
		place.parameters.authentication = 'oAuth2';
		place.credential = {
			baseUrl,
			clientSecret: 'a secret of more than twenty characters',
			oauthTokenData: { access_token: 'access' },
		};
	});

	it('keeps the one that its webhook was created for, whatever profiles it gets', async () => {
		service.is.profiles = [profile(PROFILE)];
		await n8n.activate(place);
		expect(hook()).toMatchObject({ company_profile_id: PROFILE });
		expect(await works()).toBe(true);
		expect(JSON.stringify([place.state, place.log])).not.toContain('NL00');
		const [before] = service.ids;
		service.is.profiles = [profile(PROFILE), profile(OTHER_PROFILE)];
		place.process.restart();
		place.activation = 'init';
		await n8n.activate(place);
		expect(service.ids).toEqual([before]);
		const lists = service.requests.filter(({ route }) => route === 'list');
		expect(lists.at(-1)!.options.qs).toEqual({ profile_id: PROFILE });
		await n8n.remove(place);
		expect(service.ids).toEqual([]);
	});

	it('with several is not published: the error names them, and nothing else of them', async () => {
		service.is.profiles = [profile(PROFILE), profile(OTHER_PROFILE)];
		const { message } = await failure(n8n.activate(place));
		expect(message).toContain(`Shop (${PROFILE}), Shop (${OTHER_PROFILE})`);
		expect(message).not.toContain('NL00');
		expect(service.ids).toEqual([]);
	});
});
