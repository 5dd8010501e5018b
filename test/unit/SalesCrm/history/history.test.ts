/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { type Chapter, dealOf, statusOf } from '../../../support/deals';
import { FAKE_URL, useNock } from '../../../support/fakeService';
import { history, requestsTo, tellSandbox } from '../../../support/historyRuns';
import * as story from '../../../support/solarRoof';
import { fromModel, toolFor } from '../../../support/tool';
import { uuid } from '../../../support/uuid';

/** The outputs of Deal History, against figures worked out by hand. The story: support/solarRoof.ts. */

const { ANNA, BRAM, GONE, LEADS, NEW, NEW_AT_WORK, TALKING, WORK } = story;

const HOUR = 3_600_000;

useNock();
beforeEach(() => {
	sandbox.reset();
	tellSandbox([story.ROOF, story.BOILER], story.STATUSES, story.USERS);
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-02T12:00:00Z'));
});
afterEach(() => jest.restoreAllMocks());

const pick = (rows: IDataObject[], ...fields: string[]) =>
	rows.map((row) => fields.map((field) => row[field]));

describe('changes', () => {
	it('one item per entry, in the order of time, with status and assignee right after it', async () => {
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
			['PRIORITY', '01T12:30', 'In gesprek', ANNA.name], // of a type nobody described
			['USER', '02T09:00', 'In gesprek', BRAM.name],
			['STATUS', '02T09:15', null, BRAM.name], // to a status that is in no list any more
			['USER', '02T10:00', null, null], // empty metaData
			['STATUS', '02T11:00', 'Nieuw', null],
			['STATUS', '02T11:30', 'Nieuw', null],
		]);
		expect(pick(rows, 'previousStatusId', 'previousAssigneeId')).toEqual([
			[null, null],
			[null, null],
			[NEW, null],
			[null, null],
			[null, ANNA.id],
			[TALKING, null],
			[null, BRAM.id],
			[GONE, null],
			[null, null],
		]);
		expect(rows.map(({ durationMs }) => durationMs)).toEqual(
			[2, 2.5, 0, 20.5, 0.25, 0.75, 1, null, null].map((hours) => hours && hours * HOUR),
		);
	});

	it('every field, in the order of One language', async () => {
		const expected = {
			title: 'Zonnepanelen familie Bakker',
			status: null,
			previousStatus: 'In gesprek',
			assignee: BRAM.name,
			assigneeEmail: BRAM.email,
			previousAssignee: null,
			occurredAt: '2026-03-02T09:15:00.000Z',
			changeType: 'STATUS_CHANGED',
			endedAt: '2026-03-02T10:00:00.000Z',
			open: false,
			durationDays: 0.03,
			changeId: story.ROOF.history[5].id,
			dealId: story.ROOF.id,
			statusId: GONE,
			previousStatusId: TALKING,
			assigneeId: BRAM.id,
			previousAssigneeId: null,
			pipelineId: LEADS,
			companyProfileId: identities.PROFILE_ID,
			statusColor: null,
			durationMs: 0.75 * HOUR,
		};
		const row = (await history({}))[5];
		expect(row).toEqual(expected);
		expect(Object.keys(row)).toEqual(Object.keys(expected));
	});
});

describe('filters', () => {
	const starts = async (filters: object, more = {}) =>
		(await history({ filters, ...more })).map(({ occurredAt }) => String(occurredAt).slice(8, 16));

	it.each<[object, string[]]>([
		[{ changeTypes: ['USER_CHANGED'] }, ['01T10:00', '02T09:00', '02T10:00']],
		[{ changeTypes: ['PRIORITY_CHANGED'] }, ['01T12:30']],
		[{ statusIds: [NEW] }, ['01T08:00', '02T11:00']],
		[{ statusIds: [GONE.toUpperCase(), NEW_AT_WORK] }, ['02T09:15', '02T11:30']],
		[{ statusIds: ['nieuw'] }, ['01T08:00', '02T11:00', '02T11:30']],
		[{ assigneeIds: `${ANNA.id}, bram@zonendak.example` }, ['01T10:00', '02T09:00']],
		[{ pipelineIds: [WORK.toUpperCase()] }, ['02T11:30']],
		[{ statusIds: [NEW_AT_WORK], pipelineIds: [LEADS] }, []],
		[{ statusIds: [NEW, TALKING], assigneeIds: [ANNA.id] }, ['01T10:00', '01T12:30']],
		[{ changedAfter: '2026-03-02T09:15:00Z', changedBefore: '2026-03-02T10:00:00Z' }, ['02T09:15']],
		// Without a zone: of that of the workflow, an hour ahead.
		[{ changedAfter: '2026-03-02T12:00:00' }, ['02T11:00', '02T11:30']],
		[{ changedAfter: "={{ DateTime.fromISO('2026-03-02T11:30:00Z') }}" }, ['02T11:30']],
	])('%j', async (filters, expected) => {
		expect(await starts(filters)).toEqual(expected);
	});

	it('a change of a deal that moved on is of the pipeline it was in', async () => {
		const moves: Chapter[] = [
			['2026-03-01T08:00:00Z', 'STATUS_CHANGED', TALKING],
			['2026-03-02T11:00:00Z', 'STATUS_CHANGED', NEW_AT_WORK],
		];
		tellSandbox([dealOf('Won', WORK, moves)], story.STATUSES, []);
		expect(await starts({ pipelineIds: [LEADS] })).toEqual(['01T08:00']);
		const filters = { pipelineIds: [LEADS] };
		expect(await history({ output: 'timeInStatus', filters })).toMatchObject([
			{ statusId: TALKING, pipelineId: LEADS },
		]);
		expect(await history({ output: 'statusReport', filters })).toMatchObject([
			{ statusId: NEW, visits: 0 },
			{ statusId: TALKING, visits: 1, nextStatus: 'Nieuw', pipelineId: LEADS },
		]);
		expect(await history({ output: 'deals', filters })).toHaveLength(1);
	});

	it('what cannot be read is refused before anything is sent', async () => {
		for (const [more, message] of [
			[
				{ filters: { changedBefore: 'last week' } },
				"'Changed Before' is not a date that can be read",
			],
			[
				{ output: '={{ "events" }}' },
				"'Output' must be one of changes, deals, statusReport, timeInStatus",
			],
			[
				{ options: { sort: '={{ "latest" }}' } },
				"'Sort' must be one of byDeal, newestFirst, oldestFirst",
			],
			[{ options: { requestBody: '[1]' } }, "'Request Body' is not a JSON object"],
		] as const) {
			await expect(history(more)).rejects.toThrow(message);
		}
		expect(sandbox.log.requests).toEqual([]);
	});
});

