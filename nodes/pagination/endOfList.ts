import type { Cursor, FetchPage, Page } from './paginate';
import type { SeenRows } from './seenRows';

/** Whether a list ends where a page brings no new row: rules 3 to 7 of `paginate`, and what is said. */

export const USUAL_SIZES = [10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000];

/** What a page without new rows turned out to be: the end, or a page to go on with. */
export type EndCheck =
	| { ended: true; doubt?: string }
	| { ended: false; page: Page; number: number };

const ENDED: EndCheck = { ended: true };
const endedIn = (doubt: string): EndCheck => ({ ended: true, doubt });

/** Rules 3 to 7, for the page at the cursor. */
export async function checkEnd(
	fetchPage: FetchPage,
	cursor: Cursor,
	seen: SeenRows,
	page: Page,
): Promise<EndCheck> {
	const { first, firstAsked, number, size, end, wasFull, proof } = cursor;
	cursor.proof = undefined;
	if (seen.hasNew(page.rows)) return { ended: false, page, number };
	if (page.more === false || showsEnd(page, size, cursor, seen)) return ENDED;
	const { shown, at, proves, isBehind } = proof ?? (await findProof(fetchPage, cursor, seen));
	if (proves) return ENDED;
	const isFirst = ({ rows }: Page) => seen.isSame(rows[0], first.rows[0]);
	const [looked, place] = shown?.rows.length ? [shown, at] : [page, number];
	if (isFirst(looked)) {
		const isWhole = (shown ?? page).rows.length === size && size !== firstAsked;
		if (isWhole && !USUAL_SIZES.includes(size)) return ENDED;
		// A service that counts from 1 sends page 0 as page 1, too.
		if (place > 1) return endedIn(pageIgnored(seen.count));
	}
	if (page.rows.length > 0) return { ended: false, page, number };

	// Throws the refusal, where the service refuses everything by now.
	const { rows } = await fetchPage(0, firstAsked);
	if (rows.length === 0) return endedIn(gap(0, page));
	// The size that page 0 came in may be none of those allowed.
	const isOddSize = number === 1 && size !== firstAsked && page.refused && (shown ?? page).refused;
	if (isOddSize) cursor.size = firstAsked;
	// New rows behind the last one may have come to its page.
	const from = isBehind ? Math.floor(end / size) : number;
	const again = await fetchPage(from, cursor.size);
	if (seen.hasNew(again.rows)) return { ended: false, page: again, number: from };
	if (isFirst(again) && from > 0) return endedIn(pageIgnored(seen.count));
	const refused = isOddSize ? again : [again, page].find((one) => one.refused);
	// Where the announced total has come, and the page behind is not found, there is none.
	const isAll = first.total === seen.count && again.refused?.status === 404;
	if (refused?.refused && wasFull && !isAll) return endedIn(beyondWindow(seen.count, refused));
	if (isBehind) return endedIn(gap(number, page));
	const isOn = again.rows.length > 0 && !showsEnd(again, cursor.size, cursor, seen);
	return isOn ? { ended: false, page: again, number } : ENDED;
}

/** Rule 4. Of page 1 where `page` is ignored all this may be true, but for being shorter than asked. */
const showsEnd = ({ rows }: Page, asked: number, { last }: Cursor, seen: SeenRows): boolean =>
	rows.length < asked && !seen.hasNew(rows) && seen.isSame(rows.at(-1), last);

export interface Proof {
	/** The smaller page and its number; undefined where none begins before the end and reaches beyond. */
	shown?: Page;
	at: number;
	proves: boolean;
	isBehind: boolean;
}

/** Rule 4: a smaller page that begins before the end so far and reaches beyond it. */
export async function findProof(
	fetchPage: FetchPage,
	cursor: Cursor,
	seen: SeenRows,
): Promise<Proof> {
	const { end, size } = cursor;
	// Half a page where it can be, so that it is not page 1.
	const smaller = Array.from({ length: Math.max(0, size - 2) }, (_, n) => size - 1 - n);
	const halves = smaller.filter((one) => one <= size / 2);
	const usual = halves.filter((one) => USUAL_SIZES.includes(one));
	const perPage = [...usual, ...halves, ...smaller].find((one) => end % one !== 0);
	if (perPage === undefined) return { at: 0, proves: false, isBehind: false };
	const at = Math.floor(end / perPage);
	const shown = await fetchPage(at, perPage);
	// Without an id, rows may look new because a field of theirs differs with each answer.
	const isBehind = seen.hasIds ? seen.hasNew(shown.rows) : shown.rows.length > end % perPage;
	return { shown, at, isBehind, proves: showsEnd(shown, perPage, cursor, seen) };
}

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
