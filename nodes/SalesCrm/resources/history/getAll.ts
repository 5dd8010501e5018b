import type { IDataObject } from 'n8n-workflow';

import { listHistory } from '../../../service/api/dealRecords';
import type { HistoryItem } from '../../../service/api/types';
import { readMoment } from '../../../values/moments';
import { fetchNames, type NamedIds, NO_NAMES } from '../../../service/api/names';
import { cutToLimit, limit, optionsOf, requestBody, returnAll } from '../../operation/fields';
import { operation, outputs } from '../../operation/operation';
import { toList } from '../../../values/lists';
import { toJsonObject } from '../../../values/json';
import { changesOf } from '../../../deals/changes';
import { filters } from './fields';
import { dealChanges } from '../../../deals/dealChanges';
import { type HistoryFilters, isWantedDeal } from '../../../deals/historyFilters';
import { timeInStatus } from '../../../deals/timeInStatus';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get the history of deals',
	description:
		'Get deals with their changes of status and assignee, or the time spent in each status',
	kind: 'list',
	properties: [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			default: 'changes',
			description: 'What each item of the result stands for',
			options: [
				{
					name: 'Changes',
					value: 'changes',
					description: 'One item per change of status or assignee',
				},
				{
					name: 'Deals',
					value: 'deals',
					description: 'One item per deal, as the service sends it',
				},
				{
					name: 'Time in Status',
					value: 'timeInStatus',
					description: 'One item per deal and status, with the time spent in it',
				},
			],
		},
		{
			displayName: 'Resolve Names',
			name: 'resolveNames',
			type: 'boolean',
			default: true,
			description: 'Whether to look up the labels of statuses and the names of users',
			displayOptions: { show: { output: ['changes', 'timeInStatus'] } },
		},
		returnAll,
		limit,
		filters,
		optionsOf([requestBody]),
	],
	async run({ crm, parameters, zone }) {
		const wanted = readFilters(parameters.filters as IDataObject, zone);
		const body = toJsonObject(parameters.options.requestBody, 'Request Body');
		const { output } = parameters;
		const needsNames = parameters.resolveNames && output !== 'deals';
		const reading = listHistory(crm, body).then((all) =>
			all.filter((deal) => isWantedDeal(wanted, deal)),
		);
		const [deals, names] = await Promise.all([
			reading,
			needsNames ? fetchNames(crm, body, async () => namedIn(await reading)) : NO_NAMES,
		]);
		const now = Date.now();
		const records = deals.flatMap((deal): IDataObject[] => {
			if (output === 'changes') return changesOf(deal, names, wanted);
			if (output === 'timeInStatus') return timeInStatus(deal, names, wanted, now);
			return [deal as unknown as IDataObject];
		});
		return outputs(cutToLimit(records, parameters));
	},
});

function namedIn(deals: HistoryItem[]): NamedIds {
	const changes = deals.flatMap((deal) => dealChanges(deal));
	return {
		statusIds: changes.map(({ statusId }) => statusId),
		userIds: changes.map(({ userId }) => userId),
	};
}

function readFilters(values: IDataObject, zone: string): HistoryFilters {
	return {
		changeTypes: toList(values.changeTypes),
		changedAfter: readMoment(values.changedAfter, 'Changed After', zone),
		changedBefore: readMoment(values.changedBefore, 'Changed Before', zone),
		backlogIds: toList(values.backlogIds),
		statusIds: toList(values.statusIds),
		userIds: toList(values.userIds),
	};
}
