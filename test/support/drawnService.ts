import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { type Asked, NOTHING, Refused } from './listService';

/**
 * Paged lists of services that have several oddities at once. Which ones there are is written in
 * product terms, so that this file and the paginator do not share a thought.
 */

const EMPTY_FORMS = ['list', 'null', 'missing', 'noBody', 'message', 400, 404] as const;
type EmptyForm = (typeof EMPTY_FORMS)[number];

export interface DrawnService {
	total: number;
	/** Most rows in a page; `isFixed`: whatever is asked. */
	cap: number;
	isFixed: boolean;
	/** Whether a page begins where pages of the size that was asked for would, though they are capped. */
	countsByAsked: boolean;
	ignoresPage: boolean;
	/** What a page without rows looks like. */
	empty: EmptyForm;
	/** Sizes that are refused: larger ones, or all but some. */
	refuses: 'none' | 'large' | 'others';
	announcesTotal: boolean;
	mark: 'none' | 'last' | 'hasMore';
	countsFromOne: boolean;
	/** A passing fault: so many requests meet it, of each page one. */
	blip: { at: number; many: number; form: EmptyForm } | null;
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

const ALLOWED = [10, 25, 30, 50, 100];

export const drawnService: fc.Arbitrary<DrawnService> = fc.record({
	total: fc.oneof(fc.nat(60), fc.constantFrom(50, 100, 150, 200, 400, 500), fc.nat(900)),
	cap: mostly(
		Infinity,
		fc.oneof(fc.constantFrom(...USUAL_CAPS), fc.integer({ min: 7, max: 60 })),
		1,
	),
	isFixed: fc.boolean(),
	countsByAsked: mostly(false, fc.constant(true)),
	ignoresPage: mostly(false, fc.constant(true)),
	empty: fc.constantFrom(...EMPTY_FORMS),
	refuses: mostly('none' as const, fc.constantFrom('large', 'others')),
	announcesTotal: mostly(false, fc.constant(true), 2),
	mark: mostly('none' as const, fc.constantFrom('last', 'hasMore'), 2),
	countsFromOne: mostly(false, fc.constant(true), 6),
	blip: mostly(
		null,
		fc.record({
			at: fc.nat(20),
			many: fc.constantFrom(1, 1, 2, 6),
			form: fc.constantFrom(...EMPTY_FORMS),
		}),
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
});

/** The service as a function, and which rows stay in it from its first answer to its last. */
export function playing(it: DrawnService) {
	let rows = Array.from({ length: it.total }, (_, n) => n);
	const staying = new Set(rows);
	const hit = new Set<number>();
	// A cap is a size that is allowed.
	const cap = it.refuses === 'others' && !ALLOWED.includes(it.cap) ? Infinity : it.cap;
	let next = 1_000_000;

	const rowOf = (n: number, count: number): IDataObject =>
		it.idName === null
			? { name: `An ${n}` }
			: { [it.idName]: n, name: 'An', profile_id: 7, ...(it.isVolatile && { seen: count }) };
	const answering = ({ page, perPage, count }: Asked): unknown => {
		for (const { at, rows: many } of it.moves) {
			if (at === count) rows = [...Array.from({ length: many }, () => next++), ...rows];
		}
		// A refusal of the first page is an error like any other.
		const { blip } = it;
		const isHit = blip && count >= blip.at && count < blip.at + blip.many && !hit.has(page);
		if (isHit && !(page === 0 && typeof blip.form === 'number')) {
			hit.add(page);
			return without(blip.form, {});
		}
		const isRefused = { none: false, large: perPage > 100, others: !ALLOWED.includes(perPage) };
		if (isRefused[it.refuses]) return new Refused(400);
		const size = it.isFixed && cap < Infinity ? cap : Math.min(perPage, cap);
		const number = it.countsFromOne ? Math.max(0, page - 1) : page;
		const start = (it.ignoresPage ? 0 : number) * (it.countsByAsked ? perPage : size);
		const shown = rows.slice(start, start + size).map((n) => rowOf(n, count));
		const more = start + size < rows.length;
		const beside: IDataObject = {
			...(it.announcesTotal && { total: rows.length }),
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
