import type { List, Page } from './types';

/** As many as a browser opens to one host. */
const PAGES_IN_FLIGHT = 6;

/** Pages that are held until their turn. */
const MOST_HELD = 30;

/**
 * Pages in their order, while later ones are under way already.
 *
 * 1. A page is sure to be read behind one that is full, or says that more follow; and all that the
 *    announced total makes up, until a page is not full.
 * 2. One page further on, the scout, shows whether the list reaches that far. So no more than one page
 *    is asked for in vain.
 * 3. There is no scout behind a page that is not full, nor where pages announce a mark, or a total that is
 *    still to come, nor where one page was asked for in vain already, since pages count from 1.
 */
export class Lookahead {
	private pages = new Map<number, Promise<Page>>();

	private underWay = 0;

	/** The last page that is sure to be read. */
	private sure = 1;

	private scout: number | undefined;

	private mayScout = true;

	/** @param list Its first page is there. @param limit The most rows that are wanted. */
	constructor(
		private readonly list: List,
		private readonly limit: number,
	) {}

	fill(): void {
		const { pages, sure } = this;
		const { base, number: next, size } = this.list;
		pages.delete(next - 1);
		const isWanted = (number: number) =>
			number * size < this.limit &&
			number <= next + MOST_HELD &&
			this.underWay < PAGES_IN_FLIGHT &&
			!pages.has(number);
		// The furthest goes first: what it shows is known before the pages up to there have come. Each page
		// that is known makes it worth looking further.
		const far = this.mayScout && base === 0 ? Math.min(sure * 2 - 1, next + MOST_HELD) : sure;
		if (this.scout === undefined && far >= next && isWanted(far)) this.ask((this.scout = far));
		for (let number = next; number <= sure; number++) if (isWanted(number)) this.ask(number);
	}

	/** What is under way counts no more. */
	restart(): void {
		this.pages = new Map();
	}

	/** The page that is read next. */
	async take(): Promise<Page> {
		const { number } = this.list;
		if (!this.pages.has(number)) this.ask(number);
		return await this.pages.get(number)!;
	}

	private ask(number: number): void {
		const page = this.list.fetchPage(number, this.list.size);
		this.pages.set(number, page);
		this.underWay++;
		const arrived = (came?: Page) => {
			this.underWay--;
			if (this.scout === number) this.scout = undefined;
			if (!came) return;
			this.learn(number, came);
			// Page 1 may be page 0 once more: what it is has to be seen first.
			if (number > 1) this.fill();
		};
		// A failure is reported when its turn comes; until then it must not count as unhandled.
		page.then(arrived, () => arrived());
	}

	private learn(number: number, { rows, more, total = this.list.first.total }: Page): void {
		const { base, size, seen } = this.list;
		const isFull = rows.length >= size && seen.hasNew(rows.slice(-1));
		const isFollowed = more ?? isFull;
		const announced = Math.ceil((total ?? 0) / size) - 1 + base;
		this.sure = isFollowed
			? Math.max(this.sure, number + 1, announced)
			: Math.min(this.sure, number + 1);
		if (!isFollowed || more !== undefined || announced > number) this.mayScout = false;
	}
}
