import '../../support/noWaiting';

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

const NOW = Date.parse('2026-03-03T12:00:00Z');
const HOUR = 3_600_000;

let poller: HandPoller;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
	poller = new HandPoller();
	const deals = structuredClone([ROOF, BOILER]);
	Object.assign(poller, { deals, statuses: STATUSES, users: USERS });
});

afterEach(() => jest.restoreAllMocks());

let entries = 0;

/** Something happens to a deal; gives the id of the entry that the history then holds of it. */
function happened(entry: object = {}, deal: HistoryItem = poller.deals[0]): string {
	const made = {
		id: `entry ${++entries}`,
		startTimestamp: NOW + entries,
		endTimestamp: 0,
		type: 'STATUS_CHANGED',
		metaData: { propertyValue: { _id: TALKING, type: 'STATUS' } },
		...entry,
	} as HistoryEntry;
	deal.history.push(made);
	return made.id;
}

const assignedTo = (_id: string) => ({
	type: 'USER_CHANGED',
	metaData: { propertyValue: { _id, type: 'USER' } },
});

/** `toEqual` takes no notice of an undefined at the end, so a change without an id shows as one. */
const ids = (items: Array<{ changeId?: unknown }>) =>
	items.map(({ changeId = 'none' }) => changeId);

/** The changes that come with the next poll, and with the next activation. */
const polled = async () => ids(await poller.poll());
const activated = async () => ids(await poller.activate());

/** n8n ends and begins anew, with other settings. */
const restarted = async (parameters: HandPoller['parameters'] = poller.parameters) => {
	poller.stop();
	poller.parameters = parameters;
	return await activated();
};

/** Begins one poll, then another thing while it waits for the history; both results. */
async function during<T>(begin: () => Promise<T>, then: () => Promise<T>): Promise<T[]> {
	let answer = (): void => undefined;
	poller.asked = [];
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
				custom: null,
				createdAt: null,
				updatedAt: null,
				changeId: 'moved',
				changeType: 'STATUS_CHANGED',
				triggeredBy: 'statusChanged',
			},
		]);
	});

	it('of an assignment tells the status that the deal is in, and who has it', async () => {
		poller.parameters = { changes: ['assigneeChanged'] };
		await poller.activate();
		happened(assignedTo(ANNA.id));
		expect(await poller.poll()).toMatchObject([
			{ eventName: 'USER_CHANGED', status: 'Nieuw', assignee: ANNA.name, previousStatus: null },
		]);
	});

	it('of an entry that says nothing at all has every field all the same', async () => {
		poller.parameters = { changes: ['otherChange'] };
		await poller.activate();
		poller.deals.push({ history: [{}] } as unknown as HistoryItem);
		const [item] = await poller.poll();
		const told = Object.entries(item).filter(([, value]) => value !== null);
		expect(told).toEqual([
			['triggeredBy', 'otherChange'],
			['companyProfileId', PROFILE],
		]);
		expect(Object.keys(item)).toHaveLength(24);
		expect(await polled()).toEqual([]);
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
	beforeEach(async () => await poller.activate());

	it.each<[string, unknown]>([
		['no history', {}],
		['null', { history: null }],
		['a history that is no list', { history: { id: 'x' } }],
		['entries that are none', { history: [null, 'entry', 7] }],
	])('of a deal with %s nothing comes, and of the others all', async (_what, deal) => {
		poller.deals.unshift(deal as HistoryItem);
		const made = happened({}, poller.deals[1]);
		expect(await polled()).toEqual([made]);
	});

	it.each<[string, object]>([
		['seconds', { startTimestamp: NOW / 1000 }],
		['a text', { startTimestamp: String(NOW) }],
	])('a moment in %s is that moment', async (_what, entry) => {
		happened(entry);
		happened({ startTimestamp: Number(Object.values(entry)[0]) / 2 });
		expect(await poller.poll()).toMatchObject([{ occurredAt: '2026-03-03T12:00:00.000Z' }]);
	});

	it.each([undefined, null, ''])(
		'entries with the id %p are told apart by what they say',
		async (id) => {
			const entry = { id, startTimestamp: NOW };
			happened(entry);
			happened({ ...entry, metaData: {} });
			happened({ ...entry, startTimestamp: NOW + 1 });
			happened(entry, poller.deals[1]);
			expect(await polled()).toHaveLength(4);
			// Its end is no change, nor is that it comes again.
			for (const one of poller.deals[0].history) one.endTimestamp ||= NOW + 5;
			happened(entry);
			expect(await polled()).toEqual([]);
		},
	);

	it('ids may be numbers', async () => {
		happened({ id: 7 });
		expect([await polled(), await polled()]).toEqual([[7], []]);
	});
});

