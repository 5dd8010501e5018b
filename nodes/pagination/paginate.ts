import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../service/http/serviceError';
import { Prefetch } from './prefetch';
import { SeenRows } from './seenRows';

/**
 * All rows of a paged list, in order and once, or a doubt: why rows may be missing. Nothing but
 * `page` and `per_page` is known of the lists (listContacts, getQuotations), so these are the rules:
 *
 * 1. Size. Where nobody chose one, 200 rows are asked for, and 50 where that is refused. As many
 *    rows as page 0 brings make a page from then on: a service may cap what is asked. No other
 *    change of size.
 * 2. Marks. "No more follows" ends a list, and so does the announced total when it has come. A total
 *    that page 0 alone makes up may count the rows of a page: rule 4 has to show the end.
 * 3. Suspicion. Without a mark, a page that brings no row that is new (empty, refused, or rows that
 *    came before) means no more than that the list may have ended. A short page means nothing.
 * 4. Proof. One smaller page begins before the last row and reaches beyond it. It shows the end where
 *    it is not full, brings no new row, and ends with the last one. It brings new rows: then the page
 *    is asked for again, and if it still has none, the list has a gap.
 * 5. Window. Refused behind a full page, and no proof: the service gives no more than so many rows.
 * 6. No proof, for the service looks at its own page size alone: page 0 still has rows, and the page
 *    is empty when it is asked for again after that. That ends the list as well.
 * 7. `page` ignored. The smaller page begins with the first row of all. Where it brings page 0 whole,
 *    and no usual size of pages, the service pages nothing: all is there. Else there may be more. Rows
 *    without an id may differ with each answer: a page that no list has tells it of those.
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
const USUAL_SIZES = [10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000];
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
interface Cursor {
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
	/** Whether the page before was full, or of a usual size that may be a cap. */
	wasFull: boolean;
	/** What that page said of further ones. */
	more?: boolean;
}

/** What a page without new rows turned out to be: the end, or a page to go on with. */
type Settled = { ended: true; doubt?: string } | { ended: false; page: Page; number: number };

