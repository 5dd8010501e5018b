import '../../support/noWaiting';

import { failure } from '../../support/failure';
import { HookService } from '../../support/hookService';
import * as n8n from '../../support/triggerContexts';
import { anotherProcess } from '../../support/triggerProcess';

/** Registering and removing where the service, the network or n8n's own data have their ways. */

const { ADDRESS } = n8n;

let service: HookService;
let place: n8n.Place;

beforeEach(() => {
	service = new HookService();
	place = n8n.placeOf(service);
});

const ids = () => [...service.hooks.keys()];
const foreign = (url = 'https://elsewhere.example/') =>
	service.add({ url, headers: { 'X-Webhook-Secret': 'x' }, events: [], name: 'Foreign' });
/** The one whose calls start the workflow. */
const working = () => {
	const { secret } = place.state;
	const all = [...service.hooks.values()];
	return all.filter(({ headers }) => headers['X-Webhook-Secret'] === secret).map(({ id }) => id);
};

describe('the answer to subscribe', () => {
	const broken = ['lost', 'cut'] as const;

	it.each(broken)('is %s, the list shows addresses: it is ours', async (fate) => {
		service.is.listShowsUrl = true;
		const others = [foreign(), foreign()];
		service.meet('subscribe', fate);
		await n8n.activate(place);
		expect(working()).toEqual(['hook-3']);
		expect(place.state.subscriptionId).toBe('hook-3');
		expect(place.log).toEqual([expect.stringMatching(/^info: .*all the same: webhook hook-3/)]);
		await n8n.remove(place);
		expect(ids()).toEqual(others);
	});

	it.each(broken)('is %s, the list shows none: an error, and nothing remembered', async (fate) => {
		service.meet('subscribe', fate);
		await expect(n8n.activate(place)).rejects.toThrow('it may have been carried out');
		expect(place.state).toEqual({});
	});

	it('is lost, and nothing was registered: an error', async () => {
		service.is.listShowsUrl = true;
		service.meet('subscribe', 500);
		await expect(n8n.activate(place)).rejects.toThrow('it may have been carried out');
		expect(place.state).toEqual({});
	});

	it('is lost, the webhook of before is still there: that one is not taken for it', async () => {
		service.is.listShowsUrl = true;
		await n8n.activate(place);
		const before = structuredClone(place.state);
		place.parameters.events = ['CRM_OTHER'];
		service.meet('subscribe', 500);
		await expect(n8n.activate(place)).rejects.toThrow('it may have been carried out');
		expect(place.state).toEqual(before);
		expect(working()).toEqual(['hook-1']);
	});

	it('is lost, and two have come: nobody can tell which is ours', async () => {
		service.is.listShowsUrl = true;
		service.meet('subscribe', 'lost');
		const request = service.request.bind(service);
		jest.spyOn(service, 'request').mockImplementation((options) => {
			if (service.routes === 'list') foreign(ADDRESS);
			return request(options);
		});
		await expect(n8n.activate(place)).rejects.toThrow('it may have been carried out');
		jest.restoreAllMocks();
		await n8n.activate(place);
		expect(ids()).toEqual(working());
	});

	it.each(['before', 'after'])('is lost, and so is the list %s: an error', async (when) => {
		service.is.listShowsUrl = true;
		service.meet('subscribe', 'lost');
		if (when === 'after') service.meet('list', { status: 200, body: [] });
		service.meet('list', 500);
		await expect(n8n.activate(place)).rejects.toThrow('it may have been carried out');
		expect(place.log).toEqual([expect.stringMatching(/^warn: .*could not be listed: .*500/)]);
		await n8n.activate(place);
		expect(ids()).toEqual(working());
	});

	it('holds no id: the list tells, and never the webhook of before', async () => {
		Object.assign(service.is, { listShowsUrl: true });
		await n8n.activate(place);
		service.is.answersId = false;
		place.parameters.events = ['CRM_OTHER'];
		await n8n.activate(place);
		expect(ids()).toEqual(['hook-2']);
		expect(working()).toEqual(['hook-2']);
	});

	it('holds no id, and nor does the list say: an error', async () => {
		service.is.answersId = false;
		foreign();
		await expect(n8n.activate(place)).rejects.toThrow(
			/^Could not register the webhook: .* holds no id of it; it may have been carried out/,
		);
		expect(place.state).toEqual({});
	});
});

