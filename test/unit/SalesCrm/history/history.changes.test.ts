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
		durationDays: 0.9,
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

it('changes: every field of a deal', async () => {
	// The second deal of the sandbox, Jacobs: ids and timestamps read off its history, the rest worked
	// out by hand. Nobody stands second, so the assignee after that has nobody before.
	sandbox.reset({ deals: 3 });
	const deal = {
		dealId: '327dea2c-6fbb-565e-b210-d8faa2fee4a4',
		dealSummary: 'HR++ glas familie Jacobs',
		backlogId: '3af1a473-dcb8-59b6-beb0-06cdb031b853',
		companyProfileIds: [identities.PROFILE_ID],
	};
	const status = (
		[statusId, statusLabel, statusColor]: Array<string | null>,
		[previousStatusId, previousStatusLabel]: Array<string | null>,
	) => ({ statusId, statusLabel, statusColor, previousStatusId, previousStatusLabel });
	const user = (
		[userId, userName, userEmail]: Array<string | null>,
		[previousUserId, previousUserName]: Array<string | null>,
	) => ({ userId, userName, userEmail, previousUserId, previousUserName });
	const none: Array<string | null> = [null, null, null];
	const moved = (to: Array<string | null>, from = none) => ({
		type: 'STATUS_CHANGED',
		...status(to, from),
		...user(none, none),
	});
	const assigned = (to: Array<string | null>, from = none) => ({
		type: 'USER_CHANGED',
		...status(none, none),
		...user(to, from),
	});
	const offer = ['d0120f35-c8b1-5f9e-8a81-9cc011ee011e', 'Offerte maken', '#F39C12'];
	const sent = ['a88d0fd6-7ef0-540e-a607-0779ac4faf77', 'Offerte verstuurd', '#8E44AD'];
	const talks = ['4fcaacca-bab7-53e2-bf29-8685dc37d627', 'In onderhandeling', '#16A085'];
	const fiep = [
		'5c8f8a2f-4ba7-53ac-ac42-d36fed71c6aa',
		'Fiep van de Velden',
		'fiep6@zonendak.example',
	];
	const fabienne = [
		'd40761c6-0944-5cbd-9f08-d5b966bcda6e',
		'Fabiënne de Nijs',
		'fabienne3@zonendak.example',
	];
	const expected = [
		['38233fe4-3e6f-52b6-b7b3-b41b2f25c59e', '05T12:05:37.729', 342_701_700, 4, moved(offer)],
		['f4961f89-7e87-5c8b-830c-4fb500846e00', '09T11:17:19.429', 367_811_510, 4.3, assigned(none)],
		['e8fcf52e-8980-5dec-b1f2-c7d73ef0d0af', '13T17:27:30.939', 226_808_561, 2.6, assigned(fiep)],
		[
			'cbe01b51-f095-590e-a264-b2f77652d895',
			'16T08:27:39.500',
			71_906_097,
			0.8,
			moved(sent, offer),
		],
		[
			'179516b2-7737-52cb-b93f-0d9f55c9b0f1',
			'17T04:26:05.597',
			50_635_958,
			0.6,
			moved(talks, sent),
		],
		[
			'd75b7626-4873-57a9-bb9c-bb0806e3d58e',
			'17T18:30:01.555',
			null,
			null,
			assigned(fabienne, fiep),
		],
	] as const;
	const rows = await changes();
	expect(rows.filter(({ dealId }) => dealId === deal.dealId)).toEqual(
		expected.map(([changeId, start, durationMs, durationDays, change], n) => ({
			...deal,
			changeId,
			startedAt: `2025-03-${start}Z`,
			endedAt: n === 5 ? null : `2025-03-${expected[n + 1][1]}Z`,
			open: n === 5,
			durationDays,
			durationMs,
			...change,
		})),
	);
});
