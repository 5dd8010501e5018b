import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { changeItem, type HistoryContext } from '../../../deals/change';
import { NO_FILTERS } from '../../../deals/filters';
import { dealChanges } from '../../../deals/history';
import { type Deal, dealRecord } from '../../../deals/present';
import { timeInStatus } from '../../../deals/visits';
import { isTool } from '../../execution/parameters';

/** Of a deal's changes, a model is given the latest: all would fill what it can read. */
const MAX_CHANGES_OF_TOOL = 50;

/** A deal as an item, with what the options add. */
export function dealItem(
	deal: Deal,
	context: HistoryContext,
	options: { includeChanges?: boolean; includeTimeInStatus?: boolean },
	execution: IExecuteFunctions,
): IDataObject {
	const { item: listed, now } = deal;
	const item = dealRecord(deal, context);
	if (options.includeChanges) {
		const changes = dealChanges(listed).map((change) => changeItem(change, context));
		const most = isTool(execution) ? MAX_CHANGES_OF_TOOL : Infinity;
		item.changes = changes.slice(-most);
		if (changes.length > most) item.changesOmitted = changes.length - most;
	}
	if (options.includeTimeInStatus) {
		item.timeInStatus = timeInStatus(listed, context.names, NO_FILTERS, now);
	}
	return item;
}
