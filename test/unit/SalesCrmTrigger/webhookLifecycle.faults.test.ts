import '../../support/noWaiting';

import { failure } from '../../support/failure';
import { HookService } from '../../support/hookService';
import * as n8n from '../../support/triggerContexts';
import { anotherProcess } from '../../support/triggerProcess';

/** Registering and removing where the service, the network or n8n's own data have their ways. */

const { ADDRESS } = n8n;
const CARRIED_OUT = 'it may have been carried out';

let service: HookService;
let place: n8n.Place;

beforeEach(() => {
	service = new HookService();
	place = n8n.placeOf(service);
});

const working = () => n8n.working(place);
const activateWith = async (...events: string[]) => {
	place.parameters.events = events;
	await n8n.activate(place);
};
const showAddresses = () => (service.is.listShowsUrl = true);

describe('the answer to subscribe', () => {
	it.each(['lost', 'cut'] as const)('is %s, the list shows addresses: it is ours', async (fate) => {
		showAddresses();
		const others = [service.addForeign(), service.addForeign()];
		service.meet('subscribe', fate);
		await n8n.activate(place);
		expect(working()).toEqual(['hook-3']);
		expect(place.state.subscriptionId).toBe('hook-3');
		expect(place.log).toEqual([expect.stringMatching(/^info: .*all the same: webhook hook-3/)]);
		await n8n.remove(place);
		expect(service.ids).toEqual(others);
	});

	const unlisted = [expect.stringMatching(/^warn: .*could not be listed: .*500/)];

	it.each<[string, () => void, unknown[]?]>([
		['is lost, the list shows no addresses', () => service.meet('subscribe', 'lost')],
		['is cut, the list shows no addresses', () => service.meet('subscribe', 'cut')],
		[
			'is lost, and nothing was registered',
			() => {
				showAddresses();
				service.meet('subscribe', 500);
			},
		],
		[
			'is lost, and two have come, of which nobody can tell which is ours',
			() => {
				showAddresses();
				service.meet('subscribe', 'lost');
				service.beforeRequest = () => service.routes === 'list' && service.addForeign(ADDRESS);
			},
		],
		[
			'is lost, and so is the list before',
			() => {
				showAddresses();
				service.meet('subscribe', 'lost');
				service.meet('list', 500);
			},
			unlisted,
		],
		[
			'is lost, and so is the list after',
			() => {
				showAddresses();
				service.meet('subscribe', 'lost');
				service.meet('list', { status: 200, body: [] });
				service.meet('list', 500);
			},
			unlisted,
		],
		['holds no id, and nor does the list say', () => (service.is.answersId = false)],
	])(
		'%s: an error, nothing remembered, and one the next time',
		async (_what, happens, log = []) => {
			const other = service.addForeign();
			happens();
			const error = await failure(n8n.activate(place));
			expect(error.message).toMatch(
				/^Could not register the webhook: .*it may have been carried out/,
			);
			expect(error.message.includes('holds no id of it')).toBe(!service.is.answersId);
			expect(place.state).toEqual({});
			expect(place.log).toEqual(log);
			service.beforeRequest = undefined;
			showAddresses();
			await n8n.activate(place);
			expect(service.ids).toEqual([other, ...working()]);
		},
	);

	it('is lost, the webhook of before is still there: that one is not taken for it', async () => {
		showAddresses();
		await n8n.activate(place);
		const before = structuredClone(place.state);
		service.meet('subscribe', 500);
		await expect(activateWith('CRM_OTHER')).rejects.toThrow(CARRIED_OUT);
		expect(place.state).toEqual(before);
		expect(working()).toEqual(['hook-1']);
	});

	it('holds no id: the list tells, and never the webhook of before', async () => {
		showAddresses();
		await n8n.activate(place);
		service.is.answersId = false;
		await activateWith('CRM_OTHER');
		expect([service.ids, working()]).toEqual([['hook-2'], ['hook-2']]);
	});
});

