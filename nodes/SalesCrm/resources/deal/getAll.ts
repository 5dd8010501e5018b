import type { FoundNames } from '../../../api/names';
import type { Filters } from '../../../deals/filters';
import { sortByTime } from '../../../deals/history';
import { checkSources, type Deal, wantsDeal } from '../../../deals/present';
import { hasQuotationFilters, wantsQuotation } from '../../../deals/quotations';
import { optionsOf } from '../../../descriptions/fields';
import { inform, warn } from '../../../transport/hints';
import { readSearch } from '../../../utils/search';
import { pluralize } from '../../../utils/text';
import { UserError, wholeError } from '../../../utils/userError';
import { limit, limited, returnAll } from '../../execution/commonFields';
import { type Call, operation } from '../../execution/operation';
import { type HistoryRead, historyRead } from '../history/historyReads';
import { dealFilters } from './filters';
import { dealItem, presentOptions, READS_ALL } from './get';

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
		const call = { ...entered, connection: read.connection };
		const { parameters } = call;
		const { options } = parameters;
		const search = readSearch(parameters.search);
		const { names, missing, filters } = await read.filtered(call);
		const deals = await read.deals(options.asOf);
		checkSources(filters, deals, { names, missing });
		const matching = deals.filter((deal) => wantsDeal(filters, search, deal, names));
		const present = options.includeArchived ? matching : withoutArchived(matching, call);
		const found = await withQuotations(present, { names, missing }, filters, call, read);
		const { sort = 'newestFirst' } = options;
		const ordered =
			sort === 'longestInStatus'
				? sortByTime(found, 'oldestFirst', ({ inStatusMs }) => inStatusMs && -inStatusMs)
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
	found: FoundNames,
	filters: Filters,
	{ connection, parameters: { options } }: Call<{ options: { includeQuotations?: boolean } }>,
	read: HistoryRead,
): Promise<Deal[]> {
	const isFiltered = hasQuotationFilters(filters);
	if (!isFiltered && !options.includeQuotations) return deals;
	const known = await read.quotations.addTo(deals, found).catch((reason: unknown) => {
		if (isFiltered || !(reason instanceof UserError)) throw reason;
		warn(connection, `${wholeError(reason)}. Quotations are left empty.`);
		return deals.map((deal) => ({ ...deal, quotations: null }));
	});
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
