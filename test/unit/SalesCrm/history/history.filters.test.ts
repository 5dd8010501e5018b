/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { dealOf } from '../../../support/deals';
import { history, tellSandbox } from '../../../support/historyRuns';
import * as story from '../../../support/solarRoof';

/** Which entries are wanted, by what they say themselves. The story: support/solarRoof.ts. */

beforeEach(() => {
	sandbox.reset();
	tellSandbox([story.ROOF, story.BOILER], story.STATUSES, story.USERS);
});

const starts = async (filters: object, more = {}) =>
	(await history({ output: 'changes', resolveNames: false, filters, ...more })).map(
		({ startedAt }) => String(startedAt).slice(5, 16),
	);

describe('by what the entry names', () => {
	const { ANNA, BRAM, GONE, LEADS, NEW, NEW_AT_WORK, WORK } = story;
	const moved = ['03-01T08:00', '03-01T12:30', '03-02T09:15', '03-02T11:00'];
	const assigned = ['03-01T10:00', '03-02T09:00', '03-02T10:00'];

	it('changeTypes, an unknown one too', async () => {
		expect(await starts({ changeTypes: ['USER_CHANGED'] })).toEqual(assigned);
		expect(await starts({ changeTypes: ['PRIORITY_CHANGED'] })).toEqual(['03-01T12:30']);
	});

	it.each<[string, object, string[]]>([
		['changes to a status, not from it', { statusIds: [NEW] }, ['03-01T08:00', '03-02T11:00']],
		['to one of several', { statusIds: [GONE, NEW_AT_WORK] }, ['03-02T09:15', '03-02T11:30']],
		['a user', { userIds: [BRAM.id] }, ['03-02T09:00']],
		['a backlog', { backlogIds: [WORK] }, ['03-02T11:30']],
		['a text with commas', { userIds: `${ANNA.id}, ${BRAM.id}` }, assigned.slice(0, 2)],
		['a user in upper case', { userIds: [BRAM.id.toUpperCase()] }, ['03-02T09:00']],
		['a backlog in upper case', { backlogIds: [WORK.toUpperCase()] }, ['03-02T11:30']],
		['a status in upper case', { statusIds: [GONE.toUpperCase()] }, ['03-02T09:15']],
		['kind and backlog', { changeTypes: ['STATUS_CHANGED'], backlogIds: [LEADS] }, moved],
		['status and backlog: both must fit', { statusIds: [NEW_AT_WORK], backlogIds: [LEADS] }, []],
	])('%s', async (_what, filters, expected) => {
		expect(await starts(filters)).toEqual(expected);
	});

	it('a filtered entry still counts as the one before', async () => {
		const rows = await history({ output: 'changes', filters: { statusIds: [story.GONE] } });
		expect(rows).toEqual([expect.objectContaining({ previousStatusId: story.TALKING })]);
	});
});

describe('by moment', () => {
	it('changedAfter takes the moment itself in, changedBefore leaves it out', async () => {
		const at = '2026-03-02T09:15:00Z';
		expect(await starts({ changedAfter: at, changedBefore: '2026-03-02T10:00:00Z' })).toEqual([
			'03-02T09:15',
		]);
		expect(await starts({ changedAfter: '2026-03-02T09:15:00.001Z' })).not.toContain('03-02T09:15');
		expect(await starts({ changedBefore: at })).toHaveLength(5);
		expect(await starts({ changedBefore: '2026-03-02T09:15:00.001Z' })).toHaveLength(6);
	});

	it.each([
		['a text without zone, in the one of the workflow (UTC+1)', '2026-03-02T10:15:00'],
		['a text with a zone of its own', '2026-03-02T04:15:00-05:00'],
		['a DateTime from an expression', "={{ DateTime.fromISO('2026-03-02T09:15:00Z') }}"],
		['a Date from an expression', "={{ new Date('2026-03-02T09:15:00Z') }}"],
	])('%s', async (_form, changedAfter) => {
		expect((await starts({ changedAfter }))[0]).toBe('03-02T09:15');
	});

	it('a moment that cannot be read is refused before anything is sent', async () => {
		await expect(starts({ changedBefore: 'last week' })).rejects.toThrow(
			"'Changed Before' is not a date that can be read",
		);
		expect(sandbox.log.requests).toEqual([]);
	});
});

describe('in the time zone of the workflow, Europe/Amsterdam, around the change of clocks', () => {
	// One change a minute before and one at each of these moments.
	it.each([
		['2026-03-28T12:00:00', '2026-03-28T11:00:00Z', 'winter: UTC+1'],
		['2026-03-30T12:00:00', '2026-03-30T10:00:00Z', 'summer: UTC+2'],
		['2026-03-29', '2026-03-28T23:00:00Z', 'the day of the change begins in winter'],
		['2026-03-30', '2026-03-29T22:00:00Z', 'the day after begins in summer'],
	])('%s is %s (%s)', async (changedAfter, moment) => {
		const before = new Date(Date.parse(moment) - 60_000).toISOString();
		const deal = dealOf('Dak', story.LEADS, [
			[before, 'STATUS_CHANGED', story.NEW],
			[moment, 'STATUS_CHANGED', story.TALKING],
		]);
		tellSandbox([deal], [], []);
		expect(await starts({ changedAfter })).toEqual([moment.slice(5, 16)]);
		expect(await starts({ changedBefore: changedAfter })).toEqual([before.slice(5, 16)]);
	});

	it('another zone of the workflow moves the border', async () => {
		const settings = { timezone: 'America/New_York' };
		const parameters = { output: 'changes', resolveNames: false };
		const filters = { changedAfter: '2026-03-02T04:15:00' };
		const [first] = await history({ ...parameters, filters }, { settings });
		expect(first.startedAt).toBe('2026-03-02T09:15:00.000Z');
	});
});
