import type { IDataObject } from 'n8n-workflow';

import { listHistory } from '../../../service/api/dealRecords';
import type { HistoryItem } from '../../../service/api/types';
import { fetchNames, type NamedIds, NO_NAMES } from '../../../service/api/names';
import {
	chosenOption,
	cutToLimit,
	limit,
	optionsOf,
	requestBody,
	returnAll,
} from '../../operation/fields';
import { operation, outputs } from '../../operation/operation';
import { toJsonObject } from '../../../values/json';
import { joined } from '../../../values/lists';
import { dealChanges } from '../../../deals/dealChanges';
import { OUTPUTS, type Telling } from '../../../deals/outputs';
import { inOrder } from '../../../deals/rowOrder';
import { filters, output, resolveNames, sort } from './fields';
import { readFilters } from './readFilters';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get the status and history of deals',
	description:
		'Get how deals stand now and since when, the changes of their status and assignee, or the time spent in each status',
	kind: 'list',
	properties: [output, resolveNames, returnAll, limit, filters, optionsOf([requestBody, sort])],
	async run({ crm, parameters, zone }) {
		const { isWanted, rows, moment, named } = OUTPUTS[chosenOption(parameters.output, output)];
		const order = chosenOption(parameters.options.sort ?? sort.default, sort);
		const wanted = readFilters(parameters.filters as IDataObject, parameters.output, zone);
		const body = toJsonObject(parameters.options.requestBody, 'Request Body');
		const reading = listHistory(crm, body).then((all) =>
			all.filter((deal) => isWanted(wanted, deal)),
		);
		const [deals, names] = await Promise.all([
			reading,
			parameters.resolveNames && named
				? fetchNames(crm, body, async () => namedIn(await reading))
				: NO_NAMES,
		]);
		const { profileId: companyProfileId } = crm;
		const telling: Telling = { names, filters: wanted, now: Date.now(), companyProfileId };
		const all = joined(deals.map((deal): IDataObject[] => rows(deal, telling)));
		return outputs(cutToLimit(inOrder(all, order, moment), parameters));
	},
});

function namedIn(deals: HistoryItem[]): NamedIds {
	const changes = deals.flatMap((deal) => dealChanges(deal));
	return {
		statusIds: changes.map(({ statusId }) => statusId),
		userIds: changes.map(({ userId }) => userId),
	};
}
