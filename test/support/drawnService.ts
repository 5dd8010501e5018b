import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { type Asked, NOTHING, Refused } from './listService';

/**
 * Services whose paged lists have several peculiarities at once. They are described in the words of the product, so
 * that this file shares no idea with the paginator.
 */

const EMPTY_FORMS = ['list', 'null', 'noBody', 'message', 404] as const;
type EmptyForm = (typeof EMPTY_FORMS)[number];

export interface DrawnService {
	total: number;
	/** The most rows of a page. */
	cap: number;
	ignoresPage: boolean;
	/** What a page without rows looks like. */
	empty: EmptyForm;
	/** Whether sizes over 100 are refused. */
	refusesLarge: boolean;
	mark: 'none' | 'total' | 'last' | 'hasMore';
	countsFromOne: boolean;
	/** A passing fault: this many requests meet it, one for each page. */
	blip: { at: number; many: number; form: EmptyForm } | null;
	/** Rows that are inserted at the front before a request. */
	moves: Array<{ at: number; rows: number }>;
	idName: string | null;
	pageSize: number | undefined;
	/** Answers arrive after this many turns of the queue, in an order of their own. */
	turns: number[];
}

const mostly = <T, U>(usual: T, odd: fc.Arbitrary<U>, weight = 4): fc.Arbitrary<T | U> =>
	fc.oneof({ weight, arbitrary: fc.constant(usual) }, odd);

const cap = fc.oneof(fc.constantFrom(10, 25, 50, 100), fc.integer({ min: 7, max: 60 }));
const blip = fc.record({
	at: fc.nat(20),
	many: fc.constantFrom(1, 1, 2, 6),
	form: fc.constantFrom(...EMPTY_FORMS),
});
const move = fc.record({ at: fc.nat(20), rows: fc.integer({ min: 1, max: 5 }) });

export const drawnService: fc.Arbitrary<DrawnService> = fc.record({
	total: fc.oneof(fc.nat(60), fc.constantFrom(50, 100, 150, 200, 400, 500), fc.nat(900)),
	cap: mostly(Infinity, cap, 1),
	ignoresPage: mostly(false, fc.constant(true)),
	empty: fc.constantFrom(...EMPTY_FORMS),
	refusesLarge: mostly(false, fc.constant(true)),
	mark: mostly('none' as const, fc.constantFrom('total', 'last', 'hasMore'), 1),
	countsFromOne: mostly(false, fc.constant(true), 6),
	blip: mostly(null, blip, 1),
	moves: mostly([], fc.array(move, { minLength: 1, maxLength: 3 }), 3),
	idName: fc.constantFrom('id', 'id', '_id', 'uuid', null),
	pageSize: fc.constantFrom(undefined, undefined, 30, 50, 100),
	turns: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
});

/** The service as a function, and the rows that stay in it from its first answer to its last. */
export function playing(it: DrawnService) {
	let rows = Array.from({ length: it.total }, (_, n) => n);
	const staying = new Set(rows);
	const hit = new Set<number>();
	let next = 1_000_000;

	const rowOf = (n: number): IDataObject =>
		it.idName === null ? { name: `An ${n}` } : { [it.idName]: n, name: 'An', profile_id: 7 };
	const answering = ({ page, perPage, count }: Asked): unknown => {
		for (const { at, rows: many } of it.moves) {
			if (at === count) rows = [...Array.from({ length: many }, () => next++), ...rows];
		}
		const { blip: fault } = it;
		const isHit = fault && count >= fault.at && count < fault.at + fault.many && !hit.has(page);
		// A refusal of the first page is an error like any other.
		if (isHit && !(page === 0 && fault.form === 404)) {
			hit.add(page);
			return without(fault.form, {});
		}
		if (it.refusesLarge && perPage > 100) return new Refused(400);
		const size = Math.min(perPage, it.cap);
		const number = it.countsFromOne ? Math.max(0, page - 1) : page;
		const start = it.ignoresPage ? 0 : number * size;
		const contacts = rows.slice(start, start + size).map(rowOf);
		const more = start + size < rows.length;
		const beside: IDataObject = {
			...(it.mark === 'total' && { total: rows.length }),
			...(it.mark === 'last' && { last: !more }),
			...(it.mark === 'hasMore' && { hasMore: more }),
		};
		if (contacts.length > 0) return { contacts, ...beside };
		return without(page === 0 && it.empty === 404 ? 'list' : it.empty, beside);
	};
	const idOf = (row: IDataObject): number =>
		it.idName === null ? Number(String(row.name).slice(3)) : Number(row[it.idName]);
	return { answering, staying, idOf };
}

function without(form: EmptyForm, beside: IDataObject): unknown {
	if (form === 404) return new Refused(form);
	if (form === 'noBody') return NOTHING;
	if (form === 'message') return { message: 'Nothing here' };
	return { contacts: form === 'list' ? [] : null, ...beside };
}