describe('time in status', () => {
	it('from one change of status to the next, whoever was assigned between', async () => {
		const rows = await history({ output: 'timeInStatus' });
		const at = (day: string | null) => day && `2026-03-${day}:00.000Z`;
		const row = (
			statusId: string,
			entered: [string, string],
			left: string | null,
			ms: number[],
		) => ({
			statusId,
			firstEnteredAt: at(entered[0]),
			lastEnteredAt: at(entered[1]),
			lastLeftAt: at(left),
			totalMs: ms[0] * HOUR,
			latestMs: ms[1] * HOUR,
		});
		expect(rows).toMatchObject([
			// 08:00 to 12:30, and again from 11:00 to now, 12:00
			row(NEW, ['01T08:00', '02T11:00'], '01T12:30', [5.5, 1]),
			// Although its own entry ends at 12:30.
			row(TALKING, ['01T12:30', '01T12:30'], '02T09:15', [20.75, 20.75]),
			row(GONE, ['02T09:15', '02T09:15'], '02T11:00', [1.75, 1.75]),
			row(NEW_AT_WORK, ['02T11:30', '02T11:30'], null, [0.5, 0.5]),
		]);
		expect(pick(rows, 'status', 'totalDays', 'enteredCount', 'current', 'pipelineId')).toEqual([
			['Nieuw', 0.23, 2, true, LEADS],
			['In gesprek', 0.86, 1, false, LEADS],
			[null, 0.07, 1, false, LEADS],
			['Nieuw', 0.02, 1, true, WORK],
		]);
		expect(Object.keys(rows[0]).join(', ')).toBe(
			'title, status, totalDays, latestDays, enteredCount, firstEnteredAt, lastEnteredAt, lastLeftAt, current, dealId, statusId, pipelineId, totalMs, latestMs',
		);
	});

	it('filters choose deals, statuses and pipelines also rows', async () => {
		const ids = async (filters: object) =>
			(await history({ output: 'timeInStatus', filters })).map(({ statusId }) => statusId);
		expect(await ids({ assigneeIds: [ANNA.id] })).toEqual([NEW, TALKING, GONE]);
		expect(await ids({ changedAfter: '2026-03-02T11:15:00Z' })).toEqual([NEW_AT_WORK]);
		expect(await ids({ statusIds: [GONE] })).toEqual([GONE]);
	});
});

