import { inOrder } from '../../../deals/history';
import { wantsDeal } from '../../../deals/present';
import { searchWords } from '../../../utils/text';
import {
	assigneeIds,
	bounds,
	filtersOf,
	optionsOf,
	pipelineIds,
	statusIds,
} from '../../../descriptions/fields';
import { limit, limited, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { withHistory } from '../history/historyReads';
import { dealItem, noUpdate, presentOptions, READS_ALL, readAsOf } from './get';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many deals',
	description:
		'Find deals by words in their title, status, assignee or time in status, and get them as they are now or were on a past day',
	kind: 'list',
	properties: [
		noUpdate,
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. solar roof',
			description:
				'Only deals whose title contains each of these words. Case, accents and punctuation do not matter. Leave empty for all deals.',
			hint: READS_ALL,
		},
		returnAll,
		limit,
		filtersOf(
			[
				...bounds(
					'changedAfter',
					'changedBefore',
					'Any Change',
					'Only deals whose last change of any kind, such as an assignment, was',
				),
				assigneeIds('Only deals assigned to one of these users.'),
				...bounds(
					'enteredAfter',
					'enteredBefore',
					'Entered Status',
					'Only deals that entered their current status, such as Won,',
				),
				{
					displayName: 'Minimum Days in Status',
					name: 'minDaysInStatus',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 7,
					description: 'Only deals in their current status for at least this many 24-hour days',
				},
				pipelineIds,
				statusIds('Only deals in one of these statuses.'),
			],
			'All look at the deal as it is now, and all that are set must match; for deals won last week use statusIds with enteredAfter, as changedAfter counts assignments.',
		),
		optionsOf([
			{
				displayName: 'Sort',
				name: 'sort',
				type: 'options',
				default: 'newestFirst',
				description: 'Order of the deals. The limit is applied afterwards.',
				options: [
					{
						name: 'Longest in Status',
						value: 'longestInStatus',
						description: 'Deals longest in their current status first',
					},
					{ name: 'Newest First', value: 'newestFirst', description: 'By the last change' },
					{ name: 'Oldest First', value: 'oldestFirst', description: 'By the last change' },
				],
			},
			...presentOptions,
		]),
	],
	prepare: withHistory(async (call, read) => {
		const { parameters, zone } = call;
		const words = searchWords(parameters.search);
		const then = readAsOf(parameters.options.asOf, zone);
		const { names, filters } = await read.filtered(call, { change: 'Any Change' });
		const deals = await read.deals(then);
		const found = deals.filter((deal) => wantsDeal(filters, words, deal, names));
		const { sort = 'newestFirst' } = parameters.options;
		const ordered =
			sort === 'longestInStatus'
				? inOrder(found, 'oldestFirst', ({ inStatusMs }) => inStatusMs && -inStatusMs)
				: inOrder(found, sort, ({ lastChangeAt }) => lastChangeAt);
		return limited(ordered, call, (deal) => dealItem(deal, names, call));
	}),
});
