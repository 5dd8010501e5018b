/** The orders that rows can be put in; `byDeal` leaves them as they come. */
export const ROW_ORDERS = ['byDeal', 'newestFirst', 'oldestFirst'] as const;

export type RowOrder = (typeof ROW_ORDERS)[number];

/**
 * The rows in the order of their moments. Of rows of one moment the later one counts as newer, so
 * that a deal's changes keep their order; rows without a moment come last either way.
 * @param momentOf Milliseconds since the Unix epoch; NaN or undefined where there is none.
 */
export function inOrder<T>(
	rows: T[],
	order: RowOrder,
	momentOf: (row: T) => number | undefined,
): T[] {
	if (order === 'byDeal') return rows;
	const moments = Float64Array.from(rows, (row) => momentOf(row) ?? NaN);
	const places = rows.map((_, place) => place);
	const known = places.filter((place) => !Number.isNaN(moments[place]));
	const unknown = places.filter((place) => Number.isNaN(moments[place]));
	known.sort((a, b) => moments[a] - moments[b]);
	if (order === 'newestFirst') known.reverse();
	return [...known, ...unknown].map((place) => rows[place]);
}
