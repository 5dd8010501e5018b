import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { type Chapter, dealOf, statusOf } from '../../../support/deals';
import { FAKE_URL, useNock } from '../../../support/fakeService';
import { history, requestsTo, fillSandbox } from '../../../support/historyRuns';
import * as story from '../../../support/solarRoof';
import { untilQuiet } from '../../../support/startOver';
import { uuid } from '../../../support/uuid';

/** Deal History, with figures that were worked out by hand. Against SQL: figures.property.test.ts. */

const { ANNA, BRAM, GONE, LEADS, NEW, NEW_AT_WORK, TALKING, WORK } = story;

useNock();
beforeEach(() => {
	sandbox.reset();
	fillSandbox([story.ROOF, story.BOILER], story.STATUSES, story.USERS);
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-02T12:00:00Z'));
});
afterEach(() => jest.restoreAllMocks());

const pick = (rows: IDataObject[], ...fields: string[]) =>
	rows.map((row) => fields.map((field) => row[field]));

describe('changes', () => {
	it('are one item per entry, in the order of time, with status and assignee right after it', async () => {
		const rows = await history({});
		expect(
			pick(rows, 'changeType', 'occurredAt', 'status', 'assignee').map(([type, at, ...names]) => [
				String(type).replace('_CHANGED', ''),
				String(at).slice(8, 16),
				...names,
			]),
		).toEqual([
			['STATUS', '01T08:00', 'Nieuw', null],
			['USER', '01T10:00', 'Nieuw', ANNA.name],
			['STATUS', '01T12:30', 'In gesprek', ANNA.name],
			['PRIORITY', '01T12:30', 'In gesprek', ANNA.name], // not described
			['USER', '02T09:00', 'In gesprek', BRAM.name],
			['STATUS', '02T09:15', null, BRAM.name], // to a status that no longer exists
			['USER', '02T10:00', null, BRAM.name], // with empty metaData
			['STATUS', '02T11:00', 'Nieuw', BRAM.name],
			['STATUS', '02T11:30', 'Nieuw', null],
		]);
		expect(pick(rows, 'previousStatusId', 'previousAssigneeId')).toEqual([
			[null, null],
			[null, null],
			[NEW, null],
			[null, null],
			[null, ANNA.id],
			[TALKING, null],
			[null, null],
			[GONE, null],
			[null, null],
		]);
		expect(rows[4]).toMatchObject({ previousAssignee: ANNA.name });
		const durations = [0.08, 0.1, 0, 0.85, 0.01, 0.03, 0.04, null, null];
		expect(rows.map(({ durationDays }) => durationDays)).toEqual(durations);
	});

	it('have these keys, in this order', async () => {
		const expected = {
			title: 'Zonnepanelen familie Bakker',
			status: null,
			previousStatus: 'In gesprek',
			occurredAt: '2026-03-02T09:15:00.000Z',
			assignee: BRAM.name,
			pipeline: null,
			changeType: 'STATUS_CHANGED',
			endedAt: '2026-03-02T10:00:00.000Z',
			open: false,
			durationDays: 0.03,
			assigneeEmail: BRAM.email,
			previousAssignee: null,
			changeId: story.ROOF.history[5].id,
			dealId: story.ROOF.id,
			statusId: GONE,
			previousStatusId: TALKING,
			assigneeId: BRAM.id,
			previousAssigneeId: null,
			pipelineId: LEADS,
			companyProfileId: identities.PROFILE_ID,
			statusColor: null,
		};
		const row = (await history({}))[5];
		expect(row).toEqual(expected);
		expect(Object.keys(row)).toEqual(Object.keys(expected));
	});

	it('without Simplify are the deals as the service sends them, and no names are read', async () => {
		const companyProfileId = [identities.PROFILE_ID];
		const raw = await history({ simplify: false });
		expect(raw).toEqual([
			{ ...story.ROOF, companyProfileId },
			{ ...story.BOILER, companyProfileId },
		]);
		expect(requestsTo('listStatuses', 'listUsers')).toEqual([]);
		const newest = { simplify: false, options: { sort: 'newestFirst' } };
		expect(await history(newest)).toEqual(raw.toReversed());
		expect(await history({ simplify: false, filters: { pipelineIds: [WORK] } })).toEqual([raw[1]]);
	});
});

