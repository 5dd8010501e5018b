import { timeInStatus } from '../../../deals/visits';
import { joined } from '../../../utils/lists';
import { limit, limited, optionsOf, requestBody, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { statusFilters } from './fields';
import { withHistory } from './historyReads';

export const getTimeInStatus = operation({
	value: 'getTimeInStatus',
	name: 'Get Time in Status',
	action: 'Get time in status of deals',
	description:
		'Get how long each deal was in each of its statuses: one item per deal and status, in days',
	kind: 'list',
	properties: [returnAll, limit, statusFilters, optionsOf([requestBody])],
	prepare: withHistory(async (call, read) => {
		const { deals, names, filters, now } = await read.filtered(call);
		const items = joined(deals.map((deal) => timeInStatus(deal, names, filters, now)));
		return limited(items, call, (item) => item);
	}),
});
