import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../transport/errors';
import { checkEnd, DEFAULT_SIZE, endless, pageIgnored, shortage, USUAL_SIZES } from './endOfList';
import { Lookahead } from './lookahead';
import { SeenRows } from './seenRows';

/**
 * All rows of a paged list, in order and once, or the reason why rows may be missing. Nothing but
 * `page` and `per_page` is known of the lists (`listContacts`, `listQuotations`), so these are the rules:
 *
 * 1. Size. 200 rows are asked for, or the size that was chosen, or no more than the limit; where that
 *    is refused, the chosen size, or 50. As many rows as page 0 brings make a page from then on: a
 *    service may cap what is asked.
 * 2. Marks. "No more follows" ends a list, but for a first page of a usual size that is smaller than
 *    asked: a service may only compare the two. A total ends it where exactly so many rows came, but
 *    for one that page 0 alone makes up: it may count the rows of a page.
 * 3. Without a mark, a list may end where a page brings no new row. A short page means nothing. What
 *    shows the end is said in endOfList.ts.
 * 4. Page 1 may be page 0 once more, or page 0 be empty: some services count pages from 1.
 * 5. Before something is written on the strength of an end without a mark, it is asked for once more
 *    after three seconds.
 * 6. Rows without an id may differ with each answer, so a service that ignores `page` seems to have new
 *    ones for ever: a page that no list has tells it.
 */
export interface PaginateOptions {
	/** Most rows wanted; undefined for all there are. */
	limit?: number;
	/** Rows asked for in a page; undefined where nobody chose. */
	pageSize?: number;
	/** Rows may come more than once: then their ids alone are kept in memory. */
	repeats?: boolean;
	/** Something is written because the list ends (rule 5). */
	confirmsEnd?: boolean;
	wait: (ms: number) => Promise<void>;
}

export interface Page {
	rows: IDataObject[];
	/** Number of rows in the whole list, where the service announces it. */
	total?: number;
	/** Whether more pages follow, where the service says so. */
	more?: boolean;
	/** The service's refusal of a page, in place of rows. */
	refused?: ServiceError;
	/** What the service answered in place of a list. */
	said?: string;
}

/** Fetches one page. Pages count from 0. A refusal of page 0 is thrown. */
export type FetchPage = (page: number, perPage: number) => Promise<Page>;

const LARGE_SIZE = 200;
/** Of these a refusal may be about the size that was asked for. */
const SIZE_REFUSALS = [400, 413, 416, 422];
const CONFIRM_AFTER_MS = 3000;
/** No list has this page. */
const FAR_PAGE = 50_000;
/** Insertions at the front may push on a page or two of rows that came before. */
const MAX_STALE_PAGES = 5;
/** Rows that are added at the end meanwhile are taken along so many times. */
const MAX_GROWTHS = 5;

/** Rows of a list so far, and where it is read next. */
export interface Cursor {
	/** Rows in a page, from page 1 on. */
	size: number;
	/** Page 0, and the size it was asked for. */
	first: Page;
	firstAsked: number;
	/** 1 where pages count from 1: page 1 was page 0 once more. */
	base: 0 | 1;
	/** The page that is read next. */
	number: number;
	/** Rows of the list up to there, by their places, and the last of them. */
	end: number;
	last: IDataObject;
	/** Whether the page before was full, or page 0 of a usual size that may be a cap. */
	wasFull: boolean;
	/** What that page said of further ones. */
	more?: boolean;
}

/** @returns Why rows may be missing; undefined for a list that is complete, or cut at the limit. */
export async function* paginate(
	fetchPage: FetchPage,
	options: PaginateOptions,
): AsyncGenerator<IDataObject[], string | undefined> {
	const { limit = Infinity } = options;
	if (limit <= 0) return undefined;
	const { page, asked, base } = await open(fetchPage, options);
	if (page.rows.length === 0) return page.said ?? shortage(page, page.more, 0);
	const ahead = new Lookahead(fetchPage, page.rows.length);
	ahead.restart(base + 1, page.rows.length);
	ahead.learn(base, page);
	try {
		return yield* readOn(fetchPage, { ...options, limit }, cursorAt(page, asked, base), ahead);
	} finally {
		ahead.fill(0, 0);
	}
}

