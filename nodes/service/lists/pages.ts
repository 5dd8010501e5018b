import type { IDataObject } from 'n8n-workflow';

import { AskingAhead } from './askingAhead';
import { nextWithRows } from './endOfList';
import { LargerPages } from './largerPages';
import { IgnoredPage, MOST_PAGES } from './ignoredPage';
import type { FetchPage } from './page';
import { atMost, PagesInOrder } from './pagesInOrder';
import { IdsOnce, RowsOnce, sameRows, shares } from './rowsOnce';
import { CHANGED, endless, incomplete, onePage, sharedId, shortfall } from './wording';

export interface ListOptions {
	/** Most rows wanted; undefined for all there are. */
	limit?: number;
	/** Rows asked for in a page. */
	pageSize: number;
	/** Larger sizes to go over to in a long list, where the service gives them: multiples of `pageSize`. */
	largerSizes?: readonly number[];
	/** Most pages in flight at a time. */
	concurrency: number;
	/** Rows may come more than once: then their ids alone are kept in memory. */
	repeats?: boolean;
	/** Told what the user should know although the list did not fail. */
	onHint?: (message: string) => void;
	/** Told why the list could not be shown to be complete. Left out, the user is told by a hint. */
	onDoubt?: (why: string) => void;
	/** Something is written, or said not to be there, because the list ends: its end is asked for twice. */
	confirmsEnd?: boolean;
}

/** Pages in a row without a new row. Insertions at the front bring one or two of them. */
const MOST_STALE_PAGES = 100;

/**
 * All rows of a paged list, in order and once, page by page.
 *
 * Nothing but `page` and `per_page` is known of the lists (interface.md, "Limits"), so the end of
 * a list is believed only from what cannot mislead: two empty pages (`nextWithRows`), a service
 * that does not look at the page number (`IgnoredPage`), or a mark that no more follows. A short
 * page ends nothing, for a service may cap the page size; nor does a total, which may count the
 * page alone or stop counting at some number. After the first page the size that really came is
 * asked for, so that a service that caps pages counts its offsets as we do.
 * @throws ServiceError when the list has a gap, does not end, or the service says there is more but
 * repeats a page it sent before.
 */
export async function* listPages(
	fetchPage: FetchPage,
	{
		limit = Infinity,
		pageSize,
		largerSizes = [],
		concurrency,
		repeats: mayRepeat,
		onHint,
	}: ListOptions,
): AsyncGenerator<IDataObject[]> {
	if (limit <= 0) return;
	const firstSize = Math.min(pageSize, limit);
	const fetch = atMost(concurrency, fetchPage);
	const pages = new PagesInOrder(fetch, firstSize);
	const ahead = new AskingAhead(pages, { limit, firstSize, concurrency });
	const larger = new LargerPages(pages, fetch, largerSizes, { firstSize, limit });
	const ignored = new IgnoredPage(fetch);
	const once = mayRepeat ? new IdsOnce() : new RowsOnce();
	let [collected, stale] = [0, 0];
	let before: IDataObject[] = [];
	let firstTotal: number | undefined;
	let shared: unknown;
	let isChanged = false;
	let isCapped = false;

	for (let read = 1; read <= MOST_PAGES; read++) {
		const page = await nextWithRows(pages, fetch, firstSize, before, isCapped);
		const { rows, hints } = page;
		if (read === 1) firstTotal = hints.total;
		const total = hints.total ?? firstTotal;
		const missing = hints.more === true || (total !== undefined && collected < total);
		if (rows.length === 0) {
			// Is it the end, or does the service refuse everything by now? Then this throws why.
			if (page.refused) await fetch(0, firstSize);
			if (missing) onHint?.(shortfall(collected, total));
			return;
		}
		if (read === 1) pages.turnTo(pages.next, rows.length);
		if (read === 2) isCapped = !shares(rows, before);

		const repeats = once.knows(rows) || sameRows(rows, before);
		if (repeats && (await ignored.shownBy(rows, pages.taken))) {
			if (missing) throw incomplete(collected, total);
			if (rows.length === firstSize) onHint?.(onePage(collected));
			return;
		}
		before = rows;

		const { fresh, twofold, isNew, repeated } = once.take(rows);
		// Smaller it may get where it counts the rows of a page.
		const grows = (total ?? 0) > (firstTotal ?? Infinity);
		if (mayRepeat && !isChanged && ((repeated && isNew) || grows)) {
			isChanged = true;
			onHint?.(CHANGED);
		}
		if (twofold !== undefined && shared === undefined) onHint?.(sharedId(twofold));
		shared ??= twofold;
		stale = isNew ? 0 : stale + 1;
		if (stale > MOST_STALE_PAGES) throw endless(collected, read);

		const wanted = fresh.slice(0, limit - collected);
		collected += wanted.length;
		const ended = collected >= limit || hints.more === false;
		if (!ended) {
			ahead.after(page, collected, total);
			larger.after(rows, Math.min(limit, total ?? Infinity) - collected);
		}
		if (wanted.length > 0) yield wanted;
		if (ended) return;
	}
	throw endless(collected, MOST_PAGES);
}
