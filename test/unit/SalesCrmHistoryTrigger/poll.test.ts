import type { HistoryEntry, HistoryItem } from '../../../nodes/api/types';
import { failure } from '../../support/failure';
import { HandPoller, PROFILE } from '../../support/handPoller';
import {
	ANNA,
	BOILER,
	LEADS,
	NEW,
	ROOF,
	STATUSES,
	TALKING,
	USERS,
	WORK,
} from '../../support/solarRoof';
import { uuid } from '../../support/uuid';

/** The poll itself, with what n8n gives it by hand; in n8n's own contexts: engine/historyTrigger. */

jest.mock('../../../nodes/transport/retryPolicy', () => ({
	...jest.requireActual<object>('../../../nodes/transport/retryPolicy'),
	pause: async () => undefined,
}));

const NOW = Date.parse('2026-03-03T12:00:00Z');

let poller: HandPoller;
beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
	poller = new HandPoller();
	Object.assign(poller, {
		deals: structuredClone([ROOF, BOILER]),
		statuses: STATUSES,
		users: USERS,
	});
});
afterEach(() => jest.restoreAllMocks());

let entries = 0;

/** Something happens to a deal; gives what the history then holds of it. */
function happened(entry: object = {}, deal: HistoryItem = poller.deals[0]): HistoryEntry {
	const made = {
		id: `entry ${++entries}`,
		startTimestamp: NOW + entries,
		endTimestamp: 0,
		type: 'STATUS_CHANGED',
		metaData: { propertyValue: { _id: TALKING, type: 'STATUS' } },
		...entry,
	} as HistoryEntry;
	deal.history.push(made);
	return made;
}

/** `toEqual` takes no notice of an undefined at the end, so a change without an id shows as one. */
const ids = (items: Array<{ changeId?: unknown }>) =>
	items.map(({ changeId = 'none' }) => changeId);

/** Begins one poll, then another thing while it waits for the history; both results. */
async function during<T>(begin: () => Promise<T>, then: () => Promise<T>): Promise<T[]> {
	let answer = (): void => undefined;
	poller.before = async () => await new Promise<void>((resolve) => (answer = resolve));
	const first = begin();
	for (let turn = 0; turn < 1000 && poller.asked.length === 0; turn++) await Promise.resolve();
	poller.before = async () => undefined;
	const second = await then();
	answer();
	return [await first, second];
}

describe('the item', () => {
	it('tells the change, with names, and null for what history does not hold', async () => {
		await poller.activate();
		happened({ id: 'moved', startTimestamp: NOW });
		expect(await poller.poll()).toEqual([
			{
				eventId: 'moved',
				eventName: 'CRM_BACKLOG_ITEM_STATUS_CHANGE',
				occurredAt: '2026-03-03T12:00:00.000Z',
				dealId: ROOF.id,
				summary: ROOF.summary,
				description: null,
				statusId: TALKING,
				status: 'In gesprek',
				previousStatusId: NEW,
				previousStatus: 'Nieuw',
				assigneeId: null,
				assignee: null,
				assigneeEmail: null,
				boardId: null,
				backlogId: LEADS,
				companyProfileId: PROFILE,
				fields: null,
				freeFields: null,
				createdAt: null,
				updatedAt: null,
				changeId: 'moved',
				changeType: 'STATUS_CHANGED',
			},
		]);
	});

	it('of an assignment tells the status that the deal is in, and who has it', async () => {
		poller.parameters = { changes: ['assigneeChanged'] };
		await poller.activate();
		happened({
			type: 'USER_CHANGED',
			metaData: { propertyValue: { _id: ANNA.id, type: 'USER' } },
		});
		expect(await poller.poll()).toMatchObject([
			{ eventName: 'USER_CHANGED', status: 'Nieuw', assignee: ANNA.name, previousStatus: null },
		]);
	});

	it('of an entry that says nothing at all has every field all the same', async () => {
		poller.parameters = { changes: ['otherChange'] };
		await poller.activate();
		poller.deals.push({ history: [{}] } as unknown as HistoryItem);
		const [item] = await poller.poll();
		const unknown = Object.entries(item).filter(([, value]) => value !== null);
		expect(unknown).toEqual([['companyProfileId', PROFILE]]);
		expect(Object.keys(item)).toHaveLength(22);
		expect(await poller.poll()).toEqual([]);
	});

	it('has no names where none are asked for, and none are fetched', async () => {
		poller.parameters = { resolveNames: false };
		await poller.activate();
		happened();
		expect(await poller.poll()).toMatchObject([{ status: null, statusId: TALKING }]);
		expect(poller.asked.map(([path]) => path)).toEqual(
			Array(2).fill(`POST /contact-service/api/v1/${PROFILE}/history`),
		);
	});
});

