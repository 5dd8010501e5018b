import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Names } from '../../../api/names';
import { NO_FILTERS } from '../../../deals/historyFilters';
import { changesOf } from '../../../deals/outputs';
import { type Deal, dealRecord } from '../../../deals/present';
import { timeInStatus } from '../../../deals/statusPeriods';
import { isTool } from '../../execution/parameters';

/** Of a deal's changes, a model is given the latest: all would fill what it can read. */
const MAX_CHANGES_OF_TOOL = 50;

/** A deal as an item, with what the options add. */
export function dealItem(
	deal: Deal,
	names: Names,
	options: { includeChanges?: boolean; includeTimeInStatus?: boolean },
	context: IExecuteFunctions,
): IDataObject {
	const item = dealRecord(deal, names);
	if (options.includeChanges) {
		const changes = changesOf(deal.item, names, NO_FILTERS);
		const most = isTool(context) ? MAX_CHANGES_OF_TOOL : Infinity;
		item.changes = changes.slice(-most);
		if (changes.length > most) item.changesOmitted = changes.length - most;
	}
	if (options.includeTimeInStatus) {
		item.timeInStatus = timeInStatus(deal.item, names, NO_FILTERS, deal.now);
	}
	return item;
}
