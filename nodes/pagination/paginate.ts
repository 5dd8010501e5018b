import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../transport/errors';
import { pause } from '../transport/waiting';
import { counted } from '../utils/text';
import { lookAhead } from './lookahead';
import type { Page } from './readPage';
import { idFieldOf, SeenRows } from './seenRows';

/** Fetches one page, counted from 0. A refusal of page 0 is thrown. */
export type FetchPage = (page: number, perPage: number) => Promise<Page>;

export interface PaginateOptions {
	limit?: number;
	pageSize?: number;
	/** Whether to return rows that were received before as well. */
	repeats?: boolean;
	/** Whether an end without a mark is checked again after a while, because something is written afterwards. */
	confirmsEnd?: boolean;
}

const DEFAULT_SIZE = 50;
const LARGE_SIZE = 200;
const CONFIRM_AFTER_MS = 3000;
/** Such a refusal may be about the page size, or mean that the page does not exist. */
export const PAGE_REFUSALS = [400, 404, 410, 413, 416, 422];

/**
 * All rows of a paged list, in order and once. It ends at a mark, at its announced total, at an empty page that stays empty,
 * or at a refusal after a page that was not full. Later pages have the size of the first, because the service may cap it.
 * @returns Why rows may be missing; undefined if the list is complete or was cut at the limit.
 */
export async function* paginate(
	fetchPage: FetchPage,
	options: PaginateOptions,
	signal?: AbortSignal,
): AsyncGenerator<IDataObject[], string | undefined> {
	let { limit: left = Infinity, confirmsEnd } = options;
	const start = await open(fetchPage, options, signal);
	const { first, asked } = start;
	if (first.rows.length === 0) {
		const { noListError: why } = first;
		return why ? doubt(0, why) : shortage(first.total, first.more, 0);
	}
	const seen = new SeenRows(idFieldOf(first.rows));
	const hasNew = (page: Page) => page.rows.some(seen.isNew);
	const size = first.rows.length;
	const ask = async (page: number) => await fetchPage(page, size);
	const lastWanted = start.number + Math.ceil(left / size) - 1;
	const ahead = lookAhead(ask);
	let [page, number, more] = [first, start.number, first.more];
	while (hasNew(page)) {
		// Rows were inserted meanwhile, so prefetched pages begin too early.
		if (page !== first && !seen.isNew(page.rows[0])) ahead.restart();
		const fresh = seen.take(page.rows);
		const rows = (options.repeats ? page.rows : fresh).slice(0, left);
		left -= rows.length;
		more = page.more;
		const total = page.total ?? first.total;
		const isLast = more === undefined ? seen.count === total : !more;
		const isFull = page.rows.length >= (page === first ? asked : size);
		const announced = total === undefined ? Infinity : start.number + Math.ceil(total / size) - 1;
		if (!isLast) ahead.request(number, more ?? isFull, Math.min(announced, lastWanted));
		yield rows;
		if (left === 0) return seen.incompleteReason;
		if (isLast) break;

		const mayHaveRoom = page.rows.length < size;
		page = await ahead.take(++number);
		// Either pages count from 1 or `page` is ignored. The next page will show which.
		const isFirstAgain = number === 1 && page.rows.length > 0 && !hasNew(page);
		if (isFirstAgain) page = await ahead.take(++number);
		if (hasNew(page) || page.more === false) continue;

		const before = page;
		page = await ask(number);
		if (hasNew(page)) continue;
		const isEmpty = before.rows.length + page.rows.length === 0;
		const noNew = isEmpty ? undefined : 'The next page has no new entries.';
		const why = page.noListError ?? (isFull ? page.refusal : undefined) ?? noNew;
		if (why) {
			return doubt(seen.count, why);
		}
		if (!confirmsEnd) break;
		confirmsEnd = false;
		await pause(CONFIRM_AFTER_MS, signal);
		// Rows that were added meanwhile are on the last page if it was not full.
		if (mayHaveRoom) number--;
		page = await ask(number);
	}
	return shortage(first.total, page.more ?? more, seen.count) ?? seen.incompleteReason;
}

/** The first page: 0, or 1 if pages count from 1. A refused size is replaced by the default. */
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

const doubt = (count: number, why: string): string =>
	`The list may be incomplete: ${counted(count)} entries received. ${why} Another 'Page Size' in the options may help.`;

function shortage(total = 0, more: boolean | undefined, count: number): string | undefined {
	if (count >= total && more !== true) return undefined;
	const announced = count < total ? counted(total) : 'more';
	return `The Sales CRM announced ${announced} entries but returned ${counted(count)}. Entries may have been removed meanwhile, or be hidden from this account.`;
}
