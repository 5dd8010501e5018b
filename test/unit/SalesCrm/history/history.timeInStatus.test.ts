/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { dealOf } from '../../../support/deals';
import { history, tellSandbox } from '../../../support/historyRuns';
import * as story from '../../../support/solarRoof';

/** The output "Time in Status", against figures worked out by hand (support/solarRoof.ts). */

const { GONE, LEADS, NEW, NEW_AT_WORK, TALKING, WORK } = story;

const HOUR = 3_600_000;

beforeEach(() => {
	sandbox.reset();
	tellSandbox([story.ROOF, story.BOILER], story.STATUSES, story.USERS);
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-02T12:00:00Z'));
});

afterEach(() => jest.restoreAllMocks());

const times = async (more = {}) => await history({ output: 'timeInStatus', ...more });

it('counts from one status change to the next, whoever was assigned between', async () => {
	const roof = {
		dealId: story.ROOF.id,
		dealSummary: 'Zonnepanelen familie Bakker',
		backlogId: LEADS,
	};
	const boiler = {
		dealId: story.BOILER.id,
		dealSummary: 'Warmtepomp familie Mulder',
		backlogId: WORK,
	};
	const at = (day: string) => `2026-03-${day}:00.000Z`;
	const once = (entered: string, left: string | null, hours: number) => ({
		enteredCount: 1,
		firstEnteredAt: at(entered),
		lastEnteredAt: at(entered),
		lastLeftAt: left && at(left),
		totalDays: Math.round((hours / 24) * 10) / 10,
		totalMs: hours * HOUR,
		latestDays: Math.round((hours / 24) * 10) / 10,
		latestMs: hours * HOUR,
		current: left === null,
	});
	expect(await times()).toEqual([
		{
			...roof,
			statusId: NEW,
			statusLabel: 'Nieuw',
			enteredCount: 2,
			firstEnteredAt: at('01T08:00'),
			lastEnteredAt: at('02T11:00'),
			lastLeftAt: at('01T12:30'),
			// 08:00 to 12:30, and again from 11:00 to now, 12:00
			totalDays: 0.2,
			totalMs: 4.5 * HOUR + 1 * HOUR,
			latestDays: 0,
			latestMs: 1 * HOUR,
			current: true,
		},
		// Although its own entry ends at 12:30.
		{
			...roof,
			statusId: TALKING,
			statusLabel: 'In gesprek',
			...once('01T12:30', '02T09:15', 20.75),
		},
		{ ...roof, statusId: GONE, statusLabel: null, ...once('02T09:15', '02T11:00', 1.75) },
		{ ...boiler, statusId: NEW_AT_WORK, statusLabel: 'Nieuw', ...once('02T11:30', null, 0.5) },
	]);
});

it('a status that was entered without being named keeps its time, under null', async () => {
	const deal = dealOf('Dak', LEADS, [
		['2026-03-02T08:00:00Z', 'STATUS_CHANGED', NEW],
		['2026-03-02T09:00:00Z', 'STATUS_CHANGED'], // empty metaData: it left NEW, for where is not said
		['2026-03-02T11:00:00Z', 'STATUS_CHANGED', TALKING],
	]);
	tellSandbox([deal], story.STATUSES, story.USERS);
	expect(
		(await times()).map(({ statusId, totalMs, current }) => [statusId, totalMs, current]),
	).toEqual([
		[NEW, HOUR, false],
		[null, 2 * HOUR, false],
		[TALKING, HOUR, true],
	]);
});

it('put where it stands already, a deal stays on the same visit', async () => {
	const deal = dealOf('Dak', LEADS, [
		['2026-03-02T08:00:00Z', 'STATUS_CHANGED', NEW],
		['2026-03-02T10:00:00Z', 'STATUS_CHANGED', NEW],
	]);
	tellSandbox([deal], story.STATUSES, story.USERS);
	const visit = { enteredCount: 1, lastEnteredAt: '2026-03-02T08:00:00.000Z', lastLeftAt: null };
	expect(await times()).toEqual([
		expect.objectContaining({ ...visit, totalMs: 4 * HOUR, latestMs: 4 * HOUR, current: true }),
	]);
});

it('filters choose deals and statuses and never shorten a stay', async () => {
	const changedAfter = '2026-03-02T10:30:00Z'; // only the second entering of NEW is later
	const rows = await times({ filters: { statusIds: [NEW], changedAfter } });
	expect(rows).toEqual([expect.objectContaining({ statusId: NEW, totalMs: 5.5 * HOUR })]);
	expect(await times({ filters: { statusIds: [NEW], changedBefore: '2026-03-01' } })).toEqual([]);
});
