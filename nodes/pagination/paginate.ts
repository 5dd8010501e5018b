import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../transport/errors';
import {
	endless,
	pageIgnored,
	type Proof,
	findProof,
	checkEnd,
	shortage,
	USUAL_SIZES,
} from './endOfList';
import { Prefetch } from './prefetch';
import { SeenRows } from './seenRows';

/**
 * All rows of a paged list, in order and once, or a doubt: why rows may be missing. Nothing but
 * `page` and `per_page` is known of the lists (`listContacts`, `listQuotations`), so these are the rules:
 *
 * 1. Size. 200 rows are asked for, or the size that was chosen, or no more than the limit; where that
 *    is refused, the chosen size, or 50. As many rows as page 0 brings make a page from then on: a
 *    service may cap what is asked. Where it refuses that size, the one that page 0 was asked in
 *    does. No other change of size.
 * 2. Marks. "No more follows" ends a list, and so does the announced total when it has come. A total
 *    that page 0 alone makes up may count the rows of a page: rule 4 has to show the end.
 * 3. Suspicion. Without a mark, a page that brings no row that is new (empty, refused, or rows that
 *    came before) means no more than that the list may have ended. A short page means nothing.
 * 4. Proof. One smaller page begins before the last row and reaches beyond it. It shows the end where
 *    it is not full, brings no new row, and ends with the last one. It brings new rows: then the page
 *    is asked for again, and if it still has none, the list has a gap.
 * 5. Window. Refused behind a full page, and no proof, nor a total that agrees with a 404: the service gives no
 *    more than so many rows.
 * 6. No proof, for the service looks at its own page size alone: page 0 still has rows, and the page
 *    is empty when it is asked for again after that. That ends the list as well.
 * 7. `page` ignored. The smaller page begins with the first row of all. Where it brings page 0 whole,
 *    and no usual size of pages, the service pages nothing: all is there. Else there may be more, but
 *    for page 1, which is page 0 where pages count from 1. Rows without an id may differ with each
 *    answer: a page that no list has tells it of those.
 * 8. What an end without a mark decides (something is written, or said to be not there) is asked for
 *    once more after three seconds.
 */
export interface PaginateOptions {
	/** Most rows wanted; undefined for all there are. */
	limit?: number;
	/** Rows asked for in a page; undefined where nobody chose. */
	pageSize?: number;
	/** Most pages in flight at a time. */
	concurrency: number;
	/** Rows may come more than once: then their ids alone are kept in memory. */
	repeats?: boolean;
	/** Something is written, or said not to be there, because the list ends (rule 8). */
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
const DEFAULT_SIZE = 50;
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
	/** The page that is read next. */
	number: number;
	/** Rows of the list up to there, by their places, and the last of them. */
	end: number;
	last: IDataObject;
	/** Whether the page before was full, or page 0 of a usual size that may be a cap. */
	wasFull: boolean;
	/** What that page said of further ones. */
	more?: boolean;
	/** What a smaller page showed already. */
	proof?: Proof;
}

