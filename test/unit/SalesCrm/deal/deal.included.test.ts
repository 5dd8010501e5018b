/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';

import { dealOfId, deals, history } from '../../../support/historyRuns';
import { startOver } from '../../../support/startOver';

/** What the options add to a deal, beside what Deal History gives. */

const NOW = Date.parse('2026-03-02T12:00:00Z');

beforeEach(async () => {
	await startOver({ deals: 12 });
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});

afterEach(() => jest.restoreAllMocks());

const both = { includeChanges: true, includeTimeInStatus: true };

const of = (rows: IDataObject[], id: unknown) => rows.filter(({ dealId }) => dealId === id);

it('the changes of a deal, and its time in each status, are those of Deal History', async () => {
	const changes = await history({ output: 'changes', options: { sort: 'oldestFirst' } });
	const times = await history({ output: 'timeInStatus' });
	const found = await deals({ options: both });
	expect(found).toHaveLength(12);
	for (const deal of found) {
		expect(deal.changes).toEqual(of(changes, deal.dealId));
		expect(deal.timeInStatus).toEqual(of(times, deal.dealId));
		expect(deal.changes).not.toEqual([]);
		const [{ json }] = await dealOfId(String(deal.dealId), { options: both });
		expect(json).toEqual(deal);
	}
});

it('each is added where it is asked for, and nothing else then changes', async () => {
	const plain = await deals({});
	for (const deal of plain) {
		expect(Object.keys(deal)).not.toEqual(expect.arrayContaining(['changes']));
		expect(Object.keys(deal)).not.toEqual(expect.arrayContaining(['timeInStatus']));
	}
	const withChanges = await deals({ options: { includeChanges: true } });
	expect(withChanges).toEqual(plain.map((deal) => ({ ...deal, changes: expect.any(Array) })));
	const withTimes = await deals({ options: { includeTimeInStatus: true } });
	expect(withTimes).toEqual(plain.map((deal) => ({ ...deal, timeInStatus: expect.any(Array) })));
});

it('filters choose deals, and cut nothing of what a deal holds', async () => {
	const all = await deals({ options: both });
	const [{ statusId, userId, lastChangeAt }] = all;
	for (const filters of [
		{ statusIds: [statusId] },
		{ userIds: [userId] },
		{ changedAfter: lastChangeAt },
	]) {
		const found = await deals({ filters: filters as IDataObject, options: both });
		expect(found.length).toBeLessThan(12);
		expect(found).toEqual(expect.arrayContaining([all[0]]));
	}
});

it('the time in the present status is the one that the deal shows, although time goes on', async () => {
	let now = NOW;
	jest.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
	const items = Array.from({ length: 5 }, () => ({ json: {} }));
	const found = await deals({ options: both }, { items });
	for (const { timeInStatus, inStatusMs } of found) {
		const [present] = (timeInStatus as IDataObject[]).filter(({ current }) => current);
		expect(present.latestMs).toBe(inStatusMs);
	}
	expect(new Set(found.map(({ dealId, inStatusMs }) => `${dealId} ${inStatusMs}`)).size).toBe(12);
});
