import type { IDataObject } from 'n8n-workflow';

import { dealDetails } from '../api/dealDetails';
import { assigneeFields, type Names, recordTypeOf, statusFields } from '../api/names';
import type { DealItem } from '../api/items';
import type { HistoryItem } from '../api/types';
import { contactDetailsOf } from '../contacts/contactDetails';
import { DAY_MS, isoOf, toDays } from '../utils/dates';
import { isChosen } from '../utils/lists';
import { matchesSearch, type Search } from '../utils/search';
import { type HistoryContext, pipelineIdOf } from './change';
import { type Filters, isWithin } from './filters';
import { dealChanges } from './history';
import { countingFields, type DealQuotations, quotationList } from './quotations';
import { lengthOf, statusPeriodsOf } from './statusPeriods';

/** A deal as it is now or was at a past time. What its history does not contain is null or undefined. */
export type Deal = ReturnType<typeof dealAt>;

/** All times and durations are in milliseconds. For a past time, `item` comes from {@link dealAsOf}. */
export function dealAt(item: HistoryItem, now: number, details = dealDetails(item)) {
	const changes = dealChanges(item);
	const periods = statusPeriodsOf(changes);
	const current = periods.at(-1);
	const last = changes.at(-1);
	const assigned = changes.findLast(
		({ changed, assigneeId, previousAssigneeId }) =>
			changed === 'assignee' && assigneeId !== previousAssigneeId,
	);
	const firstChangeAt = changes.at(0)?.entry.startTimestamp;
	return {
		item,
		details,
		now,
		statusId: current?.statusId ?? null,
		previousStatusId: periods.at(-2)?.statusId ?? null,
		enteredAt: current?.from,
		inStatusMs: current && lengthOf(current, now),
		toStatusMs: current && current.from - firstChangeAt!,
		/** Null if the history could not be read. */
		enteredCount: periods.filter(({ statusId }) => statusId === current?.statusId).length as
			| number
			| null,
		assigneeId: last?.assigneeId ?? null,
		assignedAt: assigned?.entry.startTimestamp,
		firstChangeAt,
		lastChangeAt: last?.entry.startTimestamp,
		/** Whether its last entry has ended, so that it is no longer in its status. */
		hasEnded: current?.to !== undefined,
		/** Null if they could not be read; undefined if nobody asked for them. */
		quotations: undefined as DealQuotations | null | undefined,
	};
}

/**
 * Adds what the deal's own route shows. A history cannot express, for example, that nobody is assigned.
 * @param asOf The time of the deal if it is past: neither today's assignee nor labels that were set later count.
 */
export function withItem(deal: Deal, { record, assigneeId }: DealItem, asOf?: number): Deal {
	const details = firstOf(dealDetails(record, asOf), deal.details);
	if (asOf !== undefined || assigneeId === deal.assigneeId) return { ...deal, details };
	return { ...deal, details, assigneeId, assignedAt: undefined };
}

/** What the deal's own answer lacks stays as the history has it. */
const firstOf = <T extends object>(one: T, other: T): T =>
	Object.fromEntries(
		Object.entries(one).map(([key, value]) => [key, value ?? other[key as keyof T]]),
	) as T;

/** Makes a deal without its history, if that could not be read. Its times and days are unknown. */
export function dealOfItem(item: DealItem, id: string): Deal {
	const { pipelineId: backlogId, title: summary, statusId, record } = item;
	const listed = { id, backlogId, summary, companyProfileId: [], history: [] };
	const deal = dealAt(listed, Date.now(), dealDetails(record));
	return withItem({ ...deal, statusId, enteredCount: null }, item);
}

/** Whether a search and the filters let a deal through, apart from those on its type, quotations and archived deals. */
export function wantsDeal(filters: Filters, search: Search, deal: Deal, names: Names): boolean {
	const { item, details, statusId } = deal;
	const pipelineId = pipelineIdOf(item, statusId, names);
	return (
		isChosen(filters.pipelineIds, pipelineId) &&
		isChosen(filters.statusIds, statusId) &&
		isChosen(filters.assigneeIds, deal.assigneeId) &&
		isChosen(filters.results, details.result ?? 'open') &&
		isWithin(deal.enteredAt, filters.enteredAfter, filters.enteredBefore) &&
		isWithin(deal.lastChangeAt, filters.changedAfter, filters.changedBefore) &&
		isLongEnough(filters, deal) &&
		matchesSearch(search, `${item.summary}\n${details.email ?? ''}`, details.phone)
	);
}

const isLongEnough = ({ minDaysInStatus }: Filters, { inStatusMs, hasEnded }: Deal): boolean =>
	minDaysInStatus === undefined ||
	(!hasEnded && inStatusMs !== undefined && inStatusMs >= minDaysInStatus * DAY_MS);

export function dealRecord(deal: Deal, { names, companyProfileId }: HistoryContext): IDataObject {
	const { item, details, quotations, statusId, previousStatusId, assigneeId } = deal;
	const { value, currency, email, phone, result, address, archived, custom } = details;
	const { enteredManually, description, requestId } = details;
	const pipelineId = pipelineIdOf(item, statusId, names);
	const { status, pipeline, statusColor } = statusFields(names, statusId);
	const { assignee, assigneeEmail } = assigneeFields(names, assigneeId);
	return {
		title: item.summary,
		status,
		daysInStatus: orNull(deal.inStatusMs, toDays),
		assignee,
		value,
		currency,
		email,
		phone,
		result,
		...(quotations !== undefined && countingFields(quotations)),
		pipeline,
		enteredAt: orNull(deal.enteredAt, isoOf),
		daysToStatus: orNull(deal.toStatusMs, toDays),
		previousStatus: statusFields(names, previousStatusId).status,
		enteredCount: deal.enteredCount,
		assigneeEmail,
		assignedAt: orNull(deal.assignedAt, isoOf),
		firstChangeAt: orNull(deal.firstChangeAt, isoOf),
		lastChangeAt: orNull(deal.lastChangeAt, isoOf),
		address,
		contactDetails: contactDetailsOf({ description, address }),
		archived,
		custom,
		recordType: recordTypeOf(names, pipelineId),
		enteredManually,
		description,
		requestId,
		statusColor,
		dealId: item.id,
		statusId,
		previousStatusId,
		assigneeId,
		pipelineId,
		companyProfileId: companyProfileId ?? null,
		...(quotations !== undefined && { quotations: quotationList(quotations) }),
	};
}

const orNull = <T>(ms: number | undefined, shown: (ms: number) => T): T | null =>
	ms === undefined ? null : shown(ms);
