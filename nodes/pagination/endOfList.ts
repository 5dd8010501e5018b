import type { List, Page } from './paginate';

/**
 * Whether a list without a mark ends where a page brings no new row. The questions, in their order:
 *
 * 1. A page that begins before the last row and reaches beyond it: the last one again where it was not
 *    full, else a smaller one; of a row or two there is none. Where it is not full and ends with the last
 *    row, the list ends.
 * 2. That, or the page in question, begins with the first row of all: `page` is ignored. Where it is page 0
 *    whole, size is ignored, too, and all is there, unless there are as many rows as were asked for, or as
 *    a cap leaves: a usual size below the default. Else there may be more.
 * 3. It has no rows, though it begins before the last one: the first page in that size tells why. With more
 *    rows than were asked for, size is ignored; with fewer, rows are hidden after paging.
 * 4. The page that should follow, once more; where rows are hidden right behind the first page, or sizes are
 *    refused there, in the size that was asked at first.
 * 5. An end that stays so is believed where rule 1 had no page to ask for, or its size was refused or
 *    ignored. Anything else is doubt, as where pages beyond a window are refused.
 */

/** Usual sizes of pages. */
const USUAL_SIZES = [10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000];

/** Of a page where none is asked for (`listContacts`, parameter `per_page`). */
export const DEFAULT_SIZE = 50;

/** @returns The page to go on with, why rows may be missing, or undefined: the list ends. */
export async function judgeEnd(list: List, page: Page): Promise<Page | string | undefined> {
	const { fetchPage, seen, first, base, end } = list;
	list.number = Math.floor(end / list.size) + base;

	let perPage = list.size;
	while (perPage > 0 && end % perPage === 0) perPage--;
	const at = perPage ? Math.floor(end / perPage) + base : list.number;
	const shown = perPage ? await fetchPage(at, perPage) : page;
	if (at > base && [shown, page].some(({ rows }) => seen.isSame(rows[0], first.rows[0]))) {
		const { length } = first.rows;
		const isWhole = shown.rows.length >= length && base === 1;
		const isCut = length === list.asked || (length < DEFAULT_SIZE && mayBeCapped(list));
		return isWhole && !isCut
			? undefined
			: mayLack(seen.count, 'The service sends the same ones whatever page is asked for.');
	}
	const isFull = perPage && shown.rows.length >= perPage;
	const isLast = !seen.hasNew(shown.rows) && seen.isSame(shown.rows.at(-1), list.last);
	if (isLast && !isFull) return undefined;

	const isSizeRefused = shown.refused !== undefined && !isNone(shown);
	let isUnproven = !perPage || isSizeRefused;
	let isOddSize = isUnproven;
	if (perPage && isNone(page) && isNone(shown)) {
		const front = await fetchPage(base, perPage);
		isUnproven = front.rows.length > perPage;
		isOddSize = front.rows.length < perPage;
	}
	isOddSize &&= list.number === base + 1;
	if (isOddSize) list.size = list.asked;
	const again = await fetchPage(list.number, list.size);
	// Without an id, rows may look new because a field of theirs differs with each answer.
	const isLonger = seen.idField !== undefined || again.rows.length > end % list.size;
	if (isLonger && seen.hasNew(again.rows)) {
		if (isOddSize) list.size = again.rows.length;
		return again;
	}
	const isSteady = isNone(again) && (isNone(page) || isOddSize);
	if (isSteady && isUnproven) return undefined;
	const { refused } = again;
	const why = refused
		? `${refused.message}. ${refused.description}`
		: 'The next page brings nothing new.';
	return mayLack(seen.count, why);
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
	return `The service announced ${count < total ? total : 'more'} entries but had only ${count} to give. Entries may have been removed meanwhile, or be hidden from this account.`;
}

/** What is said of a list that may not be whole. */
export const mayLack = (count: number, why: string): string =>
	`The list may lack entries: ${count} came. ${why} Another 'Page Size' in the options may bring them.`;
