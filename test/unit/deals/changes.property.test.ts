import fc from 'fast-check';

import { entriesInTime } from '../../../nodes/deals/history';
import { changesOf } from '../../../nodes/deals/outputs';
import { timeInStatus } from '../../../nodes/deals/visits';
import { byId } from '../../../nodes/utils/lists';
import { historyEvents, historyOutput } from '../../../nodes/deals/historyEvents';
import { NO_NAMES } from '../../../nodes/api/names';
import type { HistoryEntry, HistoryItem, Status, User } from '../../../nodes/api/types';
import { anyDeal, NO_FILTERS, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/** What a change tells, against the story that the deal was drawn from. */

const iso = (moment: number) => new Date(moment).toISOString();

/** What the change at a place of the story names, and the one of its kind before it. */
function ofKind({ history }: HistoryItem, place: number, kind: 'STATUS' | 'USER') {
	const type = `${kind}_CHANGED`;
	const idOf = (entry?: HistoryEntry) => entry?.metaData?.propertyValue?._id ?? null;
	if (history[place].type !== type) return { id: null, previous: null };
	const before = history.slice(0, place).findLast((entry) => entry.type === type);
	return { id: idOf(history[place]), previous: idOf(before) };
}

it('a change tells from what to what, and how long it held', () => {
	fc.assert(
		fc.property(anyDeal, (deal) => {
			const expected = deal.history.map((entry, place) => {
				const status = ofKind(deal, place, 'STATUS');
				const user = ofKind(deal, place, 'USER');
				const next = deal.history[place + 1]?.startTimestamp;
				return {
					dealId: 'deal',
					dealSummary: 'Dak',
					backlogId: 'backlog',
					companyProfileIds: ['p'],
					changeId: entry.id,
					type: entry.type,
					startedAt: iso(entry.startTimestamp),
					endedAt: next === undefined ? null : iso(next),
					open: next === undefined,
					durationDays: next === undefined ? null : 0,
					durationMs: next === undefined ? null : next - entry.startTimestamp,
					statusId: status.id,
					statusLabel: null,
					statusColor: null,
					previousStatusId: status.previous,
					previousStatusLabel: null,
					userId: user.id,
					userName: null,
					userEmail: null,
					previousUserId: user.previous,
					previousUserName: null,
				};
			});
			expect(changesOf(deal, NO_NAMES, NO_FILTERS)).toEqual(expected);
		}),
		runs(100),
	);
});

it('an event enters and leaves a status only where the deal was moved', () => {
	fc.assert(
		fc.property(anyDeal, (deal) => {
			const events = historyEvents(deal, 'p');
			expect(events.map(({ entry }) => entry.id)).toEqual(deal.history.map(({ id }) => id));
			events.forEach(({ enteredStatusId, leftStatusId, previousStatusId }, place) => {
				const { id, previous } = ofKind(deal, place, 'STATUS');
				const moved = id !== previous;
				expect([enteredStatusId, leftStatusId, previousStatusId]).toEqual([
					moved ? id : null,
					moved ? previous : null,
					previous,
				]);
			});
		}),
		runs(100),
	);
});

it('names are found whatever the case of the ids, and are null where there are none', () => {
	const names = {
		statuses: byId([{ id: 'A', label: 'Nieuw', color: '#2E86C1' } as Status]),
		users: byId([{ id: 'y', name: 'Anna Visser', email: 'anna@zonendak.example' } as User]),
	};
	fc.assert(
		fc.property(anyDeal, (deal) => {
			for (const row of changesOf(deal, names, NO_FILTERS)) {
				const isA = row.statusId === 'a';
				const isAnna = row.userId === 'Y';
				expect(row).toMatchObject({
					statusLabel: isA ? 'Nieuw' : null,
					statusColor: isA ? '#2E86C1' : null,
					previousStatusLabel: row.previousStatusId === 'a' ? 'Nieuw' : null,
					userName: isAnna ? 'Anna Visser' : null,
					userEmail: isAnna ? 'anna@zonendak.example' : null,
					previousUserName: row.previousUserId === 'Y' ? 'Anna Visser' : null,
				});
			}
			for (const { statusId, statusLabel } of timeInStatus(deal, names, NO_FILTERS, NOW)) {
				expect(statusLabel).toBe(statusId === 'a' ? 'Nieuw' : null);
			}
		}),
		runs(100),
	);
});

it('a polled change is named by its entry, whatever that leaves out', () => {
	const deal = { history: [{ id: 'one', type: 'PRIORITY', startTimestamp: NOW }, {}] };
	const items = historyEvents(deal as unknown as HistoryItem, undefined).map((event) =>
		historyOutput(event, undefined, { triggeredBy: 'otherChange' }),
	);
	expect(items).toMatchObject([
		{ eventId: 'one', changeId: 'one', changeType: 'PRIORITY', occurredAt: iso(NOW) },
		{ eventId: null, changeId: null, changeType: null, occurredAt: null },
	]);
});

describe('the order of time', () => {
	const moment = fc.oneof(
		fc.integer({ min: 1, max: 3 }).map((second) => NOW + second * 1000),
		fc.constantFrom('soon', null, ''),
	);
	const anyEntries = fc.array(
		fc.record({ startTimestamp: moment, endTimestamp: fc.oneof(moment, fc.constant(0)) }),
		{ maxLength: 8 },
	);

	/** Its place in time as a text that sorts: one that cannot be read, or is open, is last. */
	const rank = ({ startTimestamp: start, endTimestamp: end }: HistoryEntry) => {
		const of = (at: number, isKnown: boolean) => (isKnown ? String(at).padStart(15, '0') : 'last');
		return `${of(start, !Number.isNaN(start))} ${of(end, !Number.isNaN(end) && end !== 0)}`;
	};

	it('is by start, then by end, an open or unreadable one last, and as they came where both are alike', () => {
		fc.assert(
			fc.property(anyEntries, (drawn) => {
				const history = drawn.map((entry, place) => ({ ...entry, id: String(place) }));
				const sorted = entriesInTime({ history } as unknown as HistoryItem);
				const inOrder = sorted.map((entry) => `${rank(entry)} ${entry.id}`);
				expect(inOrder).toEqual(inOrder.toSorted());
				expect(sorted).toHaveLength(history.length);
			}),
			runs(300),
		);
	});
});

describe('what an entry may say, and what is no answer', () => {
	const rowOf = (entry: object) =>
		changesOf(
			{
				id: 'deal',
				history: [{ id: 'e', type: 'STATUS_CHANGED', ...entry }],
			} as unknown as HistoryItem,
			NO_NAMES,
			NO_FILTERS,
		)[0];

	it.each([undefined, null, '', '  ', 'soon', true, [NOW], {}, NaN])(
		'%p is no moment',
		(startTimestamp) => {
			expect(rowOf({ startTimestamp, endTimestamp: NOW })).toMatchObject({
				startedAt: null,
				durationMs: null,
				open: false,
			});
		},
	);

	it('a deal that says nothing of itself has no profiles, no title and no backlog', () => {
		const nothing = { companyProfileIds: [], dealSummary: null, backlogId: null };
		expect(rowOf({})).toMatchObject(nothing);
	});

	it.each([undefined, null, 0, '0'])('an end of %p is open', (endTimestamp) => {
		expect(rowOf({ startTimestamp: NOW, endTimestamp })).toMatchObject({
			endedAt: null,
			durationMs: null,
			open: true,
		});
	});

	it.each([
		[{ _id: 'a', type: 'STATUS' }, 'a'],
		[{ _id: 'a' }, 'a'],
		[{ _id: 7 }, '7'],
		[{ _id: 'a', type: 'USER' }, null],
		[{ _id: '', type: 'STATUS' }, null],
		[{ type: 'STATUS' }, null],
		[null, null],
	])('%j names the status %p', (propertyValue, statusId) => {
		expect(rowOf({ startTimestamp: NOW, metaData: { propertyValue } })).toMatchObject({
			statusId,
			userId: null,
		});
	});
});

it('moments in any unit, as number or text, are one and the same', () => {
	const [began, ended] = ['2026-03-01T08:30:00Z', '2026-03-02T09:00:00Z'].map(Date.parse);
	const told = (moment: (ms: number) => unknown) => {
		const one = { id: 'e', startTimestamp: moment(began), endTimestamp: moment(ended) };
		const any = { id: 'd', history: [{ ...one, type: 'STATUS_CHANGED' }] } as unknown;
		return changesOf(any as HistoryItem, NO_NAMES, NO_FILTERS);
	};
	const usual = told((ms) => ms);
	expect(usual).toMatchObject([
		{ startedAt: '2026-03-01T08:30:00.000Z', durationMs: ended - began },
	]);
	for (const perMs of [0.001, 1, 1000, 1e6]) {
		expect(told((ms) => ms * perMs)).toEqual(usual);
		expect(told((ms) => String(ms * perMs))).toEqual(usual);
	}
});