describe('what is at our address already', () => {
	it('was left by an answer that was lost: it goes, where addresses are shown', async () => {
		showAddresses();
		const others = [service.addForeign(), service.addForeign(`${ADDRESS}/x`)];
		for (let n = 0; n < 2; n++) service.addForeign(ADDRESS);
		await n8n.activate(place);
		expect(service.ids).toEqual([...others, ...working()]);
	});

	it('is replaced by the service under the same id: that one is never removed', async () => {
		Object.assign(service.is, { second: 'replaces', listShowsUrl: true });
		await n8n.activate(place);
		await activateWith('CRM_OTHER');
		expect(working()).toEqual(['hook-1']);
		expect(service.routes).not.toContain('unsubscribe');
	});

	it.each([true, false])('lets no second one in: it goes first (addresses: %p)', async (shown) => {
		Object.assign(service.is, { second: 'refused', listShowsUrl: shown });
		await n8n.activate(place);
		await activateWith('CRM_OTHER');
		expect([service.ids, working()]).toEqual([['hook-2'], ['hook-2']]);
	});

	it('lets no second one in, and the next is refused as well: no secret stays without its webhook', async () => {
		service.is.second = 'refused';
		await n8n.activate(place);
		for (let n = 0; n < 2; n++) service.meet('subscribe', 409);
		await expect(activateWith('CRM_OTHER')).rejects.toThrow('it conflicts with what is there');
		expect(service.ids).toEqual([]);
		expect(place.state).not.toHaveProperty('secret');
		expect(place.state).not.toHaveProperty('subscriptionId');
	});

	it.each([401, 404, 429, 500])(
		'stays where a second is refused with %i for another reason',
		async (status) => {
			await n8n.activate(place);
			const before = structuredClone(place.state);
			for (let n = 0; n < 3; n++) service.meet('subscribe', status);
			await expect(activateWith('CRM_OTHER')).rejects.toThrow();
			expect(place.state).toEqual(before);
			expect(service.ids).toEqual(['hook-1']);
		},
	);
});

describe('a copy of the workflow', () => {
	const anotherHost = anotherProcess();
	let copy: n8n.Place;

	beforeEach(async () => {
		await n8n.activate(place);
		const state = structuredClone(place.state);
		const address = ADDRESS.replace('n8n.', 'copy.');
		copy = { ...place, process: anotherHost, log: [], state, address };
	});

	it.each([true, false])(
		'has a webhook of its own and leaves the other alone (addresses: %p)',
		async (shown) => {
			service.is.listShowsUrl = shown;
			await n8n.activate(copy);
			expect(service.ids).toEqual(['hook-1', 'hook-2']);
			expect(copy.state.subscriptionId).toBe('hook-2');
			expect(copy.state.secret).not.toBe(place.state.secret);
			expect(copy.log).toEqual([
				expect.stringMatching(/^warn: .*webhook hook-1 was .* left alone/),
			]);
			await n8n.remove(copy);
			expect(service.ids).toEqual(['hook-1']);
		},
	);

	it.each<[string, () => Promise<unknown>, unknown[]]>([
		['before it was ever activated', async () => undefined, [expect.stringContaining('hook-1')]],
		[
			'when it could not be activated',
			async () => {
				service.meet('subscribe', 409);
				await failure(n8n.activate(copy));
			},
			[expect.stringContaining('hook-1')],
		],
		[
			'beside the original, which n8n refuses to activate: the data are those of the original',
			async () => (copy = { ...place, log: copy.log, workflowId: 'wF2', state: copy.state }),
			[],
		],
	])('leaves it alone when it is deactivated %s', async (_when, happens, log) => {
		await happens();
		expect(await n8n.remove(copy)).toBe(true);
		expect(service.ids).toEqual(['hook-1']);
		expect(copy.log).toEqual(log);
	});
});

it('another service: nothing that has the same id there is touched', async () => {
	await n8n.activate(place);
	const elsewhere = new HookService();
	elsewhere.addForeign();
	place.service = elsewhere;
	place.credential.baseUrl = 'https://other-crm.example';
	await n8n.activate(place);
	expect(elsewhere.ids).toEqual(['hook-1', 'hook-2']);
});

