import { DEAL_ORDERS, wantsDeal } from '../../../deals/present';
import { inOrder } from '../../../utils/lists';
import { searchWords } from '../../../utils/text';
import { limit, limited, optionsOf, requestBody, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { withHistory } from '../history/historyReads';
import {
	asOf,
	dealFilters,
	dealSort,
	includeChanges,
	includeTimeInStatus,
	readAsOf,
	titleSearch,
} from './fields';
import { dealItem } from './get';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many deals',
	description:
		'Find deals by words in their title, status, assignee or time in status, and get them as they are now or were on a past day',
	kind: 'list',
	properties: [
		titleSearch,
		returnAll,
		limit,
		dealFilters,
		optionsOf([asOf, dealSort, includeChanges, includeTimeInStatus, requestBody]),
	],
	prepare: withHistory(async (call, read) => {
		const { parameters, zone } = call;
		const { order, time } = DEAL_ORDERS[parameters.options.sort ?? dealSort.default];
		const words = searchWords(parameters.search);
		const then = readAsOf(parameters.options.asOf, zone);
		const { names, filters } = await read.filtered(call, { change: 'Any Change' });
		const deals = await read.deals(then);
		const found = deals.filter((deal) => wantsDeal(filters, words, deal, names));
		return limited(inOrder(found, order, time), call, (deal) => dealItem(deal, names, call));
	}),
});
