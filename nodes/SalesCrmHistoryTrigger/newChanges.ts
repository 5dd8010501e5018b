import { shortHash } from '../polling/hashes';
import { type HistoryCursor, load, SeenChanges } from './cursor';

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
 */

/** One change of the history, as far as telling new from seen needs it. */
export interface ChangeKey {
	/** Tells the change apart from all others: its id. */
	key: string;
	/** Milliseconds since the Unix epoch; NaN when it cannot be read. */
	moment: number;
}

export interface DetectionOptions<C extends ChangeKey> {
	source: string;
	wanted: unknown;
	/** Whether a change is asked for, and whether it was at the last poll with what was asked then. */
	isWanted(change: C): boolean;
	wasWanted(change: C, before: unknown): boolean;
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

/** A change whose moment cannot be read comes after all others. */
const orLast = (moment: number): number => (Number.isFinite(moment) ? moment : Infinity);

/** Of two whose moments cannot be read it is NaN, which puts neither before the other. */
const inTime = (a: ChangeKey, b: ChangeKey): number => orLast(a.moment) - orLast(b.moment);

/**
 * @param stored What the last poll left to remember, as n8n kept it.
 * @param changes Read twice, so that a million of them need not be held a second time.
 */
export function newChanges<C extends ChangeKey>(
	stored: unknown,
	changes: () => Iterable<C>,
	options: DetectionOptions<C>,
): { fresh: C[]; cursor: HistoryCursor } {
	const { lookBackMs, maxChanges, startAt } = options;
	const known = load(stored, options.source);
	const latest = latestPlausible(changes(), options.now);
	const from = known?.lookBackFrom ?? firstLookBackFrom(latest, options);

	const seen = new SeenChanges(known?.seen);
	const isNew = (change: C): boolean => {
		if (!known) return change.moment >= startAt && options.isWanted(change);
		return options.isWanted(change) && options.wasWanted(change, known.wanted);
	};
	const unseen = new Map<string, C>();
	for (const change of changes()) {
		if (change.moment < from) continue;
		const hash = shortHash(change.key);
		const twin = unseen.get(hash);
		if (seen.has(hash) || !isNew(change)) {
			if (!twin) seen.note(hash, change.moment);
			continue;
		}
		// Of one that comes twice the later counts, as it does for how long it is remembered.
		if (!twin || inTime(twin, change) < 0) unseen.set(hash, change);
	}
	const inOrder = [...unseen].sort(([, a], [, b]) => inTime(a, b));
	const fresh = inOrder.slice(0, maxChanges);
	for (const [hash, { moment }] of fresh) seen.note(hash, moment);

	const pending = orLast(inOrder[maxChanges]?.[1].moment ?? Infinity);
	const highWaterMark = Math.max(known?.highWaterMark ?? -Infinity, Math.min(latest, pending));
	const nextFrom = Math.max(from, Math.min(highWaterMark - lookBackMs, pending));
	return {
		fresh: fresh.map(([, change]) => change),
		cursor: {
			source: options.source,
			wanted: options.wanted,
			highWaterMark: Number.isFinite(highWaterMark) ? highWaterMark : null,
			lookBackFrom: nextFrom,
			seen: seen.stored(nextFrom),
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
