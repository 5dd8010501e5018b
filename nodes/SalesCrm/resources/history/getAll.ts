import type { HistoryItem } from '../../../api/types';
import { changeItem } from '../../../deals/change';
import { wantsChange, wantsDealOfChanges } from '../../../deals/filters';
import { dealChanges } from '../../../deals/history';
import { inOrder, joined } from '../../../utils/lists';
import {
	limit,
	limited,
	optionsOf,
	requestBody,
	returnAll,
	simplify,
} from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { changeFilters, sort } from './fields';
import { withHistory } from './historyReads';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many deal changes',
	description:
		'Get the changes of deals, one item each, with the same keys as the items of the triggers: to try a workflow on past changes, or to export them',
	kind: 'list',
	properties: [returnAll, limit, simplify, changeFilters, optionsOf([requestBody, sort])],
	prepare: withHistory(async (call, read) => {
		const { connection, parameters } = call;
		const order = parameters.options.sort ?? sort.default;
		const { deals, names, filters } = await read.filtered(call, { named: parameters.simplify });
		if (!parameters.simplify) {
			const wanted = deals.filter((deal) => wantsDealOfChanges(filters, deal, names));
			// A copy, for several input items may be given the same deal, and n8n's nodes change what they get.
			return limited(inOrder(wanted, order, lastChangeAt), call, (deal) => ({ ...deal }));
		}
		const all = joined(deals.map(dealChanges));
		const changes = all.filter((change) => wantsChange(filters, change, names));
		const context = { names, companyProfileId: connection.profileId };
		const ordered = inOrder(changes, order, ({ entry }) => entry.startTimestamp);
		return limited(ordered, call, (change) => changeItem(change, context));
	}),
});

const lastChangeAt = (deal: HistoryItem): number | undefined =>
	dealChanges(deal).at(-1)?.entry.startTimestamp;
