import type { Page } from './readPage';
import type { SeenRows } from './seenRows';

const PAGES_IN_FLIGHT = 6;
/** How many pages may wait for their turn. */
const MAX_WAITING_PAGES = 30;

/**
 * Pages in order, with later ones requested ahead: all that the announced total needs, or the one behind a full page.
 * Without a total, one page further on is requested to see whether the list reaches that far, so at most one request
 * is in vain.
 */
export function lookAhead(
	fetchPage: (number: number) => Promise<Page>,
	seen: SeenRows,
	{ first, number: start }: { first: Page; number: number },
	lastWanted: number,
) {
	const size = first.rows.length;
	const pages = new Map<number, Promise<Page>>();
	let underWay = 0;
	let next = start;
	let needed = 0;
	let mayLookFurther = start === 0;

	/** Learns from a page which later ones exist, before its rows are taken. */
	const learn = (number: number, { rows, total, more }: Page): void => {
		const isFull = rows.length >= size && seen.isNew(rows[rows.length - 1]);
		const reached = total === undefined ? number + 1 : Math.ceil(total / size) - 1;
		needed = (more ?? isFull) ? Math.max(needed, reached) : Math.min(needed, number + 1);
		mayLookFurther &&= isFull && more === undefined && total === undefined;
	};

	const request = (number: number): Promise<Page> => {
		const page = fetchPage(number);
		pages.set(number, page);
		underWay++;
		const arrived = (came: Page) => {
			underWay--;
			learn(number, came);
			fill(next);
		};
		// A failure is reported when its turn comes, so it must not count as unhandled until then.
		page.then(arrived, () => {});
		return page;
	};

	/** Requests the pages that are needed from this one on. */
	const fill = (from: number): void => {
		next = from;
		pages.delete(next - 1);
		const isLooking = Math.max(...pages.keys()) > needed;
		const furthest = mayLookFurther && !isLooking ? 2 * needed - 1 : needed;
		const last = Math.min(furthest, next + MAX_WAITING_PAGES, lastWanted);
		// The furthest goes first because it tells how many of the others are needed.
		if (last > needed && underWay < PAGES_IN_FLIGHT) request(last);
		for (let number = next; number <= Math.min(needed, last); number++) {
			if (underWay < PAGES_IN_FLIGHT && !pages.has(number)) request(number);
		}
	};

	learn(start, first);
	return {
		fill,
		take: async (number: number) => await (pages.get(number) ?? request(number)),
		restart: () => pages.clear(),
	};
}
