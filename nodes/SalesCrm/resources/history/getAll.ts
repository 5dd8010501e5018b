import type { Names } from '../../../api/names';
import type { HistoryItem } from '../../../api/types';
import { changeItem } from '../../../deals/change';
import { type Filters, hasWantedChange, wantsChange } from '../../../deals/filters';
import { dealChanges, sortByTime } from '../../../deals/history';
import {
	assigneeIds,
	bounds,
	filtersOf,
	optionsOf,
	pipelineIds,
	requestBody,
	simplify,
	statusIds,
} from '../../../descriptions/fields';
import { limit, limited, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { historyRead } from './historyReads';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many deal changes',
	description:
		'Get the changes of deals, one item each, with the same keys as the items of the triggers: to try a workflow on past changes, or to export them',
	kind: 'list',
	properties: [
		returnAll,
		limit,
		simplify,
		// The filters of the triggers, so that a workflow can be tried on past changes.
		filtersOf(
			[
				assigneeIds('Only changes while the deal is assigned to these users.'),
				{
					displayName: 'Change Types',
					name: 'changeTypes',
					type: 'multiOptions',
					default: [],
					description: 'Kinds of change to return',
					options: [
						{ name: 'Assignee Changed', value: 'USER_CHANGED' },
						{ name: 'Status Changed', value: 'STATUS_CHANGED' },
					],
				},
				...bounds('changedAfter', 'changedBefore', 'Changed', 'Only changes'),
				pipelineIds,
				statusIds('Only changes after which the deal is in one of these statuses.'),
			],
			'They look at the deal right after each change, whatever was changed; changeTypes chooses the kind.',
		),
		optionsOf([
			requestBody,
			{
				displayName: 'Sort',
				name: 'sort',
				type: 'options',
				default: 'byDeal',
				description: 'Order of the changes. The limit is applied afterwards.',
				options: [
					{ name: 'By Deal', value: 'byDeal', description: 'In the order of the deals' },
					{ name: 'Newest First', value: 'newestFirst' },
					{ name: 'Oldest First', value: 'oldestFirst' },
				],
			},
		]),
	],
	async run(call) {
		const { parameters } = call;
		const { sort = 'byDeal' } = parameters.options;
		const read = await historyRead(call);
		const { deals, names, filters } = await read.filtered(call, { named: parameters.simplify });
		if (!parameters.simplify) {
			const wanted = deals.filter((deal) => hasWantedChange(filters, deal, names));
			// Copies, because several input items may get the same deal, and n8n's nodes change what they get.
			const ordered = sortByTime(wanted, sort, lastChangeAt);
			return await read.explainIfEmpty(limited(ordered, call, (deal) => ({ ...deal })));
		}
		const changes = wantedChanges(deals, filters, names);
		const context = { names, companyProfileId: read.connection.profileId };
		const ordered =
			sort === 'byDeal'
				? changes
				: sortByTime([...changes], sort, ({ entry }) => entry.startTimestamp);
		const items = limited(ordered, call, (change) => changeItem(change, context));
		return await read.explainIfEmpty(items);
	},
});

/** One deal after the other, because the changes of all take as much memory as the answer. */
function* wantedChanges(deals: readonly HistoryItem[], filters: Filters, names: Names) {
	for (const deal of deals) {
		yield* dealChanges(deal).filter((change) => wantsChange(filters, change, names));
	}
}

const lastChangeAt = (deal: HistoryItem): number | undefined =>
	dealChanges(deal).at(-1)?.entry.startTimestamp;
