/** Whether an id is among those chosen, whatever their case; an empty choice lets all through. */
export const isChosen = (chosen: readonly string[], id: string | null): boolean =>
	chosen.length === 0 || chosen.some((one) => one.toLowerCase() === id?.toLowerCase());

/**
 * What the lists hold, one after the other. For long ones: `flat` and `flatMap` take several times
 * as long, and `push(...list)` breaks beyond some 120,000.
 */
export function joined<T>(lists: Iterable<readonly T[]>): T[] {
	const all: T[] = [];
	for (const list of lists) for (const one of list) all.push(one);
	return all;
}

/** Records by id. Where one part of the service writes ids in another case, they are found still. */
export const byId = <T extends { id: string }>(records: readonly T[]): Map<string, T> =>
	new Map(records.map((record) => [String(record.id).toLowerCase(), record]));

/** The record of an id, from what {@link byId} made. */
export const recordOf = <T>(records: ReadonlyMap<string, T>, id: string | null): T | undefined =>
	id ? (records.get(id) ?? records.get(id.toLowerCase())) : undefined;

/** The orders that deals and their changes can be put in; `byDeal` leaves them as they come. */
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
