import type { FetchPage, Page } from './paginate';

/** Pages under way at a time. */
const PAGES_IN_FLIGHT = 5;

/** Pages that are held until their turn. */
const MOST_HELD = 30;

/** Pages between the last one that is known to be full and the scout. */
const MOST_SKIPPED = 8;

/**
 * Pages in their order, while later ones are under way already.
 *
 * 1. Where the service announced how many rows there are, all pages up to there may be under way.
 * 2. Where pages say whether more follow, they are believed: none is asked for in vain.
 * 3. Elsewhere those up to the page behind the last one that is known to be full: each of them is read
 *    in any case. One page further on, the scout, shows whether the list reaches that far. So no more
 *    than one page is asked for in vain.
 */
export class Lookahead {
	private pages = new Map<number, Promise<Page>>();

	private underWay = 0;

	/** The page that is taken next. */
	private next = 1;

	/** The last page that is known to be full, or to follow. */
	private known = 0;

	/** How far ahead the scout goes; 0 before page 1 is there, and behind a page that is not full. */
	private maySkip = 0;

	private scout: number | undefined;

	/** Whether a page came that has no rows: from there on nothing is scouted. */
	private sawEnd = false;

	private hasMarks = false;

	mayScout = true;

	private announced = 0;

	private wanted = 0;

	constructor(
		private readonly fetchPage: FetchPage,
		private size: number,
	) {}

	/**
	 * Has pages under way from now on.
	 * @param announced Rows of the whole list, as the service says; 0 where it does not.
	 * @param wanted No page is asked for that begins behind so many rows; with 0 none at all.
	 */
	fill(announced: number, wanted: number): void {
		this.announced = announced;
		this.wanted = wanted;
		const sure = this.hasMarks ? this.known : this.known + 1;
		const reach = Math.max(sure, Math.ceil(announced / this.size) - 1);
		// First, so that what it shows is known before the pages up to there have come.
		this.sendScout(reach);
		for (let number = this.next; number <= reach && this.hasRoom(number); number++) {
			if (!this.pages.has(number)) this.ask(number);
		}
	}

	private sendScout(reach: number): void {
		const number = this.known + 1 + this.maySkip;
		const isOpen = this.mayScout && this.maySkip > 0 && this.scout === undefined;
		if (!isOpen || this.sawEnd || this.hasMarks || number <= reach || !this.hasRoom(number)) return;
		this.scout = number;
		if (!this.pages.has(number)) this.ask(number);
	}

	/** What is under way counts no more. */
	restart(next: number, size: number): void {
		this.pages = new Map();
		this.next = next;
		this.known = next - 1;
		this.size = size;
		this.scout = undefined;
		this.maySkip = 0;
		this.sawEnd = false;
	}

	async take(): Promise<Page> {
		const number = this.next++;
		if (!this.pages.has(number)) this.ask(number);
		const page = this.pages.get(number)!;
		this.pages.delete(number);
		return await page;
	}

	private hasRoom(number: number): boolean {
		return (
			number * this.size < this.wanted &&
			this.underWay < PAGES_IN_FLIGHT &&
			number < this.next + MOST_HELD
		);
	}

	private ask(number: number): void {
		const { pages } = this;
		const page = this.fetchPage(number, this.size);
		this.underWay++;
		pages.set(number, page);
		// Its failure is reported when its turn comes; until then it must not count as unhandled.
		page.then(
			(came) => {
				this.underWay--;
				if (pages === this.pages) this.learn(number, came);
			},
			() => this.underWay--,
		);
	}

	/** From a page that came. */
	learn(number: number, { rows, more }: Page): void {
		if (more !== undefined) this.hasMarks = true;
		if (more) this.known = Math.max(this.known, number + 1);
		if (number > this.known) {
			const isFull = rows.length >= this.size;
			this.maySkip = isFull ? Math.min(MOST_SKIPPED, Math.max(1, this.maySkip * 2)) : 0;
			if (isFull) this.known = number;
			if (rows.length === 0) this.sawEnd = true;
		}
		if (number === this.scout) this.scout = undefined;
		// Page 1 may be page 0 once more: what it is has to be seen first.
		if (number > 1) this.fill(this.announced, this.wanted);
	}
}
