import { dealDetails } from '../../api/dealDetails';
import { type Names, recordTypeOf } from '../../api/names';
import type { HistoryItem } from '../../api/types';
import { changeItem, type HistoryContext, type TriggerItem, triggerItem } from '../../deals/change';
import { type Filters, passes } from '../../deals/filters';
import { type DealChange, dealChanges, isMove } from '../../deals/history';
import { toDays } from '../../utils/dates';
import { recordOf } from '../../utils/lists';
import type { DueStay } from './stuck';

/**
 * Which event a change of a deal is, whether it passes the filters, and its item.
 *
 * 1. A deal is created by its earliest change; where filters ask for a status or an assignee, by the first change after
 *    which it has one. It is emitted where that change is new and none after it is old: an earlier change that comes
 *    late creates nothing.
 * 2. A change that created its deal is one item, `dealCreated`, where that is chosen.
 * 3. A status change is a move to another status than before. Nothing is known of what was before the earliest entry:
 *    where it names the first status of a pipeline, it is the creation of the deal, and no move.
 * 4. The filters Status and Previous Status look at what a deal enters and leaves. Of a created deal that is its first
 *    status, of a stuck deal the one that it stays in.
 */

/** What is new, which events of it are wanted, and what else their items show. */
export interface News extends HistoryContext {
	deals: HistoryItem[];
	isNew(entryId: string): boolean;
	stuck: DueStay[];
	events: readonly string[];
	/** Of IDs. */
	filters: Filters;
}

/** Something that starts the workflow. */
export interface DealEvent {
	event: string;
	item: TriggerItem;
	/** Milliseconds since the Unix epoch. */
	at: number;
	/** Of the entry that it is about; undefined for a stuck deal. */
	entryId?: string;
}

/** In the order of time. Deals that got stuck at one time stand together, before what happened at it. */
export const eventsIn = (news: News): DealEvent[] =>
	[
		...news.stuck.flatMap((one) => stuckEvent(one, news)),
		...news.deals.flatMap((deal) => changeEvents(deal, news)),
	].sort((a, b) => a.at - b.at || Number(isStuck(b)) - Number(isStuck(a)));

export const isStuck = ({ event }: DealEvent): boolean => event === 'dealStuck';

function changeEvents(deal: HistoryItem, news: News): DealEvent[] {
	const { isNew, events, filters, names } = news;
	const changes = dealChanges(deal);
	const creation = events.includes('dealCreated') ? creationAmong(changes, filters) : -1;
	const isCreated = changes.slice(creation).every(({ entry }) => isNew(entry.id));
	const firstStatusId = changes.find(({ statusId }) => statusId !== null)?.statusId ?? null;
	return changes.flatMap((change, place) => {
		const { id: entryId, startTimestamp: at } = change.entry;
		const isCreation = isCreated && place === creation;
		const event = isCreation ? 'dealCreated' : eventOf(change, place === 0, names);
		if (!isNew(entryId) || event === undefined || !events.includes(event)) return [];
		const item = itemOf(change, news, { triggeredBy: event });
		const judged = isCreation ? { ...item, statusId: firstStatusId, previousStatusId: null } : item;
		if (!passes(judged, filters, isCreation || isMove(change))) return [];
		return [{ event, item, at, entryId }];
	});
}

/** Rule 1: where it stands among the changes; -1 for none. */
function creationAmong(changes: DealChange[], filters: Filters): number {
	const { toStatusIds, fromStatusIds, assigneeIds } = filters;
	const asksStatus = toStatusIds.length + fromStatusIds.length > 0;
	const asksAssignee = assigneeIds.length > 0;
	return changes.findIndex(
		({ statusId, assigneeId }) =>
			(statusId !== null || !asksStatus) && (assigneeId !== null || !asksAssignee),
	);
}

/** Rule 3. */
function eventOf(change: DealChange, isEarliest: boolean, names: Names): string | undefined {
	if (change.changed === 'assignee') return 'dealAssigned';
	if (!isMove(change)) return undefined;
	return isEarliest && isFirstStatus(change.statusId, names) ? undefined : 'dealStatusChanged';
}

function isFirstStatus(statusId: string | null, { statuses, pipelines }: Names): boolean {
	const status = recordOf(statuses, statusId);
	return status !== undefined && recordOf(pipelines, status.backlog_id)?.statuses[0] === status;
}

function stuckEvent(stay: DueStay, news: News): DealEvent[] {
	if (!news.events.includes('dealStuck')) return [];
	const item = itemOf(stay, news, {
		triggeredBy: 'dealStuck',
		daysInStatus: toDays(Date.now() - stay.entry.startTimestamp),
	});
	const isPassed = passes(item, news.filters, true);
	return isPassed ? [{ event: 'dealStuck', item, at: stay.stuckAt }] : [];
}

function itemOf(change: DealChange, news: News, told: Partial<TriggerItem>): TriggerItem {
	const item = changeItem(change, news);
	const recordType = recordTypeOf(news.names, item.pipelineId);
	return triggerItem({ ...dealDetails(change.deal), ...item, recordType, ...told });
}
