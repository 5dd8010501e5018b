import type { IDataObject } from 'n8n-workflow';

import { requestIdOf } from '../../../api/dealDetails';
import { findInPipelines } from '../../../api/items';
import { listBoards } from '../../../api/pipelines';
import { withProfile } from '../../../api/profiles';
import { hasWords, type ListedQuotation } from '../../../api/quotations';
import { needed } from '../../../api/source';
import { isWithin } from '../../../deals/filters';
import { bounds, optionsOf, type pageSize, simplify } from '../../../descriptions/fields';
import type { Property, ValuesOf } from '../../../parameters/property';
import { inform, warn } from '../../../transport/hints';
import { DAY_MS, serviceTimeMs } from '../../../utils/dates';
import { inOrderOf, isChosen, isSameId } from '../../../utils/lists';
import { pluralize, quoted, searchWords } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toIdentifier } from '../../../utils/uuid';
import { limit, limitedPages, listOrId, returnAll } from '../../execution/commonFields';
import { type Call, operation } from '../../execution/operation';
import { likelyPipeline } from '../deal/findDeal';

export const minDaysOpen = {
	displayName: 'Minimum Days Open',
	name: 'minDaysOpen',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 10,
	description:
		'Only quotations that still wait for an answer and were created at least this many 24-hour days ago',
} as const satisfies Property;

const dealFilter = (records: string) =>
	({
		displayName: 'Deal',
		name: 'dealId',
		description: `Only ${records} that belong to the same request as this deal`,
		...listOrId('searchDeals'),
		required: false,
	}) as const;

/** What Get Many of quotations, invoices and contracts differ in. */
interface DocumentList {
	readonly noun: string;
	readonly description: string;
	/** To choose from. Others may exist, because as described none are named. */
	readonly statuses: ReadonlyArray<{ name: string; value: string }>;
	readonly filters?: ReadonlyArray<typeof minDaysOpen>;
	/** For AI assistants. */
	readonly filterHint?: string;
	readonly options?: ReadonlyArray<typeof pageSize>;
	/** @param requestId Of the deal in the filter. */
	read(call: ListCall, requestId: string | undefined): AsyncIterable<ListedQuotation[]>;
}

const propertiesOf = ({ noun, statuses, filters = [], filterHint, options = [] }: DocumentList) =>
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
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			...(filterHint && { builderHint: { propertyHint: filterHint } }),
			options: [
				...bounds('createdAfter', 'createdBefore', 'Created', `Only ${noun}s created`),
				dealFilter(`${noun}s`),
				...filters,
				{
					displayName: 'Status',
					name: 'statuses',
					type: 'multiOptions',
					allowArbitraryValues: true,
					default: [],
					description: `Only ${noun}s in one of these statuses`,
					options: statuses,
				},
			],
		},
		optionsOf(options),
	] as const;

type Values = ValuesOf<ReturnType<typeof propertiesOf>>;
type ListCall = Call<Values>;

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

/**
 * The ID of the request that ties the deal in the filter and its documents together; undefined if the filter is not set.
 * @param records Such as "quotations".
 * @throws UserError if it cannot be found.
 */
async function requestInFilter(call: ListCall, records: string): Promise<string | undefined> {
	const { dealId: entered } = call.parameters.filters;
	if (!entered) return undefined;
	const id = toIdentifier(entered, 'Deal');
	const connection = await withProfile(call.connection);
	const boards = await call.once('boards', async () => await listBoards(connection));
	const first = await likelyPipeline(call, { connection, id });
	const advice = "Remove the filter 'Deal', and search for the customer.";
	const { pipelines } = needed(boards, `The ${records} of a deal cannot be found`, advice);
	const inTurn = inOrderOf(pipelines, (one) => (first && isSameId(one.id, first) ? 0 : null));
	const { record } = await findInPipelines(connection, inTurn, id);
	const requestId = requestIdOf(record);
	if (requestId !== null) return requestId;
	throw new UserError(
		`The deal ${quoted(id)} belongs to no request, so its ${records} cannot be found`,
		'Search for the customer.',
	);
}

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
		if (!meetsFilters(filters, item, now)) return [];
		seen.matching++;
		return parameters.simplify ? item : record;
	});
	if (seen.matching === 0 && seen.read > 0) inform(connection, nothingMatches(seen, noun));
	if (seen.withoutStatus === 0) return;
	const some = pluralize(seen.withoutStatus, noun);
	warn(connection, `The filter on the status left out ${some} without a status.`);
}

/** Whether all filters that are set match. @param now When the documents were received (milliseconds since the Unix epoch). */
function meetsFilters(
	{ statuses = [], minDaysOpen: minDays, createdAfter, createdBefore }: Values['filters'],
	{ status, daysOpen, createdAt }: IDataObject,
	now: number,
): boolean {
	const ms = serviceTimeMs(createdAt);
	const created = Number.isNaN(ms) ? undefined : ms;
	// `daysOpen` is rounded, and null for a quotation that does not wait for an answer.
	const openSince = typeof daysOpen === 'number' ? created : undefined;
	const latest = minDays === undefined ? undefined : now - minDays * DAY_MS + 1;
	return (
		isChosen(statuses, status as string | null) &&
		isWithin(created, createdAfter, createdBefore) &&
		isWithin(openSince, undefined, latest)
	);
}

function nothingMatches(
	{ read, statuses }: { read: number; statuses: Set<string> },
	noun: string,
): string {
	const some = [...statuses].slice(0, 10).map(quoted).join(', ');
	const words = some && `, with the statuses ${some}`;
	return `Nothing matches. The list contains ${pluralize(read, noun)}${words}.`;
}
