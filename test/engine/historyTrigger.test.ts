/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { randomUUID } from 'node:crypto';

import { sleep } from 'n8n-workflow';

import { failure } from '../support/failure';
import { Poller } from '../support/poller';
import { receive } from '../support/trigger';

const HOUR = 3_600_000;

const profile = () => sandbox.world.profile();
const firstDeal = () => profile().deals[0];

/** Adds an entry to a deal's history as the service would, at any moment. */
function happened(type: 'STATUS_CHANGED' | 'USER_CHANGED' | string, at: number, id?: string) {
	const deal = firstDeal();
	const { statuses, users } = profile();
	const status = statuses[deal.history.length % statuses.length].id;
	const [_id, kind] = type === 'USER_CHANGED' ? [users[0].id, 'USER'] : [id ?? status, 'STATUS'];
	const entry = {
		id: randomUUID(),
		backlogItemId: deal.id,
		startTimestamp: at,
		endTimestamp: 0,
		type,
		metaData: type.endsWith('_CHANGED') ? { propertyValue: { _id, type: kind } } : {},
	};
	deal.history.push(entry as (typeof deal.history)[number]);
	return entry.id;
}

/** `toEqual` takes no notice of an undefined at the end, so a change without an id shows as one. */
const ids = (items: Array<{ changeId?: unknown }>) =>
	items.map(({ changeId = 'none' }) => changeId);

beforeEach(() => sandbox.reset());

describe('what is new', () => {
	it('the first activation starts nothing, and each change after it comes once', async () => {
		const poller = new Poller();
		expect(await poller.activate()).toEqual([]);
		expect(await poller.poll()).toEqual([]);
		const first = happened('STATUS_CHANGED', Date.now());
		expect(ids(await poller.poll())).toEqual([first]);
		expect(await poller.poll()).toEqual([]);
	});

	it('with "Changes of Past Days" the first activation starts with those days', async () => {
		const old = happened('STATUS_CHANGED', Date.now() - 49 * HOUR);
		const [a, b] = [47, 1].map((hours) => happened('STATUS_CHANGED', Date.now() - hours * HOUR));
		const poller = new Poller({ parameters: { start: 'pastDays', pastDays: 2 } });
		const came = ids(await poller.activate());
		expect(came).toEqual([a, b]);
		expect(came).not.toContain(old);
		expect(await poller.poll()).toEqual([]);
	});

	it('the end of an entry is no change', async () => {
		const poller = new Poller();
		await poller.activate();
		firstDeal().history.at(-1)!.endTimestamp = Date.now();
		expect(await poller.poll()).toEqual([]);
	});

	it.each([
		['assigneeChanged', 'USER_CHANGED'],
		['statusChanged', 'STATUS_CHANGED'],
		['otherChange', 'PRIORITY'],
	])('with "Trigger On" %s only that kind comes', async (change, type) => {
		const poller = new Poller({ parameters: { changes: [change] } });
		await poller.activate();
		const made = ['USER_CHANGED', 'STATUS_CHANGED', 'PRIORITY'].map((one, n) => [
			one,
			happened(one, Date.now() + n),
		]);
		expect(ids(await poller.poll())).toEqual([made.find(([one]) => one === type)![1]]);
	});

	it('what happened while n8n was off comes with the next activation', async () => {
		const poller = new Poller();
		await poller.activate();
		poller.stop();
		const missed = happened('STATUS_CHANGED', Date.now());
		expect(ids(await poller.activate())).toEqual([missed]);
		expect(await poller.activate()).toEqual([]);
	});

	it('at most "Max Changes per Poll" come at a time, in order, none skipped', async () => {
		const poller = new Poller({ parameters: { options: { maxChanges: 3 } } });
		await poller.activate();
		const made = [0, 1, 2, 3, 4, 5, 6].map((n) => happened('STATUS_CHANGED', Date.now() + n));
		expect(ids(await poller.poll())).toEqual(made.slice(0, 3));
		poller.stop();
		expect(ids(await poller.activate())).toEqual(made.slice(3, 6));
		expect(ids(await poller.poll())).toEqual(made.slice(6));
	});

	it('a wider filter replays nothing of what was left out before', async () => {
		const poller = new Poller();
		await poller.activate();
		happened('USER_CHANGED', Date.now());
		expect(await poller.poll()).toEqual([]);
		poller.stop();
		poller.change({ changes: ['statusChanged', 'assigneeChanged'] });
		expect(await poller.activate()).toEqual([]);
		const later = happened('USER_CHANGED', Date.now() + 1);
		expect(ids(await poller.poll())).toEqual([later]);
	});

	it('another service starts anew: what is there is noted, and none of it comes', async () => {
		const poller = new Poller();
		await poller.activate();
		happened('STATUS_CHANGED', Date.now());
		// The same sandbox under another name is another service to everyone who asks it.
		poller.changeCredential({ baseUrl: sandbox.url.replace('127.0.0.1', 'localhost') });
		expect(await poller.activate()).toEqual([]);
		const later = happened('STATUS_CHANGED', Date.now() + 1);
		expect(ids(await poller.poll())).toEqual([later]);
	});
});

