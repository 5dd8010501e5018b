import type { FetchPage, Page } from './paginate';

/** Pages in their order, while later ones are under way already. */
export class Prefetch {
	private readonly pages: Array<Promise<Page>> = [];

	private next = 1;

	constructor(
		private readonly fetchPage: FetchPage,
		private size: number,
	) {}

	/** Has so many pages under way, but none that begins behind so many rows of the list. */
	fill(pages: number, rows: number): void {
		while (this.pages.length < pages && this.next * this.size < rows) this.ask();
	}

	/** What is under way counts no more. */
	restart(next: number, size: number): void {
		this.pages.length = 0;
		this.next = next;
		this.size = size;
	}

	async take(): Promise<Page> {
		if (this.pages.length === 0) this.ask();
		return await this.pages.shift()!;
	}

	private ask(): void {
		const page = this.fetchPage(this.next++, this.size);
		// Its failure is reported when its turn comes; until then it must not count as unhandled.
		page.catch(() => undefined);
		this.pages.push(page);
	}
}
