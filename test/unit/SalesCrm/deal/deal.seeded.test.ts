/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';

import { dealOfId, deals, requestsTo } from '../../../support/historyRuns';

/**
 * The first three deals of the sandbox, read off its histories, with the figures worked out by
 * hand for midnight of 1 April 2025, UTC: 1743465600000. Their stories: history.seeded.test.ts.
 */

const NOBODY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const NOW = 1_743_465_600_000;

beforeEach(() => {
	sandbox.reset({ deals: 3 });
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});

afterEach(() => jest.restoreAllMocks());

const pick = (rows: IDataObject[], ...fields: string[]) =>
	rows.map((row) => fields.map((field) => row[field]));

const family = ({ dealSummary }: IDataObject) => String(dealSummary).replace(/^.*familie /, '');

it('how the deals stand now, the one that changed last first', async () => {
	const rows = await deals({});
	expect(rows.map(family)).toEqual(['Hendriks', 'van den Heuvel', 'Jacobs']);
	expect(pick(rows, 'statusLabel', 'statusColor', 'enteredAt', 'inStatusDays')).toEqual([
		['Nieuw', '#2E86C1', '2025-03-25T09:16:17.019Z', 6.6],
		['Afspraak gepland', '#16A085', '2025-03-19T09:00:56.599Z', 12.6],
		['In onderhandeling', '#16A085', '2025-03-17T04:26:05.597Z', 14.8],
	]);
	expect(pick(rows, 'inStatusMs', 'enteredCount', 'previousStatusLabel', 'userName')).toEqual([
		[571_422_981, 1, 'In uitvoering', 'Jasmine Dijkstra'], // its two Nieuw are of two backlogs
		[1_090_743_401, 1, 'Contact gelegd', 'Tristan Verhoeven'],
		[1_280_034_403, 1, 'Offerte verstuurd', 'Fabiënne de Nijs'],
	]);
	expect(pick(rows, 'assignedAt', 'firstChangeAt', 'lastChangeAt')).toEqual([
		['2025-03-21T22:05:48.774Z', '2025-03-10T17:00:52.071Z', '2025-03-25T09:16:17.019Z'],
		['2025-03-12T07:40:05.288Z', '2025-03-04T21:35:26.295Z', '2025-03-19T09:00:56.599Z'],
		['2025-03-17T18:30:01.555Z', '2025-03-05T12:05:37.729Z', '2025-03-17T18:30:01.555Z'],
	]);
});

const JACOBS = '327dea2c-6fbb-565e-b210-d8faa2fee4a4';

it('every field of a deal, what people look for first', async () => {
	const expected = {
		dealSummary: 'HR++ glas familie Jacobs',
		statusLabel: 'In onderhandeling',
		inStatusDays: 14.8,
		userName: 'Fabiënne de Nijs',
		userEmail: 'fabienne3@zonendak.example',
		previousStatusLabel: 'Offerte verstuurd',
		enteredAt: '2025-03-17T04:26:05.597Z',
		assignedAt: '2025-03-17T18:30:01.555Z',
		firstChangeAt: '2025-03-05T12:05:37.729Z',
		lastChangeAt: '2025-03-17T18:30:01.555Z',
		enteredCount: 1,
		inStatusMs: 1_280_034_403,
		statusColor: '#16A085',
		dealId: JACOBS,
		statusId: '4fcaacca-bab7-53e2-bf29-8685dc37d627',
		previousStatusId: 'a88d0fd6-7ef0-540e-a607-0779ac4faf77',
		userId: 'd40761c6-0944-5cbd-9f08-d5b966bcda6e',
		backlogId: '3af1a473-dcb8-59b6-beb0-06cdb031b853',
		companyProfileIds: [identities.PROFILE_ID],
	};
	const [{ json }] = await dealOfId(JACOBS);
	expect(json).toEqual(expected);
	expect(Object.keys(json)).toEqual(Object.keys(expected));
	expect(await deals({ search: 'jacobs' })).toEqual([expected]);
});

it.each([
	[7, ['van den Heuvel', 'Jacobs']],
	['6.6', ['Hendriks', 'van den Heuvel', 'Jacobs']], // 6.61 days
	[571_422_981 / 86_400_000, ['Hendriks', 'van den Heuvel', 'Jacobs']], // to the millisecond
	[14, ['Jacobs']], // 14.8 days
	[15, []],
	[0, ['Hendriks', 'van den Heuvel', 'Jacobs']],
	['', ['Hendriks', 'van den Heuvel', 'Jacobs']],
])('in their status for at least %p days', async (minDaysInStatus, families) => {
	expect((await deals({ filters: { minDaysInStatus } })).map(family)).toEqual(families);
});