/** @returns The doubt; undefined for a list that is complete, or cut at the limit. */
export async function* paginate(
	fetchPage: FetchPage,
	options: PaginateOptions,
): AsyncGenerator<IDataObject[], string | undefined> {
	const { limit = Infinity } = options;
	if (limit <= 0) return undefined;
	const seen = new SeenRows(options.repeats ?? false);
	const opened = await open(fetchPage, options);
	let { page } = opened;
	const cursor = cursorAt(page, opened.asked);
	const ahead = new Prefetch(fetchPage, cursor.size);
	let handedOn = 0;
	let stale = 0;
	let grown = 0;
	let confirmed = false;

	while (cursor.size > 0) {
		const before = seen.count;
		const wanted = seen.take(page.rows).slice(0, limit - handedOn);
		handedOn += wanted.length;
		stale = seen.count > before ? 0 : stale + 1;

		advance(cursor, page);
		const isCut = handedOn >= limit;
		const isEnd = isCut || (await isMarkedEnd(fetchPage, cursor, seen, page));
		// Before these rows are worked on, so that the service is never waited for in vain.
		if (!isEnd) prefetch(ahead, cursor, seen, page, options);
		if (wanted.length > 0) yield wanted;
		if (isCut) return seen.doubt;
		if (isEnd) break;
		if (stale === MAX_STALE_PAGES || cursor.number > FAR_PAGE) return endless(seen.count);
		page = await ahead.take();

		const check = await checkEnd(fetchPage, cursor, seen, page);
		if (check.ended && check.doubt) return check.doubt;
		if (check.ended) {
			if (!options.confirmsEnd || page.more === false || confirmed) break;
			await options.wait(CONFIRM_AFTER_MS);
			confirmed = true;
			// Rows may have come to a last page that was not full.
			cursor.number = Math.floor(cursor.end / cursor.size);
			ahead.restart(cursor.number, cursor.size);
			page = await ahead.take();
			continue;
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
	const more = page.more ?? cursor.more;
	return page.said ?? shortage(cursor.first, more, seen.count) ?? seen.doubt;
}

const cursorAt = (first: Page, firstAsked: number): Cursor => ({
	size: first.rows.length,
	first,
	firstAsked,
	number: 0,
	end: 0,
	last: first.rows[0],
	wasFull: true,
});

/** Behind a page that came. */
function advance(cursor: Cursor, { rows, more }: Page): void {
	const { number, size, first, firstAsked } = cursor;
	const isUsual = number === 0 && USUAL_SIZES.includes(rows.length);
	cursor.end = number * size + rows.length;
	cursor.last = rows.at(-1) ?? cursor.last;
	cursor.wasFull = isUsual || rows.length >= (number === 0 ? firstAsked : first.rows.length);
	cursor.more = more;
	cursor.number++;
}

/** As far as the announced total; else the further ahead the longer the list proves to be. */
function prefetch(
	ahead: Prefetch,
	{ number, size, first }: Cursor,
	{ count }: SeenRows,
	{ total }: Page,
	{ limit = Infinity, concurrency }: PaginateOptions,
): void {
	const announced = Math.max(total ?? 0, first.total ?? 0);
	if (announced > Math.max(count, size)) ahead.fill(concurrency, Math.min(limit, announced));
	else ahead.fill(Math.min(concurrency, bitLength(number)), limit);
}

/** Page 0, asked for again where it has no rows (rule 8), or its size is refused (rule 1). */
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
	const isOpen = () => page.rows.length === 0 && page.total !== 0 && page.more !== false;
	if (isOpen()) page = await ask();
	if (isOpen() && confirmsEnd) {
		await wait(CONFIRM_AFTER_MS);
		page = await ask();
	}
	return { page, asked };
}

/** Rule 2. */
async function isMarkedEnd(
	fetchPage: FetchPage,
	cursor: Cursor,
	seen: SeenRows,
	page: Page,
): Promise<boolean> {
	if (page.more !== undefined) return !page.more;
	const total = page.total ?? cursor.first.total;
	if (total === undefined || seen.count < total) return false;
	if (total > cursor.first.rows.length) return true;
	if (cursor.number > 1 || total !== seen.count) return false;
	cursor.proof = await findProof(fetchPage, cursor, seen);
	return cursor.proof.proves;
}

/** Rule 7, of rows without an id: looked at at page 1, 10, 100 and so on. */
async function ignoresPage(
	fetchPage: FetchPage,
	{ size }: Cursor,
	seen: SeenRows,
	{ page, number }: { page: Page; number: number },
): Promise<boolean> {
	if (seen.hasIds || !isPowerOfTen(number) || !seen.hasNew(page.rows)) return false;
	const far = await fetchPage(FAR_PAGE, size);
	return far.rows.length > 0;
}

const isPowerOfTen = (number: number): boolean => /^10*$/.test(String(number));

/** How many pages are under way after so many: 1, 2, 2, 3, 3, 3, 3, 4, … */
const bitLength = (pages: number): number => 32 - Math.clz32(pages);
