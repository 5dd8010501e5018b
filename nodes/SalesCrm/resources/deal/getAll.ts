import type { Directory } from '../../../api/names';
import { pipelineIdOf } from '../../../deals/change';
import type { Filters } from '../../../deals/filters';
import { sortByTime } from '../../../deals/history';
import { checkResults, checkSearch } from '../../../deals/lackingData';
import { type Deal, wantsDeal } from '../../../deals/present';
import { hasQuotationFilters, wantsQuotation } from '../../../deals/quotations';
import { ofRecordTypes } from '../../../deals/recordTypes';
import { optionsOf } from '../../../descriptions/fields';
import { inform, warn } from '../../../transport/hints';
import { matchesSearch, readSearch } from '../../../utils/search';
import { pluralize, textOf } from '../../../utils/text';
import { limit, limited, returnAll } from '../../execution/commonFields';
import { type Call, operation } from '../../execution/operation';
import { type HistoryRead, historyRead } from '../history/historyReads';
import { dealFilters } from './filters';
import { dealItem, presentOptions } from './get';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many deals',
	description:
		'Find deals by text, phone, status, assignee or result. Reads the full deal history once per run.',
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
		},
		returnAll,
		limit,
		dealFilters,
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
			{
				displayName: 'Include Quotations',
				name: 'includeQuotations',
				type: 'boolean',
				default: false,
				description: 'Whether to add the quotations of the deal, and the one of them that counts',
			},
			...presentOptions,
		]),
	],
	async run(entered) {
		const read = await historyRead(entered);
		const { connection } = read;
		const call = { ...entered, connection };
		const { parameters } = call;
		const { options } = parameters;
		const search = readSearch(parameters.search);
		const { directory, filters } = await read.filtered(call);
		const { names, boards } = directory;
		const deals = await read.deals(options.asOf);
		const onDoubt = (words: string) => warn(connection, words);
		checkResults(filters, deals);
		const isInTitle = ({ item }: Deal) => matchesSearch(search, item.summary, null);
		checkSearch(textOf(parameters.search), search, deals, deals.some(isInTitle), onDoubt);
		const matching = ofRecordTypes(
			deals.filter((deal) => wantsDeal(filters, search, deal, names)),
			filters.recordTypes,
			({ item, statusId }) => pipelineIdOf(item, statusId, names),
			boards,
			onDoubt,
		);
		const present = options.includeArchived ? matching : withoutArchived(matching, call);
		const found = await withQuotations(present, directory, filters, call, read);
		const { sort = 'newestFirst' } = options;
		const ordered =
			sort === 'longestInStatus'
				? found.toSorted((a, b) => (b.inStatusMs ?? -1) - (a.inStatusMs ?? -1))
				: sortByTime(found, sort, ({ lastChangeAt }) => lastChangeAt);
		const items = limited(ordered, call, (deal) => dealItem(deal, names, call));
		return await read.explainIfEmpty(items);
	},
});

function withoutArchived(deals: Deal[], { connection }: Pick<Call<unknown>, 'connection'>): Deal[] {
	const present = deals.filter(({ details }) => details.archived !== true);
	const archived = deals.length - present.length;
	if (archived > 0) {
		inform(
			connection,
			`Left out ${pluralize(archived, 'archived deal')}. To get them, turn on 'Include Archived'.`,
		);
	}
	return present;
}

/** Adds quotations if an option or a filter asks for them, and filters by them. */
async function withQuotations(
	deals: Deal[],
	directory: Directory,
	filters: Filters,
	{ connection, parameters: { options } }: Call<{ options: { includeQuotations?: boolean } }>,
	read: HistoryRead,
): Promise<Deal[]> {
	const isFiltered = hasQuotationFilters(filters);
	if (!isFiltered && !options.includeQuotations) return deals;
	const known = await read.withQuotations(deals, directory, isFiltered);
	if (!isFiltered) return known;
	const unclear = known.filter(({ quotations }) => quotations?.isUnclear).length;
	if (unclear > 0) {
		warn(
			connection,
			`The filter on quotations left out ${pluralize(unclear, 'deal')}: which of several quotations counts is unclear`,
		);
	}
	return known.filter(({ quotations }) => quotations && wantsQuotation(filters, quotations));
}
