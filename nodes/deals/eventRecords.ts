import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { dealChanges } from './dealChanges';
import { namesIn } from './eventNames';
import { simpleOutput } from './eventOutput';
import { type HistoryFilters, wantsChange } from './historyFilters';
import { eventOf } from './historyEvents';

/**
 * One record per change of a deal, as the trigger would have told it with "Simplify": what history
 * does not hold is null.
 * @param companyProfileId The profile that was asked.
 */
export const eventRecords = (
	deal: HistoryItem,
	names: Names,
	filters: HistoryFilters,
	companyProfileId: string | undefined,
): IDataObject[] =>
	dealChanges(deal)
		.filter((change) => wantsChange(filters, change))
		.map((change) => {
			const event = eventOf(deal, change, companyProfileId);
			return simpleOutput(event, namesIn(names, event));
		});
