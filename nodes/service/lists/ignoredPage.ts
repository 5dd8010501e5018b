import type { IDataObject } from 'n8n-workflow';

import type { FetchPage } from './page';
import { sameRows } from './rowsOnce';

/** No list is this long: a page behind it shows whether the service looks at `page` at all. */
export const MOST_PAGES = 50_000;

/**
 * Tells a service that sends the same page whatever is asked from one that has a reason to repeat
 * rows: insertions that pushed a whole page of them on, or rows that are equal.
 */
export class IgnoredPage {
	/** Far pages that came empty: one may be a passing fault, two show that it reads the number. */
	private empty = 0;

	constructor(private readonly fetchPage: FetchPage) {}

	/**
	 * Whether the list ends with these rows, because no page number brings others.
	 * @param size How many rows were asked for.
	 */
	async shownBy(rows: IDataObject[], size: number): Promise<boolean> {
		if (this.empty === 2) return false;
		const far = await this.fetchPage(MOST_PAGES, size);
		if (far.rows.length === 0) this.empty++;
		return sameRows(far.rows, rows);
	}
}
