import { fingerprint, type Memory, recall, SeenChanges } from './cursor';

/** One change of the history, as far as telling new from seen needs it. */
export interface Sighting {
	/** Tells the change apart from all others: its id. */
	key: string;
	/** Milliseconds since the Unix epoch; NaN when it cannot be read. */
	moment: number;
}

export interface Terms<S extends Sighting> {
	source: string;
	wanted: unknown;
	/** Whether a change is asked for, and whether it was at the last poll with what was asked then. */
	isWanted(change: S): boolean;
	wasWanted(change: S, before: unknown): boolean;
	/** Milliseconds before the mark from which on a change that comes late still counts. */
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

/** A moment further ahead of this machine's clock is no measure of what is new. */
const MOST_AHEAD_MS = 3_600_000;

/** A change whose moment cannot be read comes after all others. */
const orLast = (moment: number): number => (Number.isFinite(moment) ? moment : Infinity);

/** Of two whose moments cannot be read it is NaN, which puts neither before the other. */
const inTime = (a: Sighting, b: Sighting): number => orLast(a.moment) - orLast(b.moment);

/**
 * The changes that were not seen before, oldest first, and what to remember once they are handed
 * out. New is what counts, was not seen, is asked for, and was at the last poll too, so that a wider
 * filter replays nothing.
 *
 * The mark follows the data, never the clock, and stays before the oldest change that still has to
 * be handed out; of what counts, all but those are noted as seen.
 * @param stored What the last poll left to remember, as n8n kept it.
 * @param changes Read twice, so that a million of them need not be held a second time.
 */
export function newChanges<S extends Sighting>(
	stored: unknown,
	changes: () => Iterable<S>,
	terms: Terms<S>,
): { fresh: S[]; memory: Memory } {
	const known = recall(stored, terms.source);
	const latest = latestMoment(changes(), terms.now);
	const begin = Math.min(terms.startAt, latest - terms.lookBackMs);
	const floor = known ? (known.floor ?? -Infinity) : begin;

	const seen = new SeenChanges(known?.seen);
	const isNew = (change: S): boolean => {
		if (!known) return change.moment >= terms.startAt && terms.isWanted(change);
		return terms.isWanted(change) && terms.wasWanted(change, known.wanted);
	};
	const unseen = new Map<string, S>();
	for (const change of changes()) {
		if (change.moment < floor) continue;
		const print = fingerprint(change.key);
		const twin = unseen.get(print);
		if (seen.has(print) || !isNew(change)) {
			if (!twin) seen.note(print, change.moment);
			continue;
		}
		// Of one that comes twice the later counts, as it does for how long it is remembered.
		if (!twin || inTime(twin, change) < 0) unseen.set(print, change);
	}
	const inOrder = [...unseen].sort(([, a], [, b]) => inTime(a, b));
	const fresh = inOrder.slice(0, terms.maxChanges);
	for (const [print, { moment }] of fresh) seen.note(print, moment);

	const pending = orLast(inOrder[terms.maxChanges]?.[1].moment ?? Infinity);
	const mark = Math.max(known?.mark ?? -Infinity, Math.min(latest, pending));
	const nextFloor = Math.max(floor, Math.min(mark - terms.lookBackMs, pending));
	return {
		fresh: fresh.map(([, change]) => change),
		memory: {
			source: terms.source,
			wanted: terms.wanted,
			mark: finiteOrNull(mark),
			floor: finiteOrNull(nextFloor),
			seen: seen.stored(nextFloor),
		},
	};
}

/** Minus infinity where no moment of the data can be a mark. */
function latestMoment(changes: Iterable<Sighting>, now: number): number {
	let latest = -Infinity;
	for (const { moment } of changes) {
		if (moment > latest && moment <= now + MOST_AHEAD_MS) latest = moment;
	}
	return latest;
}

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
