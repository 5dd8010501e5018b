import type { HistoryEntry } from '../../api/types';
import { HOUR_MS } from '../../utils/dates';
import { shortHash } from '../../utils/text';
import type { Memory } from '../types';
import type { DealEvent } from './events';
import type { NotedStuck } from './stuck';

/** Times are milliseconds since the Unix epoch. */
export interface DealMemory extends Memory {
	from: number;
	/** Changes that were emitted or noted: the hash of each, with the hour of its time. */
	seen: Record<string, number>;
	stuck?: NotedStuck;
	/** The marks of deals as won or lost (`results.ts`), if they are an event. */
	marks?: string;
}

/** With eight characters, one in 10⁹ new changes is mistaken for one of 100,000 seen ones. */
const changeHash = ({ id }: HistoryEntry): string => shortHash(id, 8);

const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

export const isUnseen = (change: HistoryEntry, { from, seen }: DealMemory): boolean =>
	change.startTimestamp >= from && !(changeHash(change) in seen);

/** With another address or profile it is still the same history if one of its changes was seen. */
export const isOfHistory = (memory: DealMemory, source: string, all: HistoryEntry[]): boolean =>
	memory.source === source ||
	all.length === 0 ||
	all.some((change) => changeHash(change) in memory.seen);

/** All changes except those postponed to the next poll. @param postponed In the order of time. */
export function seenChanges(
	previous: DealMemory,
	all: HistoryEntry[],
	postponed: DealEvent[],
	now: number,
): Pick<DealMemory, 'from' | 'seen'> {
	const pending = new Set(postponed.map(({ entryId }) => entryId));
	const oldestPending = postponed.find(({ entryId }) => entryId)?.at ?? Infinity;
	const from = Math.min(lookBackTo(all, now), oldestPending);
	const seen = { ...previous.seen };
	for (const change of all) {
		const { id, startTimestamp: time } = change;
		if (time >= from && !pending.has(id)) seen[changeHash(change)] = hourOf(time);
	}
	const counting = Object.entries(seen).filter(([, hour]) => hour >= hourOf(from));
	return { from, seen: Object.fromEntries(counting) };
}

/** 24 hours before the latest change (at most an hour ahead of our clock), or before now for an empty history. */
function lookBackTo(all: HistoryEntry[], now: number): number {
	const latest = all.reduce(
		(mark, { startTimestamp: time }) => (time <= now + HOUR_MS ? Math.max(mark, time) : mark),
		-Infinity,
	);
	return (latest === -Infinity ? now : latest) - 24 * HOUR_MS;
}
