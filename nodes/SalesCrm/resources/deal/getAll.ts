import { idsOf } from '../../../deals/namedIds';
import { inOrder } from '../../../deals/outputs';
import { DEAL_ORDERS, wantsDeal } from '../../../deals/present';
import { readMoment } from '../../../utils/dates';
import { cutToLimit, limit, optionsOf, requestBody, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { explainEmpty, namesShown, withHistory } from '../history/historyReads';
import {
	asOf,
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
		'Find deals by words of their title, status, assignee or time in status, and get them as they are now or were on a past day',
	kind: 'list',
	properties: [
		titleSearch,
		returnAll,
		limit,
		dealFilters,
		optionsOf([asOf, dealSort, includeChanges, includeTimeInStatus, requestBody]),
	],
	prepare: withHistory(async ({ connection, parameters, context, zone }, read) => {
		const { order, moment } = DEAL_ORDERS[parameters.options.sort ?? dealSort.default];
		const entered = readDealFilters(parameters.search, parameters.filters, zone);
		const then = readMoment(parameters.options.asOf, asOf.displayName, zone);
		const [deals, listed] = await Promise.all([read.deals(then), read.names()]);
		const { names } = listed;
		const wanted = {
			...entered,
			statusIds: idsOf(entered.statusIds, 'statuses', listed),
			assigneeIds: idsOf(entered.assigneeIds, 'users', listed),
		};
		const found = deals.filter((deal) => wantsDeal(wanted, deal, names));
		if (found.length === 0) {
			const held = (await read.history()).deals.length;
			explainEmpty(connection, held, deals.length, wanted.words.length > 0);
		} else {
			namesShown(connection, listed);
		}
		const shown = { names, companyProfileId: connection.profileId };
		return cutToLimit(inOrder(found, order, moment), parameters).map((deal) => ({
			json: dealItem(deal, shown, parameters.options, context),
		}));
	}),
});