describe('the node renamed', () => {
	const renamed = async (poller: Poller, name: string) => {
		poller.stop();
		poller.rename(name);
		return ids(await poller.activate());
	};

	it('starts anew: what is there is noted, and none of it comes', async () => {
		const poller = new Poller();
		await poller.activate();
		happened('STATUS_CHANGED', Date.now());
		expect(await renamed(poller, 'Renamed')).toEqual([]);
		const later = happened('STATUS_CHANGED', Date.now() + 1);
		expect(ids(await poller.poll())).toEqual([later]);
	});

	it('with "Changes of Past Days" starts with those days once more', async () => {
		const poller = new Poller({ parameters: { start: 'pastDays', pastDays: 1 } });
		const there = ids(await poller.activate());
		const made = happened('STATUS_CHANGED', Date.now());
		expect(ids(await poller.poll())).toEqual([made]);
		expect(await renamed(poller, 'Renamed')).toEqual([...there, made]);
	});

	it('back goes on where it stopped under that name: what came since comes again', async () => {
		const poller = new Poller();
		await poller.activate();
		const first = happened('STATUS_CHANGED', Date.now());
		expect(ids(await poller.poll())).toEqual([first]);
		await renamed(poller, 'Renamed');
		const second = happened('STATUS_CHANGED', Date.now() + 1);
		expect(ids(await poller.poll())).toEqual([second]);
		expect(await renamed(poller, 'Sales CRM')).toEqual([second]);
	});
});

describe('a failed poll', () => {
	it('notes nothing, so nothing is lost', async () => {
		const poller = new Poller();
		await poller.activate();
		const change = happened('STATUS_CHANGED', Date.now());
		sandbox.switches.faults = [{ kind: 'status', status: 500, route: 'listHistory', times: 1 }];
		await expect(poller.poll()).rejects.toThrow('Could not fetch the deal history');
		expect(ids(await poller.poll())).toEqual([change]);
	});

	it('fails the first activation with the reason, and no word that keeps n8n from trying again', async () => {
		sandbox.switches.faults = [{ kind: 'status', status: 401, every: 1 }];
		const failure = await new Poller().activate().catch((error) => error as Error);
		expect((failure as Error).message).toMatch(/Could not fetch the deal history.*API token/);
		expect(JSON.stringify(failure)).not.toMatch(/authorization/i);
	});

	it('names that cannot be had do not keep a change back', async () => {
		const poller = new Poller();
		await poller.activate();
		happened('STATUS_CHANGED', Date.now());
		sandbox.switches.faults = [{ kind: 'status', status: 400, route: 'listStatuses', every: 1 }];
		const [item] = await poller.poll();
		expect(item).toMatchObject({ status: null, statusId: expect.any(String) as string });
	});
});

/** The service is down for the next requests for the history. */
const down = () => {
	sandbox.switches.faults = [{ kind: 'status', status: 500, route: 'listHistory', every: 1 }];
};

