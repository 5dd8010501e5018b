import type { IDataObject } from 'n8n-workflow';

import type { FetchPage } from './page';
import { haveIds, sameRows } from './rowsOnce';

/** No list is this long: a page behind it shows whether the service looks at `page` at all. */
export const MOST_PAGES = 50_000;

/**
 * Tells a service that sends the same page whatever is asked from one that has a reason to repeat
 * rows: insertions that pushed a whole page of them on, or rows that are equal.
 */
export class IgnoredPage {
	private readsPage = false;

	constructor(
		private readonly fetchPage: FetchPage,
		/** Rows the first page was asked for. */
		private readonly firstSize: number,
	) {}

	/**
	 * Whether the list ends with these rows, because no page number brings others.
	 * @param before The rows of the page before.
	 * @param size How many rows were asked for.
	 * @param isSecond Whether the page before was the first.
	 */
	async shownBy(
		rows: IDataObject[],
		before: IDataObject[],
		size: number,
		isSecond: boolean,
	): Promise<boolean> {
		if (this.readsPage) return false;
		// More than was asked, twice the same: it does not look at the size either.
		const isMore = isSecond && rows.length > this.firstSize;
		if (isMore && haveIds(rows) && sameRows(rows, before)) return true;
		const far = await this.fetchPage(MOST_PAGES, size);
		this.readsPage = far.rows.length === 0;
		return sameRows(far.rows, rows);
	}
}