describe('status report', () => {
	const [offer, won, lost] = [0x61, 0x62, 0x63].map(uuid);
	const [anna, day] = [uuid(0xa1), 86_400_000];
	const began = Date.parse('2026-02-01T00:00:00Z');
	/** In Offer for so many days, then there; still in it without an end. */
	const stay = (n: number, days?: number, to = won) =>
		dealOf(
			`Deal ${n}`,
			LEADS,
			[
				[new Date(began).toISOString(), 'STATUS_CHANGED', offer],
				[new Date(began + 3600_000).toISOString(), 'USER_CHANGED', anna],
				...(days === undefined
					? []
					: [[new Date(began + days * day).toISOString(), 'STATUS_CHANGED', to] as Chapter]),
			],
			uuid(0xe00 + n),
		);
	const statuses = [
		statusOf(NEW_AT_WORK, WORK, 'Nieuw', '#27AE60'),
		statusOf(offer, LEADS, 'Offerte', '#2E86C1'),
		statusOf(lost, LEADS, 'Verloren', '#111111'),
		statusOf(won, LEADS, 'Gewonnen', '#222222'),
	];
	const report = async (filters = {}) => await history({ output: 'statusReport', filters });

	it('median, 90th percentile and average as Excel has them; open visits are counted, never averaged', async () => {
		tellSandbox([stay(1, 2), stay(2, 4), stay(3, 10, lost), stay(4)], statuses, []);
		const rows = await report();
		const none = { deals: 0, visits: 0, openNow: 0, medianDays: null, p90Days: null };
		expect(rows).toEqual([
			expect.objectContaining({ status: 'Nieuw', ...none, nextShare: null, next: [] }),
			{
				status: 'Offerte',
				deals: 4,
				visits: 4,
				openNow: 1,
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
			expect.objectContaining({ status: 'Verloren', deals: 1, openNow: 1, averageDays: null }),
			expect.objectContaining({ status: 'Gewonnen', deals: 2, openNow: 2, nextStatus: null }),
		]);
		expect(Object.keys(rows[0]).join(', ')).toBe(
			'status, deals, visits, openNow, medianDays, p90Days, averageDays, nextStatus, nextShare, next, statusColor, statusId, pipelineId',
		);
	});

	it('the bounds choose visits by when they began, other filters deals and rows', async () => {
		const other = dealOf('Other', LEADS, [['2026-02-03T00:00:00Z', 'STATUS_CHANGED', offer]]);
		tellSandbox([stay(1, 2), stay(2, 4), other], statuses, []);
		const visits = async (filters: object) => pick(await report(filters), 'status', 'visits');
		const bounds = { changedAfter: '2026-02-02T00:00:00Z', changedBefore: '2026-02-05T00:00:00Z' };
		expect(await visits(bounds)).toEqual([
			['Nieuw', 0],
			['Offerte', 1],
			['Verloren', 0],
			['Gewonnen', 1],
		]);
		tellSandbox([stay(1, 2), stay(2, 4), other], statuses, [{ ...ANNA, id: anna }]);
		expect(await visits({ assigneeIds: [ANNA.name], pipelineIds: [LEADS] })).toEqual([
			['Offerte', 2],
			['Verloren', 0],
			['Gewonnen', 2],
		]);
	});

	it('a status that is gone, and changes that name none, come last', async () => {
		const moves: Chapter[] = [
			['2026-02-01T00:00:00Z', 'STATUS_CHANGED'],
			['2026-02-02T00:00:00Z', 'STATUS_CHANGED', GONE],
			['2026-02-03T00:00:00Z', 'STATUS_CHANGED', won],
		];
		tellSandbox([dealOf('Dak', LEADS, moves)], statuses, []);
		const rows = (await report()).slice(3);
		expect(pick(rows, 'status', 'statusId', 'visits', 'nextStatus', 'pipelineId')).toEqual([
			['Gewonnen', won, 1, null, LEADS],
			[null, GONE, 1, 'Gewonnen', LEADS],
			[null, null, 1, null, LEADS],
		]);
	});
});

describe('all outputs', () => {
	const OUTPUTS = ['deals', 'changes', 'statusReport', 'timeInStatus'];

	it('deals: as the service sends them, with no request for names', async () => {
		const companyProfileId = [identities.PROFILE_ID];
		expect(await history({ output: 'deals' })).toEqual([
			{ ...story.ROOF, companyProfileId },
			{ ...story.BOILER, companyProfileId },
		]);
		expect(requestsTo('listStatuses', 'listUsers')).toEqual([]);
	});

	it.each(OUTPUTS)('a limit cuts the output %s after it was sorted', async (output) => {
		const all = await history({ output, options: { sort: 'newestFirst' } });
		const cut = { output, options: { sort: 'newestFirst' }, returnAll: false, limit: 1 };
		expect(await history(cut)).toEqual(all.slice(0, 1));
		expect(all.length).toBeGreaterThan(1);
		if (output !== 'statusReport') expect(JSON.stringify(all[0])).toContain(NEW_AT_WORK);
		expect(await history({ ...cut, limit: 500 })).toEqual(all);
	});

	it('the request body goes with the history and with the look-ups of names', async () => {
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
		// Found although the list writes its ids in upper case.
		expect(rows[1]).toMatchObject({ status: 'Nieuw', assigneeId: ANNA.id, assignee: null });
		service.done();
	});

	it('a sign-in that has ended is an error, and no matter of names', async () => {
		sandbox.switches.faults = [{ kind: 'status', status: 401, every: 1 }];
		await expect(history({})).rejects.toThrow(
			'Could not fetch the deal history: the service refused the sign-in (401)',
		);
	});

	it('a model chooses the output and how many, and is told which there are', async () => {
		const output = fromModel('Output', 'changes, statusReport or timeInStatus');
		const limit = fromModel('Limit', 'How many at most', 'number');
		const parameters = { resource: 'history', operation: 'getAll', output, limit };
		const tool = await toolFor({ parameters });
		expect(JSON.parse(await tool.invoke({ Output: 'timeInStatus', Limit: 3 }))).toHaveLength(3);
		await expect(tool.invoke({ Output: 'events', Limit: 3 })).rejects.toThrow(/one of changes, de/);
	});
});