describe('a history of any shape', () => {
	it.each<[string, unknown]>([
		['no history', {}],
		['null', { history: null }],
		['a history that is no list', { history: { id: 'x' } }],
		['entries that are none', { history: [null, 'entry', 7] }],
	])('of a deal with %s nothing comes, and of the others all', async (_what, deal) => {
		await poller.activate();
		poller.deals.unshift(deal as HistoryItem);
		const made = happened({}, poller.deals[1]);
		expect(ids(await poller.poll())).toEqual([made.id]);
	});

	it.each<[string, object]>([
		['seconds', { startTimestamp: NOW / 1000 }],
		['a text', { startTimestamp: String(NOW) }],
	])('a moment in %s is that moment', async (_what, entry) => {
		await poller.activate();
		happened(entry);
		happened({ startTimestamp: Number(Object.values(entry)[0]) / 2 });
		expect(await poller.poll()).toMatchObject([{ occurredAt: '2026-03-03T12:00:00.000Z' }]);
	});

	it.each([undefined, null, ''])(
		'entries with the id %p are told apart by what they say',
		async (id) => {
			await poller.activate();
			const entry = { id, startTimestamp: NOW };
			happened(entry);
			happened({ ...entry, metaData: {} });
			happened({ ...entry, startTimestamp: NOW + 1 });
			happened(entry, poller.deals[1]);
			expect(await poller.poll()).toHaveLength(4);
			// Its end is no change, nor is that it comes again.
			for (const one of poller.deals[0].history) one.endTimestamp ||= NOW + 5;
			happened(entry);
			expect(await poller.poll()).toEqual([]);
		},
	);

	it('ids may be numbers', async () => {
		await poller.activate();
		happened({ id: 7 });
		expect(ids(await poller.poll())).toEqual([7]);
		expect(await poller.poll()).toEqual([]);
	});
});

describe('what is asked', () => {
	it('is the history with the request body, and names with it too', async () => {
		poller.parameters = { options: { requestBody: '{"deep":true}' } };
		await poller.activate();
		happened();
		expect(await poller.poll()).toMatchObject([{ status: 'In gesprek' }]);
		expect(poller.asked.every(([, body]) => JSON.stringify(body) === '{"deep":true}')).toBe(true);
		expect(poller.asked.map(([path]) => path.split('/').at(-1))).toEqual(
			expect.arrayContaining(['history', 'statuses', 'get-users-for-company-profile']),
		);
	});

	it('is no other body where that one leaves a status without a name', async () => {
		poller.parameters = { options: { requestBody: '{"deep":true}' } };
		await poller.activate();
		happened();
		poller.faults = { statuses: { statuses: [] } };
		poller.asked = [];
		expect(await poller.poll()).toMatchObject([{ status: null, statusId: TALKING }]);
		const bodies = poller.asked.flatMap(([path, body]) =>
			path.endsWith('statuses') ? [body] : [],
		);
		expect(bodies).toEqual([{ deep: true }]);
	});

	it('is the profile of the node before that of the credential', async () => {
		poller.parameters = { options: { companyProfileId: uuid(0xc1) } };
		await poller.activate();
		expect(poller.asked[0][0]).toContain(uuid(0xc1));
	});

	it('is nothing without a profile: the error names the fields to fill in', async () => {
		poller.credential.companyProfileId = '';
		await expect(poller.activate()).rejects.toThrow(/'Company Profile ID' of the credential/);
		expect(poller.asked).toEqual([]);
	});

	it('names are waited for only so long that n8n does not give the poll up', async () => {
		await poller.activate();
		happened();
		const timeOut = Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });
		poller.faults = { statuses: timeOut };
		expect(await poller.poll()).toMatchObject([{ status: null, statusId: TALKING }]);
		const waits = poller.asked.filter(([path]) => path.endsWith('statuses'));
		expect(waits.map(([, , ms]) => ms)).toEqual([10_000, 10_000]);
		expect(poller.log).toEqual([expect.stringMatching(/^Sales CRM History Trigger: no names/)]);
	});
});

