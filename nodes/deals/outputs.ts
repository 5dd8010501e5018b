import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { toDays, toIso } from '../utils/dates';
import { recordOf } from '../utils/lists';
import { dealChanges, entriesInTime, latestMoment } from './history';
import { timeInStatus } from './statusPeriods';
import { eventRecords } from './historyEvents';
import { type HistoryFilters, isWantedDeal, wantsChange } from './historyFilters';

/** What is known beside the deal when its rows are told. */
export interface OutputContext {
	names: Names;
	filters: HistoryFilters;
	/** Milliseconds since the Unix epoch. */
	now: number;
	/** The profile that was asked. */
	companyProfileId: string | undefined;
}

/** What a row of the history can stand for. */
interface HistoryOutput {
	/** Whether a deal can have rows at all, before names are known. */
	isWanted(filters: HistoryFilters, deal: HistoryItem): boolean;
	rows(deal: HistoryItem, context: OutputContext): IDataObject[];
	/** What rows are sorted by, in milliseconds since the Unix epoch; NaN or undefined for none. */
	moment(row: IDataObject): number | undefined;
	/** Whether its rows show names of statuses and users. */
	named: boolean;
}

const read = (field: string) => (row: IDataObject) => Date.parse(String(row[field]));

/** The outputs of the history, by their values in saved workflows. */
export const OUTPUTS = {
	changes: {
		isWanted: isWantedDeal,
		rows: (deal, { names, filters }) => changesOf(deal, names, filters),
		moment: read('startedAt'),
		named: true,
	},
	deals: {
		isWanted: isWantedDeal,
		// A copy, for several input items may be given the same deal, and n8n's nodes change what they get.
		rows: (deal) => [{ ...deal }],
		moment: (row) => latestMoment(entriesInTime(row as HistoryItem)),
		named: false,
	},
	events: {
		isWanted: isWantedDeal,
		rows: (deal, { names, filters, companyProfileId }) =>
			eventRecords(deal, names, filters, companyProfileId),
		moment: read('occurredAt'),
		named: true,
	},
	timeInStatus: {
		isWanted: isWantedDeal,
		rows: (deal, { names, filters, now }) => timeInStatus(deal, names, filters, now),
		moment: read('lastEnteredAt'),
		named: true,
	},
} satisfies Record<string, HistoryOutput>;

/** The orders that rows can be put in; `byDeal` leaves them as they come. */
export const ROW_ORDERS = ['byDeal', 'newestFirst', 'oldestFirst'] as const;

export type RowOrder = (typeof ROW_ORDERS)[number];

/**
 * The rows in the order of their moments. Of rows of one moment the later one counts as newer, so
 * that a deal's changes keep their order; rows without a moment come last either way.
 * @param momentOf Milliseconds since the Unix epoch; NaN or undefined where there is none.
 */
export function inOrder<T>(
	rows: T[],
	order: RowOrder,
	momentOf: (row: T) => number | undefined,
): T[] {
	if (order === 'byDeal') return rows;
	const moments = Float64Array.from(rows, (row) => momentOf(row) ?? NaN);
	const places = rows.map((_, place) => place);
	const known = places.filter((place) => !Number.isNaN(moments[place]));
	const unknown = places.filter((place) => Number.isNaN(moments[place]));
	known.sort((a, b) => moments[a] - moments[b]);
	if (order === 'newestFirst') known.reverse();
	return [...known, ...unknown].map((place) => rows[place]);
}

/**
 * One record per change of a deal. Status fields belong to STATUS_CHANGED, user fields to
 * USER_CHANGED; what an entry does not say, or names cannot tell, is null.
 */
export function changesOf(deal: HistoryItem, names: Names, filters: HistoryFilters): IDataObject[] {
	const changes: IDataObject[] = [];

	for (const change of dealChanges(deal)) {
		const { entry, statusId, userId, previousStatusId, previousUserId } = change;
		if (!wantsChange(filters, change)) continue;

		const { startTimestamp: start, endTimestamp: end } = entry;
		const open = !end;
		const status = recordOf(names.statuses, statusId);
		const user = recordOf(names.users, userId);
		const durationMs = open || !Number.isFinite(end - start) ? null : end - start;
		changes.push({
			dealSummary: deal.summary ?? null,
			type: entry.type ?? null,
			statusLabel: status?.label ?? null,
			previousStatusLabel: recordOf(names.statuses, previousStatusId)?.label ?? null,
			userName: user?.name ?? null,
			previousUserName: recordOf(names.users, previousUserId)?.name ?? null,
			userEmail: user?.email ?? null,
			startedAt: toIso(start),
			endedAt: open ? null : toIso(end),
			open,
			durationDays: durationMs === null ? null : toDays(durationMs),
			durationMs,
			statusColor: status?.color ?? null,
			dealId: deal.id || null,
			changeId: entry.id || null,
			statusId,
			previousStatusId,
			userId,
			previousUserId,
			backlogId: deal.backlogId ?? null,
			companyProfileIds: deal.companyProfileId ?? [],
		});
	}
	return changes;
}
