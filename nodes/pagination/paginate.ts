import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../transport/errors';
import { pause } from '../transport/waiting';
import { counted } from '../utils/text';
import { lookAhead } from './lookahead';
import type { Page } from './readPage';
import { idFieldOf, SeenRows } from './seenRows';

/** Fetches one page. Pages count from 0. A refusal of page 0 is thrown. */
export type FetchPage = (page: number, perPage: number) => Promise<Page>;

export interface PaginateOptions {
	/** Most rows wanted; undefined for all there are. */
	limit?: number;
	/** Rows requested in a page; undefined if nobody chose. */
	pageSize?: number;
	/** Rows that came before are handed on, too. */
	repeats?: boolean;
	/** Something is written because the list ends, so an end without a mark is looked at again after a while. */
	confirmsEnd?: boolean;
}

const DEFAULT_SIZE = 50;
const LARGE_SIZE = 200;
const CONFIRM_AFTER_MS = 3000;
/** Of these a refusal may be about the size of a page, or say that there is no such page. */
export const PAGE_REFUSALS = [400, 404, 410, 413, 416, 422];

/**
 * All rows of a paged list, in order and once. Nothing but `page` and `per_page` is known of the lists (`listContacts`,
 * `listQuotations`). A service may cap the size, so as many rows as the first page has make a page from then on.
 *
 * 1. A list ends when a page says that no more follow, or when as many rows have come as were announced.
 * 2. Otherwise it ends at a page without rows that has none when it is requested again; a refusal is one, if the page
 *    before it was not full. Anything else is doubt, and told.
 * @returns Why rows may be missing; undefined for a list that is complete, or cut at the limit.
 */
export async function* paginate(
	fetchPage: FetchPage,
	options: PaginateOptions,
	signal?: AbortSignal,
): AsyncGenerator<IDataObject[], string | undefined> {
	let { limit: left = Infinity, confirmsEnd } = options;
	const start = await open(fetchPage, options, signal);
	const { first, asked } = start;
	if (first.rows.length === 0) return shortage(first.total, first.more, 0);
	const seen = new SeenRows(idFieldOf(first.rows));
	const hasNew = (page: Page) => page.rows.some(seen.isNew);
	const size = first.rows.length;
	const ask = async (page: number) => await fetchPage(page, size);
	const ahead = lookAhead(ask, seen, start, Math.ceil(left / size) - 1);
	let [page, number, more] = [first, start.number, first.more];
	while (hasNew(page)) {
		// Rows were inserted: a later page that was requested before that begins too far behind.
		if (page !== first && !seen.isNew(page.rows[0])) ahead.restart();
		const fresh = seen.take(page.rows);
		const rows = (options.repeats ? page.rows : fresh).slice(0, left);
		left -= rows.length;
		more = page.more;
		const isLast = more === undefined ? seen.count === (page.total ?? first.total) : !more;
		// Before these rows are worked on, so that the service is never waited for in vain.
		ahead.fill(number + 1);
		yield rows;
		if (left === 0) return seen.incompleteReason;
		if (isLast) break;

		const isFull = page.rows.length >= (page === first ? asked : size);
		const mayHaveRoom = page.rows.length < size;
		page = await ahead.take(++number);
		// Pages count from 1, or `page` is ignored, which the next one shows.
		const isRepeat = number === 1 && page.rows.length > 0 && !hasNew(page);
		if (isRepeat) page = await ahead.take(++number);
		if (hasNew(page) || page.more === false) continue;

		// A fault may pass.
		const before = page;
		page = await ask(number);
		if (hasNew(page)) continue;
		const isEmpty = before.rows.length + page.rows.length === 0;
		const noNew = isEmpty ? undefined : 'The next page has no new entries.';
		const why = page.unread ?? (isFull ? page.refused : undefined) ?? noNew;
		if (why) {
			return `The list may be incomplete: ${counted(seen.count)} entries received. ${why} Another 'Page Size' in the options may help.`;
		}
		if (!confirmsEnd) break;
		confirmsEnd = false;
		await pause(CONFIRM_AFTER_MS, signal);
		// What was added meanwhile is on the last page if that has room.
		page = await ask(mayHaveRoom ? --number : number);
	}
	return shortage(first.total, page.more ?? more, seen.count) ?? seen.incompleteReason;
}

/** Page 0; page 1 if page 0 has no rows, and page 1 has. Requested again if its size is refused. */
async function open(fetchPage: FetchPage, options: PaginateOptions, signal?: AbortSignal) {
	const { limit = Infinity, pageSize, confirmsEnd } = options;
	const chosen = pageSize ?? DEFAULT_SIZE;
	let asked = Math.min(pageSize ?? LARGE_SIZE, limit);
	const ask = async () => await fetchPage(0, asked);
	const first = await ask().catch(async (error: ServiceError) => {
		const mayBeSize = PAGE_REFUSALS.includes(error.status ?? 0) && !error.isNoSuchRoute;
		if (asked === chosen || !mayBeSize) throw error;
		asked = chosen;
		return await ask();
	});
	const isNone = first.total === 0 || first.more === false;
	if (first.rows.length > 0 || isNone) return { first, asked, number: 0 };
	const second = await fetchPage(1, asked);
	if (second.rows.length === 0 && confirmsEnd) await pause(CONFIRM_AFTER_MS, signal);
	const again = await ask();
	const countsFromOne = again.rows.length === 0 && second.rows.length > 0;
	return { first: countsFromOne ? second : again, asked, number: Number(countsFromOne) };
}

/** Said if the service announced more than came. */
function shortage(total = 0, more: boolean | undefined, count: number): string | undefined {
	if (count >= total && more !== true) return undefined;
	const announced = count < total ? counted(total) : 'more';
	return `The Sales CRM announced ${announced} entries but returned ${counted(count)}. Entries may have been removed meanwhile, or be hidden from this account.`;
}