describe('what is asked', () => {
	const REQUEST_BODY = { options: { requestBody: '{"deep":true}' } };

	it('is the history with the request body, and names with it too', async () => {
		poller.parameters = REQUEST_BODY;
		await poller.activate();
		happened();
		expect(await poller.poll()).toMatchObject([{ status: 'In gesprek' }]);
		expect(poller.asked.every(([, body]) => JSON.stringify(body) === '{"deep":true}')).toBe(true);
		expect(poller.asked.map(([path]) => path.split('/').at(-1))).toEqual(
			expect.arrayContaining(['history', 'statuses', 'get-users-for-company-profile']),
		);
	});

	it('is no other body where that one leaves a status without a name', async () => {
		poller.parameters = REQUEST_BODY;
		await poller.activate();
		happened();
		poller.faults = { statuses: { statuses: [] } };
		poller.asked = [];
		expect(await poller.poll()).toMatchObject([{ status: null, statusId: TALKING }]);
		const ofStatuses = poller.asked.filter(([path]) => path.endsWith('statuses'));
		expect(ofStatuses.map(([, body]) => body)).toEqual([{ deep: true }]);
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
		expect(await polled()).toEqual([made]);
		poller.parameters = { filters: { ...filters, assigneeIds: [ANNA.id] } };
		happened();
		expect(await polled()).toEqual([]);
	});

	it('to and from a status never pass an assignment', async () => {
		const changes = ['assigneeChanged', 'otherChange'];
		poller.parameters = { changes, filters: { toStatusIds: [NEW, TALKING] } };
		await poller.activate();
		happened(assignedTo(NEW));
		happened({ type: 'PRIORITY' });
		expect(await polled()).toEqual([]);
	});

	it('made wider replay nothing, in another order or writing are the same', async () => {
		poller.parameters = { filters: { backlogIds: [LEADS, WORK] } };
		await poller.activate();
		happened({ type: 'USER_CHANGED' });
		const moved = happened();
		const changes = 'assigneeChanged, statusChanged';
		const filters = { toStatusIds: [], backlogIds: `${WORK},${LEADS}` };
		expect(await restarted({ changes, filters })).toEqual([moved]);
		const assigned = happened({ type: 'USER_CHANGED' });
		expect(await polled()).toEqual([assigned]);
	});

	it('of an older memory that cannot be read let nothing through that was there', async () => {
		await poller.activate();
		happened();
		poller.store({ cursor: { ...poller.stored.cursor, wanted: 'all' } });
		expect(await restarted()).toEqual([]);
		const next = happened();
		expect(await polled()).toEqual([next]);
	});

	it.each<[string, object]>([
		['nothing', { filters: null }],
		['a text', { filters: 'all' }],
		['options that are none', { options: 'none' }],
	])('an expression that gives %s sets none', async (_what, parameters) => {
		poller.parameters = { ...parameters };
		await poller.activate();
		const made = happened();
		expect(await polled()).toEqual([made]);
	});
});