describe('the service has removed it already', () => {
	beforeEach(async () => await n8n.activate(place));

	it.each([
		['404', { status: 404, body: { message: 'x' } }],
		['410', { status: 410, body: { message: 'x' } }],
		['400 "no such"', { status: 400, body: { message: 'No such subscription' } }],
		['422 "does not exist"', { status: 422, body: { error: 'Subscription does not exist' } }],
		['400, and the list shows it no more', { status: 400, body: { message: 'E-17' } }],
		['409, and the list shows it no more', { status: 409, body: { message: 'E-17' } }],
	])('and says so with %s: as good as removed', async (_what, gone) => {
		service.is.gone = gone;
		service.hooks.clear();
		service.addForeign();
		expect(await n8n.remove(place)).toBe(true);
		expect(place.state).not.toHaveProperty('subscriptionId');
	});

	it.each([
		['400 for another reason, and it is listed', 400, { message: 'Locked' }],
		['400 in words that fit, and it is listed', 400, { message: 'Unknown parameter id' }],
		['403', 403, { message: 'No such right' }],
		['500', 500, { message: 'No such table' }],
	])('is not so at %s', async (_what, status, body) => {
		service.addForeign();
		for (let n = 0; n < (status === 400 ? 2 : 1); n++)
			service.meet('unsubscribe', { status, body });
		await expect(n8n.remove(place)).rejects.toThrow('Could not unregister the webhook');
		expect(place.state).toMatchObject({ subscriptionId: 'hook-1', secret: expect.any(String) });
	});

	it.each([
		['a page in front of the service', 404, '<h1>Not found</h1>'],
		['the service, in words that fit', 400, { message: 'Subscription not found' }],
		['a sign-in that was withdrawn', 401, { message: 'Unknown token' }],
	])(
		'is not known where %s refuses and the list tells nothing: it stays remembered',
		async (_who, status, body) => {
			for (let n = 0; n < (status === 400 ? 2 : 1); n++) {
				service.meet('unsubscribe', { status, body });
			}
			service.meet('list', status);
			expect(await n8n.remove(place)).toBe(true);
			expect(place.state.leftBehind).toMatchObject([{ id: 'hook-1' }]);
			expect(place.state).not.toHaveProperty('secret');
			expect(place.log).toContainEqual(expect.stringMatching(/webhook hook-1 is left behind/));
			await n8n.activate(place);
			expect(service.ids).toEqual(['hook-2']);
			expect(place.state).not.toHaveProperty('leftBehind');
		},
	);

	it.each([403, 500])('and answers an unknown id with %i: the list tells', async (status) => {
		service.is.gone = { status, body: { message: 'E-17' } };
		service.hooks.clear();
		for (let n = 0; n < 2; n++) expect(await n8n.remove(place)).toBe(true);
		expect(place.state).not.toHaveProperty('leftBehind');
	});

	it('is asked for no longer where nothing answers at all', async () => {
		service.requests.length = 0;
		service.is.down = true;
		await expect(n8n.remove(place)).rejects.toThrow('Could not unregister the webhook');
		expect(service.routes).not.toContain('list');
	});
});

it.each([
	['the profile', { companyProfileId: n8n.PROFILE }, { companyProfileId: n8n.OTHER_PROFILE }],
	[
		'the token, of which nobody knows the profile',
		{ companyProfileId: '' },
		{ apiToken: 'token-2' },
	],
])(
	'is not known where %s is another now, whose list would never show it',
	async (_what, before, changed) => {
		service.is.listNeedsProfile = false;
		Object.assign(place.credential, before);
		await n8n.activate(place);
		const own = { ...place.credential };
		Object.assign(place.credential, changed);
		service.meet('unsubscribe', 404);
		service.meet('list', { status: 200, body: [] });
		expect(await n8n.remove(place)).toBe(true);
		expect(place.state.leftBehind).toMatchObject([{ id: 'hook-1' }]);
		place.credential = own;
		await n8n.activate(place);
		expect(service.ids).toEqual(['hook-2']);
	},
);