describe('what is at our address already', () => {
	it('was left by an answer that was lost: it goes, where addresses are shown', async () => {
		service.is.listShowsUrl = true;
		const others = [foreign(), foreign(`${ADDRESS}/x`)];
		foreign(ADDRESS);
		foreign(ADDRESS);
		await n8n.activate(place);
		expect(ids()).toEqual([...others, ...working()]);
	});

	it('is replaced by the service under the same id: that one is never removed', async () => {
		Object.assign(service.is, { second: 'replaces', listShowsUrl: true });
		await n8n.activate(place);
		place.parameters.events = ['CRM_OTHER'];
		await n8n.activate(place);
		expect(working()).toEqual(['hook-1']);
		expect(service.routes).not.toContain('unsubscribe');
	});

	it.each([true, false])('lets no second one in: it goes first (addresses: %p)', async (shown) => {
		Object.assign(service.is, { second: 'refused', listShowsUrl: shown });
		await n8n.activate(place);
		place.parameters.events = ['CRM_OTHER'];
		await n8n.activate(place);
		expect(ids()).toEqual(['hook-2']);
		expect(working()).toEqual(['hook-2']);
	});

	it('lets no second one in, and the next is refused as well: no secret stays without its webhook', async () => {
		service.is.second = 'refused';
		await n8n.activate(place);
		place.parameters.events = ['CRM_OTHER'];
		service.meet('subscribe', 409);
		service.meet('subscribe', 409);
		await expect(n8n.activate(place)).rejects.toThrow('it conflicts with what is there');
		expect(ids()).toEqual([]);
		expect(place.state).not.toHaveProperty('secret');
		expect(place.state).not.toHaveProperty('subscriptionId');
	});

	it.each([401, 404, 429, 500])(
		'stays where a second is refused with %i for another reason',
		async (status) => {
			await n8n.activate(place);
			const before = structuredClone(place.state);
			place.parameters.events = ['CRM_OTHER'];
			for (let n = 0; n < 3; n++) service.meet('subscribe', status);
			await expect(n8n.activate(place)).rejects.toThrow();
			expect(place.state).toEqual(before);
			expect(ids()).toEqual(['hook-1']);
		},
	);
});

describe('a copy of the workflow on another host', () => {
	const anotherHost = anotherProcess();

	const copied = () =>
		n8n.placeOf(service, {
			process: anotherHost,
			webhookId: place.webhookId,
			state: structuredClone(place.state),
			address: ADDRESS.replace('n8n.', 'copy.'),
		});

	it.each([true, false])(
		'has a webhook of its own and leaves the other alone (addresses: %p)',
		async (shown) => {
			service.is.listShowsUrl = shown;
			await n8n.activate(place);
			const copy = copied();
			await n8n.activate(copy);
			expect(ids()).toEqual(['hook-1', 'hook-2']);
			expect(copy.state.subscriptionId).toBe('hook-2');
			expect(copy.state.secret).not.toBe(place.state.secret);
			expect(copy.log).toEqual([
				expect.stringMatching(/^warn: .*webhook hook-1 was .* left alone/),
			]);
			await n8n.remove(copy);
			expect(ids()).toEqual(['hook-1']);
		},
	);

	it('leaves it alone when it is deactivated before it was ever activated', async () => {
		await n8n.activate(place);
		const copy = copied();
		expect(await n8n.remove(copy)).toBe(true);
		expect(ids()).toEqual(['hook-1']);
		expect(copy.log).toEqual([expect.stringContaining('hook-1')]);
	});

	it('beside the original, which n8n refuses to activate, leaves it alone: the data are those of the original', async () => {
		await n8n.activate(place);
		const beside = { ...place, workflowId: 'wF2', state: structuredClone(place.state) };
		expect(await n8n.remove(beside)).toBe(true);
		expect(ids()).toEqual(['hook-1']);
	});

	it('leaves it alone when it cannot be activated', async () => {
		await n8n.activate(place);
		const copy = copied();
		service.meet('subscribe', 409);
		await expect(n8n.activate(copy)).rejects.toThrow();
		await n8n.remove(copy);
		expect(ids()).toEqual(['hook-1']);
	});

	it('at another service touches nothing that has the same id there', async () => {
		await n8n.activate(place);
		const elsewhere = new HookService();
		elsewhere.add({ url: 'https://x.example/', headers: {}, events: [], name: 'Theirs' });
		place.service = elsewhere;
		place.credential.baseUrl = 'https://other-crm.example';
		await n8n.activate(place);
		expect([...elsewhere.hooks.keys()]).toEqual(['hook-1', 'hook-2']);
	});
});

