import type { Key } from './keys';

export interface Double {
	firstItem: number;
	/** The key that both have. */
	key: Key;
}

/**
 * For each row, which earlier row it is a double of; undefined for the first of its kind. A double
 * stands for no one itself: only rows that count have doubles. The input alone decides, so that it
 * comes out the same however often an import is run.
 * @param rows The keys of each row, of rows in different audiences told apart; undefined for a row
 * that cannot be read.
 */
export function doublesOf(
	rows: ReadonlyArray<{ place: string; keys: readonly Key[] } | undefined>,
): Array<Double | undefined> {
	const first = new Map<string, number>();
	return rows.map((row, itemIndex) => {
		if (!row) return undefined;
		const { place, keys } = row;
		const key = keys.find((one) => first.has(`${place} ${one}`));
		if (key !== undefined) return { firstItem: first.get(`${place} ${key}`)!, key };
		for (const one of keys) first.set(`${place} ${one}`, itemIndex);
		return undefined;
	});
}