describe('filters look at the deal right after any change', () => {
	const starts = async (filters: object, more = {}) =>
		(await history({ filters, ...more })).map(({ occurredAt }) => String(occurredAt).slice(8, 16));

	const OF_ANNA = ['01T10:00', '01T12:30', '01T12:30'];
	const OF_BRAM = ['02T09:00', '02T09:15', '02T10:00', '02T11:00'];

	it.each<[object, string[]]>([
		[{ changeTypes: 'status changed', assigneeIds: [ANNA.name] }, ['01T12:30']],
		[{ statusIds: [GONE.toUpperCase(), NEW_AT_WORK] }, ['02T09:15', '02T10:00', '02T11:30']],
		[{ statusIds: ['nieuw'] }, ['01T08:00', '01T10:00', '02T11:00', '02T11:30']],
		[{ assigneeIds: `${ANNA.id}, bram@zonendak.example` }, [...OF_ANNA, ...OF_BRAM]],
		[{ changedAfter: '2026-03-02T09:15:00Z', changedBefore: '2026-03-02T10:00:00Z' }, ['02T09:15']],
		// In the time zone of the workflow, an hour ahead.
		[{ changedAfter: '2026-03-02T12:00:00' }, ['02T11:00', '02T11:30']],
		[{ changedAfter: "={{ DateTime.fromISO('2026-03-02T11:30:00Z') }}" }, ['02T11:30']],
	])('%j', async (filters, expected) => {
		expect(await starts(filters)).toEqual(expected);
	});

	it.each<[object, string]>([
		[{ filters: { changedBefore: 'last week' } }, "'Changed Before' is not a date"],
		[{ options: { requestBody: '[1]' } }, "'Request Body (JSON)' is not a JSON object"],
	])('%j is refused before anything is sent', async (more, message) => {
		await expect(history(more as IDataObject)).rejects.toThrow(message);
		expect(sandbox.log.requests).toEqual([]);
	});
});

it('time in status is counted from one move to the next, whoever is assigned in between', async () => {
	const rows = await history({ operation: 'getTimeInStatus' });
	expect(pick(rows, 'statusId', 'totalDays', 'latestDays', 'enteredCount', 'current')).toEqual([
		// From 08:00 to 12:30, and again from 11:00 to now, 12:00.
		[NEW, 0.23, 0.04, 2, true],
		// Although its own entry ends at 12:30.
		[TALKING, 0.86, 0.86, 1, false],
		[GONE, 0.07, 0.07, 1, false],
		[NEW_AT_WORK, 0.02, 0.02, 1, true],
	]);
	const expected = {
		...{ title: 'Zonnepanelen familie Bakker', status: 'Nieuw', totalDays: 0.23, current: true },
		...{ pipeline: 'Pipeline 1', latestDays: 0.04, enteredCount: 2 },
		firstEnteredAt: '2026-03-01T08:00:00.000Z',
		lastEnteredAt: '2026-03-02T11:00:00.000Z',
		lastLeftAt: '2026-03-01T12:30:00.000Z',
		...{ dealId: story.ROOF.id, statusId: NEW, pipelineId: LEADS },
	};
	expect(rows[0]).toEqual(expected);
	expect(Object.keys(rows[0])).toEqual(Object.keys(expected));
});

