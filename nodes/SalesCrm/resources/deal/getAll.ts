import { missingNamesHint } from '../../../api/names';
import { inOrder } from '../../../deals/outputs';
import { DEAL_ORDERS, wantsDeal } from '../../../deals/present';
import { warn } from '../../../transport/hints';
import { cutToLimit, limit, optionsOf, requestBody, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { explainEmpty, withHistory } from '../history/historyReads';
import {
	dealFilters,
	dealSort,
	includeChanges,
	includeTimeInStatus,
	readDealFilters,
	titleSearch,
} from './fields';
import { dealItem } from './output';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many deals',
	description:
		'Find deals by words of their title, status, assignee or time in status, and get how they stand now',
	kind: 'list',
	properties: [
		titleSearch,
		returnAll,
		limit,
		dealFilters,
		optionsOf([dealSort, includeChanges, includeTimeInStatus, requestBody]),
	],
	prepare: withHistory(async ({ connection, parameters, context, zone }, read) => {
		const { order, moment } = DEAL_ORDERS[parameters.options.sort ?? dealSort.default];
		const wanted = readDealFilters(parameters.search, parameters.filters, zone);
		const [deals, { names, missing }] = await Promise.all([read.deals(), read.names()]);
		const found = deals.filter((deal) => wantsDeal(wanted, deal));
		if (found.length === 0) explainEmpty(connection, (await read.history()).deals, wanted);
		else for (const one of missing) warn(connection, missingNamesHint(one));
		return cutToLimit(inOrder(found, order, moment), parameters).map((deal) => ({
			json: dealItem(deal, names, parameters.options, context),
		}));
	}),
});
