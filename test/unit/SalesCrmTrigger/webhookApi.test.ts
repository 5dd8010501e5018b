import '../../support/noWaiting';

import { HookService } from '../../support/hookService';
import * as n8n from '../../support/triggerContexts';

/** What the trigger makes of a list that others write to as well, or that holds odd entries. */

const { ADDRESS } = n8n;

let service: HookService;
let place: n8n.Place;

beforeEach(() => {
	service = new HookService();
	place = n8n.placeOf(service);
});

const list = (...entries: unknown[]) => service.meet('list', { status: 200, body: entries });

describe('a hook that came to our address meanwhile, with a secret that is not ours', () => {
	it.each<[string, () => void]>([
		...[400, 401, 403, 404, 409, 422, 429].map((status): [string, () => void] => [
			`subscribing was plainly refused with ${status}`,
			() => {
				for (let n = 0; n < 3; n++) service.meet('subscribe', status);
			},
		]),
		['nothing was ever sent', () => (service.is.down = true)],
	])('is not taken for ours where %s', async (_why, fails) => {
		service.is.listShowsUrl = true;
		service.beforeRequest = (route) => {
			service.is.down = false;
			if (route !== 'subscribe') return;
			service.addForeign(ADDRESS);
			fails();
		};
		await expect(n8n.activate(place)).rejects.toThrow('Could not register the webhook');
		expect(place.state).toEqual({});
	});
});

describe.each([
	['with a slash at its end', `${ADDRESS}/`],
	['with its host in capitals', ADDRESS.replace('n8n.example', 'N8N.Example')],
	['with the usual port', ADDRESS.replace('n8n.example', 'n8n.example:443')],
])('our address %s', (_spelling, url) => {
	it('is ours: one whose answer was lost is found again', async () => {
		service.meet('subscribe', 'lost');
		list();
		list({ subscription: { id: 'hook-1', url } });
		await n8n.activate(place);
		expect(place.state.subscriptionId).toBe('hook-1');
	});

	it('is ours: what was left there goes', async () => {
		const left = service.addForeign(url);
		service.is.listShowsUrl = true;
		await n8n.activate(place);
		expect(service.hooks.has(left)).toBe(false);
	});

	it('is no other host: what was registered under it is kept', async () => {
		await n8n.activate({ ...place, address: url });
		await n8n.activate(place);
		expect(service.ids).toEqual(['hook-1']);
		await n8n.remove(place);
		expect(service.hooks.size).toBe(0);
	});
});

describe('ids that the list writes in another case', () => {
	const asListed = () => list({ subscription: { id: 'HOOK-1', url: ADDRESS } });

	it('confirm a registration', async () => {
		await n8n.activate(place);
		asListed();
		expect(await n8n.checkExists(place)).toBe(true);
	});

	it('name the one that took the place of the first: it is never removed', async () => {
		service.is.second = 'replaces';
		await n8n.activate(place);
		place.parameters.events = ['CRM_OTHER'];
		asListed();
		await n8n.activate(place);
		expect(place.state.subscriptionId).toBe('hook-1');
		expect(service.routes).toBe('list subscribe list subscribe');
		expect(place.state).not.toHaveProperty('leftBehind');
	});

	it('tell that one is still there', async () => {
		await n8n.activate(place);
		for (let n = 0; n < 2; n++) service.meet('unsubscribe', 400);
		asListed();
		await expect(n8n.remove(place)).rejects.toThrow('Could not unregister the webhook');
	});
});

it('an address that is none is not ours, and harms nothing', async () => {
	list({ subscription: { id: 'x', url: 'none' } }, { subscription: { id: 'y', url: '' } });
	await n8n.activate(place);
	expect(service.routes).toBe('list subscribe');
});

describe('entries of the list without an id', () => {
	const nameless = [
		{ subscription: { url: ADDRESS }, message: 'registered', actions: [] },
		{ subscription: { id: null, url: ADDRESS } },
		{ subscription: { id: '', url: ADDRESS } },
		{ url: ADDRESS },
		{ subscription: null, message: 'x' },
	];

	it('are never removed, whatever their address: nobody could say which', async () => {
		list(...nameless);
		await n8n.activate(place);
		expect(service.routes).toBe('list subscribe');
		expect(place.state).not.toHaveProperty('leftBehind');
		expect(place.log).toEqual([]);
	});

	it('do not hide the one that was added', async () => {
		service.meet('subscribe', 'lost');
		list(...nameless);
		list(...nameless, { subscription: { id: 'hook-1', url: ADDRESS } });
		await n8n.activate(place);
		expect(place.state.subscriptionId).toBe('hook-1');
	});

	it('are not taken for the one that was added', async () => {
		service.meet('subscribe', 'lost');
		list();
		list(...nameless.slice(0, 1));
		await expect(n8n.activate(place)).rejects.toThrow('it may have been carried out');
		expect(place.state).toEqual({});
	});

	it('do not confirm a registration whose id was lost', async () => {
		place.state = { ['secret']: 'f00d' };
		list(...nameless);
		expect(await n8n.checkExists(place)).toBe(false);
	});
});