const up = () => {
	sandbox.switches.faults = [];
};

describe.each(['init', 'leadershipChange'] as const)('at the start of n8n (%s)', (mode) => {
	it('a service that is down takes nothing down where something is remembered; the polls on schedule fail aloud', async () => {
		const poller = new Poller();
		await poller.activate();
		poller.stop();
		const missed = happened('STATUS_CHANGED', Date.now());
		down();
		expect(await poller.activate(mode)).toEqual([]);
		await expect(poller.poll()).rejects.toThrow('Could not fetch the deal history');
		await expect(poller.poll()).rejects.toThrow('Could not fetch the deal history');
		up();
		expect(ids(await poller.poll())).toEqual([missed]);
		expect(await poller.poll()).toEqual([]);
	});

	it('where nothing is remembered, it fails', async () => {
		down();
		await expect(new Poller().activate(mode)).rejects.toThrow('Could not fetch the deal history');
	});
});

it('an activation by a person fails while the service is down, whatever is remembered', async () => {
	const poller = new Poller();
	await poller.activate();
	down();
	await expect(poller.activate()).rejects.toThrow('Could not fetch the deal history');
});

describe('static data that another node put back', () => {
	it.each<[string, (before: object) => object]>([
		['older', (before) => before],
		['without any of this node', () => ({})],
	])('%s: publishing repeats nothing, and loses nothing', async (_what, back) => {
		const poller = new Poller();
		await poller.activate();
		const before = poller.staticData;
		const first = happened('STATUS_CHANGED', Date.now());
		expect(ids(await poller.poll())).toEqual([first]);
		await poller.poll();
		poller.putBack(back(before) as typeof before);
		const second = happened('STATUS_CHANGED', Date.now() + 1);
		expect(ids(await poller.activate())).toEqual([second]);
		expect(await poller.poll()).toEqual([]);
	});
});

it('static data without any of this node, put back right after the first activation, does not begin it anew', async () => {
	const poller = new Poller();
	await poller.activate();
	poller.putBack({});
	const change = happened('STATUS_CHANGED', Date.now());
	expect(ids(await poller.activate())).toEqual([change]);
});

it('two triggers of one workflow with the same node id both hand out what they find', async () => {
	const one = new Poller();
	const other = new Poller({ name: 'Another', parameters: { changes: ['assigneeChanged'] } }, one);
	await Promise.all([one.activate(), other.activate()]);
	const moved = happened('STATUS_CHANGED', Date.now());
	const assigned = happened('USER_CHANGED', Date.now() + 1);
	const both = await Promise.all([one.poll(), other.poll()]);
	expect(both.map(ids)).toEqual([[moved], [assigned]]);
});

const endsPolls = n8nLine === '2';

describe('a poll that n8n gives a second', () => {
	let poller: Poller;
	let change: string;
	beforeEach(async () => {
		poller = new Poller();
		await poller.activate();
		change = happened('STATUS_CHANGED', Date.now());
	});

	const asked = () => sandbox.log.requests.length;

	it('ends by then, says what to do, notes nothing and sends nothing more', async () => {
		sandbox.switches.latencyMs = 1500;
		const startedAt = Date.now();
		if (!endsPolls) return expect(ids(await poller.pollWithin(1000))).toEqual([change]);
		await expect(poller.pollWithin(1000)).rejects.toThrow(
			/within the 1 seconds that n8n gives it.*N8N_SCHEDULER_POLL_TIMEOUT/,
		);
		expect(Date.now() - startedAt).toBeLessThan(1400);
		sandbox.switches.latencyMs = 0;
		const before = asked();
		await sleep(1000);
		expect(asked()).toBe(before);
		expect(ids(await poller.pollWithin(1000))).toEqual([change]);
	});

	it('keeps no change back for names that come too late', async () => {
		sandbox.switches.slowNamesMs = 1500;
		const [item] = await poller.pollWithin(1000);
		expect(item).toMatchObject({ changeId: change });
		expect(item.status === null).toBe(endsPolls);
	});

	if (!endsPolls) return;

	it('ends by then when an answer falls silent', async () => {
		sandbox.switches.faults = [{ kind: 'stall', route: 'listHistory', after: 500 }];
		const startedAt = Date.now();
		await expect(poller.pollWithin(1000)).rejects.toThrow('that n8n gives it');
		expect(Date.now() - startedAt).toBeLessThan(1400);
		expect(ids(await poller.pollWithin(1000))).toEqual([change]);
	});

	it.each([
		[429, 'rate-limited'],
		[503, 'temporarily-unavailable'],
	])('asked to wait for longer (%d), it leaves that to n8n', async (status, cause) => {
		const route = 'listHistory';
		sandbox.switches.faults = [{ kind: 'status', status, retryAfter: '5', route }];
		const startedAt = Date.now();
		const error = await failure(poller.pollWithin(1000));
		expect(Date.now() - startedAt).toBeLessThan(500);
		expect(error).toMatchObject({ httpCode: String(status) });
		expect(error).toMatchObject({ failure: { cause, retryAfterMs: 5_000 } });
		expect(ids(await poller.pollWithin(1000))).toEqual([change]);
	});
});

