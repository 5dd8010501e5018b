import type { IDataObject } from 'n8n-workflow';

import type { HistoryItem } from '../api/types';
import { joined } from '../utils/lists';
import { changeItem, type HistoryContext } from './change';
import { type HistoryFilters, isWantedDeal, wantsChange } from './filters';
import { dealChanges, entriesInTime } from './history';
import { statusReport } from './statusReport';
import { timeInStatus } from './visits';

/** What is known beside the deals when their rows are told. */
export interface OutputContext extends HistoryContext {
	filters: HistoryFilters;
	/** Milliseconds since the Unix epoch. */
	now: number;
}

/** What a row of the history can stand for. */
interface HistoryOutput {
	rows(deals: readonly HistoryItem[], context: OutputContext): IDataObject[];
	/** What rows are sorted by, in milliseconds since the Unix epoch; NaN or undefined for none. */
	moment(row: IDataObject): number | undefined;
	/** Whether its rows show names of statuses and users. */
	named: boolean;
}

const read = (field: string) => (row: IDataObject) => Date.parse(String(row[field]));

const wantedDeals = (deals: readonly HistoryItem[], { filters, names }: OutputContext) =>
	deals.filter((deal) => isWantedDeal(filters, deal, names));

/** The outputs of the history, by their values in saved workflows. */
export const OUTPUTS = {
	changes: {
		rows: (deals, context) => joined(deals.map((deal) => changesOf(deal, context))),
		moment: read('occurredAt'),
		named: true,
	},
	deals: {
		// A copy, for several input items may be given the same deal, and n8n's nodes change what they get.
		rows: (deals, context) => wantedDeals(deals, context).map((deal) => ({ ...deal })),
		moment: (row) =>
			entriesInTime(row as HistoryItem)
				.map(({ startTimestamp }) => startTimestamp)
				.findLast(Number.isFinite),
		named: false,
	},
	statusReport: {
		rows: (deals, { names, filters }) => {
			// The bounds choose visits, not deals by any change of theirs.
			const bounds = { changedAfter: undefined, changedBefore: undefined };
			const ofTheirs = { ...filters, ...bounds };
			const wanted = deals.filter((deal) => isWantedDeal(ofTheirs, deal, names));
			return statusReport(wanted, names, filters);
		},
		moment: () => undefined,
		named: true,
	},
	timeInStatus: {
		rows: (deals, context) =>
			joined(
				wantedDeals(deals, context).map((deal) =>
					timeInStatus(deal, context.names, context.filters, context.now),
				),
			),
		moment: read('lastEnteredAt'),
		named: true,
	},
} satisfies Record<string, HistoryOutput>;

/** The wanted changes of a deal, in the order of time. */
export const changesOf = (deal: HistoryItem, context: OutputContext): IDataObject[] =>
	dealChanges(deal)
		.filter((change) => wantsChange(context.filters, deal, change, context.names))
		.map((change) => changeItem(deal, change, context));

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
	const timed = rows.map((row) => ({ row, at: momentOf(row) ?? NaN }));
	const known = timed.filter(({ at }) => !Number.isNaN(at)).sort((a, b) => a.at - b.at);
	if (order === 'newestFirst') known.reverse();
	const unknown = timed.filter(({ at }) => Number.isNaN(at));
	return [...known, ...unknown].map(({ row }) => row);
}