describe('the service has removed it already', () => {
	it.each([
		['404', { status: 404, body: { message: 'x' } }],
		['410', { status: 410, body: { message: 'x' } }],
		['400 "no such"', { status: 400, body: { message: 'No such subscription' } }],
		['422 "does not exist"', { status: 422, body: { error: 'Subscription does not exist' } }],
		['400, and the list shows it no more', { status: 400, body: { message: 'E-17' } }],
		['409, and the list shows it no more', { status: 409, body: { message: 'E-17' } }],
	])('and says so with %s: as good as removed', async (_what, gone) => {
		service.is.gone = gone;
		await n8n.activate(place);
		service.hooks.clear();
		foreign();
		expect(await n8n.remove(place)).toBe(true);
		expect(place.state).not.toHaveProperty('subscriptionId');
	});

	it.each([
		['400 for another reason, and it is listed', 400, { message: 'Locked' }],
		['400 in words that fit, and it is listed', 400, { message: 'Unknown parameter id' }],
		['403', 403, { message: 'No such right' }],
		['500', 500, { message: 'No such table' }],
	])('is not so at %s', async (_what, status, body) => {
		await n8n.activate(place);
		foreign();
		service.meet('unsubscribe', { status, body });
		if (status === 400) service.meet('unsubscribe', { status, body });
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
			await n8n.activate(place);
			for (let n = 0; n < (status === 400 ? 2 : 1); n++) {
				service.meet('unsubscribe', { status, body });
			}
			service.meet('list', status);
			expect(await n8n.remove(place)).toBe(true);
			expect(place.state.leftBehind).toMatchObject([{ id: 'hook-1' }]);
			expect(place.state).not.toHaveProperty('secret');
			expect(place.log).toContainEqual(expect.stringMatching(/webhook hook-1 is left behind/));
			await n8n.activate(place);
			expect(ids()).toEqual(['hook-2']);
			expect(place.state).not.toHaveProperty('leftBehind');
		},
	);

	it.each([403, 500])('and answers an unknown id with %i: the list tells', async (status) => {
		service.is.gone = { status, body: { message: 'E-17' } };
		await n8n.activate(place);
		service.hooks.clear();
		expect(await n8n.remove(place)).toBe(true);
		expect(await n8n.remove(place)).toBe(true);
		expect(place.state).not.toHaveProperty('leftBehind');
	});

	it.each([
		['the profile', { companyProfileId: n8n.PROFILE.replace(/0$/, '1') }],
		['the token, of which nobody knows the profile', { apiToken: 'token-2', companyProfileId: '' }],
	])(
		'is not known where %s is another now, whose list would never show it',
		async (_what, changed) => {
			const before = { ...place.credential };
			Object.assign(service.is, { listNeedsProfile: false });
			place.credential.companyProfileId = changed.companyProfileId && before.companyProfileId;
			await n8n.activate(place);
			const own = { ...place.credential };
			Object.assign(place.credential, changed);
			service.meet('unsubscribe', 404);
			service.meet('list', { status: 200, body: [] });
			expect(await n8n.remove(place)).toBe(true);
			expect(place.state.leftBehind).toMatchObject([{ id: 'hook-1' }]);
			place.credential = own;
			await n8n.activate(place);
			expect(ids()).toEqual(['hook-2']);
		},
	);

	it('is asked for no longer where nothing answers at all', async () => {
		await n8n.activate(place);
		service.requests.length = 0;
		service.is.down = true;
		await expect(n8n.remove(place)).rejects.toThrow('Could not unregister the webhook');
		expect(service.routes).not.toContain('list');
	});
});

