import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../transport/errors';
import { DEFAULT_SIZE, judgeEnd, mayBeCapped, mayLack, shortage } from './endOfList';
import { Lookahead } from './lookahead';
import { SeenRows } from './seenRows';
import type { FetchPage, List, Page } from './types';

/**
 * All rows of a paged list, in order and once, or the reason why rows may be missing. Nothing but
 * `page` and `per_page` is known of the lists (`listContacts`, `listQuotations`), so these are the rules:
 *
 * 1. Size. 200 rows are asked for, or the size that was chosen, or no more than the limit; where that
 *    is refused, the chosen size, or 50. As many rows as page 0 brings make a page from then on: a
 *    service may cap what is asked.
 * 2. Marks. "No more follows" ends a list, but for a first page of a usual size that is smaller than
 *    asked: a service may only compare the two. A total ends it where exactly so many rows came, the last
 *    of them on a page that is not full. What page 0 or full pages alone make up may be the count of a page,
 *    or a sum of money: there a page without rows has to say the same.
 * 3. Without a mark, a list may end where a page brings no new row. A short page means nothing. What
 *    shows the end is said in endOfList.ts.
 * 4. Page 1 may be page 0 once more, or page 0 be empty: some services count pages from 1.
 * 5. Before something is written on the strength of an end without a mark of any kind, it is asked for
 *    once more after three seconds.
 * 6. A list that does not end is given up, and told: rows without an id that differ with each answer look
 *    new for ever where `page` is ignored.
 */
export interface PaginateOptions {
	/** Most rows wanted; undefined for all there are. */
	limit?: number;
	/** Rows asked for in a page; undefined where nobody chose. */
	pageSize?: number;
	/** Rows that came before are handed on, too. */
	repeats?: boolean;
	/** Something is written because the list ends (rule 5). */
	confirmsEnd?: boolean;
	wait: (ms: number) => Promise<void>;
}

const LARGE_SIZE = 200;
/** Of these a refusal may be about the size that was asked for. */
const SIZE_REFUSALS = [400, 413, 416, 422];
const CONFIRM_AFTER_MS = 3000;
const MAX_PAGES = 50_000;
const MAX_PAGES_WITHOUT_IDS = 1000;

/** @returns Why rows may be missing; undefined for a list that is complete, or cut at the limit. */
export async function* paginate(
	fetchPage: FetchPage,
	options: PaginateOptions,
): AsyncGenerator<IDataObject[], string | undefined> {
	const { limit = Infinity } = options;
	const list = await open(fetchPage, options);
	const { first, seen } = list;
	if (first.rows.length === 0) return first.said ?? shortage(list);

	const ahead = new Lookahead(list, limit);
	let page: Page | string | undefined = first;
	let left = limit;
	while (typeof page === 'object') {
		const isEndless = list.number > (seen.idField ? MAX_PAGES : MAX_PAGES_WITHOUT_IDS);
		if (isEndless) return mayLack(list, 'The list never ends.');
		// Rows were inserted: a later page that was asked for before that begins too far behind.
		if (page !== first && !seen.hasNew(page.rows.slice(0, 1))) ahead.restart();
		const rows = seen.take(page.rows).slice(0, left);
		left -= rows.length;
		list.end = (list.number - list.base) * list.size + page.rows.length;
		list.last = page.rows[page.rows.length - 1];
		list.more = page.more;
		list.number++;
		const isEnd: boolean = left === 0 || isMarkedEnd(list, page);
		// Before these rows are worked on, so that the service is never waited for in vain.
		if (!isEnd) ahead.fill();
		yield rows;
		if (left === 0) return seen.incompleteReason;
		page = isEnd ? undefined : await nextPage(list, ahead, options);
	}
	return page ?? shortage(list) ?? seen.incompleteReason;
}

/** A page with new rows, why rows may be missing, or undefined: the list ends. */
async function nextPage(
	list: List,
	ahead: Lookahead,
	{ confirmsEnd, wait }: PaginateOptions,
): Promise<Page | string | undefined> {
	const { seen, first } = list;
	let page = await ahead.take();
	const isFirst = list.number === 1 && seen.isSame(page.rows[0], first.rows[0]);
	if (isFirst && !seen.hasNew(page.rows)) {
		// Pages count from 1, or `page` is ignored, which page 2 will show.
		list.base = 1;
		list.number = 2;
		page = await ahead.take();
	}
	if (seen.hasNew(page.rows)) return page;

	list.more = page.more ?? list.more;
	if (isMarkedEnd(list, page)) return page.said;
	let verdict = await judgeEnd(list, page);
	if (verdict === undefined && confirmsEnd && !hasMark(list)) {
		await wait(CONFIRM_AFTER_MS);
		verdict = await judgeEnd(list, page);
	}
	if (typeof verdict === 'object') ahead.restart();
	return verdict ?? page.said;
}

/** Page 0; page 1 where page 0 has no rows, and page 1 has. Asked for again where its size is refused. */
async function open(fetchPage: FetchPage, options: PaginateOptions): Promise<List> {
	const { limit = Infinity, pageSize, repeats = false, confirmsEnd, wait } = options;
	const chosen = pageSize ?? DEFAULT_SIZE;
	let asked = Math.min(pageSize ?? LARGE_SIZE, limit);
	const ask = async () => await fetchPage(0, asked);
	let first = await ask().catch(async (error: ServiceError) => {
		const mayBeSize = SIZE_REFUSALS.includes(error.status ?? 0) && !error.isNoSuchRoute;
		if (asked === chosen || !mayBeSize) throw error;
		asked = chosen;
		return await ask();
	});
	let base: List['base'] = 0;
	if (first.rows.length === 0 && first.total !== 0 && first.more !== false) {
		const second = await fetchPage(1, asked);
		if (second.rows.length === 0 && confirmsEnd) await wait(CONFIRM_AFTER_MS);
		first = await ask();
		if (first.rows.length === 0 && second.rows.length > 0) [first, base] = [second, 1];
	}
	const { rows, more } = first;
	const seen = new SeenRows(repeats);
	const start = { size: rows.length, base, number: base, end: 0, last: rows[0] };
	return { fetchPage, seen, first, asked, more, ...start };
}

/** Rule 2. Page 0 is always full: from then on its rows make a page. */
function isMarkedEnd(list: List, page: Page): boolean {
	const { first, seen, size } = list;
	const { rows, more, total = rows.length > 0 ? first.total : undefined } = page;
	if (more !== undefined) return !more && !(page === first && mayBeCapped(list));
	return rows.length < size && seen.count === total;
}

const hasMark = ({ more, first, seen }: List): boolean =>
	more === false || seen.count === first.total;
