import type { Page } from './readPage';
import type { SeenRows } from './seenRows';

const MAX_CONCURRENT = 6;
const MAX_WAITING_PAGES = 30;

/**
 * Returns pages in order, and requests later ones ahead: all that the announced total needs, or the one after a full page.
 * Without a total, one page further on is requested to see how far the list reaches, so at most one request is wasted.
 */
export function lookAhead(
	fetchPage: (number: number) => Promise<Page>,
	seen: SeenRows,
	{ first, number: start }: { first: Page; number: number },
	lastWanted: number,
) {
	const size = first.rows.length;
	const pages = new Map<number, Promise<Page>>();
	let inFlight = 0;
	let next = start;
	let lastNeeded = 0;
	let mayLookFurther = start === 0;

	const learn = (number: number, { rows, total, more }: Page): void => {
		const isFull = rows.length >= size && seen.isNew(rows[rows.length - 1]);
		const lastKnown = total === undefined ? number + 1 : Math.ceil(total / size) - 1;
		lastNeeded =
			(more ?? isFull) ? Math.max(lastNeeded, lastKnown) : Math.min(lastNeeded, number + 1);
		mayLookFurther &&= isFull && more === undefined && total === undefined;
	};

	const request = (number: number): Promise<Page> => {
		const page = fetchPage(number);
		pages.set(number, page);
		inFlight++;
		const onArrival = (arrived: Page) => {
			inFlight--;
			learn(number, arrived);
			fill(next);
		};
		// A failure is reported when its page is taken, so until then it must not count as unhandled.
		page.then(onArrival, () => {});
		return page;
	};

	const fill = (from: number): void => {
		next = from;
		pages.delete(next - 1);
		const isLooking = Math.max(...pages.keys()) > lastNeeded;
		const furthest = mayLookFurther && !isLooking ? 2 * lastNeeded - 1 : lastNeeded;
		const last = Math.min(furthest, next + MAX_WAITING_PAGES, lastWanted);
		// The furthest page goes first, because it shows how many of the others are needed.
		if (last > lastNeeded && inFlight < MAX_CONCURRENT) request(last);
		for (let number = next; number <= Math.min(lastNeeded, last); number++) {
			if (inFlight < MAX_CONCURRENT && !pages.has(number)) request(number);
		}
	};

	learn(start, first);
	return {
		fill,
		take: async (number: number) => await (pages.get(number) ?? request(number)),
		restart: () => pages.clear(),
	};
}
