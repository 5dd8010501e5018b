import type { IDataObject } from 'n8n-workflow';

import { missingNamesHint, NO_NAMES } from '../../../api/names';
import { warn } from '../../../transport/hints';
import { cutToLimit, limit, optionsOf, requestBody, returnAll } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import { joined } from '../../../utils/lists';
import { inOrder, type OutputContext, OUTPUTS } from '../../../deals/outputs';
import { filters, output, readFilters, resolveChangeNames, sort } from './fields';
import { explainEmpty, withHistory } from './historyReads';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many history entries',
	description:
		'Get what happened to deals: the changes of their status and assignee, or the time spent in each status',
	kind: 'list',
	properties: [
		output,
		resolveChangeNames,
		returnAll,
		limit,
		filters,
		optionsOf([requestBody, sort]),
	],
	prepare: withHistory(async ({ connection, parameters, zone }, read) => {
		const { isWanted, rows, moment, named } = OUTPUTS[parameters.output];
		const order = parameters.options.sort ?? sort.default;
		const wanted = readFilters(parameters.filters, zone);
		const [{ deals, now }, { names, missing }] = await Promise.all([
			read.history(),
			parameters.resolveNames && named ? read.names() : { names: NO_NAMES, missing: [] },
		]);
		const { profileId: companyProfileId } = connection;
		const context: OutputContext = { names, filters: wanted, now, companyProfileId };
		const found = deals.filter((deal) => isWanted(wanted, deal));
		const items = joined(found.map((deal): IDataObject[] => rows(deal, context)));
		if (items.length === 0) explainEmpty(connection, deals, wanted);
		else for (const one of missing) warn(connection, missingNamesHint(one));
		return outputs(cutToLimit(inOrder(items, order, moment), parameters));
	}),
});
