import type { List, Page } from './paginate';

/** Pages under way at a time. */
const PAGES_IN_FLIGHT = 5;

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

	/** @param list Its first page is there. */
	constructor(private readonly list: List) {}

	/** Has pages under way, but none that begins behind the limit. */
	fill(limit: number): void {
		const { sure } = this;
		const { base, number: next, size } = this.list;
		const isWanted = (number: number) =>
			number * size < limit && number <= next + MOST_HELD && this.underWay < PAGES_IN_FLIGHT;
		// Each page that is known makes it worth looking further. The scout goes first, so that what it
		// shows is known before the pages up to there have come.
		const scout = Math.min(sure * 2 - 1, next + MOST_HELD);
		const isUseful = this.mayScout && base === 0 && this.scout === undefined && scout > sure;
		if (isUseful && isWanted(scout)) this.ask((this.scout = scout));
		for (let number = next; number <= sure && isWanted(number); number++) this.ask(number);
	}

	/** What is under way counts no more. */
	restart(): void {
		this.pages = new Map();
	}

	/** The page that is read next. */
	async take(): Promise<Page> {
		const { number } = this.list;
		this.ask(number);
		const page = this.pages.get(number)!;
		this.pages.delete(number);
		return await page;
	}

	private ask(number: number): void {
		if (this.pages.has(number)) return;
		const page = this.list.fetchPage(number, this.list.size);
		this.pages.set(number, page);
		this.underWay++;
		const arrived = (came?: Page) => {
			this.underWay--;
			if (this.scout === number) this.scout = undefined;
			if (came) this.learn(number, came);
		};
		// A failure is reported when its turn comes; until then it must not count as unhandled.
		page.then(arrived, () => arrived());
	}

	private learn(number: number, { rows, more, total = this.list.first.total }: Page): void {
		const { size } = this.list;
		const isFollowed = more ?? (rows.length >= size && total !== (number + 1) * size);
		const announced = Math.ceil((total ?? 0) / size) - 1;
		this.sure = isFollowed
			? Math.max(this.sure, number + 1, announced)
			: Math.min(this.sure, number + 1);
		if (!isFollowed || more !== undefined || announced > number) this.mayScout = false;
	}
}
