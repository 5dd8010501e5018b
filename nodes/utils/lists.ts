/** Whether an ID was chosen, ignoring case; an empty choice means all. */
export const isChosen = (chosen: readonly string[], id: string | null): boolean =>
	chosen.length === 0 || chosen.some((one) => one.toLowerCase() === id?.toLowerCase());

export const isSameId = (one: string | null, other: string | null): boolean =>
	one?.toLowerCase() === other?.toLowerCase();

/** Whether none of the filters is set: a list that is empty, or of nothing but undefined, chooses nothing. */
export const areUnset = (filters: object): boolean =>
	[Object.values(filters)].flat(2).every((one) => one === undefined);

/** Concatenates long lists: `flat` takes several times as long, and `push(...list)` fails beyond some 120,000. */
export function joined<T>(lists: Iterable<readonly T[]>): T[] {
	const all: T[] = [];
	for (const list of lists) for (const one of list) all.push(one);
	return all;
}

/** Adds to the list of a key. */
export function pushTo<T>(lists: Map<string, T[]>, key: string, one: T): void {
	const list = lists.get(key);
	if (list) list.push(one);
	else lists.set(key, [one]);
}

/** Records by ID in lower case, since parts of the service may write IDs differently. */
export const byId = <T extends { id: string }>(records: readonly T[]): Map<string, T> =>
	new Map(records.map((record) => [String(record.id).toLowerCase(), record]));

export const recordOf = <T>(records: ReadonlyMap<string, T>, id: string | null): T | undefined =>
	id ? (records.get(id) ?? records.get(id.toLowerCase())) : undefined;

/** Sorts by a key; records without one come last, in their original order. */
export function inOrderOf<T, Key extends number | string>(
	list: readonly T[],
	keyOf: (one: T) => Key | null | undefined,
): T[] {
	return list.toSorted((a, b) => {
		const [key, other] = [keyOf(a) ?? undefined, keyOf(b) ?? undefined];
		if (key === undefined || other === undefined) {
			return Number(key === undefined) - Number(other === undefined);
		}
		if (key < other) return -1;
		return key > other ? 1 : 0;
	});
}
