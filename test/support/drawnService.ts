import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { type Asked, NOTHING, Refused } from './listService';

/**
 * Paged lists of services that have several oddities at once. Which ones there are is written in
 * product terms, so that this file and the paginator do not share a thought. Oddities that go with few
 * others (sizes that are refused, rows hidden after paging) are rows of paginate.test.ts.
 */

const EMPTY_FORMS = ['list', 'null', 'missing', 'noBody', 'message', 400, 404] as const;
type EmptyForm = (typeof EMPTY_FORMS)[number];

export interface DrawnService {
	total: number;
	/** Most rows in a page; `isFixed`: whatever is asked. */
	cap: number;
	isFixed: boolean;
	ignoresPage: boolean;
	/** What a page without rows looks like. */
	empty: EmptyForm;
	/** A page that begins behind so many pages is refused. */
	window: number;
	/** What `total` is: all rows, the rows of the page, the number of pages, or a sum of money. */
	announces: 'nothing' | 'all' | 'page' | 'pages' | number;
	mark: 'none' | 'last' | 'hasMore';
	countsFromOne: boolean;
	/** A request that meets a passing fault. */
	blip: { at: number; form: EmptyForm } | null;
	/** Rows that are inserted at the front before a request. */
	moves: Array<{ at: number; rows: number }>;
	idName: string | null;
	/** A field of each row that has an id differs with each answer. */
	isVolatile: boolean;
	pageSize: number | undefined;
	/** Answers come after so many turns, in an order of their own. */
	turns: number[];
}

const mostly = <T, U>(usual: T, odd: fc.Arbitrary<U>, weight = 4): fc.Arbitrary<T | U> =>
	fc.oneof({ weight, arbitrary: fc.constant(usual) }, odd);

const USUAL_CAPS = [10, 25, 50, 100];

export const drawnService: fc.Arbitrary<DrawnService> = fc
	.record({
		total: fc.oneof(fc.nat(60), fc.constantFrom(50, 100, 150, 200, 400, 500), fc.nat(900)),
		cap: mostly(
			Infinity,
			fc.oneof(fc.constantFrom(...USUAL_CAPS), fc.integer({ min: 7, max: 60 })),
			1,
		),
		isFixed: fc.boolean(),
		ignoresPage: mostly(false, fc.constant(true)),
		empty: fc.constantFrom(...EMPTY_FORMS),
		window: mostly(Infinity, fc.integer({ min: 2, max: 9 })),
		announces: mostly(
			'nothing' as const,
			fc.constantFrom('all' as const, 'page' as const, 'pages' as const, 60, 100, 150, 300, 81_250),
			1,
		),
		mark: mostly('none' as const, fc.constantFrom('last', 'hasMore'), 2),
		countsFromOne: mostly(false, fc.constant(true), 6),
		blip: mostly(
			null,
			fc.record({ at: fc.integer({ min: 2, max: 20 }), form: fc.constantFrom(...EMPTY_FORMS) }),
			1,
		),
		moves: mostly(
			[],
			fc.array(fc.record({ at: fc.nat(20), rows: fc.integer({ min: 1, max: 5 }) }), {
				minLength: 1,
				maxLength: 3,
			}),
			3,
		),
		idName: fc.constantFrom('id', 'id', '_id', 'uuid', null),
		isVolatile: mostly(false, fc.constant(true)),
		pageSize: fc.constantFrom(undefined, undefined, 30, 50, 100),
		turns: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
	})
	// What is sent whatever page and size are asked for is taken for all (tools/sandbox/unknowns.md).
	.filter(({ ignoresPage, isFixed }) => !(ignoresPage && isFixed));

/** The service as a function, and which rows stay in it from its first answer to its last. */
export function playing(it: DrawnService) {
	let rows = Array.from({ length: it.total }, (_, n) => n);
	const staying = new Set(rows);
	let next = 1_000_000;

	const rowOf = (n: number, count: number): IDataObject =>
		it.idName === null
			? { name: `An ${n}` }
			: { [it.idName]: n, name: 'An', profile_id: 7, ...(it.isVolatile && { seen: count }) };
	const totalOf = (of: number, size: number) =>
		({ all: rows.length, page: of, pages: Math.ceil(rows.length / size) })[
			it.announces as 'all' | 'page' | 'pages'
		] ?? it.announces;
	const answering = ({ page, perPage, count }: Asked): unknown => {
		for (const { at, rows: many } of it.moves) {
			if (at === count) rows = [...Array.from({ length: many }, () => next++), ...rows];
		}
		// A refusal of the first page is an error like any other.
		const { blip } = it;
		if (blip?.at === count && !(page === 0 && typeof blip.form === 'number')) {
			return without(blip.form, {});
		}
		const size = it.isFixed && it.cap < Infinity ? it.cap : Math.min(perPage, it.cap);
		const number = it.countsFromOne ? Math.max(0, page - 1) : page;
		// Who does not look at the page refuses none.
		if (!it.ignoresPage && number >= it.window) return new Refused(400);
		const start = (it.ignoresPage ? 0 : number) * size;
		const shown = rows.slice(start, start + size).map((n) => rowOf(n, count));
		const more = start + size < rows.length;
		const beside: IDataObject = {
			...(it.announces !== 'nothing' && { total: totalOf(shown.length, size) }),
			...(it.mark === 'last' && { last: !more }),
			...(it.mark === 'hasMore' && { hasMore: more }),
		};
		if (shown.length > 0) return { contacts: shown, ...beside };
		return without(page === 0 && typeof it.empty === 'number' ? 'list' : it.empty, beside);
	};
	const idOf = (row: IDataObject): number =>
		it.idName === null ? Number(String(row.name).slice(3)) : Number(row[it.idName]);
	return { answering, staying, idOf };
}

function without(form: EmptyForm, beside: IDataObject): unknown {
	switch (form) {
		case 'list':
			return { contacts: [], ...beside };
		case 'null':
			return { contacts: null, ...beside };
		case 'missing':
			return beside;
		case 'noBody':
			return NOTHING;
		case 'message':
			return { message: 'Nothing here' };
		default:
			return new Refused(form);
	}
}
