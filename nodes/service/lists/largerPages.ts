import type { IDataObject } from 'n8n-workflow';

import type { FetchPage } from './page';
import type { PagesInOrder } from './pagesInOrder';

/** Larger pages are tried when so many of them are still wanted: the trial has to pay. */
const WORTH_PAGES = 4;

/**
 * Finds out whether a service gives larger pages than were asked for first. A long list is then
 * read with fewer requests. Nothing is known of the most it gives (interface.md, "Limits"), so a
 * larger page is believed only where it shows, row for row, what smaller ones have shown already:
 * the second one, so that the place where it begins is seen to count, too.
 */
export class LargerPages {
	/** What the list begins with, as far as it is needed. */
	private first: IDataObject[] = [];

	private isTrying = false;

	constructor(
		private readonly pages: PagesInOrder,
		private readonly fetchPage: FetchPage,
		/** Sizes that are still to be tried, multiples of the first; the largest comes first. */
		private sizes: readonly number[],
		private readonly options: { firstSize: number; limit: number },
	) {}

	/** @param wanted How many rows are still wanted, as far as that is known. */
	after(rows: readonly IDataObject[], wanted: number): void {
		const [size] = this.sizes;
		if (size === undefined) return;
		// Where pages are not full, it is uncertain which rows a larger one should show.
		if (rows.length !== this.options.firstSize) return this.end();
		for (const row of this.first.length < 2 * size ? rows : []) this.first.push(row);
		const isWorth = wanted >= WORTH_PAGES * size;
		if (isWorth && this.first.length >= 2 * size && !this.isTrying) void this.try(size);
	}

	private async try(size: number): Promise<void> {
		this.isTrying = true;
		// Refused, or no answer: it is no more than a question.
		const page = await this.fetchPage(1, size).catch(() => undefined);
		this.isTrying = false;
		if (this.sizes[0] !== size) return;
		const shown = JSON.stringify(this.first.slice(size, 2 * size));
		if (JSON.stringify(page?.rows) !== shown) {
			this.sizes = this.sizes.slice(1);
			return;
		}
		this.pages.enlarge(size, this.options.limit);
		this.end();
	}

	private end(): void {
		this.sizes = [];
		this.first = [];
	}
}
