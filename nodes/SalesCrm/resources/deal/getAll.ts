import { inOrder } from '../../../deals/history';
import { checkSources, type Deal, wantsDeal } from '../../../deals/present';
import { inform } from '../../../transport/hints';
import { readSearch } from '../../../utils/search';
import { amount } from '../../../utils/text';
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
import { dealItem, presentOptions, READS_ALL, readAsOf } from './get';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many deals',
	description:
		'Find deals by title, email, phone, status, assignee, result or time in status, and get them as they are now or were on a past day, with customer and value',
	kind: 'list',
	properties: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. solar roof, or 06 12345678',
			description:
				'Only deals whose title or email contains each of these words, or that have this phone number. Case, accents and punctuation do not matter. Leave empty for all deals.',
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
				{
					displayName: 'Record Types',
					name: 'recordTypes',
					type: 'multiOptions',
					default: ['deal'],
					description:
						'Whether to return deals, leads or both. Without this filter leads are left out, if your Sales CRM shows which pipelines contain them.',
					options: [
						{ name: 'Deal', value: 'deal' },
						{ name: 'Lead', value: 'lead' },
					],
				},
				{
					displayName: 'Results',
					name: 'results',
					type: 'multiOptions',
					default: [],
					description: 'Only deals that are open, won or lost',
					options: [
						{ name: 'Lost', value: 'lost' },
						{ name: 'Open', value: 'open', description: 'Neither won nor lost' },
						{ name: 'Won', value: 'won' },
					],
				},
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
			{
				displayName: 'Include Archived',
				name: 'includeArchived',
				type: 'boolean',
				default: false,
				description: 'Whether to return archived deals as well',
			},
			...presentOptions,
		]),
	],
	prepare: withHistory(async (call, read) => {
		const { parameters, zone } = call;
		const { options } = parameters;
		const search = readSearch(parameters.search);
		const then = readAsOf(options.asOf, zone);
		const { names, missing, filters } = await read.filtered(call, { change: 'Any Change' });
		const deals = await read.deals(then);
		checkSources(filters, deals, { names, missing });
		const matching = deals.filter((deal) => wantsDeal(filters, search, deal, names));
		const isLeftOut = ({ details }: Deal) => !options.includeArchived && details.archived === true;
		const found = matching.filter((deal) => !isLeftOut(deal));
		if (found.length < matching.length) {
			inform(
				call.connection,
				`Left out ${amount(matching.length - found.length, 'archived deal')}. To get them, turn on 'Include Archived'.`,
			);
		}
		const { sort = 'newestFirst' } = options;
		const ordered =
			sort === 'longestInStatus'
				? inOrder(found, 'oldestFirst', ({ inStatusMs }) => inStatusMs && -inStatusMs)
				: inOrder(found, sort, ({ lastChangeAt }) => lastChangeAt);
		return limited(ordered, call, (deal) => dealItem(deal, names, call));
	}),
});
