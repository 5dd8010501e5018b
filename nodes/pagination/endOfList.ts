import { counted } from '../utils/text';
import { wholeError } from '../utils/userError';
import type { List, Page } from './types';

/**
 * Whether a list without a mark ends where a page brings no new row. The questions, in their order:
 *
 * 1. A page across the end, from before the last row to beyond it: the last page again where that was not
 *    full, else a smaller one. Of a row or two there is none.
 * 2. Where that, or the page in question, begins with the first row of all, `page` is ignored. Then all is
 *    there if page 0 came whole, unless it has as many rows as were asked for, or as a cap leaves (a usual
 *    size below the default).
 * 3. Where the page across the end is not full and ends with the last row, the list ends.
 * 4. Where it has no rows either, the first page in its size tells why: more rows than were asked for mean
 *    that size is ignored, fewer that rows are hidden after paging.
 * 5. The page that should follow, once more; right behind the first page in the size that was asked at
 *    first, where rows are hidden or no other size is to be had. Where it stays empty, the list ends if
 *    there is no other size, or size is ignored. All else is doubt, such as a window of results.
 */

/** Usual sizes of pages. */
const USUAL_SIZES = [10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000];

/** Of a page where none is asked for (`listContacts`, parameter `per_page`). */
export const DEFAULT_SIZE = 50;

/** @returns The page to go on with, why rows may be missing, or undefined: the list ends. */
export async function judgeEnd(list: List, page: Page): Promise<Page | string | undefined> {
	list.number = Math.floor(list.end / list.size) + list.base;
	const across = await fetchAcrossEnd(list);
	const shown = across ?? page;
	if (isPageIgnored(list, [shown, page])) {
		const why = 'The Sales CRM returns the same page every time.';
		return isAllThere(list, shown) ? undefined : mayLack(list, why);
	}
	if (endsIn(list, shown, across?.perPage)) return undefined;
	return await askOnceMore(list, page, await whySilent(list, page, across));
}

type Across = Page & { perPage: number };

/** Rule 1. */
async function fetchAcrossEnd({ fetchPage, end, size, base }: List): Promise<Across | undefined> {
	let perPage = size;
	while (perPage > 0 && end % perPage === 0) perPage--;
	if (perPage === 0) return undefined;
	return { ...(await fetchPage(Math.floor(end / perPage) + base, perPage)), perPage };
}

/** Rule 2. */
const isPageIgnored = ({ number, base, first, seen }: List, pages: Page[]): boolean =>
	number > base && pages.some(({ rows }) => seen.isSame(rows[0], first.rows[0]));

/** Where `page` is ignored, page 1 was page 0 again, so pages seemed to count from 1; later pages may begin anew. */
function isAllThere(list: List, { rows }: Page): boolean {
	const { base, first, asked } = list;
	const { length } = first.rows;
	const isCut = length === asked || (length < DEFAULT_SIZE && mayBeCapped(list));
	return rows.length >= length && base === 1 && !isCut;
}

/** Rule 3. */
const endsIn = ({ seen, last }: List, { rows }: Page, perPage = Infinity): boolean =>
	rows.length < perPage && !seen.hasNew(rows) && seen.isSame(rows.at(-1), last);

type Silence = 'no other size' | 'size ignored' | 'rows hidden' | undefined;

/** Rule 4. */
async function whySilent(
	{ fetchPage, base }: List,
	page: Page,
	across: Across | undefined,
): Promise<Silence> {
	if (!across || (across.refused && !isNone(across))) return 'no other size';
	if (!isNone(page) || !isNone(across)) return undefined;
	const front = await fetchPage(base, across.perPage);
	if (front.rows.length > across.perPage) return 'size ignored';
	return front.rows.length < across.perPage ? 'rows hidden' : undefined;
}

/** Rule 5. */
async function askOnceMore(
	list: List,
	page: Page,
	why: Silence,
): Promise<Page | string | undefined> {
	const { fetchPage, seen, end, base, number } = list;
	const isAsFirst = number === base + 1 && (why === 'no other size' || why === 'rows hidden');
	if (isAsFirst) list.size = list.asked;
	const again = await fetchPage(number, list.size);
	// Without an id, rows may look new because a field of theirs differs with each answer.
	const isLonger = seen.idField !== undefined || again.rows.length > end % list.size;
	if (isLonger && seen.hasNew(again.rows)) {
		if (isAsFirst) list.size = again.rows.length;
		return again;
	}
	const staysEmpty = isNone(again) && (isNone(page) || isAsFirst);
	if (staysEmpty && (why === 'no other size' || why === 'size ignored')) return undefined;
	const { refused } = again;
	return mayLack(list, refused ? wholeError(refused) : 'The next page has no new entries.');
}

/** Whether there is no such page; any other refusal may be about something else. */
const isNone = ({ rows, refused }: Page): boolean =>
	rows.length === 0 && (refused === undefined || refused.status === 404);

/** Whether the first page may be as long as the service lets it be, though shorter than asked. */
export const mayBeCapped = ({ first: { rows }, asked }: List): boolean =>
	rows.length < asked && USUAL_SIZES.includes(rows.length);

/** Where a service announced more than came. */
export function shortage({ first, more, seen: { count } }: List): string | undefined {
	const total = first.total !== undefined && first.total > first.rows.length ? first.total : count;
	if (count >= total && more !== true) return undefined;
	const announced = count < total ? counted(total) : 'more';
	return `The Sales CRM announced ${announced} entries but returned ${counted(count)}. Entries may have been removed meanwhile, or be hidden from this account.`;
}

/** What is said of a list that may not be whole. */
export const mayLack = ({ seen: { count } }: List, why: string): string =>
	`The list may be incomplete: ${counted(count)} entries received. ${why} Another 'Page Size' in the options may help.`;
