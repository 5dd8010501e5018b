import type { IDataObject } from 'n8n-workflow';

import { Cancelled } from '../http/serviceError';
import type { FetchPage, Page } from './page';
import type { PagesInOrder } from './pagesInOrder';
import { adds, shares } from './rowsOnce';
import { gap } from './wording';

/**
 * The next page that has rows, or an empty one at the end of the list.
 *
 * A single empty page is no end: it may be a passing fault, a gap, or rows that the service hides
 * after paging. Two in a row are one. But where the first page was shorter than asked, and pages
 * of its size are asked for, the page must be empty at the size first asked, too; else rows are
 * hidden and the first size was the right one. The second page tells that even where it has rows,
 * unless it is full of rows, or none of them stood on the first.
 *
 * Of the larger pages only a full one counts (`LargerPages`). Any other, or none, is read again in
 * pages of the first size, so that the end of a list is always found in those.
 * @param firstSize How many rows the first page was asked for.
 * @param before The rows of the page before, where they are known.
 * @param isCapped Whether the first page was short by a cap, for the second had none of its rows.
 * @throws ServiceError when a page stays empty and the one behind it is not.
 */
export async function nextWithRows(
	pages: PagesInOrder,
	fetchPage: FetchPage,
	firstSize: number,
	before: IDataObject[] = [],
	isCapped = false,
): Promise<Page> {
	for (;;) {
		const { next: number, size } = pages;
		const smaller = size < firstSize;
		const wellFilled = (page: Page) =>
			number === 1 && smaller
				? adds(page.rows, before) && (page.rows.length >= size || !shares(page.rows, before))
				: hasRows(page);

		if (pages.isLarger) {
			const page = await pages.take().catch(notCancelled);
			if (page?.rows.length === size) return page;
			pages.turnTo((number * size) / firstSize, firstSize);
			continue;
		}
		const page = await pages.take();
		if (wellFilled(page) || page.hints.more === false) return page;

		pages.noLarger();
		const [atFirstSize, following] = await Promise.all([
			smaller ? fetchPage(number, firstSize) : undefined,
			hasRows(page) ? undefined : pages.peek(),
		]);
		if (!adds(atFirstSize?.rows, page.rows) && !hasRows(following)) return page;

		const again = await fetchPage(number, size);
		if (wellFilled(again)) return again;
		if (hasRows(again) && !adds(atFirstSize?.rows, again.rows)) return again;
		if (isCapped || !hasRows(atFirstSize)) throw gap(number, again);
		// Rows are hidden after paging: all before this page were seen, at either size.
		pages.turnTo(Math.max(1, Math.floor((number * size) / firstSize)), firstSize);
	}
}

function notCancelled(reason: unknown): undefined {
	if (reason instanceof Cancelled) throw reason;
}

const hasRows = (page: Page | undefined): boolean => page !== undefined && page.rows.length > 0;