it.each([[-1], ['many'], [' '], [true], [{}]])('%p days are refused', async (minDaysInStatus) => {
	await expect(deals({ filters: { minDaysInStatus } })).rejects.toThrow(
		"'Minimum Days in Status' must be a number of at least 0",
	);
	expect(sandbox.log.requests).toEqual([]);
});

it.each([
	['newestFirst', ['Hendriks', 'van den Heuvel', 'Jacobs']],
	['oldestFirst', ['Jacobs', 'van den Heuvel', 'Hendriks']],
	['longestInStatus', ['Jacobs', 'van den Heuvel', 'Hendriks']],
])('%s, then cut', async (sort, families) => {
	const options = { sort };
	expect((await deals({ options })).map(family)).toEqual(families);
	const cut = await deals({ options, returnAll: false, limit: 2 });
	expect(cut.map(family)).toEqual(families.slice(0, 2));
});

it('the longest in its status need not be the one that changed first', async () => {
	// Assigned at last, a week later: the deal stays where it is.
	const [heuvel, jacobs] = sandbox.world.profile().deals;
	const from = jacobs.history.findLast(({ type }) => type === 'USER_CHANGED')!;
	const startTimestamp = NOW - 1000;
	jacobs.history.push({ ...from, id: NOBODY, startTimestamp, endTimestamp: 0 });
	expect((await deals({ options: { sort: 'longestInStatus' } })).map(family)[0]).toBe('Jacobs');
	expect((await deals({ options: { sort: 'newestFirst' } })).map(family)[0]).toBe('Jacobs');
	expect((await deals({ options: { sort: 'oldestFirst' } })).map(family)[0]).toBe('van den Heuvel');
	expect(heuvel.summary).toContain('van den Heuvel');
});

it('an order that does not exist is refused, with those that do', async () => {
	await expect(deals({ options: { sort: '={{ "latest" }}' } })).rejects.toThrow(
		"'Sort' must be one of longestInStatus, newestFirst, oldestFirst",
	);
	expect(sandbox.log.requests).toEqual([]);
});

it('statuses and assignees of now, the last change between two moments, pipelines', async () => {
	const found = async (filters: IDataObject) => (await deals({ filters })).map(family);
	const [hendriks, heuvel] = await deals({});
	expect(await found({ statusIds: [heuvel.statusId] })).toEqual(['van den Heuvel']);
	expect(await found({ statusIds: [heuvel.previousStatusId] })).toEqual([]);
	const ids = [heuvel.statusId, hendriks.statusId].map((id) => String(id).toUpperCase());
	expect(await found({ statusIds: ids.join(',') })).toEqual(['Hendriks', 'van den Heuvel']);
	expect(await found({ userIds: [hendriks.userId] })).toEqual(['Hendriks']);
	expect(await found({ userIds: [hendriks.userId], statusIds: [heuvel.statusId] })).toEqual([]);
	// Van den Heuvel is in the pipeline of Hendriks, Jacobs in another.
	expect(await found({ backlogIds: [hendriks.backlogId] })).toEqual(['Hendriks', 'van den Heuvel']);
	// The moment itself is after, and not before.
	const at = heuvel.lastChangeAt;
	expect(await found({ changedAfter: at })).toEqual(['Hendriks', 'van den Heuvel']);
	expect(await found({ changedBefore: at })).toEqual(['Jacobs']);
	// A text without a zone is of that of the workflow, UTC+1.
	expect(await found({ changedAfter: '2025-03-19T10:00:56' })).toContain('van den Heuvel');
	expect(await found({ changedAfter: '2025-03-19T10:00:57' })).toEqual(['Hendriks']);
	expect(await found({ changedBefore: '2025-03-19T10:00:57' })).toContain('van den Heuvel');
	expect(await found({ changedBefore: '2025-03-19T10:00:56' })).toEqual(['Jacobs']);
	sandbox.log.requests.length = 0;
	await expect(found({ changedAfter: 'last week' })).rejects.toThrow(
		"'Changed After' is not a date that can be read",
	);
	expect(requestsTo('listHistory')).toEqual([]);
});
