/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { history, requestsTo, tellSandbox } from '../../../support/historyRuns';
import * as story from '../../../support/solarRoof';

/** The output "Changes", against figures worked out by hand. The story: support/solarRoof.ts. */

const { ANNA, BRAM, GONE, NEW, NEW_AT_WORK, TALKING } = story;

beforeEach(() => {
	sandbox.reset();
	tellSandbox([story.ROOF, story.BOILER], story.STATUSES, story.USERS);
});

const changes = async (more = {}) => await history({ output: 'changes', ...more });

it('gives one item per entry, in the order of time, each with how long it lasted', async () => {
	const rows = await changes();
	expect(
		rows.map(({ type, startedAt, endedAt, open, durationMs }) => [
			type,
			startedAt,
			endedAt,
			open,
			durationMs,
		]),
	).toEqual([
		// 2 h
		['STATUS_CHANGED', '2026-03-01T08:00:00.000Z', '2026-03-01T10:00:00.000Z', false, 7_200_000],
		// 2.5 h
		['USER_CHANGED', '2026-03-01T10:00:00.000Z', '2026-03-01T12:30:00.000Z', false, 9_000_000],
		['STATUS_CHANGED', '2026-03-01T12:30:00.000Z', '2026-03-01T12:30:00.000Z', false, 0],
		// 20.5 h
		['PRIORITY_CHANGED', '2026-03-01T12:30:00.000Z', '2026-03-02T09:00:00.000Z', false, 73_800_000],
		// 15 min
		['USER_CHANGED', '2026-03-02T09:00:00.000Z', '2026-03-02T09:15:00.000Z', false, 900_000],
		// 45 min
		['STATUS_CHANGED', '2026-03-02T09:15:00.000Z', '2026-03-02T10:00:00.000Z', false, 2_700_000],
		// 1 h
		['USER_CHANGED', '2026-03-02T10:00:00.000Z', '2026-03-02T11:00:00.000Z', false, 3_600_000],
		['STATUS_CHANGED', '2026-03-02T11:00:00.000Z', null, true, null],
		['STATUS_CHANGED', '2026-03-02T11:30:00.000Z', null, true, null],
	]);
});

it('a previous status is the one of the status change before, whoever was assigned between', async () => {
	const moves = (await changes()).filter(({ type }) => type === 'STATUS_CHANGED');
	expect(
		moves.map((m) => [m.statusId, m.statusLabel, m.previousStatusId, m.previousStatusLabel]),
	).toEqual([
		[NEW, 'Nieuw', null, null],
		[TALKING, 'In gesprek', NEW, 'Nieuw'],
		// A status that is in no list any more has no label, and none is guessed.
		[GONE, null, TALKING, 'In gesprek'],
		[NEW, 'Nieuw', GONE, null],
		[NEW_AT_WORK, 'Nieuw', null, null],
	]);
});

it('a previous user is the one of the user change before; empty metaData gives nulls', async () => {
	const hands = (await changes()).filter(({ type }) => type === 'USER_CHANGED');
	expect(
		hands.map((h) => [h.userId, h.userName, h.userEmail, h.previousUserId, h.previousUserName]),
	).toEqual([
		[ANNA.id, ANNA.name, ANNA.email, null, null],
		[BRAM.id, BRAM.name, BRAM.email, ANNA.id, ANNA.name],
		[null, null, null, BRAM.id, BRAM.name],
	]);
});

it('an unknown type passes through with nulls', async () => {
	const [strange] = (await changes()).filter(({ type }) => type === 'PRIORITY_CHANGED');
	expect(strange).toEqual({
		dealId: story.ROOF.id,
		dealSummary: 'Zonnepanelen familie Bakker',
		backlogId: story.LEADS,
		companyProfileIds: [identities.PROFILE_ID],
		changeId: story.ROOF.history[3].id,
		type: 'PRIORITY_CHANGED',
		startedAt: '2026-03-01T12:30:00.000Z',
		endedAt: '2026-03-02T09:00:00.000Z',
		open: false,
		durationMs: 73_800_000,
		statusId: null,
		statusLabel: null,
		statusColor: null,
		previousStatusId: null,
		previousStatusLabel: null,
		userId: null,
		userName: null,
		userEmail: null,
		previousUserId: null,
		previousUserName: null,
	});
});

it('the same label in two backlogs stays two statuses, each with its colour', async () => {
	const named = (await changes()).filter(({ statusLabel }) => statusLabel === 'Nieuw');
	expect(named.map((row) => [row.backlogId, row.statusId, row.statusColor])).toEqual([
		[story.LEADS, NEW, '#2E86C1'],
		[story.LEADS, NEW, '#2E86C1'],
		[story.WORK, NEW_AT_WORK, '#27AE60'],
	]);
});

it('entries that come newest first give the same items', async () => {
	const inOrder = await changes();
	for (const deal of sandbox.world.profile().deals) deal.history.reverse();
	expect(await changes()).toEqual(inOrder);
});

it('takes the histories of the switch oddHistory, too', async () => {
	sandbox.reset();
	Object.assign(sandbox.switches, { oddHistory: true });
	const rows = await changes();
	const entries = sandbox.world.profile().deals.flatMap((deal) => deal.history);
	expect(rows).toHaveLength(entries.length + sandbox.world.profile().deals.length);
	expect(rows.filter(({ type }) => type === 'PRIORITY_CHANGED')).toHaveLength(12);
});

it('with names off, ids stand alone and nobody asks for names', async () => {
	const rows = await changes({ resolveNames: false });
	expect(rows[0]).toMatchObject({ statusId: NEW, statusLabel: null, statusColor: null });
	expect(rows[1]).toMatchObject({ userId: ANNA.id, userName: null, userEmail: null });
	expect(requestsTo('listStatuses', 'listUsers')).toEqual([]);
	await changes({ resolveNames: true });
	expect(requestsTo('listStatuses', 'listUsers')).toHaveLength(2);
});
