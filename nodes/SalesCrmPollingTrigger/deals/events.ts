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
import { isClosed, type StuckDeal } from './stuck';

export interface EventContext extends HistoryContext {
	isNew(entry: HistoryEntry): boolean;
	chosen: readonly string[];
	filters: Filters;
	/** `deal` or `lead`; empty if nobody chose: then deals count. */
	recordTypes: readonly string[];
	/** By ID. A closed deal is stuck in one that a setting names. */
	statusesOfSettings: readonly string[];
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
export const eventsIn = ({ changed, marks, stuck }: DealNews, context: EventContext): DealEvent[] =>
	[
		...stuck.flatMap((deal) => stuckEvent(deal, context) ?? []),
		...changed.flatMap((deal) => changeEvents(deal, context)),
		...marks.flatMap((mark) => resultEvent(mark, context) ?? []),
	].sort((a, b) => a.at - b.at);

export const isStuck = ({ item }: DealEvent): boolean => item.triggeredBy === 'dealStuck';

function changeEvents(deal: HistoryItem, context: EventContext): DealEvent[] {
	const changes = dealChanges(deal);
	const creation = creationIn(changes, context);
	return changes
		.filter(({ entry }) => context.isNew(entry))
		.flatMap((change) => {
			const { id: entryId, startTimestamp: at } = change.entry;
			const isCreation = change === creation;
			const event = isCreation
				? creationEvent(change, context)
				: eventOf(change, changes[0], context);
			if (event === undefined || !context.chosen.includes(event)) return [];
			const item = eventItem(change, event, context);
			const isWanted = isCreation
				? passes({ ...item, ...firstStatus(changes) }, context.filters, true)
				: passes(item, context.filters, isMove(change)) && isOfType(item, context);
			return isWanted ? [{ item, at, entryId }] : [];
		});
}

/**
 * The change that counts as the creation of a deal, and as no other event: the earliest one or, if filters ask for a status
 * or an assignee, the first after which the deal has one. Undefined if any change since then was seen before.
 */
function creationIn(changes: DealChange[], context: EventContext): DealChange | undefined {
	const { toStatusIds, fromStatusIds, assigneeIds } = context.filters;
	const needsStatus = toStatusIds.length + fromStatusIds.length > 0;
	const needsAssignee = assigneeIds.length > 0;
	const sinceCreation = changes.filter(
		({ statusId, assigneeId }) =>
			(statusId !== null || !needsStatus) && (assigneeId !== null || !needsAssignee),
	);
	const [creation] = sinceCreation;
	const event = creation && creationEvent(creation, context);
	if (!event || !context.chosen.includes(event)) return undefined;
	return sinceCreation.every(({ entry }) => context.isNew(entry)) ? creation : undefined;
}

/** Undefined for a record of another type. One that is on no board counts as a deal. */
function creationEvent(
	{ deal, statusId }: DealChange,
	{ names }: EventContext,
): string | undefined {
	const recordType = recordTypeOf(names, pipelineIdOf(deal, statusId, names)) ?? 'deal';
	return { deal: 'dealCreated', lead: 'leadCreated' }[recordType as string];
}

/** For a created deal, the status filters look at its first status. */
const firstStatus = (changes: DealChange[]) => ({
	statusId: changes.find(({ statusId }) => statusId !== null)?.statusId ?? null,
	previousStatusId: null,
});

/** The earliest entry of a deal created it, rather than moved it, if it names the first status of a pipeline. */
function eventOf(
	change: DealChange,
	earliest: DealChange,
	{ names }: EventContext,
): string | undefined {
	if (change.changed === 'assignee') return 'dealAssigned';
	if (!isMove(change)) return undefined;
	const isCreation = change === earliest && isFirstOfPipeline(change.statusId, names);
	return isCreation ? undefined : 'dealStatusChanged';
}

function isFirstOfPipeline(statusId: string | null, { statuses, pipelines }: Names): boolean {
	const status = recordOf(statuses, statusId);
	return status !== undefined && recordOf(pipelines, status.backlog_id)?.statuses[0] === status;
}

function stuckEvent(deal: StuckDeal, context: EventContext): DealEvent | undefined {
	const { chosen, names, statusesOfSettings } = context;
	if (!chosen.includes('dealStuck') || isClosed(deal, names, statusesOfSettings)) return undefined;
	const daysInStatus = toDays(Date.now() - deal.entry.startTimestamp);
	const item = { ...eventItem(deal, 'dealStuck', context), daysInStatus };
	const isWanted = passes(item, context.filters, true) && isOfType(item, context);
	return isWanted ? { item, at: deal.stuckAt } : undefined;
}

/** Status and assignee are those at the time of the mark. Filters on statuses are not about it. */
function resultEvent(mark: MarkedDeal, context: EventContext): DealEvent | undefined {
	const { deal, result, at } = mark;
	const changes = dealChanges(deal);
	const last = changes.findLast(({ entry }) => entry.startTimestamp <= at) ?? changes[0];
	const { statusId = null, assigneeId = null } = last ?? {};
	const entry = { startTimestamp: at, endTimestamp: 0 } as HistoryEntry;
	const before = { previousStatusId: null, previousAssigneeId: null };
	const change = { deal, entry, changed: null, statusId, assigneeId, ...before };
	const item = { ...eventItem(change, 'dealClosed', context), result };
	const filters = { ...context.filters, toStatusIds: [], fromStatusIds: [] };
	const isWanted =
		isChosen(filters.results, result) && passes(item, filters, false) && isOfType(item, context);
	return isWanted ? { item, at, mark } : undefined;
}

/** A record that is on no board counts as a deal, but passes a filter only if that lets leads through as well. */
function isOfType({ pipelineId }: TriggerItem, { names, recordTypes }: EventContext): boolean {
	const type = recordTypeOf(names, pipelineId);
	if (type === null) return recordTypes.length !== 1;
	return isChosen(recordTypes.length > 0 ? recordTypes : ['deal'], type);
}

function eventItem(change: DealChange, triggeredBy: string, context: EventContext): TriggerItem {
	const item = changeItem(change, context);
	const { boardId, recordType } = recordOf(context.names.pipelines, item.pipelineId) ?? {};
	const details = dealDetails(change.deal);
	const contactDetails = contactDetailsOf(details);
	return triggerItem({ ...details, contactDetails, ...item, boardId, recordType, triggeredBy });
}
