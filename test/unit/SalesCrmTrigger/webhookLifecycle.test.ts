import '../../support/noWaiting';

import { HookService } from '../../support/hookService';
import * as n8n from '../../support/triggerContexts';

/** The trigger registers one webhook, keeps it while it fits, and removes it. */

const { ADDRESS, OTHER_PROFILE, PROFILE } = n8n;

let service: HookService;
let place: n8n.Place;

beforeEach(() => {
	service = new HookService();
	place = n8n.placeOf(service);
});

const hook = () => {
	expect(service.hooks.size).toBe(1);
	return [...service.hooks.values()][0];
};

it('registers what the service needs to call us', async () => {
	expect(await n8n.create(place)).toBe(true);
	expect(hook()).toEqual({
		id: 'hook-1',
		name: 'n8n: Deals',
		url: ADDRESS,
		method: 'POST',
		headers: { 'X-Webhook-Secret': expect.stringMatching(/^\d{13}\.[\w-]{43}$/) },
		company_profile_id: PROFILE,
		events: ['CRM_BACKLOG_ITEM_STATUS_CHANGE'],
	});
	const secret = service.secretOf('hook-1');
	expect(place.state).toMatchObject({ subscriptionId: 'hook-1', secret });
});

it('is kept by a restart, in whatever order and case the settings come', async () => {
	place.parameters.options = { additionalEvents: 'B, A' };
	await n8n.activate(place);
	expect(hook().events).toEqual(['CRM_BACKLOG_ITEM_STATUS_CHANGE', 'B', 'A']);
	const before = structuredClone(place.state);
	place.parameters.options = { additionalEvents: ['A', 'B', 'B'] };
	await n8n.activate(place);
	expect(place.state).toEqual(before);
	expect(service.routes).toBe('list subscribe list');
});

it('is removed, and nothing is remembered that could remove another', async () => {
	await n8n.activate(place);
	const kept = service.addForeign();
	await n8n.remove(place);
	expect(service.ids).toEqual([kept]);
	for (const key of ['subscriptionId', 'secret', 'registeredFor', 'leftBehind']) {
		expect(place.state).not.toHaveProperty(key);
	}
});

it('with nothing registered, deactivating needs neither the service nor the credential', async () => {
	place.credential = { baseUrl: 'no address' };
	service.is.down = true;
	expect(await n8n.remove(place)).toBe(true);
	expect(service.routes).toBe('');
	expect(place.log).toEqual([]);
});

it.each(['subscriptionId', 'secret'] as const)(
	'with its %s lost, it is not taken for registered, even while the service cannot be asked',
	async (lost) => {
		await n8n.activate(place);
		delete place.state[lost];
		place.process.restart();
		service.is.down = true;
		expect(await n8n.checkExists(place)).toBe(false);
	},
);

it('with its secret lost by static data alone, it is known to this process', async () => {
	await n8n.activate(place);
	delete place.state.secret;
	expect(await n8n.checkExists(place)).toBe(true);
	expect(place.state.secret).toBe(service.secretOf('hook-1'));
});

describe('is registered anew', () => {
	const secretLost = () => {
		delete place.state.secret;
		place.process.restart();
	};
	const options = (chosen: object) => () => Object.assign(place.parameters, { options: chosen });

	it.each<[string, () => unknown]>([
		['when it was deleted at the service', () => service.hooks.clear()],
		['when its secret was lost, and n8n started anew', secretLost],
		['for other events', () => (place.parameters.events = ['CRM_OTHER'])],
		['for an event more', options({ additionalEvents: 'X' })],
		['for another profile', options({ companyProfileId: OTHER_PROFILE })],
		['under a name that was chosen', options({ subscriptionName: 'Mine' })],
	])('%s: one with a new secret, the old one gone', async (_when, change) => {
		await n8n.activate(place);
		const { secret } = place.state;
		change();
		await n8n.activate(place);
		expect(hook().id).toBe('hook-2');
		expect(place.state.subscriptionId).toBe('hook-2');
		expect(place.state.secret).toBe(service.secretOf('hook-2'));
		expect(place.state.secret).not.toBe(secret);
		expect(place.state).not.toHaveProperty('leftBehind');
	});

	it('the new one first, and the old one only after it', async () => {
		await n8n.activate(place);
		service.requests.length = 0;
		place.parameters.events = ['CRM_OTHER'];
		await n8n.activate(place);
		expect(service.routes).toBe('list subscribe unsubscribe');
	});
});

