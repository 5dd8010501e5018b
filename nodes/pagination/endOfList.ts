import type { Cursor, FetchPage, Page } from './paginate';
import type { SeenRows } from './seenRows';

/**
 * Whether a list without a mark ends where a page brings no new row, and what is said where it may not.
 *
 * 1. Proof. One smaller page begins before the last row and reaches beyond it. It shows the end where
 *    it is not full, brings no new row, and ends with the last one. Where it brings new rows, the page
 *    is asked for again; if that still has none, the list has a gap.
 * 2. `page` ignored. The smaller page begins with the first row of all. Where it brings page 0 whole,
 *    size counts as little: all is there, unless there are as many rows as were asked for at first, or
 *    as a cap leaves: a usual size below the default. Else there may be more.
 * 3. Contradiction. The smaller page is empty, though it begins before the last row. Page 0 in that
 *    size tells why. It comes whole: the service looks at its own size alone, and the list ends. It is
 *    short itself: rows are hidden after paging, and the list goes on in the size that was asked first.
 * 4. No proof, since that size is refused, or there is none: the list ends if the page stays so.
 * 5. Window. Refused again behind a full page, and no total agrees with a 404: the service gives no more
 *    than so many rows.
 */

/** Usual sizes of pages. */
export const USUAL_SIZES = [10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000];

/** Of a page where none is asked for (`listContacts`, parameter `per_page`). */
export const DEFAULT_SIZE = 50;

/** What a page without new rows turned out to be: the end, or a page to go on with. */
export type EndCheck =
	| { ended: true; incompleteReason?: string; isMarked?: boolean }
	| { ended: false; page: Page; number: number };

const ENDED: EndCheck = { ended: true };
const endedIn = (incompleteReason: string): EndCheck => ({ ended: true, incompleteReason });
const goOn = (page: Page, number: number): EndCheck => ({ ended: false, page, number });

/** The list so far. */
interface Listed {
	fetchPage: FetchPage;
	cursor: Cursor;
	seen: SeenRows;
}

/** For the page at the cursor. */
export async function checkEnd(
	fetchPage: FetchPage,
	cursor: Cursor,
	seen: SeenRows,
	page: Page,
): Promise<EndCheck> {
	const list = { fetchPage, cursor, seen };
	const { number, size } = cursor;
	if (seen.hasNew(page.rows)) return goOn(page, number);
	const isAnnounced = page.rows.length === 0 && page.total === seen.count;
	if (page.more === false || isAnnounced) return { ended: true, isMarked: true };
	if (showsEnd(list, page, size)) return ENDED;
	if (number === 1 && isFirst(list, page)) return fromOne(list, page);
	const smaller = proofSize(cursor, page);
	return smaller === undefined ? await askAgain(list, page) : await prove(list, page, smaller);
}

/** Page 1 is page 0 once more: pages count from 1, or `page` is ignored, which page 2 will show. */
function fromOne({ cursor }: Listed, page: Page): EndCheck {
	cursor.base = 1;
	return goOn(page, 1);
}

/** Rules 1 to 3. */
async function prove(list: Listed, page: Page, perPage: number): Promise<EndCheck> {
	const { fetchPage, cursor, seen } = list;
	const { end, base, number, first } = cursor;
	const at = Math.floor(end / perPage) + base;
	const shown = await fetchPage(at, perPage);
	if (at === 1 && isFirst(list, shown)) return fromOne(list, shown);
	if (isFirst(list, shown)) {
		const { length } = first.rows;
		const isCap = length < DEFAULT_SIZE && USUAL_SIZES.includes(length);
		const isAll = length !== cursor.firstAsked && !isCap;
		const isWhole = shown.rows.length >= length && isAll;
		return isWhole ? ENDED : endedIn(pageIgnored(seen.count));
	}
	if (reachesOn(list, shown, perPage)) return await fillGap(list, page);
	if (showsEnd(list, shown, perPage)) return ENDED;
	if (isFirst(list, page)) return endedIn(pageIgnored(seen.count));
	if (page.rows.length > 0) return goOn(page, number);
	if (shown.refused || shown.rows.length > 0) return await askAgain(list, page, shown);

	const front = await fetchPage(0, perPage);
	if (front.rows.length >= first.rows.length) {
		return at === number ? ENDED : await askAgain(list, page, shown);
	}
	if (front.rows.length < perPage && number === 1) {
		cursor.size = cursor.firstAsked;
		const next = await fetchPage(1, cursor.size);
		return seen.hasNew(next.rows) ? goOn(next, 1) : endedIn(gap(number, page));
	}
	const again = await fetchPage(at, perPage);
	if (reachesOn(list, again, perPage)) return await fillGap(list, page);
	return showsEnd(list, again, perPage) ? ENDED : endedIn(gap(number, page));
}