describe('filters', () => {
	it('pass a move to and from a status, a backlog and an assignee', async () => {
		const filters = { toStatusIds: [TALKING], fromStatusIds: NEW, backlogIds: [LEADS, WORK] };
		poller.parameters = { filters };
		await poller.activate();
		const made = happened();
		happened({ metaData: { propertyValue: { _id: NEW, type: 'STATUS' } } });
		expect(ids(await poller.poll())).toEqual([made.id]);
		poller.parameters = { filters: { ...filters, assigneeIds: [ANNA.id] } };
		happened();
		expect(await poller.poll()).toEqual([]);
	});

	it('to and from a status never pass an assignment', async () => {
		const changes = ['assigneeChanged', 'otherChange'];
		poller.parameters = { changes, filters: { toStatusIds: [NEW, TALKING] } };
		await poller.activate();
		happened({ type: 'USER_CHANGED', metaData: { propertyValue: { _id: NEW, type: 'USER' } } });
		happened({ type: 'PRIORITY' });
		expect(await poller.poll()).toEqual([]);
	});

	it('made wider replay nothing, in another order or writing are the same', async () => {
		poller.parameters = { filters: { backlogIds: [LEADS, WORK] } };
		await poller.activate();
		happened({ type: 'USER_CHANGED' });
		poller.stop();
		poller.parameters = {
			changes: 'assigneeChanged, statusChanged',
			filters: { toStatusIds: [], backlogIds: `${WORK},${LEADS}` },
		};
		const moved = happened();
		expect(ids(await poller.activate())).toEqual([moved.id]);
		const assigned = happened({ type: 'USER_CHANGED' });
		expect(ids(await poller.poll())).toEqual([assigned.id]);
	});

	it('of an older memory that cannot be read let nothing through that was there', async () => {
		await poller.activate();
		happened();
		poller.stop();
		poller.store({ cursor: { ...poller.stored.cursor, wanted: 'all' } });
		expect(await poller.activate()).toEqual([]);
		const next = happened();
		expect(ids(await poller.poll())).toEqual([next.id]);
	});

	it.each<[string, object]>([
		['nothing', { filters: null }],
		['a text', { filters: 'all' }],
		['options that are none', { options: 'none' }],
	])('an expression that gives %s sets none', async (_what, parameters) => {
		poller.parameters = { ...parameters };
		await poller.activate();
		const made = happened();
		expect(ids(await poller.poll())).toEqual([made.id]);
	});
});