async function* readOn(
	fetchPage: FetchPage,
	{ limit, repeats, confirmsEnd, wait }: PaginateOptions & { limit: number },
	cursor: Cursor,
	ahead: Lookahead,
): AsyncGenerator<IDataObject[], string | undefined> {
	const seen = new SeenRows(repeats ?? false);
	let page = cursor.first;
	let handedOn = 0;
	let stale = 0;
	let grown = 0;
	let confirmed = false;
	for (;;) {
		const before = seen.count;
		const isRepeat = page !== cursor.first && cursor.base === 1 && cursor.number === 1;
		const isPushedOn = page.rows.length > 0 && !seen.hasNew(page.rows.slice(0, 1));
		const wanted = isRepeat ? [] : seen.take(page.rows).slice(0, limit - handedOn);
		handedOn += wanted.length;
		stale = seen.count > before ? 0 : stale + 1;
		if (isRepeat) cursor.number++;
		else advance(cursor, page);
		const isCut = handedOn >= limit;
		const isEnd = isCut || isMarkedEnd(cursor, page, seen.count);
		// Rows were inserted: a later page that was asked for before that begins too far behind.
		if (isPushedOn) ahead.restart(cursor.number, cursor.size);
		// Before these rows are worked on, so that the service is never waited for in vain.
		if (!isEnd) lookAhead(ahead, cursor, page, { count: seen.count, stale, limit });
		if (wanted.length > 0) yield wanted;
		if (isCut) return seen.incompleteReason;
		if (isEnd) break;
		if (stale === MAX_STALE_PAGES || cursor.number > FAR_PAGE) return endless(seen.count);
		page = await ahead.take();

		let check = await checkEnd(fetchPage, cursor, seen, page);
		if (check.ended && !check.incompleteReason && !check.isMarked && confirmsEnd && !confirmed) {
			await wait(CONFIRM_AFTER_MS);
			confirmed = true;
			// Rows may have come to a last page that was not full.
			cursor.number = Math.floor(cursor.end / cursor.size) + cursor.base;
			ahead.restart(cursor.number + 1, cursor.size);
			page = await fetchPage(cursor.number, cursor.size);
			check = await checkEnd(fetchPage, cursor, seen, page);
		}
		if (check.ended) {
			if (check.incompleteReason) return check.incompleteReason;
			break;
		}
		if (await ignoresPage(fetchPage, cursor, seen, check)) return pageIgnored(seen.count);
		if (check.page !== page) {
			// A page that is filled while it is asked for again is no reason to ask for ever.
			if (check.page.rows.length < cursor.size && ++grown === MAX_GROWTHS) break;
			cursor.number = check.number;
			ahead.restart(cursor.number + 1, cursor.size);
		}
		page = check.page;
	}
	const reason = shortage(cursor.first, page.more ?? cursor.more, seen.count);
	return page.said ?? reason ?? seen.incompleteReason;
}

const cursorAt = (first: Page, firstAsked: number, base: 0 | 1): Cursor => ({
	size: first.rows.length,
	first,
	firstAsked,
	base,
	number: base,
	end: 0,
	last: first.rows[0],
	wasFull: true,
});

/** Behind a page that came. */
function advance(cursor: Cursor, page: Page): void {
	const { number, base, size, first, firstAsked } = cursor;
	const { rows, more } = page;
	cursor.end = (number - base) * size + rows.length;
	cursor.last = rows.at(-1) ?? cursor.last;
	const full = page === first ? firstAsked : first.rows.length;
	cursor.wasFull = rows.length >= full || isMaybeCapped(cursor, page);
	cursor.more = more;
	cursor.number++;
}

/** Whether a page is the first one, of a usual size that is smaller than asked. */
const isMaybeCapped = ({ first, firstAsked }: Cursor, page: Page): boolean =>
	page === first && page.rows.length < firstAsked && USUAL_SIZES.includes(page.rows.length);

/** Rule 2. */
function isMarkedEnd(cursor: Cursor, page: Page, count: number): boolean {
	if (page.more === false && isMaybeCapped(cursor, page)) return false;
	if (page.more !== undefined) return !page.more;
	const { first } = cursor;
	return count === (page.total ?? first.total) && count > first.rows.length;
}

/** As far as the announced total, unless it cannot be one; not at all behind a page that brought nothing. */
function lookAhead(
	ahead: Lookahead,
	{ first, wasFull, base, size }: Cursor,
	page: Page,
	{ count, stale, limit }: { count: number; stale: number; limit: number },
): void {
	const total = Math.max(page.total ?? 0, first.total ?? 0);
	const wanted = Math.min(limit, total > count ? total : FAR_PAGE * size);
	// Where page 1 was asked for in vain, the scout is not.
	ahead.mayScout = base === 0;
	ahead.fill(wasFull && total > count ? total : 0, stale > 0 ? 0 : wanted);
}

/** Page 0; page 1 where page 0 has no rows, and page 1 has. Asked for again where its size is refused. */
async function open(fetchPage: FetchPage, options: PaginateOptions) {
	const { limit = Infinity, pageSize, confirmsEnd, wait } = options;
	const chosen = pageSize ?? DEFAULT_SIZE;
	let asked = Math.min(pageSize ?? LARGE_SIZE, limit);
	const ask = async () => await fetchPage(0, asked);
	let page = await ask().catch(async (error: ServiceError) => {
		if (asked === chosen || !SIZE_REFUSALS.includes(error.status ?? 0)) throw error;
		asked = chosen;
		return await ask();
	});
	const isOpen = page.rows.length === 0 && page.total !== 0 && page.more !== false;
	const behind = isOpen ? await fetchPage(1, asked) : page;
	if (isOpen && (confirmsEnd || page.said || behind.rows.length > 0)) {
		if (behind.rows.length === 0 && confirmsEnd) await wait(CONFIRM_AFTER_MS);
		page = await ask();
	}
	const isFromOne = page.rows.length === 0 && behind.rows.length > 0;
	return { page: isFromOne ? behind : page, asked, base: isFromOne ? 1 : 0 } as const;
}

/** Rule 6. */
async function ignoresPage(
	fetchPage: FetchPage,
	{ size }: Cursor,
	seen: SeenRows,
	{ page, number }: { page: Page; number: number },
): Promise<boolean> {
	if (seen.hasIds || number !== 1 || !seen.hasNew(page.rows)) return false;
	const far = await fetchPage(FAR_PAGE, size);
	return far.rows.length > 0;
}