it('a poll that begins while another still runs gives nothing, and loses nothing', async () => {
	const poller = new Poller();
	await poller.activate();
	const change = happened('STATUS_CHANGED', Date.now());
	const both = await Promise.all([poller.poll(), poller.poll()]);
	expect(both.map(ids)).toEqual([[change], []]);
});

describe('the item', () => {
	it('is the one of the instant trigger for the same move, but for what history does not hold', async () => {
		const poller = new Poller();
		await poller.activate();
		const secret = 'the secret of the webhook';
		const deal = firstDeal();
		const to = profile().statuses.find(
			({ id, backlog_id: backlog }) => backlog === deal.backlogId && id !== deal.statusId,
		)!;
		const { event } = await sandbox.moveDeal(deal.id, to.id);
		const { result } = await receive({
			body: event,
			headers: { 'x-webhook-secret': secret },
			staticData: { 'node:Sales CRM': { secret } },
		});
		const instant = result.workflowData![0]![0].json;
		const [polled] = await poller.poll();
		expect(instant.custom).toMatchObject({ 'Type woning': expect.any(String), Bron: null });
		const own = ['triggeredBy', 'changeId', 'changeType'];
		const shared = Object.keys(polled).filter((name) => !own.includes(name));
		expect(shared).toEqual(Object.keys(instant));
		expect(Object.keys(polled)).toHaveLength(shared.length + own.length);
		const unknown = ['description', 'boardId', 'fields', 'freeFields', 'custom'];
		const nulls = Object.fromEntries(
			[...unknown, 'createdAt', 'updatedAt'].map((name) => [name, null]),
		);
		const entry = deal.history.at(-1)!;
		expect(polled).toEqual({
			...instant,
			...nulls,
			eventId: entry.id,
			occurredAt: new Date(entry.startTimestamp).toISOString(),
			changeId: entry.id,
			changeType: 'STATUS_CHANGED',
			triggeredBy: 'statusChanged',
		});
	});
});

describe('Fetch Test Event', () => {
	it('gives the ten newest that pass, and touches no memory', async () => {
		const poller = new Poller();
		await poller.activate();
		const before = poller.staticData;
		const all = profile()
			.deals.flatMap(({ history }) => history)
			.filter(({ type }) => type === 'STATUS_CHANGED')
			.sort((a, b) => a.startTimestamp - b.startTimestamp);
		expect(ids(await poller.fetchTestEvent())).toEqual(all.slice(-10).map(({ id }) => id));
		expect(poller.staticData).toEqual(before);
	});

	it('says so when there is none', async () => {
		const toStatusIds = [randomUUID()];
		const poller = new Poller({ parameters: { filters: { toStatusIds } } });
		await expect(poller.fetchTestEvent()).rejects.toThrow('There is no change to show');
	});
});