describe('status report', () => {
	const [offer, won, lost] = [0x61, 0x62, 0x63].map(uuid);
	const day = 86_400_000;
	const began = Date.parse('2026-02-01T00:00:00Z');
	const dayOf = (n: number) => new Date(began + n * day).toISOString();
	/** A deal that is in Offer from this day on, soon Anna's, for so many days; without days it is still there. */
	const stay = (n: number, from: number, days?: number, to = won) => {
		const moves: Chapter[] = [
			[dayOf(from), 'STATUS_CHANGED', offer],
			[dayOf(from + Math.min(1, (days ?? 2) / 2)), 'USER_CHANGED', ANNA.id],
			...(days === undefined ? [] : [[dayOf(from + days), 'STATUS_CHANGED', to] as Chapter]),
		];
		return dealOf(`Deal ${n}`, LEADS, moves, uuid(0xe00 + n));
	};
	const statuses = [
		statusOf(NEW_AT_WORK, WORK, 'Nieuw', '#27AE60'),
		statusOf(offer, LEADS, 'Offerte', '#2E86C1'),
		statusOf(lost, LEADS, 'Verloren', '#111111'),
		statusOf(won, LEADS, 'Gewonnen', '#222222'),
	];
	const report = async (more: IDataObject = {}) =>
		await history({ operation: 'getStatusReport', ...more });
	const figures = async (more: IDataObject, ...fields: string[]) =>
		pick(await report(more), ...fields);

	it('has counts, days as Excel calculates them, and the next statuses, for every status', async () => {
		fillSandbox([stay(1, 0, 2), stay(2, 0, 4), stay(3, 0, 10, lost), stay(4, 0)], statuses, []);
		const rows = await report();
		const none = { openNow: 0, entered: 0, left: 0, medianDays: null, p90Days: null };
		expect(rows).toEqual([
			expect.objectContaining({ status: 'Nieuw', ...none, nextShare: null, next: [] }),
			{
				status: 'Offerte',
				pipeline: 'Pipeline 2',
				openNow: 1,
				entered: 4,
				left: 3,
				medianDays: 4,
				p90Days: 8.8,
				averageDays: 5.33,
				nextStatus: 'Gewonnen',
				nextShare: 0.67,
				next: [
					{ status: 'Gewonnen', visits: 2, share: 0.67, statusId: won },
					{ status: 'Verloren', visits: 1, share: 0.33, statusId: lost },
				],
				statusColor: '#2E86C1',
				statusId: offer,
				pipelineId: LEADS,
			},
			expect.objectContaining({ status: 'Verloren', openNow: 1, averageDays: null }),
			expect.objectContaining({ status: 'Gewonnen', openNow: 2, nextStatus: null }),
		]);
		expect(Object.keys(rows[0]).join(', ')).toBe(
			'status, pipeline, openNow, entered, left, medianDays, p90Days, averageDays, nextStatus, nextShare, next, statusColor, statusId, pipelineId',
		);
	});

	it('by assignee counts the parts of a visit, which a move or a handover begins', async () => {
		const handed = dealOf('Handed over', LEADS, [
			[dayOf(0), 'STATUS_CHANGED', offer],
			[dayOf(0), 'USER_CHANGED', BRAM.id],
			[dayOf(4), 'USER_CHANGED', ANNA.id],
			[dayOf(10), 'STATUS_CHANGED', won],
		]);
		fillSandbox([stay(1, 0, 2), stay(2, 0), handed], statuses, story.USERS);
		const fields = ['status', 'assignee', 'openNow', 'entered', 'left', 'averageDays', 'nextShare'];
		const split = { splitByAssignee: true };
		expect(await figures(split, ...fields)).toEqual([
			['Offerte', 'Anna Visser', 1, 3, 2, 3.5, 1], // 1 and 6 days
			['Offerte', 'Bram Smit', 0, 1, 0, 4, null], // handed over
			['Offerte', null, 0, 3, 0, 0.67, null], // one day each of two, and no time at all
			['Gewonnen', 'Anna Visser', 2, 2, 0, null, null],
		]);
		expect(
			Object.keys((await report(split))[0])
				.slice(0, 5)
				.join(),
		).toBe('status,assignee,assigneeId,pipeline,openNow');
	});
});

describe('all operations', () => {
	it.each([
		['getAll', 2],
		['getTimeInStatus', 2],
		['getStatusReport', 4],
	] as const)('%s with the limit 2 returns %i items', async (operation, count) => {
		const all = await history({ operation });
		expect(all.length).toBeGreaterThan(3);
		const limited = await history({ operation, returnAll: false, limit: 2 });
		expect(limited).toEqual(all.slice(0, count));
	});

	it('sort changes before the limit is applied', async () => {
		const first = { returnAll: false, limit: 1 };
		expect(await history({ ...first, options: { sort: 'newestFirst' } })).toMatchObject([
			{ statusId: NEW_AT_WORK },
		]);
		fillSandbox([story.BOILER, story.ROOF], story.STATUSES, story.USERS);
		expect(await history(first)).toMatchObject([{ dealId: story.BOILER.id }]);
		expect(await history({ ...first, options: { sort: 'Oldest First' } })).toMatchObject([
			{ occurredAt: '2026-03-01T08:00:00.000Z' },
		]);
	});

	it('send the request body with the history and with the lists of names', async () => {
		const sent = { from: 1 };
		const service = nock(FAKE_URL)
			.post(/history$/, sent)
			.reply(200, { history: [story.ROOF] })
			.post(/statuses$/, sent)
			.reply(200, { statuses: story.STATUSES.map((s) => ({ ...s, id: s.id.toUpperCase() })) })
			.post(/get-users/, sent)
			.query(true)
			.reply(400, { message: 'from is not known' });
		const options = { requestBody: '={{ ({ from: 1 }) }}' };
		const rows = await history({ options }, { credential: { baseUrl: FAKE_URL } });
		// Although the list has its IDs in upper case.
		expect(rows[1]).toMatchObject({ status: 'Nieuw', assigneeId: ANNA.id, assignee: null });
		service.done();
	});

	it('fail if an entry is not a deal', async () => {
		const odd = { history: [{ id: 'a', summary: 'Dak' }, { deal: 'b' }] };
		nock(FAKE_URL).persist().post(/.*/).query(true).reply(200, odd);
		await expect(history({}, { credential: { baseUrl: FAKE_URL } })).rejects.toThrow(
			'The deal history contains an entry that is not a deal with its changes',
		);
	});

	it('fail if the credential is refused', async () => {
		sandbox.switches.faults = [{ kind: 'status', status: 401, every: 1 }];
		await expect(history({})).rejects.toThrow('Could not fetch the deal history');
		// The requests for names, which would otherwise go on into the next file.
		await untilQuiet();
	});
});
