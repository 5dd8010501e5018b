import type { FetchPage, Page } from './page';

interface Asked {
	/** Counted from 0, in pages of this size. */
	number: number;
	size: number;
	answer: Promise<Page>;
}

/** Takes the pages of a list in their order, while later ones are under way already. */
export class PagesInOrder {
	/** Rows that were asked for in the page taken last. */
	taken: number;

	private ahead: Asked[] = [];

	/** Where in the list the page begins that is asked for next. */
	private from: number;

	private larger: { size: number; limit: number } | undefined;

	constructor(
		private readonly fetchPage: FetchPage,
		/** Rows asked for in a page, but for larger ones. */
		private base: number,
		/** The page that is taken first. Pages count from 0. */
		first = 0,
	) {
		this.taken = base;
		this.from = first * base;
	}

	/** The page that is taken next, in pages of `size` rows. Pages count from 0. */
	get next(): number {
		return this.ahead[0]?.number ?? this.from / this.size;
	}

	/** Rows that are asked for in the page taken next. */
	get size(): number {
		return this.ahead[0]?.size ?? this.nextSize();
	}

	/** Whether the page taken next is one of the larger ones. */
	get isLarger(): boolean {
		return this.size > this.base;
	}

	/** Has up to so many pages under way, but none that begins behind so many rows of the list. */
	askAhead(pages: number, rows = Infinity): void {
		while (this.ahead.length < pages && this.from < Math.max(rows, 1)) this.ask();
	}

	/** The next page, without taking it. */
	async peek(): Promise<Page> {
		if (this.ahead.length === 0) this.ask();
		return await this.ahead[0].answer;
	}

	async take(): Promise<Page> {
		this.taken = this.size;
		const page = this.peek();
		this.ahead.shift();
		return await page;
	}

	/** Goes on from here at another size; what is under way at the old one counts no more. */
	turnTo(page: number, size: number): void {
		if (page === this.next && size === this.size) return;
		this.ahead = [];
		this.from = page * size;
		this.base = size;
		this.larger = undefined;
	}

	/** From the next place on where one begins, larger pages are asked for, up to so many rows. */
	enlarge(size: number, limit: number): void {
		this.larger = { size, limit };
	}

	/** Larger pages are asked for no more; those under way count no more. */
	noLarger(): void {
		this.larger = undefined;
		const first = this.ahead.findIndex(({ size }) => size > this.base);
		if (first < 0) return;
		const { number, size } = this.ahead[first];
		this.from = number * size;
		this.ahead.length = first;
	}

	private nextSize(): number {
		if (!this.larger) return this.base;
		const { size, limit } = this.larger;
		return this.from % size === 0 && this.from + size <= limit ? size : this.base;
	}

	private ask(): void {
		const size = this.nextSize();
		const number = this.from / size;
		const answer = this.fetchPage(number, size);
		// Its failure is reported when its turn comes; until then it must not count as unhandled.
		answer.catch(() => undefined);
		this.ahead.push({ number, size, answer });
		this.from += size;
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
