import type { Page } from './page';
import type { PagesInOrder } from './pagesInOrder';

/**
 * How far ahead of the page that was just read others are asked for. A list whose length is
 * announced is asked ahead as far as that; one of unknown length the further the longer it proves
 * to be, so that a short one costs no more than the two empty pages that end it.
 */
export class AskingAhead {
	private read = 0;

	private shortPages = 0;

	constructor(
		private readonly pages: PagesInOrder,
		private readonly options: { limit: number; firstSize: number; concurrency: number },
	) {}

	/** @param collected Rows that came so far, those of this page included. */
	after({ rows }: Page, collected: number, total: number | undefined): void {
		const { limit, firstSize, concurrency } = this.options;
		this.read++;
		const askAhead = (pages: number, rowsWanted: number) =>
			this.pages.askAhead(Math.min(pages, concurrency), rowsWanted);

		// More than was asked may come whole again whatever page is asked for.
		askAhead(this.read === 1 && rows.length > firstSize ? 1 : 2, limit);

		// Total and short page may both mislead, but while they say "the end" nothing is gained by haste.
		const short = rows.length < this.pages.taken;
		if (short) this.shortPages++;
		if (collected === total || (short && this.shortPages === 1)) return;
		if (total !== undefined && total > collected) askAhead(concurrency, Math.min(limit, total));
		else if (this.read > 1) askAhead(2 ** this.read, limit);
	}
}
