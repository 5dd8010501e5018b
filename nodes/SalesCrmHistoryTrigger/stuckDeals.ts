import {
	type ChangeKey,
	type HistoryCursor,
	type NewChange,
	SeenChanges,
	type StaysCursor,
} from './cursor';

/**
 * Which deals got stuck since the last poll: whose stay in a status is overdue, for it lasts longer
 * than was asked for. A stay is told apart by the change that began it; its moment is that of the
 * change.
 *
 * 1. A stay is told at the first poll at which it is overdue, if it passes the filters then. If it
 *    does not, it is noted, and never told.
 * 2. What is overdue when this is asked for first is never told: it began before `from`, one moment
 *    for however many there are. With past days what became overdue in them is told.
 * 3. Stays from `from` on count. It follows the latest one that is overdue, by the look-back, and
 *    stays before the oldest one that still has to be handed out. So a stay may last as long as it
 *    likes: what is forgotten of it is not needed, and an answer without it forgets nothing.
 * 4. Since n8n saves what a poll notes only when that hands something out, a stay that was overdue
 *    by what was asked for at the last poll must pass the filters of then, too. One that is overdue
 *    only because fewer days are asked for now is told; more days replay nothing.
 */

export const DEAL_STUCK = 'dealStuck';

export interface StuckOptions<C extends ChangeKey> {
	/** After how many milliseconds a stay is overdue. */
	afterMs: number;
	/** The stays that are overdue now, at least those that began from a moment on, in milliseconds. */
	overdue(from: number): Iterable<C>;
	isWanted(stay: C): boolean;
	/** Whether it would have been told by what was asked for before, or was not overdue by that. */
	wasWanted(stay: C, before: unknown): boolean;
}

interface StuckDeals<C> {
	unseen: Array<NewChange<C>>;
	/** What to remember when all is handed out but for what comes from a moment on, in milliseconds. */
	cursor(pending: number): StaysCursor;
}

export function findStuck<C extends ChangeKey>(
	known: HistoryCursor | undefined,
	{ afterMs, overdue, isWanted, wasWanted }: StuckOptions<C>,
	{ lookBackMs, startAt, now }: { lookBackMs: number; startAt: number; now: number },
): StuckDeals<C> {
	const before = known?.stays && { ...known.stays, wanted: known.wanted };
	const from = before?.from ?? firstStayFrom(known ? Infinity : startAt, now, afterMs);
	const seen = new SeenChanges(before?.seen);
	const stays = [...overdue(from)];
	const isNew = (stay: C) => isWanted(stay) && (!before || wasWanted(stay, before.wanted));
	const found = seen.findNew(stays, from, (stay) => (isNew(stay) ? DEAL_STUCK : undefined));
	const latest = stays.reduce((moment, stay) => Math.max(moment, stay.moment), -Infinity);
	return {
		unseen: found.map((one) => ({ ...one, at: one.change.moment + afterMs })),
		cursor(pending) {
			const nextFrom = Math.max(from, Math.min(latest, pending - afterMs) - lookBackMs);
			return { from: nextFrom, seen: seen.stored(nextFrom) };
		},
	};
}

/** Rule 2. @param startAt Infinity where nothing that is overdue is to be told. */
const firstStayFrom = (startAt: number, now: number, afterMs: number): number =>
	Math.min(startAt, now + 1) - afterMs;
