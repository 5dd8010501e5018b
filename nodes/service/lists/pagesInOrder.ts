import type { FetchPage, Page } from './page';

/** Takes the pages of a list in their order, while later ones are under way already. */
export class PagesInOrder {
	private ahead: Array<Promise<Page>> = [];

	constructor(
		private readonly fetchPage: FetchPage,
		/** Rows asked for in a page. */
		public size: number,
		/** The page that is taken next. Pages count from 0. */
		public next = 0,
	) {}

	/** Has up to so many pages under way, but none that begins behind so many rows of the list. */
	askAhead(pages: number, rows = Infinity): void {
		while (
			this.ahead.length < pages &&
			(this.next + this.ahead.length) * this.size < Math.max(rows, 1)
		) {
			this.ask();
		}
	}

	/** The next page, without taking it. */
	async peek(): Promise<Page> {
		if (this.ahead.length === 0) this.ask();
		return await this.ahead[0];
	}

	async take(): Promise<Page> {
		const page = this.peek();
		this.next++;
		this.ahead.shift();
		return await page;
	}

	/** Goes on from here at another size; what is under way at the old one counts no more. */
	turnTo(page: number, size: number): void {
		if (page === this.next && size === this.size) return;
		this.ahead = [];
		this.next = page;
		this.size = size;
	}

	private ask(): void {
		const page = this.fetchPage(this.next + this.ahead.length, this.size);
		// Its failure is reported when its turn comes; until then it must not count as unhandled.
		page.catch(() => undefined);
		this.ahead.push(page);
	}
}

/** The same requests, at most so many of them under way at a time; the others wait their turn. */
export function atMost(most: number, fetchPage: FetchPage): FetchPage {
	const waiting: Array<() => void> = [];
	let underWay = 0;
	return async (page, perPage) => {
		if (underWay === most) await new Promise<void>((start) => waiting.push(start));
		else underWay++;
		try {
			return await fetchPage(page, perPage);
		} finally {
			const start = waiting.shift();
			if (start) start();
			else underWay--;
		}
	};
}
