import type { Call } from './call.mts';

interface List<T> {
	/** The name the list has in its answer, and one nobody would foresee. */
	names: [string, string];
	total: number;
	slice(start: number, end: number): T[];
}

/** A page of a list, in the shape the switches ask for. */
export function pageOf<T>({ query, switches }: Call, { names, total, slice }: List<T>): unknown {
	const { listShape, pageCap, ignorePage, hiddenRows } = switches;
	const page = ignorePage ? 0 : Number(query.page ?? 0);
	const asked = ignorePage ? Infinity : Number(query.per_page ?? 50);
	// Without a cap, a service that ignores `page` can only be complete by sending everything.
	const size = Math.min(asked, pageCap ?? Infinity);
	const start = page === 0 ? 0 : page * size;
	const end = Math.min(start + size, total);
	// Hidden after paging: the page comes short, and the rows behind it stay where they are.
	const rows = slice(start, end).filter((_, n) => !hiddenRows.includes(start + n));
	const last = end >= total;
	const perPage = Number.isFinite(size) ? size : total;
	switch (listShape) {
		case 'array':
			return rows;
		case 'named':
			return { [names[0]]: rows };
		case 'unforeseen':
			return { [names[1]]: rows };
		case 'content':
			return {
				content: rows,
				totalElements: total,
				totalPages: Math.ceil(total / Math.max(1, perPage)),
				number: page,
				size: perPage,
				last,
			};
		case 'data':
			return { data: rows, meta: { total, page, per_page: perPage } };
	}
}
