import '../../../support/freshAccount';

import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { dealOf } from '../../../support/deals';
import { FAKE_URL, useNock } from '../../../support/fakeService';
import { history, requestsTo, fillSandbox } from '../../../support/historyRuns';
import { runOperation } from '../../../support/nodeRuns';
import * as story from '../../../support/solarRoof';

/** Deal History: items, order and limit. Figures and filters, against SQL: figures.property.test.ts. */

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
	});

	it('have no end while open', async () => {
		expect((await history({})).at(-1)).toMatchObject({ endedAt: null, open: true });
	});

	it('of a period begin with its first moment, and end before its last', async () => {
		const filters = {
			changedAfter: '2026-03-01T08:00:00Z',
			changedBefore: '2026-03-01T12:30:00Z',
		};
		const moments = (await history({ filters })).map(({ occurredAt }) => occurredAt);
		expect(moments).toEqual(['2026-03-01T08:00:00.000Z', '2026-03-01T10:00:00.000Z']);
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

it('if statuses cannot be read, their names are null, and a hint says why', async () => {
	sandbox.switches.faults = [{ kind: 'status', route: 'listStatuses', status: 403, every: 1 }];
	const { rows, hints } = await runOperation('history', 'getAll');
	expect(rows[4]).toMatchObject({ status: null, pipeline: null, assignee: BRAM.name });
	const words = /^This account may not read statuses: .* The names of statuses are left empty\./;
	expect(hints).toEqual([expect.stringMatching(words)]);
});

it('if nothing matches, a hint says that there are deals', async () => {
	const filters = { changedAfter: '2026-03-02', changedBefore: '2026-03-01' };
	const { rows, hints } = await runOperation('history', 'getAll', { filters });
	expect([rows, hints]).toEqual([[], ['Nothing matches. The history contains 2 deals.']]);
});

it('time in status is one item per deal and status', async () => {
	const rows = await history({ operation: 'getTimeInStatus' });
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

it('the status report is one item per status, or per status and assignee', async () => {
	const report = async (splitByAssignee = false) =>
		await history({ operation: 'getStatusReport', splitByAssignee });
	const expected = {
		...{ status: 'In gesprek', pipeline: 'Pipeline 1', openNow: 0, entered: 1, left: 1 },
		...{ medianDays: 0.86, p90Days: 0.86, averageDays: 0.86, nextStatus: null, nextShare: 1 },
		next: `${GONE} 100%`,
		...{ statusColor: '#F39C12', statusId: TALKING, pipelineId: LEADS },
	};
	const rows = await report();
	expect(rows.map(({ statusId }) => statusId)).toEqual([NEW, TALKING, NEW_AT_WORK, GONE]);
	expect(rows[1]).toEqual(expected);
	expect(Object.keys(rows[1])).toEqual(Object.keys(expected));
	const split = await report(true);
	expect(split.slice(0, 3).map(({ assignee }) => assignee)).toEqual([ANNA.name, BRAM.name, null]);
	expect(Object.keys(split[0]).slice(0, 4)).toEqual([
		...['status', 'assignee', 'assigneeId', 'pipeline'],
	]);
});

it('a share is one of those that left, also where a deal was handed over and came back', async () => {
	const handed = dealOf('Dakkapel', LEADS, [
		['2026-03-01T08:00:00Z', 'STATUS_CHANGED', NEW],
		['2026-03-01T08:00:00Z', 'USER_CHANGED', ANNA.id],
		['2026-03-01T09:00:00Z', 'USER_CHANGED', BRAM.id],
		['2026-03-01T10:00:00Z', 'USER_CHANGED', ANNA.id],
		['2026-03-01T11:00:00Z', 'STATUS_CHANGED', TALKING],
	]);
	fillSandbox([handed], story.STATUSES, story.USERS);
	const rows = await history({ operation: 'getStatusReport', splitByAssignee: true });
	const ofAnna = rows.find((row) => row.statusId === NEW && row.assigneeId === ANNA.id);
	expect(ofAnna).toMatchObject({ left: 1, next: 'In gesprek 100%', nextShare: 1 });
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

	it('are read once for items with the same request body, and again for another one', async () => {
		const options = { requestBody: '={{ ({ from: $json.from }) }}' };
		const items = [1, 1, 2].map((from) => ({ json: { from } }));
		await history({ options }, { items });
		expect(requestsTo('listHistory')).toHaveLength(2);
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
});