describe('the name', () => {
	it('of the workflow is no reason to register anew', async () => {
		await n8n.activate(place);
		place.workflowName = 'Renamed';
		service.is.down = true;
		await n8n.activate(place);
		expect(hook().name).toBe('n8n: Deals');
		expect(place.state.secret).toBe(service.secretOf('hook-1'));
	});

	it.each<[unknown, string | undefined, string]>([
		[{ subscriptionName: 7 }, 'Deals', '7'],
		[{ subscriptionName: '  Mine ' }, 'Deals', 'Mine'],
		[{ subscriptionName: '' }, 'Deals', 'n8n: Deals'],
		[{ subscriptionName: null }, 'Deals', 'n8n: Deals'],
		[null, 'Deals', 'n8n: Deals'],
		['x', 'Deals', 'n8n: Deals'],
		[[], 'Deals', 'n8n: Deals'],
		[{}, undefined, 'n8n: workflow'],
	])(
		'by options %j, from an expression, in the workflow %p is %p',
		async (options, workflow, name) => {
			Object.assign(place, {
				parameters: { ...place.parameters, options },
				workflowName: workflow,
			});
			await n8n.activate(place);
			expect(hook().name).toBe(name);
		},
	);
});

describe('what fails', () => {
	it.each<[string, object, RegExp]>([
		['no event chosen', { parameters: { events: [] } }, /^No event is chosen\. Choose one in/],
		['an empty text of events', { parameters: { events: ' , ' } }, /^No event is chosen/],
		['no events at all', { parameters: { events: null } }, /^No event is chosen/],
		['no address of its own', { address: undefined }, /^This workflow has no webhook address/],
	])('%s: says so, and asks nothing', async (_what, at, message) => {
		await expect(n8n.activate({ ...place, ...at })).rejects.toThrow(message);
		expect(service.routes).toBe('');
	});

	it.each([401, 403, 409, 500])(
		'the service refuses with %i: no webhook, in one sentence',
		async (status) => {
			service.meet('subscribe', status);
			const { message, description } = await n8n.activate(place).catch((error) => error);
			expect(message).toMatch(/^Could not register the webhook: .*The service answered/);
			expect(description).toBe(message);
			expect(place.state).toEqual({});
		},
	);

	it('the service is down: what was before stands', async () => {
		await n8n.activate(place);
		const before = structuredClone(place.state);
		place.parameters.events = ['CRM_OTHER'];
		service.is.down = true;
		await expect(n8n.activate(place)).rejects.toThrow('Could not register the webhook');
		await expect(n8n.remove(place)).rejects.toThrow('Could not unregister the webhook');
		expect(place.state).toEqual(before);
		service.is.down = false;
		await n8n.activate(place);
		expect(hook().events).toEqual(['CRM_OTHER']);
	});
});

describe('whether it is there', () => {
	/** As for want of the profile, which a token does not name. */
	const DOUBT = [400, 422];

	describe.each([
		['with a profile', PROFILE],
		['of a token without a profile', ''],
	])('%s', (_whose, companyProfileId) => {
		beforeEach(async () => {
			place.credential.companyProfileId = companyProfileId;
			await n8n.activate(place);
			place.log.length = 0;
		});

		it.each([400, 401, 403, 404, 422, 500, 503])(
			'the list fails with %i: what is remembered stands, unless the profile may be missing',
			async (status) => {
				for (let n = 0; n < (status === 503 ? 3 : 1); n++) service.meet('list', status);
				const isThere = companyProfileId !== '' || !DOUBT.includes(status);
				expect(await n8n.checkExists(place)).toBe(isThere);
				expect(place.log).toEqual([
					expect.stringMatching(/^warn: .*could not be confirmed: Could not list/),
				]);
			},
		);

		it('the service is down: what is remembered stands', async () => {
			service.is.down = true;
			expect(await n8n.checkExists(place)).toBe(true);
		});

		it('a list without it: it is not there', async () => {
			service.is.listNeedsProfile = false;
			service.hooks.clear();
			service.addForeign();
			expect(await n8n.checkExists(place)).toBe(false);
		});
	});
});

describe('a token without a profile', () => {
	beforeEach(() => (place.credential.companyProfileId = ''));

	it.each([true, false])(
		'finds out that its webhook was deleted (list needs the profile: %p)',
		async (needs) => {
			service.is.listNeedsProfile = needs;
			await n8n.activate(place);
			expect(hook()).not.toHaveProperty('company_profile_id');
			service.hooks.clear();
			await n8n.activate(place);
			expect(n8n.working(place)).toEqual([hook().id]);
			expect(hook().id).toBe(place.state.subscriptionId);
		},
	);

	it.each([
		['keeps its webhook where the list tells', false, 'hook-1'],
		[
			'registers anew at each start where the list does not, and has one afterwards',
			true,
			'hook-2',
		],
	])('%s', async (_what, listNeedsProfile, id) => {
		service.is.listNeedsProfile = listNeedsProfile;
		for (let n = 0; n < 2; n++) await n8n.activate(place);
		expect(service.ids).toEqual([id]);
	});
});
