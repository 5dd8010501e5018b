import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { changesOf } from './changes';
import { currentStatus } from './currentStatus';
import { entriesInTime, latestMoment } from './entries';
import { eventRecords } from './eventRecords';
import { type HistoryFilters, isOfBacklog, isWantedDeal } from './historyFilters';
import { timeInStatus } from './timeInStatus';

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
interface Output {
	/** Whether a deal can have rows at all, before names are known. */
	isWanted(filters: HistoryFilters, deal: HistoryItem): boolean;
	rows(deal: HistoryItem, telling: OutputContext): IDataObject[];
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
	currentStatus: {
		isWanted: isOfBacklog,
		rows: (deal, { names, filters, now }) => currentStatus(deal, names, filters, now),
		moment: read('enteredAt'),
		named: true,
	},
	deals: {
		isWanted: isWantedDeal,
		rows: (deal) => [deal as unknown as IDataObject],
		moment: (row) => latestMoment(entriesInTime(row as unknown as HistoryItem)),
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
} satisfies Record<string, Output>;
