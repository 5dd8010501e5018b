import type { HistoryEntry, HistoryItem } from '../api/types';
import type { EventFilters } from '../deals/dealEvent';
import { type DealChange, dealChanges, entriesOf, mergedDeals, momentOf } from '../deals/history';
import { eventOf, type HistoryEvent } from '../deals/historyEvents';
import { textOf } from '../utils/text';
import { toList } from '../utils/values';
import { type ChangeKey, inTime } from './cursor';

/**
 * What of the history may start the workflow: that a deal was changed, was created, or stays in a
 * status.
 *
 * 1. A deal that is listed twice is one deal with the entries of both; an entry that comes twice is
 *    one entry.
 * 2. A deal is created by its earliest change. Where filters ask for a status entered, or for an
 *    assignee, it is by the first change after which it has one: it is not told before. The status
 *    that it entered is then the first that it ever had.
 * 3. A stay begins with the change that brought a deal into its present status; to be put where it
 *    stands begins no other. A change whose moment cannot be read begins none and ends none. A deal
 *    whose last entry has ended stays nowhere.
 */

/** What may start the workflow; as an event only when somebody asks, for most was seen long ago. */
export interface HistoryChange extends ChangeKey {
	deal: DealHistory;
	event(): HistoryEvent;
}

/** Rule 1. @param companyProfileId The profile that was asked. */
export const dealHistories = (
	items: HistoryItem[],
	companyProfileId: string | undefined,
): DealHistory[] => mergedDeals(items).map((item) => new DealHistory(item, companyProfileId));

/**
 * Every change of every deal, in no order.
 * @param filters Those that creations are told by; undefined where creations are not asked for.
 */
export function* historyChanges(
	deals: DealHistory[],
	filters?: EventFilters,
): Generator<HistoryChange> {
	for (const deal of deals) {
		for (const entry of entriesOf(deal.item)) yield new DealEntry(deal, entry, filters);
	}
}

/** The stays that began from one moment on, up to another, both in milliseconds. */
export function* stays(deals: DealHistory[], from: number, to: number): Generator<HistoryChange> {
	const isWithin = (moment: number) => moment >= from && moment <= to;
	for (const deal of deals) {
		// Most deals have no such change, and need not be worked out.
		if (!entriesOf(deal.item).some((entry) => isWithin(momentIn(entry)))) continue;
		const event = deal.stay();
		const moment = event?.occurredAt ?? NaN;
		if (event && isWithin(moment)) {
			yield { key: deal.keyOf(event.entry), moment, deal, event: () => event };
		}
	}
}

const momentIn = ({ startTimestamp }: HistoryEntry): number => momentOf(startTimestamp);

class DealEntry implements HistoryChange {
	readonly key: string;

	readonly moment: number;

	constructor(
		readonly deal: DealHistory,
		entry: HistoryEntry,
		private readonly filters: EventFilters | undefined,
	) {
		this.key = deal.keyOf(entry);
		this.moment = momentIn(entry);
	}

	get created(): string | undefined {
		const creation = this.filters && this.deal.creation(this.filters);
		return creation && this.deal.keyOf(creation.entry) === this.key ? this.deal.key : undefined;
	}

	event(): HistoryEvent {
		return this.deal.eventOf(this.key);
	}
}

/** A deal's history, worked out once. */
export class DealHistory {
	private worked: Map<string, DealChange> | undefined;

	constructor(
		readonly item: HistoryItem,
		private readonly companyProfileId: string | undefined,
	) {}

	/** Without an id of its own a change is what it says of itself, but for its end. */
	keyOf({ id, startTimestamp, type, metaData }: HistoryEntry): string {
		return textOf(id) || JSON.stringify([this.item.id, momentOf(startTimestamp), type, metaData]);
	}

	/** Tells the deal apart from all others. */
	get key(): string {
		const [first] = this.byKey.keys();
		return JSON.stringify(['created', textOf(this.item.id) || first]);
	}

	eventOf(key: string): HistoryEvent {
		return this.told(this.byKey.get(key)!);
	}

	/** Rule 2; undefined while the deal is not created yet. */
	creation(filters: EventFilters): HistoryEvent | undefined {
		const isAsked = (ids: unknown) => toList(ids, 'Filters').length > 0;
		const [asksStatus, asksAssignee] = [filters.toStatusIds, filters.assigneeIds].map(isAsked);
		const { changes } = this;
		const change = changes.find(
			({ statusId, assigneeId }) =>
				(statusId !== null || !asksStatus) && (assigneeId !== null || !asksAssignee),
		);
		if (!change) return undefined;
		const entered = changes.find(({ statusId }) => statusId !== null);
		return { ...this.told(change), enteredStatusId: entered?.statusId ?? null };
	}

	/** Rule 3: the change that the stay began with; undefined where the deal stays nowhere. */
	stay(): HistoryEvent | undefined {
		const timed = this.changes.filter(({ entry }) => Number.isFinite(entry.startTimestamp));
		const last = timed.at(-1);
		if (!last || last.entry.endTimestamp) return undefined;
		const moves = timed.filter(({ entry }) => entry.type === 'STATUS_CHANGED');
		const left = moves.findLastIndex(({ statusId }) => statusId !== last.statusId);
		const began = moves.at(left + 1);
		return began && this.told(began);
	}

	private told(change: DealChange): HistoryEvent {
		return eventOf(this.item, change, this.companyProfileId);
	}

	/** In the order of time. */
	private get changes(): DealChange[] {
		return [...this.byKey.values()];
	}

	/** Rule 1. */
	private get byKey(): Map<string, DealChange> {
		if (!this.worked) {
			const once = new Map<string, HistoryEntry>();
			for (const entry of entriesOf(this.item)) {
				const twin = once.get(this.keyOf(entry));
				// Of one that comes twice the later counts.
				if (!twin || inTime(momentIn(twin), momentIn(entry)) <= 0) {
					once.set(this.keyOf(entry), entry);
				}
			}
			const changes = dealChanges({ ...this.item, history: [...once.values()] });
			this.worked = new Map(changes.map((change) => [this.keyOf(change.entry), change]));
		}
		return this.worked;
	}
}
