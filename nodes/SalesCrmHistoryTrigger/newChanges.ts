import {
	type ChangeKey,
	type HistoryCursor,
	inTime,
	load,
	type NewChange,
	orLast,
	SeenChanges,
} from './cursor';
import { findStuck, type StuckOptions } from './stuckDeals';

/**
 * The changes that were not seen before, oldest first, and what to remember once they are handed
 * out.
 *
 * 1. A change is new that counts (2), was not seen, is asked for, and was asked for at the last
 *    poll, too: a wider filter replays nothing.
 * 2. Changes from `lookBackFrom` on count. It follows the latest moment in the data, never the
 *    clock, and stays before the oldest change that still has to be handed out.
 * 3. At the first poll what is there is handed out from `startAt` on, and else only noted.
 * 4. What is older than the look-back before the first poll never counts, nor what is older than
 *    `startAt` where that goes back further: an answer that came empty is no reason to hand out the
 *    whole past at the next poll. Here the clock is the only measure, so an hour is the least.
 * 5. All that counts is noted as seen, but for what still has to be handed out (`maxChanges`).
 * 6. The change that a deal was created by is noted together with the deal: what comes late, and is
 *    earlier, creates it no second time.
 * 7. Deals that got stuck (`stuckDeals`) come among the changes, in the order of the moment they did.
 */

export interface DetectionOptions<C extends ChangeKey> {
	source: string;
	wanted: unknown;
	/**
	 * Which of the kinds asked for a change is; undefined where it is not asked for.
	 * @param isCreation Whether its deal was created by it, and was not before (rule 6).
	 */
	kindOf(change: C, isCreation: boolean): string | undefined;
	/** Whether it was asked for at the last poll, with what was asked then. */
	wasWanted(change: C, before: unknown, isCreation: boolean): boolean;
	/** Undefined where deals that get stuck are not asked for. */
	stuck?: StuckOptions<C>;
	/** Milliseconds before the latest moment from which on a change that comes late still counts. */
	lookBackMs: number;
	/** Most changes handed out at a poll. */
	maxChanges: number;
	/**
	 * The first time, what is there is handed out from this moment on, in milliseconds, and else only
	 * noted: Infinity for none of it.
	 */
	startAt: number;
	/** This machine's clock, in milliseconds since the Unix epoch. */
	now: number;
}

/** Clocks differ: a moment further ahead of this machine's clock is no measure of what is new. */
const MAX_SKEW_MS = 3_600_000;

/**
 * @param stored What the last poll left to remember, as n8n kept it.
 * @param changes Read twice, so that a million of them need not be held a second time.
 */
export function newChanges<C extends ChangeKey>(
	stored: unknown,
	changes: () => Iterable<C>,
	options: DetectionOptions<C>,
): { fresh: Array<NewChange<C>>; cursor: HistoryCursor } {
	const { source, wanted, lookBackMs, maxChanges, startAt } = options;
	const known = load(stored, source);
	const latest = latestPlausible(changes(), options.now);
	const from = known?.lookBackFrom ?? firstLookBackFrom(latest, options);

	const seen = new SeenChanges(known?.seen);
	const unseen = seen.findNew(changes(), from, (change) => {
		const isCreation = seen.isCreation(change);
		const mayBeNew = known
			? options.wasWanted(change, known.wanted, isCreation)
			: change.moment >= startAt;
		return mayBeNew ? options.kindOf(change, isCreation) : undefined;
	});
	const stuck = options.stuck && findStuck(known, options.stuck, options);
	const inOrder = [...unseen, ...(stuck?.unseen ?? [])].sort((a, b) => inTime(a.at, b.at));
	const fresh = inOrder.slice(0, maxChanges);
	for (const one of fresh) one.seen.note(one.change);

	const pending = orLast(inOrder[maxChanges]?.at ?? Infinity);
	const highWaterMark = Math.max(known?.highWaterMark ?? -Infinity, Math.min(latest, pending));
	const nextFrom = Math.max(from, Math.min(highWaterMark - lookBackMs, pending));
	return {
		fresh,
		cursor: {
			source,
			wanted,
			highWaterMark: Number.isFinite(highWaterMark) ? highWaterMark : null,
			lookBackFrom: nextFrom,
			seen: seen.stored(nextFrom),
			...(stuck && { stays: stuck.cursor(pending) }),
		},
	};
}

/** Rules 2 to 4. */
function firstLookBackFrom(
	latest: number,
	{ startAt, lookBackMs, now }: DetectionOptions<ChangeKey>,
): number {
	const byData = Math.min(startAt, latest - lookBackMs);
	const byClock = Math.min(startAt, now - Math.max(lookBackMs, MAX_SKEW_MS));
	return Math.max(byData, byClock);
}

/** Minus infinity where no moment of the data can be a measure. */
function latestPlausible(changes: Iterable<ChangeKey>, now: number): number {
	let latest = -Infinity;
	for (const { moment } of changes) {
		if (moment > latest && moment <= now + MAX_SKEW_MS) latest = moment;
	}
	return latest;
}