describe('settings', () => {
	const NO_DAYS = "'Past Days' must be a number of at least 0";

	it.each<[string, object, string]>([
		['no kind', { changes: [] }, "'Trigger On' is empty"],
		['an unknown kind', { changes: ['moved'] }, `'Trigger On' knows no "moved"`],
		['no days', { start: 'pastDays', pastDays: '' }, NO_DAYS],
		['blank days', { start: 'pastDays', pastDays: ' ' }, NO_DAYS],
		['days before', { start: 'pastDays', pastDays: -1 }, NO_DAYS],
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
		poller.parameters = { start: 'pastDays', pastDays: '2', options };
		poller.deals = [{ ...structuredClone(ROOF), history: [] }];
		const ago = (hours: number) => happened({ startTimestamp: NOW - hours * HOUR });
		ago(49);
		const made = [47, 2, 1].map(ago);
		expect([await activated(), await polled()]).toEqual([made.slice(0, 2), made.slice(2)]);
		ago(1.6);
		const late = ago(1.4);
		expect(await polled()).toEqual([late]);
	});

	it('are 1,000 changes at a time, and a look-back of 24 hours', async () => {
		happened({ startTimestamp: NOW });
		await poller.activate();
		const ago = (ms: number) => happened({ startTimestamp: NOW - 24 * HOUR + ms });
		const [, ...made] = Array.from({ length: 1002 }, (_, n) => ago(n - 1));
		expect(await polled()).toEqual(made.slice(0, 1000));
		expect(await polled()).toEqual(made.slice(1000));
	});

	it('may be as little as no hour to look back, no past day, and one change at a time', async () => {
		const options = { lookBackHours: 0, maxChanges: 1 };
		poller.parameters = { start: 'pastDays', pastDays: 0, options };
		const first = happened({ startTimestamp: NOW });
		expect(await activated()).toEqual([first]);
		const made = [happened(), happened()];
		expect([await polled(), await polled()]).toEqual(made.map((one) => [one]));
		happened({ startTimestamp: NOW });
		expect(await polled()).toEqual([]);
	});

	it('the start is read at the first activation only', async () => {
		await poller.activate();
		expect(await restarted({ start: 'pastDays', pastDays: 365 })).toEqual([]);
	});
});

describe('an answer without a body', () => {
	beforeEach(() => (poller.faults = { history: '' }));

	it('is asked for once more: what is there does not come as new', async () => {
		poller.before = async () => {
			if (poller.asked.length > 1) poller.faults = {};
		};
		expect([await activated(), await polled()]).toEqual([[], []]);
		const made = happened();
		expect(await polled()).toEqual([made]);
	});

	it('twice is an empty history', async () => {
		await poller.activate();
		expect(poller.asked).toHaveLength(2);
		poller.faults = {};
		poller.deals = [{ ...structuredClone(ROOF), history: [] }];
		const first = happened();
		expect(await polled()).toEqual([first]);
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
		jest.spyOn(Date, 'now').mockReturnValue(NOW - HOUR / 2);
		const made = happened();
		expect([await polled(), await polled()]).toEqual([[made], []]);
		poller.putBack(1);
		expect(await activated()).toEqual([]);
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
		const companyProfileId = ` ${PROFILE.toUpperCase()} `;
		Object.assign(poller.credential, { baseUrl: 'https://CRM.example/', companyProfileId });
		expect(await restarted()).toEqual([made]);
		happened();
		expect(await restarted({ options: { companyProfileId: uuid(0xc1) } })).toEqual([]);
	});
});

describe('polls that overlap', () => {
	it('published anew while a poll is under way: what it found comes once', async () => {
		await poller.activate();
		await poller.poll();
		const made = happened();
		await during(polled, activated);
		await poller.poll();
		expect(poller.executions.map(ids)).toEqual([[made]]);
	});

	it('static data that is a copy for each poll alone, as with durable cursors: the first one counts', async () => {
		const made = happened({ startTimestamp: NOW + 1000 });
		poller.parameters = { start: 'pastDays', pastDays: 1 };
		const [first, second] = await during(activated, activated);
		expect([first, second]).toEqual([expect.arrayContaining([made]), []]);
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
	it('gives the ten newest that pass, oldest first, each once, with names, and none with a lost moment before them', async () => {
		happened({ startTimestamp: null, id: 'some day' });
		const made = Array.from({ length: 11 }, (_, n) => happened({ startTimestamp: NOW + n }));
		const { history } = poller.deals[0];
		history.reverse().push({ ...history.find(({ id }) => id === made[5])! });
		const items = await poller.fetchTestEvent();
		expect(ids(items)).toEqual(made.slice(1));
		expect(items.at(-1)).toMatchObject({ status: 'In gesprek' });
		expect(poller.stored).toEqual({});
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