it('a removal by another main process of n8n is newer than what this one knows', async () => {
	const otherMain = { ...place, process: anotherProcess() };
	await n8n.activate(place);
	await n8n.remove(otherMain);
	expect(ids()).toEqual([]);
	for (let n = 0; n < 2; n++) service.meet('list', 404);
	await n8n.activate(place);
	expect(ids()).toEqual(['hook-2']);
});

describe('n8n starts, the token names no profile, and the service cannot be asked', () => {
	it.each([
		['a page in front of it', () => (service.is.hidden = true)],
		['a list that wants the profile, and no second webhook', () => service.meet('subscribe', 404)],
	])('%s: the good webhook is kept', async (_why, happens) => {
		place.credential.companyProfileId = '';
		await n8n.activate(place);
		const before = structuredClone(place.state);
		place.process.restart();
		happens();
		await n8n.activate(place);
		expect(place.state).toEqual(before);
		service.is.hidden = false;
		expect(working()).toEqual(ids());
	});

	it('with other events chosen it fails: what is there would not do', async () => {
		place.credential.companyProfileId = '';
		await n8n.activate(place);
		place.parameters.events = ['CRM_OTHER'];
		service.meet('subscribe', 404);
		await expect(n8n.activate(place)).rejects.toThrow('Could not register the webhook');
	});
});

describe('one that cannot be removed', () => {
	const leftBehind = () => place.state.leftBehind?.map(({ id }) => id);
	const leaveOneBehind = async () => {
		await n8n.activate(place);
		place.parameters.events = ['CRM_OTHER'];
		service.meet('unsubscribe', 500);
		await n8n.activate(place);
		expect(leftBehind()).toEqual(['hook-1']);
		expect(place.log).toEqual([expect.stringMatching(/^warn: .*webhook hook-1 is left behind: /)]);
	};

	it('is harmless, and removed at the next registration', async () => {
		await leaveOneBehind();
		expect(working()).toEqual(['hook-2']);
		place.parameters.events = ['CRM_THIRD'];
		await n8n.activate(place);
		expect(ids()).toEqual(['hook-3']);
		expect(place.state).not.toHaveProperty('leftBehind');
	});

	it('is removed with the other at deactivation', async () => {
		await leaveOneBehind();
		await n8n.remove(place);
		expect(ids()).toEqual([]);
		expect(place.state).not.toHaveProperty('leftBehind');
	});

	it('does not keep the others from being removed at registration', async () => {
		await leaveOneBehind();
		place.parameters.events = ['CRM_THIRD'];
		service.meet('unsubscribe', 500);
		await n8n.activate(place);
		expect(ids()).toHaveLength(2);
		expect(place.state.leftBehind).toHaveLength(1);
	});

	it('leaves what was removed before it forgotten', async () => {
		await leaveOneBehind();
		const request = service.request.bind(service);
		let asked = 0;
		jest.spyOn(service, 'request').mockImplementation((options) => {
			if (options.method === 'DELETE' && asked++ > 0) service.meet('unsubscribe', 500);
			return request(options);
		});
		await expect(n8n.remove(place)).rejects.toThrow();
		jest.restoreAllMocks();
		expect(place.state.subscriptionId).toBeUndefined();
		expect(leftBehind()).toEqual(['hook-1']);
		await n8n.remove(place);
		expect(ids()).toEqual([]);
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
		const request = service.request.bind(service);
		jest.spyOn(service, 'request').mockImplementation((options) => {
			const { body } = options;
			if (options.method === 'POST') service.meet('subscribe', { status: 409, body });
			return request(options);
		});
		const error = await failure(n8n.activate(place));
		jest.restoreAllMocks();
		expect(error.message).toMatch(/X-Webhook-Secret[\\":]+\*\*\*/);
	});
});
