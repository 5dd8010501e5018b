/** The orders that items can be put in; `byDeal` leaves them as they come. */
export type Order = 'byDeal' | 'newestFirst' | 'oldestFirst';

/**
 * Items in the order of their times. Of items of one time the later one counts as newer, so that a
 * deal's changes keep their order; items without a time come last either way.
 * @param timeOf Milliseconds since the Unix epoch; undefined where there is none.
 */
export function inOrder<T>(items: T[], order: Order, timeOf: (item: T) => number | undefined): T[] {
	if (order === 'byDeal') return items;
	const timed = items.map((item) => ({ item, at: timeOf(item) }));
	const known = timed.filter(({ at }) => at !== undefined).sort((a, b) => a.at! - b.at!);
	if (order === 'newestFirst') known.reverse();
	return [...known, ...timed.filter(({ at }) => at === undefined)].map(({ item }) => item);
}
