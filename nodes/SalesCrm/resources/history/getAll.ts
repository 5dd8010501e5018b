import { NO_NAMES } from '../../../api/names';
import { idsOf } from '../../../deals/namedIds';
import { inOrder, OUTPUTS } from '../../../deals/outputs';
import { cutToLimit, limit, optionsOf, requestBody, returnAll } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import { filters, output, readFilters, sort } from './fields';
import { explainEmpty, namesShown, withHistory } from './historyReads';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many history entries',
	description:
		'Get what happened to deals: the changes of their status and assignee, the time spent in each status, or a report of all statuses',
	kind: 'list',
	properties: [output, returnAll, limit, filters, optionsOf([requestBody, sort])],
	prepare: withHistory(async ({ connection, parameters, zone }, read) => {
		const { rows, moment, named } = OUTPUTS[parameters.output];
		const order = parameters.options.sort ?? sort.default;
		const entered = readFilters(parameters.filters, zone);
		const { statusIds, assigneeIds, pipelineIds } = entered;
		const asksNames = named || statusIds.length + assigneeIds.length + pipelineIds.length > 0;
		const [{ deals, now }, listed] = await Promise.all([
			read.history(),
			asksNames ? read.names() : { names: NO_NAMES, missing: [] },
		]);
		const items = rows(deals, {
			names: listed.names,
			filters: {
				...entered,
				statusIds: idsOf(statusIds, 'statuses', listed),
				assigneeIds: idsOf(assigneeIds, 'users', listed),
			},
			now,
			companyProfileId: connection.profileId,
		});
		if (items.length === 0) explainEmpty(connection, deals.length);
		else namesShown(connection, listed);
		return outputs(cutToLimit(inOrder(items, order, moment), parameters));
	}),
});
