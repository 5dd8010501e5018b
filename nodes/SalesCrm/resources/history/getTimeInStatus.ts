import { timeInStatus } from '../../../deals/statusPeriods';
import {
	assigneeIds,
	filtersOf,
	optionsOf,
	pipelineIds,
	requestBody,
	statusIds,
} from '../../../descriptions/fields';
import { joined } from '../../../utils/lists';
import { limit, limited, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { historyRead } from './historyReads';

export const statusFilters = filtersOf(
	[
		assigneeIds('Count only the time while the deal was assigned to these users.'),
		pipelineIds,
		statusIds('Only these statuses.'),
	],
	'assigneeIds counts only the time while the deal was theirs.',
);

export const getTimeInStatus = operation({
	value: 'getTimeInStatus',
	name: 'Get Time in Status',
	action: 'Get time in status of deals',
	description:
		'Get how long each deal was in each of its statuses: one item per deal and status, in days',
	kind: 'list',
	properties: [returnAll, limit, statusFilters, optionsOf([requestBody])],
	async run(call) {
		const read = await historyRead(call);
		const { deals, names, filters, now } = await read.filtered(call);
		const items = joined(deals.map((deal) => timeInStatus(deal, names, filters, now)));
		return await read.explainIfEmpty(limited(items, call, (item) => item));
	},
});