const ENDED: Settled = { ended: true };
const endedIn = (doubt: string): Settled => ({ ended: true, doubt });

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
	const cursor: Cursor = {
		...{ first: page, firstAsked: opened.asked, size: page.rows.length },
		...{ number: 0, end: 0, last: page.rows[0], wasFull: true },
	};
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

		const asked = cursor.number === 0 ? cursor.firstAsked : cursor.size;
		cursor.end = cursor.number * cursor.size + page.rows.length;
		cursor.last = page.rows.at(-1) ?? cursor.last;
		cursor.wasFull = page.rows.length >= asked || USUAL_SIZES.includes(page.rows.length);
		cursor.more = page.more;
		cursor.number++;
		const isCut = handedOn >= limit;
		const isEnd = isCut || (await isMarkedEnd(fetchPage, cursor, seen, page));
		// Before these rows are worked on, so that the service is never waited for in vain.
		if (!isEnd) prefetch(ahead, cursor, seen, page, options);
		if (wanted.length > 0) yield wanted;
		if (isCut) return seen.doubt;
		if (isEnd) break;
		if (stale === MAX_STALE_PAGES || cursor.number > FAR_PAGE) return endless(seen.count);
		page = await ahead.take();

		const mayBeAlike = !seen.hasIds && isPowerOfTen(cursor.number) && seen.hasNew(page.rows);
		if (mayBeAlike) {
			const far = await fetchPage(FAR_PAGE, cursor.size);
			if (far.rows.length > 0) return pageIgnored(seen.count);
		}
		const settled = await settle(fetchPage, cursor, seen, page);
		if (settled.ended && settled.doubt) return settled.doubt;
		if (settled.ended) {
			if (!options.confirmsEnd || page.more === false || confirmed) break;
			await options.wait(CONFIRM_AFTER_MS);
			confirmed = true;
			// Rows may have come to a last page that was not full.
			cursor.number = Math.floor(cursor.end / cursor.size);
			ahead.restart(cursor.number);
			page = await ahead.take();
			continue;
		}
		if (settled.page !== page) {
			// A page that is filled while it is asked for again is no reason to ask for ever.
			if (settled.page.rows.length < cursor.size && ++grown === MAX_GROWTHS) break;
			cursor.number = settled.number;
			ahead.restart(cursor.number + 1);
		}
		page = settled.page;
	}
	const more = page.more ?? cursor.more;
	return page.said ?? shortage(cursor.first, more, seen.count) ?? seen.doubt;
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
	let asked = Math.min(pageSize ?? LARGE_SIZE, limit);
	const ask = async () => await fetchPage(0, asked);
	let page = await ask().catch(async (error: ServiceError) => {
		const mayBeTheSize = pageSize === undefined && asked > DEFAULT_SIZE;
		if (!mayBeTheSize || !SIZE_REFUSALS.includes(error.status ?? 0)) throw error;
		asked = DEFAULT_SIZE;
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
	const isOfFirst = cursor.number === 1 && total === seen.count;
	return isOfFirst && (await probe(fetchPage, cursor, seen)).proves;
}

/** Rules 3 to 7, for the page at the cursor. */
async function settle(
	fetchPage: FetchPage,
	cursor: Cursor,
	seen: SeenRows,
	page: Page,
): Promise<Settled> {
	const { first, firstAsked, number, size, end, wasFull } = cursor;
	if (seen.hasNew(page.rows)) return { ended: false, page, number };
	if (page.more === false || showsEnd(page, size, cursor, seen)) return ENDED;
	const { shown, proves, isBehind } = await probe(fetchPage, cursor, seen);
	if (proves) return ENDED;
	const isFirst = ({ rows }: Page) => seen.isSame(rows[0], first.rows[0]);
	const isShown = shown !== undefined && shown.rows.length > 0;
	if (isShown ? isFirst(shown) : number === 1 && isFirst(page)) {
		const isWhole = isShown ? shown.rows.length === size : size < 3;
		return isWhole && !USUAL_SIZES.includes(size) ? ENDED : endedIn(pageIgnored(seen.count));
	}
	if (page.rows.length > 0) return { ended: false, page, number };

	// Throws the refusal, where the service refuses everything by now.
	const { rows } = await fetchPage(0, firstAsked);
	if (rows.length === 0) return endedIn(gap(0, page));
	// The size that page 0 came in may be none of those allowed.
	const isOddSize = page.refused !== undefined && number === 1 && size !== firstAsked;
	// New rows behind the last one may have come to its page.
	const from = isBehind ? Math.floor(end / size) : number;
	const again = await fetchPage(from, isOddSize ? firstAsked : size);
	if (seen.hasNew(again.rows) && !isOddSize) return { ended: false, page: again, number: from };
	if (isFirst(again) && from > 0) return endedIn(pageIgnored(seen.count));
	const refused = [again, page].find((one) => one.refused);
	if (refused && wasFull) return endedIn(beyondWindow(seen.count, refused));
	if (isBehind) return endedIn(gap(number, page));
	const isOn = again.rows.length > 0 && !showsEnd(again, size, cursor, seen);
	return isOn ? { ended: false, page: again, number } : ENDED;
}

/** Rule 4. Of page 1 where `page` is ignored all this may be true, but for being shorter than asked. */
const showsEnd = ({ rows }: Page, asked: number, { last }: Cursor, seen: SeenRows): boolean =>
	rows.length < asked && !seen.hasNew(rows) && seen.isSame(rows.at(-1), last);

/** Rule 4: a smaller page that begins before the end so far and reaches beyond it. */
async function probe(fetchPage: FetchPage, cursor: Cursor, seen: SeenRows) {
	const { end, size } = cursor;
	// At most half a page: a service that counts from 1 shows page 0 as page 1, too, but not as page 2.
	const smaller = Array.from({ length: Math.max(0, size - 2) }, (_, n) => size - 1 - n);
	const halves = smaller.filter((one) => one <= size / 2);
	const usual = halves.filter((one) => USUAL_SIZES.includes(one));
	const perPage = [...usual, ...halves, ...smaller].find((one) => end % one !== 0);
	if (perPage === undefined) return { proves: false, isBehind: false };
	const shown = await fetchPage(Math.floor(end / perPage), perPage);
	// Without an id, rows may look new because a field of theirs differs with each answer.
	const isBehind = seen.hasIds ? seen.hasNew(shown.rows) : shown.rows.length > end % perPage;
	return { shown, isBehind, proves: showsEnd(shown, perPage, cursor, seen) };
}

const isPowerOfTen = (number: number): boolean => /^10*$/.test(String(number));

/** How many pages are under way after so many: 1, 2, 2, 3, 3, 3, 3, 4, … */
const bitLength = (pages: number): number => 32 - Math.clz32(pages);

const TRY_SIZE = "Another 'Page Size' in the options may bring them.";

function shortage(first: Page, more: boolean | undefined, count: number): string | undefined {
	const total = first.total !== undefined && first.total > first.rows.length ? first.total : count;
	if (count >= total && more !== true) return undefined;
	return `The service announced ${count < total ? total : 'more'} entries but had only ${count} to give. Entries may have been removed meanwhile, or be hidden from this account.`;
}

const pageIgnored = (count: number): string =>
	`The service sends the same ${count} entries whatever page is asked for: there may be more. ${TRY_SIZE}`;

const endless = (count: number): string =>
	`The list does not end: the service sends page after page; ${count} different entries came, there may be more. ${TRY_SIZE}`;

const beyondWindow = (count: number, page: Page): string =>
	`The service gives no more than the first ${count} entries, there may be more. ${wordsOf(page)}`;

const gap = (number: number, page: Page): string =>
	`The list may lack entries: its page ${number + 1} holds nothing, though others do. ${wordsOf(page)} ${TRY_SIZE}`;

const wordsOf = ({ refused }: Page): string =>
	refused ? `${refused.message}. ${refused.description}` : 'It comes empty each time.';
