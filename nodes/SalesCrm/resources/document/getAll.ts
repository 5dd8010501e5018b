import { hasWords, type ListedQuotation } from '../../../api/quotations';
import { optionsOf, type pageSize, simplify } from '../../../descriptions/fields';
import type { Property, ValuesOf } from '../../../parameters/property';
import { inform, warn } from '../../../transport/hints';
import { pluralize, quoted, searchWords } from '../../../utils/text';
import { limit, limitedPages, returnAll } from '../../execution/commonFields';
import { type Call, operation } from '../../execution/operation';
import { requestInFilter } from './dealRequest';
import { type filtersFor, isWanted } from './filters';

/** What Get Many of quotations, invoices and contracts differ in. */
interface DocumentList {
	readonly noun: string;
	readonly description: string;
	readonly filters: ReturnType<typeof filtersFor> & Pick<Property, 'builderHint'>;
	readonly options: ReadonlyArray<typeof pageSize>;
	/** @param requestId Of the deal in the filter. */
	read(call: ListCall, requestId: string | undefined): AsyncIterable<ListedQuotation[]>;
}

const propertiesOf = ({ noun, filters, options }: DocumentList) =>
	[
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. jansen 2025',
			description: `Only ${noun}s that contain each of these words in any text, such as number, title or customer. Case and accents do not matter. Leave empty for all ${noun}s.`,
		},
		returnAll,
		limit,
		simplify,
		filters,
		optionsOf(options),
	] as const;

type ListCall = Call<ValuesOf<ReturnType<typeof propertiesOf>>>;

export const getAllOf = (list: DocumentList) =>
	operation({
		value: 'getAll',
		name: 'Get Many',
		action: `Get many ${list.noun}s`,
		description: list.description,
		kind: 'list',
		properties: propertiesOf(list),
		async *run(call) {
			const requestId = await requestInFilter(call, `${list.noun}s`);
			yield* matching(list.read(call, requestId), call, list.noun);
		},
	});

/** Those with all words of the search that the filters let through. Hints count what was left out for other reasons. */
async function* matching(pages: AsyncIterable<ListedQuotation[]>, call: ListCall, noun: string) {
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
		if (!isWanted(filters, item, now)) return [];
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
