import type { HistoryItem } from '../../api/types';
import { changeItem, type HistoryContext, type TriggerItem, triggerItem } from '../../deals/change';
import { type ChangeFilters, passes } from '../../deals/filters';
import { type DealChange, dealChanges, isMove } from '../../deals/history';
import { toDays } from '../../utils/dates';
import { joined } from '../../utils/lists';
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
	/** Milliseconds since the Unix epoch. */
	moment: number;
}

/** The entries of all deals, in no order. */
export const entriesOfAll = (deals: HistoryItem[]): ListedEntry[] =>
	joined(
		deals.map((deal) =>
			deal.history.map(({ id, startTimestamp }) => ({ deal, key: id, moment: startTimestamp })),
		),
	);

/** What is new: changes of these deals, and deals that got stuck. */
export interface News {
	deals: HistoryItem[];
	isNew(key: string): boolean;
	stuck: StuckDeal[];
}

/** Which of it is wanted, and what else its items show. */
interface Wanted extends HistoryContext {
	events: readonly string[];
	filters: ChangeFilters;
}

/** Something that starts the workflow. */
export interface Finding {
	event: string;
	item: TriggerItem;
	/** Milliseconds since the Unix epoch. */
	at: number;
	/** Of the entry that it tells of; undefined for a stuck deal. */
	key?: string;
}

/** In the order of time. Deals that got stuck at a moment stand together, before what happened at it. */
export const findingsIn = ({ deals, isNew, stuck }: News, wanted: Wanted): Finding[] =>
	[
		...stuck.flatMap((one) => stuckFinding(one, wanted)),
		...deals.flatMap((deal) => changeFindings(deal, isNew, wanted)),
	].sort((a, b) => a.at - b.at || Number(a.key !== undefined) - Number(b.key !== undefined));

function changeFindings(deal: HistoryItem, isNew: News['isNew'], wanted: Wanted): Finding[] {
	const { events, filters } = wanted;
	const changes = dealChanges(deal);
	const keys = changes.map(({ entry }) => entry.id);
	const creation = events.includes('dealCreated') ? creationAmong(changes, filters) : -1;
	const isCreated = keys.slice(creation).every(isNew);
	const firstStatusId = changes.find(({ statusId }) => statusId !== null)?.statusId ?? null;
	return changes.flatMap((change, place) => {
		const isCreation = isCreated && place === creation;
		const event = isCreation ? 'dealCreated' : EVENTS[change.changed ?? 'nothing'];
		if (!isNew(keys[place]) || event === undefined || !events.includes(event)) return [];
		const item = triggerItem({ ...changeItem(deal, change, wanted), triggeredBy: event });
		const judged = isCreation ? { ...item, ...entered(firstStatusId) } : item;
		if (!passes(judged, filters, isCreation || isMove(change))) return [];
		return [{ event, item, at: change.entry.startTimestamp, key: keys[place] }];
	});
}

/** Rule 1: where it stands among the changes; -1 for none. */
function creationAmong(changes: DealChange[], filters: ChangeFilters): number {
	const { toStatusIds, fromStatusIds, assigneeIds } = filters;
	const asksStatus = toStatusIds.length + fromStatusIds.length > 0;
	const asksAssignee = assigneeIds.length > 0;
	return changes.findIndex(
		({ statusId, assigneeId }) =>
			(statusId !== null || !asksStatus) && (assigneeId !== null || !asksAssignee),
	);
}

function stuckFinding({ deal, change, at }: StuckDeal, wanted: Wanted): Finding[] {
	const item = triggerItem({
		...changeItem(deal, change, wanted),
		triggeredBy: 'dealStuck',
		daysInStatus: toDays(Date.now() - change.entry.startTimestamp),
	});
	const judged = { ...item, ...entered(change.statusId, change.previousStatusId) };
	return passes(judged, wanted.filters, true) ? [{ event: 'dealStuck', item, at }] : [];
}

const EVENTS = { status: 'dealStatusChanged', assignee: 'dealAssigned', nothing: undefined };

/** Rule 3. */
const entered = (statusId: string | null, previousStatusId: string | null = null) => ({
	statusId,
	previousStatusId: previousStatusId === statusId ? null : previousStatusId,
});
