import { HookService } from '../../support/hookService';
import * as n8n from '../../support/triggerContexts';

/** The trigger registers one webhook, keeps it while it fits, and removes it. */

jest.mock('../../../nodes/transport/retryPolicy', () => ({
	...jest.requireActual<object>('../../../nodes/transport/retryPolicy'),
	pause: async () => undefined,
}));

const { ADDRESS, PROFILE } = n8n;
const OTHER_PROFILE = PROFILE.replace(/0$/, '1');

let service: HookService;
let place: n8n.Place;

beforeEach(() => {
	service = new HookService();
	place = n8n.placeOf(service);
});

const ids = () => [...service.hooks.keys()];
const hook = () => {
	expect(service.hooks.size).toBe(1);
	return [...service.hooks.values()][0];
};
const secretOf = (id: string) => service.hooks.get(id)?.headers['X-Webhook-Secret'];
const foreign = (url = 'https://elsewhere.example/') =>
	service.add({ url, headers: {}, events: [], name: 'Foreign' });

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
	expect(place.state).toMatchObject({ subscriptionId: 'hook-1', secret: secretOf('hook-1') });
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
	const kept = foreign();
	await n8n.remove(place);
	expect(ids()).toEqual([kept]);
	for (const key of ['subscriptionId', 'secret', 'registeredFor', 'leftBehind']) {
		expect(place.state).not.toHaveProperty(key);
	}
	service.requests.length = 0;
	await n8n.remove(place);
	expect(service.routes).toBe('');
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

it('has a secret of its own each time', async () => {
	const secrets = new Set<string | undefined>();
	for (let round = 0; round < 3; round++) {
		await n8n.activate(place);
		secrets.add(place.state.secret);
		await n8n.remove(place);
	}
	expect(secrets.size).toBe(3);
});

describe('is registered anew', () => {
	const changes: Array<[string, () => void]> = [
		['when it was deleted at the service', () => service.hooks.clear()],
		[
			'when its secret was lost, and n8n started anew',
			() => {
				delete place.state.secret;
				place.process.restart();
			},
		],
		['for other events', () => (place.parameters.events = ['CRM_OTHER'])],
		['for an event more', () => (place.parameters.options = { additionalEvents: 'X' })],
		['for another profile', () => (place.parameters.options = { companyProfileId: OTHER_PROFILE })],
		[
			'under a name that was chosen',
			() => (place.parameters.options = { subscriptionName: 'Mine' }),
		],
	];
	it.each(changes)('%s: one with a new secret, the old one gone', async (_when, change) => {
		await n8n.activate(place);
		const { secret } = place.state;
		change();
		await n8n.activate(place);
		expect(place.state.subscriptionId).toBe(hook().id);
		expect(hook().id).toBe('hook-2');
		expect(place.state.secret).toBe(secretOf('hook-2'));
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
		expect(place.state.secret).toBe(secretOf('hook-1'));
	});

	it.each([
		[7, '7'],
		['  Mine ', 'Mine'],
		['', 'n8n: Deals'],
		[null, 'n8n: Deals'],
	])('%p, from an expression, makes it %p', async (subscriptionName, name) => {
		place.parameters.options = { subscriptionName };
		await n8n.activate(place);
		expect(hook().name).toBe(name);
	});

	it.each([[null], ['x'], [[]]])(
		'options that are %p, from an expression, say nothing',
		async (options) => {
			place.parameters.options = options;
			await n8n.activate(place);
			expect(hook().name).toBe('n8n: Deals');
		},
	);

	it('a workflow without one gets one all the same', async () => {
		place.workflowName = undefined as never;
		await n8n.activate(place);
		expect(hook().name).toBe('n8n: workflow');
	});
});

describe('what fails', () => {
	it.each([[[]], [''], [' , '], [null]])(
		'no event chosen (%p): says so, and asks nothing',
		async (events) => {
			place.parameters.events = events;
			await expect(n8n.activate(place)).rejects.toThrow(
				/^No event is chosen\. Choose one in 'Events'/,
			);
			expect(service.routes).toBe('');
		},
	);

	it('no address of its own', async () => {
		place.address = undefined;
		await expect(n8n.activate(place)).rejects.toThrow('This workflow has no webhook address');
	});

	it.each([401, 403, 409, 500])(
		'the service refuses with %i: no webhook, in one sentence',
		async (status) => {
			service.meet('subscribe', status);
			const failed = n8n.activate(place);
			await expect(failed).rejects.toMatchObject({
				message: expect.stringMatching(/^Could not register the webhook: .*The service answered/),
			});
			const { message, description } = await failed.catch((error) => error);
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

describe('the service cannot be asked whether it is there', () => {
	it.each([400, 401, 403, 404, 422, 500, 503])('%i: what is remembered stands', async (status) => {
		await n8n.activate(place);
		for (let n = 0; n < (status === 503 ? 3 : 1); n++) service.meet('list', status);
		expect(await n8n.checkExists(place)).toBe(true);
		expect(place.log).toEqual([
			expect.stringMatching(/^warn: .*could not be confirmed: Could not list/),
		]);
	});

	it('a list without it: it is not there', async () => {
		await n8n.activate(place);
		service.hooks.clear();
		foreign();
		expect(await n8n.checkExists(place)).toBe(false);
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
			expect(hook().id).toBe(place.state.subscriptionId);
			expect(secretOf(hook().id)).toBe(place.state.secret);
		},
	);

	it('keeps its webhook where the list tells', async () => {
		service.is.listNeedsProfile = false;
		await n8n.activate(place);
		await n8n.activate(place);
		expect(ids()).toEqual(['hook-1']);
	});

	it('registers anew at each start where the list does not, and has one afterwards', async () => {
		await n8n.activate(place);
		await n8n.activate(place);
		expect(ids()).toEqual(['hook-2']);
	});

	it.each([401, 403, 404, 500])(
		'keeps its webhook where the list fails with %i for another reason',
		async (status) => {
			await n8n.activate(place);
			service.meet('list', status);
			expect(await n8n.checkExists(place)).toBe(true);
		},
	);

	it.each([400, 422])(
		'is not sure of its webhook where the list fails with %i, as for want of the profile',
		async (status) => {
			await n8n.activate(place);
			service.meet('list', status);
			expect(await n8n.checkExists(place)).toBe(false);
		},
	);

	it('keeps its webhook while the service is down', async () => {
		await n8n.activate(place);
		service.is.down = true;
		expect(await n8n.checkExists(place)).toBe(true);
	});
});
