import fc from 'fast-check';

import { changesOf } from '../../../nodes/deals/outputs';
import { timeInStatus } from '../../../nodes/deals/statusPeriods';
import { NO_NAMES } from '../../../nodes/api/names';
import type { HistoryItem, Status, User } from '../../../nodes/api/types';
import { byId } from '../../../nodes/utils/lists';
import { anyDeal, NO_FILTERS, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/** Time in status against a clock: at each moment, which status is the deal in? */

const TICK = 1000;

/** The same deal, its moments on full seconds, so that a second is all in one status. */
const ticking = anyDeal.map((deal) => {
	const full = (moment: number) => Math.floor(moment / TICK) * TICK;
	const history = deal.history.map((entry) => ({
		...entry,
		startTimestamp: full(entry.startTimestamp),
		endTimestamp: full(entry.endTimestamp),
	}));
	return { ...deal, history };
});

const statusOf = (entry?: HistoryItem['history'][number]) =>
	entry?.metaData?.propertyValue?._id ?? null;

/** The changes of status that moved the deal: to where it stands already is none. */
const movesOf = ({ history }: HistoryItem) =>
	history
		.filter(({ type }) => type === 'STATUS_CHANGED')
		.filter((move, index, all) => index === 0 || statusOf(move) !== statusOf(all[index - 1]));

it('counts the seconds at which the deal stands in each status', () => {
	fc.assert(
		fc.property(ticking, (deal) => {
			const moves = movesOf(deal);
			const seconds = new Map<string | null, number>();
			for (let second = NOW - 40_000; second < NOW; second += TICK) {
				const last = moves.findLast(({ startTimestamp }) => startTimestamp <= second);
				if (last) seconds.set(statusOf(last), (seconds.get(statusOf(last)) ?? 0) + 1);
			}
			for (const { statusId, totalMs, enteredCount, current, ...row } of timeInStatus(
				deal,
				NO_NAMES,
				NO_FILTERS,
				NOW,
			)) {
				const entered = moves.filter((move) => statusOf(move) === statusId);
				const lefts = moves.flatMap((move, i) =>
					statusOf(move) === statusId ? [moves[i + 1]] : [],
				);
				const left = lefts.findLast((next) => next !== undefined)?.startTimestamp;
				const iso = (moment?: number) =>
					moment === undefined ? null : new Date(moment).toISOString();
				expect(totalMs).toBe((seconds.get(statusId as string | null) ?? 0) * TICK);
				expect(enteredCount).toBe(entered.length);
				expect(current).toBe(statusOf(moves.at(-1)) === statusId);
				expect(row.firstEnteredAt).toBe(iso(entered[0].startTimestamp));
				expect(row.lastLeftAt).toBe(iso(left));
			}
			const ids = timeInStatus(deal, NO_NAMES, NO_FILTERS, NOW).map(({ statusId }) => statusId);
			expect(ids).toEqual([...new Set(moves.map(statusOf))]);
		}),
		runs(150),
	);
});

it('moments that come as text or in seconds count like numbers of milliseconds', () => {
	fc.assert(
		fc.property(ticking, fc.constantFrom(1, TICK), fc.boolean(), (deal, unit, asText) => {
			const odd = (moment: number) => (asText ? String(moment / unit) : moment / unit);
			const history = deal.history.map((entry) => ({
				...entry,
				startTimestamp: odd(entry.startTimestamp),
				endTimestamp: odd(entry.endTimestamp),
			}));
			const other = { ...deal, history } as unknown as HistoryItem;
			const rowsOf = (any: HistoryItem) => [
				changesOf(any, NO_NAMES, NO_FILTERS),
				timeInStatus(any, NO_NAMES, NO_FILTERS, NOW),
			];
			// An open end that came as the text "0" is open, too.
			expect(rowsOf(other)).toEqual(rowsOf(deal));
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