describe('settings', () => {
	it.each<[string, object, string]>([
		['no kind', { changes: [] }, "'Trigger On' is empty"],
		['an unknown kind', { changes: ['moved'] }, `'Trigger On' knows no "moved"`],
		['no days', { start: 'pastDays', pastDays: '' }, "'Past Days' must be a number of at least 0"],
		[
			'blank days',
			{ start: 'pastDays', pastDays: ' ' },
			"'Past Days' must be a number of at least 0",
		],
		['days before', { start: 'pastDays', pastDays: -1 }, "'Past Days' must be a number"],
		['words', { options: { lookBackHours: 'long' } }, "'Look Back (Hours)' must be a number"],
		['none at a time', { options: { maxChanges: 0 } }, 'must be a number of at least 1'],
		['no JSON', { options: { requestBody: '[]' } }, "'Request Body' is not a JSON object"],
		['an unknown sign-in', { authentication: 'none' }, "'Authentication' is unknown"],
	])('%s fails, naming the field, and asks nothing', async (_what, parameters, message) => {
		poller.parameters = { ...parameters };
		await expect(poller.activate()).rejects.toThrow(message);
		expect(poller.asked).toEqual([]);
	});

	it('numbers may come as text, and with a fraction', async () => {
		const options = { lookBackHours: '0.5', maxChanges: '2.9' };
		poller = new HandPoller({ start: 'pastDays', pastDays: '2', options });
		poller.deals = [{ ...structuredClone(ROOF), history: [] }];
		const ago = (hours: number) => happened({ startTimestamp: NOW - hours * 3_600_000 }).id;
		ago(49);
		const made = [47, 2, 1].map(ago);
		expect(ids(await poller.activate())).toEqual(made.slice(0, 2));
		expect(ids(await poller.poll())).toEqual(made.slice(2));
		ago(1.6);
		const late = ago(1.4);
		expect(ids(await poller.poll())).toEqual([late]);
	});

	it('are 1,000 changes at a time, and a look-back of 24 hours', async () => {
		happened({ startTimestamp: NOW });
		await poller.activate();
		const hour = 3_600_000;
		happened({ startTimestamp: NOW - 24 * hour - 1 });
		const made = Array.from({ length: 1001 }, (_, n) =>
			happened({ startTimestamp: NOW - 24 * hour + n }),
		);
		expect(ids(await poller.poll())).toEqual(
			ids(made.slice(0, 1000).map(({ id }) => ({ changeId: id }))),
		);
		expect(ids(await poller.poll())).toEqual([made[1000].id]);
	});

	it('may be as little as no hour to look back, no past day, and one change at a time', async () => {
		const options = { lookBackHours: 0, maxChanges: 1 };
		poller.parameters = { start: 'pastDays', pastDays: 0, options };
		const first = happened({ startTimestamp: NOW });
		expect(ids(await poller.activate())).toEqual([first.id]);
		const made = [happened(), happened()];
		expect(ids(await poller.poll())).toEqual([made[0].id]);
		expect(ids(await poller.poll())).toEqual([made[1].id]);
		happened({ startTimestamp: NOW });
		expect(await poller.poll()).toEqual([]);
	});

	it('the start is read at the first activation only', async () => {
		await poller.activate();
		poller.stop();
		poller.parameters = { start: 'pastDays', pastDays: 365 };
		expect(await poller.activate()).toEqual([]);
	});
});

describe('an answer without a body', () => {
	it('is asked for once more: what is there does not come as new', async () => {
		poller.faults = { history: '' };
		poller.before = async () => {
			if (poller.asked.length > 1) poller.faults = {};
		};
		expect(await poller.activate()).toEqual([]);
		expect(await poller.poll()).toEqual([]);
		const made = happened();
		expect(ids(await poller.poll())).toEqual([made.id]);
	});

	it('twice is an empty history', async () => {
		poller.faults = { history: '' };
		await poller.activate();
		expect(poller.asked).toHaveLength(2);
		poller.faults = {};
		poller.deals = [{ ...structuredClone(ROOF), history: [] }];
		const first = happened();
		expect(ids(await poller.poll())).toEqual([first.id]);
	});
});