it('a removal by another main process of n8n is newer than what this one knows', async () => {
	const otherMain = { ...place, process: anotherProcess() };
	await n8n.activate(place);
	await n8n.remove(otherMain);
	expect(service.ids).toEqual([]);
	for (let n = 0; n < 2; n++) service.meet('list', 404);
	await n8n.activate(place);
	expect(service.ids).toEqual(['hook-2']);
});

describe('n8n starts, the token names no profile, and the service cannot be asked', () => {
	beforeEach(async () => {
		place.credential.companyProfileId = '';
		await n8n.activate(place);
	});

	it.each([
		['a page in front of it', () => (service.is.hidden = true)],
		['a list that wants the profile, and no second webhook', () => service.meet('subscribe', 404)],
	])('%s: the good webhook is kept', async (_why, happens) => {
		const before = structuredClone(place.state);
		place.process.restart();
		happens();
		await n8n.activate(place);
		expect(place.state).toEqual(before);
		service.is.hidden = false;
		expect(working()).toEqual(service.ids);
	});

	it('with other events chosen it fails: what is there would not do', async () => {
		service.meet('subscribe', 404);
		await expect(activateWith('CRM_OTHER')).rejects.toThrow('Could not register the webhook');
	});
});

describe('one that cannot be removed', () => {
	const leftBehind = () => place.state.leftBehind?.map(({ id }) => id);

	beforeEach(async () => {
		await n8n.activate(place);
		service.meet('unsubscribe', 500);
		await activateWith('CRM_OTHER');
		expect(leftBehind()).toEqual(['hook-1']);
		expect(place.log).toEqual([expect.stringMatching(/^warn: .*webhook hook-1 is left behind: /)]);
		expect(working()).toEqual(['hook-2']);
		service.requests.length = 0;
	});

	it.each<[string, () => Promise<unknown>, string[]]>([
		['registration', async () => await activateWith('CRM_THIRD'), ['hook-3']],
		['deactivation', async () => await n8n.remove(place), []],
	])('is removed with the other at the next %s', async (_step, take, ids) => {
		await take();
		expect(service.ids).toEqual(ids);
		expect(place.state).not.toHaveProperty('leftBehind');
	});

	it('does not keep the others from being removed at registration', async () => {
		service.meet('unsubscribe', 500);
		await activateWith('CRM_THIRD');
		expect([service.ids.length, leftBehind()?.length]).toEqual([2, 1]);
	});

	it('leaves what was removed before it forgotten', async () => {
		service.beforeRequest = (route) => {
			if (route === 'unsubscribe' && service.routes !== '') service.meet(route, 500);
		};
		await expect(n8n.remove(place)).rejects.toThrow();
		service.beforeRequest = undefined;
		expect(place.state.subscriptionId).toBeUndefined();
		expect(leftBehind()).toEqual(['hook-1']);
		await n8n.remove(place);
		expect(service.ids).toEqual([]);
	});
});

describe.each([400, 401, 403, 500])('words of a refusal with %i', (status) => {
	const body = { message: 'Authorization: no valid Authorization' };

	it.each([
		['subscribe', 'activate'],
		['unsubscribe', 'remove'],
	] as const)('of %s never hold the one by which n8n gives up for ever', async (route, step) => {
		if (step === 'remove') await n8n.activate(place);
		for (let n = 0; n < 9; n++) service.meet(route, { status, body });
		const error = await failure(n8n[step](place));
		expect(error.message).toContain('Sign-in: no valid Sign-in');
		expect(`${error.message} ${error.description}`).not.toContain('Authorization');
	});
});

describe('the secret of the webhook is not shown, where the service repeats it', () => {
	it('in the error of a deactivation', async () => {
		await n8n.activate(place);
		const body = { subscription: [...service.hooks.values()] };
		service.meet('unsubscribe', { status: 500, body });
		const error = await failure(n8n.remove(place));
		expect(error.message).toContain('"X-Webhook-Secret":"***"');
	});

	it('in the error of an activation', async () => {
		service.beforeRequest = (route, { body }) => {
			if (route === 'subscribe') service.meet('subscribe', { status: 409, body });
		};
		const error = await failure(n8n.activate(place));
		expect(error.message).toMatch(/X-Webhook-Secret[\\":]+\*\*\*/);
	});
});
