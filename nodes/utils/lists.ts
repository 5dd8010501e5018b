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

/** In the order of a key; those without one stand last, in the order in which they came. */
export function inOrderOf<T, Key extends number | string>(
	list: readonly T[],
	keyOf: (one: T) => Key | null | undefined,
): T[] {
	const isBefore = (a: T, b: T) => {
		const [key, other] = [keyOf(a) ?? undefined, keyOf(b) ?? undefined];
		return key !== undefined && (other === undefined || key < other);
	};
	return list.toSorted((a, b) => Number(isBefore(b, a)) - Number(isBefore(a, b)));
}
