import { dealDetails } from '../../api/dealDetails';
import { type Names, recordTypeOf } from '../../api/names';
import type { HistoryEntry, HistoryItem } from '../../api/types';
import { contactDetailsOf } from '../../contacts/contactDetails';
import {
	changeItem,
	type HistoryContext,
	pipelineIdOf,
	type TriggerItem,
	triggerItem,
} from '../../deals/change';
import { type Filters, passes } from '../../deals/filters';
import { type DealChange, dealChanges, isMove } from '../../deals/history';
import { toDays } from '../../utils/dates';
import { isChosen, recordOf } from '../../utils/lists';
import type { MarkedDeal } from './results';
import type { StuckDeal } from './stuck';

export interface Terms extends HistoryContext {
	isNew(entry: HistoryEntry): boolean;
	events: readonly string[];
	filters: Filters;
	/** `deal` or `lead`; empty if nobody chose: then deals count. */
	recordTypes: readonly string[];
}

export interface DealEvent {
	item: TriggerItem;
	/** Milliseconds since the Unix epoch. */
	at: number;
	/** Of the entry that it is about; undefined for a stuck or marked deal. */
	entryId?: string;
	mark?: MarkedDeal;
}

/** What is new in the history. */
export interface DealNews {
	changed: HistoryItem[];
	marks: MarkedDeal[];
	stuck: StuckDeal[];
}

/** In the order of time. Deals that got stuck come before changes of the same time. */
export const eventsIn = ({ changed, marks, stuck }: DealNews, terms: Terms): DealEvent[] =>
	[
		...stuck.flatMap((deal) => stuckEvent(deal, terms) ?? []),
		...changed.flatMap((deal) => changeEvents(deal, terms)),
		...marks.flatMap((mark) => resultEvent(mark, terms) ?? []),
	].sort((a, b) => a.at - b.at);

export const isStuck = ({ item }: DealEvent): boolean => item.triggeredBy === 'dealStuck';

function changeEvents(deal: HistoryItem, terms: Terms): DealEvent[] {
	const changes = dealChanges(deal);
	const creation = creationIn(changes, terms);
	return changes
		.filter(({ entry }) => terms.isNew(entry))
		.flatMap((change) => {
			const { id: entryId, startTimestamp: at } = change.entry;
			const isCreation = change === creation;
			const event = isCreation ? creationEvent(change, terms) : eventOf(change, changes[0], terms);
			if (event === undefined || !terms.events.includes(event)) return [];
			const item = itemOf(change, event, terms);
			const isWanted = isCreation
				? passes({ ...item, ...firstStatus(changes) }, terms.filters, true)
				: passes(item, terms.filters, isMove(change)) && isOfType(item, terms);
			return isWanted ? [{ item, at, entryId }] : [];
		});
}

/**
 * The change that counts as the creation of a deal, and as no other event: the earliest one or, if filters ask for a status
 * or an assignee, the first after which the deal has one. Undefined if any change since then was seen before.
 */
function creationIn(changes: DealChange[], terms: Terms): DealChange | undefined {
	const { toStatusIds, fromStatusIds, assigneeIds } = terms.filters;
	const needsStatus = toStatusIds.length + fromStatusIds.length > 0;
	const needsAssignee = assigneeIds.length > 0;
	const sinceCreation = changes.filter(
		({ statusId, assigneeId }) =>
			(statusId !== null || !needsStatus) && (assigneeId !== null || !needsAssignee),
	);
	const [creation] = sinceCreation;
	const event = creation && creationEvent(creation, terms);
	if (!event || !terms.events.includes(event)) return undefined;
	return sinceCreation.every(({ entry }) => terms.isNew(entry)) ? creation : undefined;
}

/** Undefined for a record of another type. One that is on no board counts as a deal. */
function creationEvent({ deal, statusId }: DealChange, { names }: Terms): string | undefined {
	const recordType = recordTypeOf(names, pipelineIdOf(deal, statusId, names)) ?? 'deal';
	return { deal: 'dealCreated', lead: 'leadCreated' }[recordType as string];
}

/** For a created deal, the status filters look at its first status. */
const firstStatus = (changes: DealChange[]) => ({
	statusId: changes.find(({ statusId }) => statusId !== null)?.statusId ?? null,
	previousStatusId: null,
});

/** The earliest entry of a deal created it, rather than moved it, if it names the first status of a pipeline. */
function eventOf(change: DealChange, earliest: DealChange, { names }: Terms): string | undefined {
	if (change.changed === 'assignee') return 'dealAssigned';
	if (!isMove(change)) return undefined;
	const isCreation = change === earliest && isFirstOfPipeline(change.statusId, names);
	return isCreation ? undefined : 'dealStatusChanged';
}

function isFirstOfPipeline(statusId: string | null, { statuses, pipelines }: Names): boolean {
	const status = recordOf(statuses, statusId);
	return status !== undefined && recordOf(pipelines, status.backlog_id)?.statuses[0] === status;
}

function stuckEvent(deal: StuckDeal, terms: Terms): DealEvent | undefined {
	if (!terms.events.includes('dealStuck')) return undefined;
	const daysInStatus = toDays(Date.now() - deal.entry.startTimestamp);
	const item = { ...itemOf(deal, 'dealStuck', terms), daysInStatus };
	const isWanted = passes(item, terms.filters, true) && isOfType(item, terms);
	return isWanted ? { item, at: deal.stuckAt } : undefined;
}

/** Status and assignee are those at the time of the mark. Filters on statuses are not about it. */
function resultEvent(mark: MarkedDeal, terms: Terms): DealEvent | undefined {
	const { deal, result, at } = mark;
	const changes = dealChanges(deal);
	const last = changes.findLast(({ entry }) => entry.startTimestamp <= at) ?? changes[0];
	const { statusId = null, assigneeId = null } = last ?? {};
	const entry = { startTimestamp: at, endTimestamp: 0 } as HistoryEntry;
	const before = { previousStatusId: null, previousAssigneeId: null };
	const change = { deal, entry, changed: null, statusId, assigneeId, ...before };
	const item = { ...itemOf(change, 'dealClosed', terms), result };
	const filters = { ...terms.filters, toStatusIds: [], fromStatusIds: [] };
	const isWanted =
		isChosen(filters.results, result) && passes(item, filters, false) && isOfType(item, terms);
	return isWanted ? { item, at, mark } : undefined;
}

/** A record that is on no board counts as a deal, but passes a filter only if that lets leads through as well. */
function isOfType({ pipelineId }: TriggerItem, { names, recordTypes }: Terms): boolean {
	const type = recordTypeOf(names, pipelineId);
	if (type === null) return recordTypes.length !== 1;
	return isChosen(recordTypes.length > 0 ? recordTypes : ['deal'], type);
}

function itemOf(change: DealChange, triggeredBy: string, terms: Terms): TriggerItem {
	const item = changeItem(change, terms);
	const { boardId, recordType } = recordOf(terms.names.pipelines, item.pipelineId) ?? {};
	const details = dealDetails(change.deal);
	const contactDetails = contactDetailsOf(details);
	return triggerItem({ ...details, contactDetails, ...item, boardId, recordType, triggeredBy });
}
