import type { Names } from '../../api/names';
import type { HistoryEntry, HistoryItem } from '../../api/types';
import { type ChangeFilters, changeItem, passes, triggerItem } from '../../deals/change';
import { type DealChange, dealChanges, entriesOf, momentOf } from '../../deals/history';
import { toDays } from '../../utils/dates';
import { textOf } from '../../utils/text';
import type { Sample } from '../poll';
import type { StuckDeal } from './stuck';

/**
 * Which event a change of a deal is, whether it passes the filters, and its item.
 *
 * 1. A deal is created by its earliest change; where filters ask for a status or an assignee, by the
 *    first change after which it has one. It is told where that change is new and none after it is
 *    old: an earlier change that comes late creates nothing.
 * 2. A change that created its deal is one item, `dealCreated`, where that is chosen.
 * 3. To and From Status look at what a deal enters and leaves. Of a created deal that is its first
 *    status, of a stuck deal the one that it stays in.
 */

/** An entry of the history. */
export interface ListedEntry {
	deal: HistoryItem;
	/** Tells the entry apart from all others. */
	key: string;
	/** Milliseconds since the Unix epoch; Infinity where it cannot be read. */
	moment: number;
}

/** The entries from a moment on, in no order. */
export function* entriesSince(deals: HistoryItem[], from: number): Generator<ListedEntry> {
	for (const deal of deals) {
		for (const entry of entriesOf(deal)) {
			const start = momentOf(entry.startTimestamp);
			const moment = Number.isFinite(start) ? start : Infinity;
			if (moment >= from) yield { deal, key: keyOfEntry(deal, entry), moment };
		}
	}
}

/** Without an id of its own an entry is what it says of itself, but for its end. */
const keyOfEntry = (deal: HistoryItem, { id, startTimestamp, type, metaData }: HistoryEntry) =>
	textOf(id) || JSON.stringify([deal.id, momentOf(startTimestamp), type, metaData]);

/** What would start the workflow. */
export interface Finding extends Sample {
	/** Of the entry that it tells of; undefined for a stuck deal. */
	key?: string;
}

/** Reads each deal once, however many of its entries are new. */
export class DealEvents {
	private readonly read = new Map<HistoryItem, Map<string, DealChange>>();

	/** @param events Those that are asked for. */
	constructor(
		private readonly events: readonly string[],
		private readonly filters: ChangeFilters,
		readonly names: Names,
		readonly companyProfileId: string | undefined,
	) {}

	/** Undefined for an entry that is not asked for. @param isOld Whether another one is not new. */
	ofEntry(
		{ deal, key, moment }: ListedEntry,
		isOld: (key: string) => boolean,
	): Finding | undefined {
		const changes = this.changesOf(deal);
		const change = changes.get(key)!;
		const isCreation = this.events.includes('dealCreated') && this.isCreation(changes, key, isOld);
		const event = isCreation ? 'dealCreated' : EVENT_BY_TYPE.get(change.entry.type ?? '');
		if (event === undefined || !this.events.includes(event)) return undefined;
		const item = triggerItem({ ...changeItem(deal, change, this), triggeredBy: event });
		const first = [...changes.values()].find(({ statusId }) => statusId !== null);
		const judged = isCreation ? { ...item, ...entered(first?.statusId ?? null) } : item;
		if (!passes(judged, this.filters)) return undefined;
		return { event, at: moment, key, item: () => ({ json: item }) };
	}

	/** Rule 1. */
	private isCreation(
		changes: Map<string, DealChange>,
		key: string,
		isOld: (key: string) => boolean,
	): boolean {
		const { toStatusIds, fromStatusIds, assigneeIds } = this.filters;
		const asksStatus = toStatusIds.length + fromStatusIds.length > 0;
		const asksAssignee = assigneeIds.length > 0;
		const keys = [...changes.keys()];
		const creation = keys.findIndex((one) => {
			const { statusId, assigneeId } = changes.get(one)!;
			return (statusId !== null || !asksStatus) && (assigneeId !== null || !asksAssignee);
		});
		return keys[creation] === key && !keys.slice(creation).some(isOld);
	}

	/** By the keys of their entries, in the order of time. */
	private changesOf(deal: HistoryItem): Map<string, DealChange> {
		const known = this.read.get(deal);
		if (known) return known;
		const changes = dealChanges(deal);
		const byKey = new Map(changes.map((change) => [keyOfEntry(deal, change.entry), change]));
		this.read.set(deal, byKey);
		return byKey;
	}

	/** Undefined where it does not pass the filters. @param now Milliseconds since the Unix epoch. */
	ofStuckDeal({ deal, change, at }: StuckDeal, now: number): Finding | undefined {
		const item = triggerItem({
			...changeItem(deal, change, this),
			triggeredBy: 'dealStuck',
			daysInStatus: toDays(now - change.entry.startTimestamp),
		});
		const judged = { ...item, ...entered(change.statusId, change.previousStatusId) };
		if (!passes(judged, this.filters)) return undefined;
		return { event: 'dealStuck', at, item: () => ({ json: item }) };
	}
}

const EVENT_BY_TYPE = new Map([
	['STATUS_CHANGED', 'dealStatusChanged'],
	['USER_CHANGED', 'dealAssigned'],
]);

/** Rule 3. */
const entered = (statusId: string | null, previousStatusId: string | null = null) => ({
	changeType: 'STATUS_CHANGED',
	statusId,
	previousStatusId: previousStatusId === statusId ? null : previousStatusId,
});
