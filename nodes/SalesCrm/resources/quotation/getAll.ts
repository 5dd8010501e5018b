import { readCustomerLists, shownCustomers } from '../../../api/quotationCustomers';
import { hasWords, type ListedQuotation, listQuotations } from '../../../api/quotations';
import { optionsOf, pageSize, simplify } from '../../../descriptions/fields';
import { inform, warn } from '../../../transport/hints';
import { areUnset } from '../../../utils/lists';
import { pluralize, quoted, searchWords } from '../../../utils/text';
import { limit, limitedPages, listOptions, returnAll } from '../../execution/commonFields';
import { type Call, operation } from '../../execution/operation';
import { requestInFilter } from '../document/dealFilter';
import { type QuotationFilters, quotationFilters, wantsQuotation } from './filters';

/** @param records Such as "quotations". */
export const searchIn = (records: string) =>
	({
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. jansen 2025',
		description: `Only ${records} that contain each of these words in any text, such as number, title or customer. Case and accents do not matter. Leave empty for all ${records}.`,
	}) as const;

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many quotations',
	description:
		'Find quotations by words in any of their texts, deal, status, date or days without an answer, or get all of them',
	kind: 'list',
	properties: [
		searchIn('quotations'),
		returnAll,
		limit,
		simplify,
		quotationFilters,
		optionsOf([pageSize]),
	],
	async *run(call) {
		const { connection, parameters, once } = call;
		const words = searchWords(parameters.search);
		const { limit: most, ...list } = listOptions(parameters);
		const isUnfiltered = words.length === 0 && areUnset(parameters.filters);
		const requestId = await requestInFilter(call, 'quotations');
		const pages = listQuotations(connection, {
			...list,
			limit: isUnfiltered ? most : undefined,
			requestId,
			needsCustomers: parameters.simplify || words.length > 0,
			customers: async (scoped) => {
				const read = async () => await readCustomerLists(scoped);
				return shownCustomers(await once('customers', read), scoped);
			},
		});
		yield* matching(pages, call, 'quotation');
	},
});

interface Wanted {
	simplify: boolean;
	search: string;
	filters: QuotationFilters;
	returnAll: boolean;
	limit: number;
}

/** Those with all words of the search that the filters let through. Hints count what was left out for other reasons. */
export async function* matching(
	pages: AsyncIterable<ListedQuotation[]>,
	call: Pick<Call<Wanted>, 'connection' | 'parameters'>,
	noun: string,
) {
	const { connection, parameters } = call;
	const { filters } = parameters;
	const words = searchWords(parameters.search);
	const now = Date.now();
	const seen = { read: 0, matching: 0, withoutStatus: 0, statuses: new Set<string>() };
	yield* limitedPages(pages, call, (document) => {
		const { record, item } = document;
		seen.read++;
		if (item.status) seen.statuses.add(String(item.status));
		if (!hasWords(document, words)) return [];
		if (filters.statuses?.length && !item.status) seen.withoutStatus++;
		if (!wantsQuotation(filters, item, now)) return [];
		seen.matching++;
		return parameters.simplify ? item : record;
	});
	if (seen.matching === 0 && seen.read > 0) inform(connection, nothingMatches(seen, noun));
	if (seen.withoutStatus === 0) return;
	const some = pluralize(seen.withoutStatus, noun);
	warn(connection, `The filter on the status left out ${some} without a status.`);
}

function nothingMatches(
	{ read, statuses }: { read: number; statuses: Set<string> },
	noun: string,
): string {
	const some = [...statuses].slice(0, 10).map(quoted).join(', ');
	const words = some && `, with the statuses ${some}`;
	return `Nothing matches. The list contains ${pluralize(read, noun)}${words}.`;
}
