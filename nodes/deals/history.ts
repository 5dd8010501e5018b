import type { HistoryEntry, HistoryItem } from '../api/types';
import { epochMs } from '../utils/dates';
import { isObject } from '../utils/json';
import { textOf } from '../utils/text';

/**
 * What the service's history of a deal says (operation `listHistory`), and the rules it is read by:
 *
 * 1. Entries count in the order of time, whatever order they came in. Of two that start together the
 *    one that ended first comes first; an open one (end 0) comes last. Those whose moment cannot be
 *    read (then NaN) come after all others. What is no entry at all is left out.
 * 2. A moment is a number, or a number as text; its size tells the unit (`epochMs`).
 * 3. An entry of type STATUS_CHANGED names a status, one of type USER_CHANGED an assignee. Empty
 *    metaData names nothing; other types are changes that name nothing.
 * 4. What stood before a change is what the change of the same kind before it named, whatever was
 *    changed in between.
 * 5. A deal that is listed twice is one deal, with the entries of both; an entry counts once.
 * 6. As of a moment, what came later does not exist: entries that began later, ends that came later,
 *    and deals whose first entry began later. What began or ended at that very moment does.
 */

/** Rule 5. What has no id is a deal of its own. What was read stays as it came. */
export function mergedDeals(listed: readonly HistoryItem[]): HistoryItem[] {
	const deals = new Map<unknown, HistoryItem>();
	for (const deal of listed) {
		const key = textOf(deal.id).toLowerCase() || deal;
		const known = deals.get(key);
		const entries = known && [...entriesOf(known), ...entriesOf(deal)];
		deals.set(key, entries ? { ...known, history: entriesOnce(entries) } : deal);
	}
	return [...deals.values()];
}

const entriesOnce = (entries: readonly HistoryEntry[]): HistoryEntry[] => [
	...new Map(entries.map((entry) => [textOf(entry.id) || JSON.stringify(entry), entry])).values(),
];

/** Rule 6. @param moment Milliseconds since the Unix epoch. @returns Undefined for no deal yet. */
export function dealAsOf(deal: HistoryItem, moment: number): HistoryItem | undefined {
	const entries = entriesInTime(deal);
	if (entries.length > 0 && entries[0].startTimestamp > moment) return undefined;
	const history = entries
		.filter(({ startTimestamp }) => !(startTimestamp > moment))
		.map((entry) => (entry.endTimestamp > moment ? { ...entry, endTimestamp: 0 } : entry));
	return { ...deal, history };
}

/** Rules 1 and 2. */
export const entriesInTime = (deal: HistoryItem): HistoryEntry[] =>
	entriesOf(deal)
		.map(withMoments)
		// Of two that are without end the difference is NaN, and puts neither before the other.
		.sort((a, b) => start(a) - start(b) || end(a) - end(b));

const sortable = (ms: number) => (Number.isFinite(ms) ? ms : Infinity);
const start = (entry: HistoryEntry) => sortable(entry.startTimestamp);
const end = (entry: HistoryEntry) => sortable(entry.endTimestamp || Infinity);

/** The entries as the service sent them. */
export const entriesOf = ({ history }: HistoryItem): HistoryEntry[] =>
	Array.isArray(history) ? history.filter(isObject) : [];

/** The entry itself where its moments are counts of milliseconds already, as they mostly are. */
function withMoments(entry: HistoryEntry): HistoryEntry {
	const startTimestamp = momentOf(entry.startTimestamp);
	const endTimestamp = momentOf(entry.endTimestamp ?? 0);
	const isSo = startTimestamp === entry.startTimestamp && endTimestamp === entry.endTimestamp;
	return isSo ? entry : { ...entry, startTimestamp, endTimestamp };
}

/** Milliseconds since the Unix epoch, from a number, or one that came as text; else NaN. */
export const momentOf = (value: unknown): number =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
		? epochMs(Number(value))
		: NaN;

/** Rule 3: the id of the status or user that an entry names; null where it names none. */
export const namedId = ({ type, metaData }: HistoryEntry, kind: 'STATUS' | 'USER'): string | null =>
	(type === `${kind}_CHANGED` && textOf(metaData?.propertyValue?._id)) || null;

/** A change of a deal, and how the deal stood right after it and, of its own kind, right before it. */
export interface DealChange {
	entry: HistoryEntry;
	/** Right after the change, whatever kind of change it is. */
	statusId: string | null;
	assigneeId: string | null;
	/** Rule 4; null for a change of another kind. */
	previousStatusId: string | null;
	previousAssigneeId: string | null;
}

/** A deal's changes in the order of time. */
export function dealChanges(deal: HistoryItem): DealChange[] {
	let statusId: string | null = null;
	let assigneeId: string | null = null;
	return entriesInTime(deal).map((entry) => {
		const previousStatusId = entry.type === 'STATUS_CHANGED' ? statusId : null;
		const previousAssigneeId = entry.type === 'USER_CHANGED' ? assigneeId : null;
		if (entry.type === 'STATUS_CHANGED') statusId = namedId(entry, 'STATUS');
		if (entry.type === 'USER_CHANGED') assigneeId = namedId(entry, 'USER');
		return { entry, statusId, assigneeId, previousStatusId, previousAssigneeId };
	});
}
