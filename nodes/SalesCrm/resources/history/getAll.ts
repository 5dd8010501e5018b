import type { IDataObject } from 'n8n-workflow';

import { listHistory } from '../../../api/deals';
import { fetchNames, missingNamesHint, NO_NAMES } from '../../../api/names';
import type { HistoryItem } from '../../../api/types';
import { type Connection } from '../../../transport/connection';
import { warn } from '../../../transport/hints';
import {
	chosenOption,
	cutToLimit,
	limit,
	optionsOf,
	requestBody,
	returnAll,
} from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import { toJsonObject } from '../../../utils/json';
import { joined } from '../../../utils/lists';
import { type HistoryFilters, isOfBacklog } from '../../../deals/historyFilters';
import { inOrder, type OutputContext, OUTPUTS } from '../../../deals/outputs';
import { filters, output, readFilters, resolveChangeNames, sort } from './fields';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get status and history of deals',
	description:
		'Get how deals stand now and since when, the changes of their status and assignee, or the time spent in each status',
	kind: 'list',
	properties: [
		output,
		resolveChangeNames,
		returnAll,
		limit,
		filters,
		optionsOf([requestBody, sort]),
	],
	async run({ connection, parameters, zone }) {
		const { isWanted, rows, moment, named } = OUTPUTS[chosenOption(parameters.output, output)];
		const order = chosenOption(parameters.options.sort ?? sort.default, sort);
		const wanted = readFilters(parameters.filters as IDataObject, parameters.output, zone);
		const body = toJsonObject(parameters.options.requestBody, 'Request Body');
		const history = listHistory(connection, body);
		const [deals, { names, missing }] = await Promise.all([
			history.then((all) => all.filter((deal) => isWanted(wanted, deal))),
			parameters.resolveNames && named
				? fetchNames(connection, body)
				: { names: NO_NAMES, missing: [] },
		]);
		const { profileId: companyProfileId } = connection;
		const context: OutputContext = { names, filters: wanted, now: Date.now(), companyProfileId };
		const items = joined(deals.map((deal): IDataObject[] => rows(deal, context)));
		if (items.length === 0) explainEmpty(connection, await history, wanted);
		else for (const one of missing) warn(connection, missingNamesHint(one));
		return outputs(cutToLimit(inOrder(items, order, moment), parameters));
	},
});

/** An empty output looks alike whether the history is empty or the filters let nothing through. */
function explainEmpty(
	connection: Connection,
	history: HistoryItem[],
	filters: HistoryFilters,
): void {
	if (history.length === 0) return;
	const held = `The history holds ${history.length} deals`;
	const ofPipelines = history.filter((deal) => isOfBacklog(filters, deal)).length;
	const those = filters.backlogIds.length > 0 ? `, ${ofPipelines} in the chosen pipelines` : '';
	warn(
		connection,
		ofPipelines === 0
			? `${held}, none of them in the chosen pipelines.`
			: `${held}${those}, but nothing passed the filters.`,
	);
}