describe('what is remembered', () => {
	it('names the service and the profile, and holds no secret', async () => {
		await poller.activate();
		expect(poller.stored.cursor).toMatchObject({ source: `https://crm.example ${PROFILE}` });
		expect(JSON.stringify(poller.stored)).not.toContain('token-1');
	});

	it('is the latest also where the clock was set back meanwhile', async () => {
		await poller.activate();
		jest.spyOn(Date, 'now').mockReturnValue(NOW - 1_800_000);
		const made = happened();
		expect(ids(await poller.poll())).toEqual([made.id]);
		await poller.poll();
		poller.putBack(1);
		expect(await poller.activate()).toEqual([]);
	});

	it('stays as it was when a poll learns nothing, so that durable cursors write no other', async () => {
		poller = new HandPoller({}, true);
		poller.deals = structuredClone([ROOF]);
		await poller.activate();
		await poller.poll();
		const { stored } = poller;
		await poller.poll();
		expect(poller.stored).toEqual(stored);
		happened();
		await poller.poll();
		expect(poller.stored).not.toEqual(stored);
	});

	it('another profile starts anew, the same in another writing does not', async () => {
		await poller.activate();
		const made = happened();
		poller.stop();
		poller.credential = {
			...poller.credential,
			baseUrl: 'https://CRM.example/',
			companyProfileId: ` ${PROFILE.toUpperCase()} `,
		};
		expect(ids(await poller.activate())).toEqual([made.id]);
		poller.stop();
		happened();
		poller.parameters = { options: { companyProfileId: uuid(0xc1) } };
		expect(await poller.activate()).toEqual([]);
	});
});

describe('polls that overlap', () => {
	it('the later one gives nothing, and nothing is lost', async () => {
		await poller.activate();
		const made = happened();
		poller.asked = [];
		const [first, second] = await during(
			async () => await poller.poll(),
			async () => await poller.poll(),
		);
		expect([ids(first), ids(second)]).toEqual([[made.id], []]);
		const next = happened();
		expect(ids(await poller.poll())).toEqual([next.id]);
	});

	it('published anew while a poll is under way: what it found comes once', async () => {
		await poller.activate();
		await poller.poll();
		const made = happened();
		poller.asked = [];
		const old = poller.poll.bind(poller);
		await during(old, async () => await poller.activate());
		await poller.poll();
		expect(poller.executions.map(ids)).toEqual([[made.id]]);
	});

	it('static data that is a copy for each poll alone, as with durable cursors: the first one counts', async () => {
		const made = happened({ startTimestamp: NOW + 1000 });
		poller.parameters = { start: 'pastDays', pastDays: 1 };
		const [first, second] = await during(
			async () => await poller.activate(),
			async () => await poller.activate(),
		);
		expect([ids(first), ids(second)]).toEqual([expect.arrayContaining([made.id]), []]);
	});
});

it.each([
	["the service's words", { errors: ['Authorization is missing'] }],
	["n8n's words", new Error('Authorization failed - please check your credentials')],
])('a failure never holds the word by which n8n gives up for ever: %s', async (_, fault) => {
	poller.faults.history = fault;
	const error = await failure(poller.activate());
	expect(error.message).toMatch(/Sign-in (is missing|failed)/);
	expect(error.message).not.toContain('Authorization');
});

describe('Fetch Test Event', () => {
	it('gives the ten newest that pass, oldest first, each once, and none with a lost moment before them', async () => {
		happened({ startTimestamp: null, id: 'some day' });
		const made = Array.from({ length: 11 }, (_, n) => happened({ startTimestamp: NOW + n }));
		poller.deals[0].history.reverse().push({ ...made[5] });
		expect(ids(await poller.fetchTestEvent())).toEqual(made.slice(1).map(({ id }) => id));
		expect(poller.stored).toEqual({});
	});

	it('shows names', async () => {
		happened();
		expect((await poller.fetchTestEvent()).at(-1)).toMatchObject({ status: 'In gesprek' });
	});

	it('says that the history is empty, or that nothing passes', async () => {
		poller.parameters = { filters: { toStatusIds: [uuid(1)] } };
		await expect(poller.fetchTestEvent()).rejects.toThrow(/None of the changes of 2 deals/);
		poller.deals = [];
		await expect(poller.fetchTestEvent()).rejects.toThrow(
			/history of this company profile is empty/,
		);
	});
});