/**
 * The size of rule 1. The smaller page has the number of the empty one, where it can: a service that
 * looks at its own size alone is asked for that again. Where the empty one was refused, a usual size is
 * better: it is not refused itself.
 */
function proofSize({ end, number, base, size }: Cursor, { refused }: Page): number | undefined {
	const smaller = Array.from({ length: Math.max(0, size - 1) }, (_, n) => size - 1 - n);
	const fitting = smaller.filter((one) => end % one !== 0);
	const same = fitting.filter((one) => Math.floor(end / one) + base === number);
	const usual = fitting.filter((one) => USUAL_SIZES.includes(one));
	return (refused ? [...usual, ...same, ...fitting] : [...same, ...usual, ...fitting])[0];
}

/** Rows behind the last one are there, but not on the page at the cursor. */
async function fillGap({ fetchPage, cursor, seen }: Listed, page: Page): Promise<EndCheck> {
	const from = Math.floor(cursor.end / cursor.size) + cursor.base;
	const again = await fetchPage(from, cursor.size);
	return seen.hasNew(again.rows) ? goOn(again, from) : endedIn(gap(cursor.number, page));
}

/** Rules 4 and 5. */
async function askAgain(list: Listed, page: Page, shown?: Page): Promise<EndCheck> {
	const { fetchPage, cursor, seen } = list;
	const { number, first, firstAsked, wasFull } = cursor;
	// The size that page 0 came in may be none of those allowed.
	const isUnshown = shown === undefined || [page, shown].some((one) => one.refused);
	const isOddSize = number === 1 && cursor.size !== firstAsked && isUnshown;
	if (isOddSize) cursor.size = firstAsked;
	const again = await fetchPage(number, cursor.size);
	if (seen.hasNew(again.rows)) return goOn(again, number);
	if (isFirst(list, again)) {
		// Of a row or two no smaller page can be asked for.
		const isWhole = shown === undefined && first.rows.length < firstAsked;
		return isWhole ? ENDED : endedIn(pageIgnored(seen.count));
	}
	const refused = isOddSize ? again.refused && again : [again, page].find((one) => one.refused);
	// Where the announced total has come, and the page behind is not found, there is none.
	const isAll = first.total === seen.count && again.refused?.status === 404;
	// A smaller page that came, and ends elsewhere, shows that rows are hidden.
	const mayFollow = wasFull || (shown?.rows.length ?? 0) > 0;
	if (refused && mayFollow && !isAll) return endedIn(beyondWindow(seen.count, refused));
	const isOn = again.rows.length > 0 && !showsEnd(list, again, cursor.size);
	return isOn ? goOn(again, number) : ENDED;
}

/** If `page` is ignored, page 1 differs only in length. */
const showsEnd = ({ cursor, seen }: Listed, { rows }: Page, asked: number): boolean =>
	rows.length < asked && !seen.hasNew(rows) && seen.isSame(rows.at(-1), cursor.last);

/** Without an id, rows may look new because a field of theirs differs with each answer. */
const reachesOn = ({ cursor, seen }: Listed, { rows }: Page, perPage: number): boolean =>
	seen.hasIds ? seen.hasNew(rows) : rows.length > cursor.end % perPage;

const isFirst = ({ cursor, seen }: Listed, { rows }: Page): boolean =>
	seen.isSame(rows[0], cursor.first.rows[0]);

const TRY_SIZE = "Another 'Page Size' in the options may bring them.";

export function shortage(
	first: Page,
	more: boolean | undefined,
	count: number,
): string | undefined {
	const total = first.total !== undefined && first.total > first.rows.length ? first.total : count;
	if (count >= total && more !== true) return undefined;
	return `The service announced ${count < total ? total : 'more'} entries but had only ${count} to give. Entries may have been removed meanwhile, or be hidden from this account.`;
}

export const pageIgnored = (count: number): string =>
	`The service sends the same ${count} entries whatever page is asked for: there may be more. ${TRY_SIZE}`;

export const endless = (count: number): string =>
	`The list does not end: the service sends page after page; ${count} different entries came, there may be more. ${TRY_SIZE}`;

const beyondWindow = (count: number, page: Page): string =>
	`The service gives no more than the first ${count} entries, there may be more. ${wordsOf(page)}`;

const gap = (number: number, page: Page): string =>
	`The list may lack entries: its page ${number + 1} holds nothing, though others do. ${wordsOf(page)} ${TRY_SIZE}`;

const wordsOf = ({ refused }: Page): string =>
	refused ? `${refused.message}. ${refused.description}` : 'It comes empty each time.';
