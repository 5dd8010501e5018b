import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { type Asked, NOTHING, Refused } from './listService';

/**
 * Paged lists of services that have several oddities at once. Which ones there are is written in
 * product terms, so that this file and the paginator do not share a thought: each row of
 * docs/unknowns.md about lists is a field here.
 */

const EMPTY_FORMS = [
	'list',
	'null',
	'missing',
	'object',
	'noBody',
	'message',
	'totalOnly',
	'hal',
	400,
	404,
	410,
	416,
	422,
] as const;
type EmptyForm = (typeof EMPTY_FORMS)[number];

export interface DrawnService {
	total: number;
	/** Most rows in a page, whatever is asked. */
	cap: number;
	/** Rows in each page, whatever is asked; 0 for as many as are asked. */
	fixedSize: number;
	/** Other sizes are refused. */
	sizes: readonly number[] | null;
	ignoresPage: boolean;
	/** What a page without rows looks like. */
	empty: EmptyForm;
	/** A page that reaches beyond this row is refused. */
	window: number;
	total_: 'none' | 'all' | 'page';
	mark: 'none' | 'last' | 'hasMore';
	/** Requests next to each other that meet one passing fault. */
	blip: { at: number; length: number; form: EmptyForm } | null;
	/** Rows that are inserted at the front (or removed, where negative) before a request. */
	moves: Array<{ at: number; rows: number }>;
	idName: string | null;
	/** A field of each row differs with each answer. */
	isVolatile: boolean;
	pageSize: number | undefined;
	/** Answers come after so many turns, in an order of their own. */
	turns: number[];
}

const mostly = <T, U>(usual: T, odd: fc.Arbitrary<U>, weight = 4): fc.Arbitrary<T | U> =>
	fc.oneof({ weight, arbitrary: fc.constant(usual) }, odd);

/** No service: what contradicts itself, or what docs/unknowns.md states as a limit. */
const isFit = (it: DrawnService): boolean =>
	// What is sent whatever page and size are asked for is taken for all.
	!(it.ignoresPage && it.fixedSize > 0) &&
	// Sizes that are allowed are given.
	!(it.sizes && (it.fixedSize > 0 || (it.cap < Infinity && !it.sizes.includes(it.cap)))) &&
	// A fault that outlasts the second asking hides a list that is empty twice.
	!(it.blip && it.blip.at < 2 && it.blip.length > 1) &&
	// A total of 0 is believed at once; where 200 are refused, request 1 is for page 0 again.
	!(it.blip && it.blip.at < 2 && it.blip.form === 'totalOnly') &&
	// A total of the page that one 404 after the other seems to confirm is believed.
	!(it.blip && it.blip.form === 404 && it.blip.length > 2 && it.total_ === 'page') &&
	// No service has a window of a single page.
	it.window > (it.fixedSize || Math.min(it.cap, it.pageSize ?? 200)) &&
	// What has neither id nor steady content cannot be told apart.
	!(it.idName === null && it.isVolatile && (it.moves.length > 0 || it.blip)) &&
	// Without a total, a row that is removed may hide another.
	!(it.moves.some(({ rows }) => rows < 0) && it.total_ !== 'all');

export const drawnService: fc.Arbitrary<DrawnService> = fc
	.record({
		total: fc.oneof(fc.nat(60), fc.constantFrom(50, 100, 150, 200, 400, 500), fc.nat(900)),
		cap: mostly(
			Infinity,
			fc.oneof(fc.constantFrom(10, 25, 50, 100), fc.integer({ min: 5, max: 60 })),
			1,
		),
		fixedSize: mostly(0, fc.constantFrom(10, 25, 50, 100)),
		sizes: mostly(null, fc.constantFrom([10, 25, 50, 100], [50], [10, 20, 50], [25, 50, 100, 200])),
		ignoresPage: mostly(false, fc.constant(true)),
		empty: fc.constantFrom(...EMPTY_FORMS),
		window: mostly(Infinity, fc.constantFrom(100, 200, 300, 500)),
		total_: fc.constantFrom('none' as const, 'none' as const, 'all' as const, 'page' as const),
		mark: mostly('none' as const, fc.constantFrom('last' as const, 'hasMore' as const), 2),
		blip: mostly(
			null,
			fc.record({
				at: fc.integer({ min: 1, max: 20 }),
				length: fc.integer({ min: 1, max: 3 }),
				form: fc.constantFrom(...EMPTY_FORMS),
			}),
			1,
		),
		moves: mostly(
			[],
			fc.array(
				fc.record({ at: fc.integer({ min: 1, max: 20 }), rows: fc.integer({ min: -3, max: 5 }) }),
				{ minLength: 1, maxLength: 3 },
			),
			3,
		),
		idName: fc.constantFrom('id', 'id', '_id', 'uuid', 'contactId', null),
		isVolatile: mostly(false, fc.constant(true)),
		pageSize: fc.constantFrom(undefined, undefined, 30, 50, 100),
		turns: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
	})
	.filter(isFit);

/** The service as a function, and which rows stay in it from its first answer to its last. */
export function playing(it: DrawnService) {
	let rows = Array.from({ length: it.total }, (_, n) => n);
	const staying = new Set(rows);
	let next = 1_000_000;

	const move = (count: number) => {
		for (const { at, rows: many } of it.moves) {
			if (at !== count) continue;
			if (many > 0) rows = [...Array.from({ length: many }, () => next++), ...rows];
			else for (const gone of rows.splice(rows.length >> 2, -many)) staying.delete(gone);
		}
	};
	const rowOf = (n: number, count: number): IDataObject => ({
		...(it.idName === null ? { name: `An ${n}` } : { [it.idName]: n, name: 'An', profile_id: 7 }),
		...(it.isVolatile && { seen: count }),
	});
	const envelope = (of: number, more: boolean): IDataObject => ({
		...(it.total_ !== 'none' && { total: it.total_ === 'all' ? rows.length : of }),
		...(it.mark === 'last' && { last: !more }),
		...(it.mark === 'hasMore' && { hasMore: more }),
	});
	const answering = ({ page, perPage, count }: Asked): unknown => {
		move(count);
		const { blip } = it;
		const isBlip = blip !== null && count >= blip.at && count < blip.at + blip.length;
		// A refusal of the first page is an error like any other.
		if (isBlip && !(page === 0 && typeof blip.form === 'number')) return without(blip.form, {});
		if (it.sizes && !it.sizes.includes(perPage)) return new Refused(400);
		const size = it.fixedSize || Math.min(perPage, it.cap);
		const start = (it.ignoresPage ? 0 : page) * size;
		if (start > 0 && start + size > it.window) return new Refused(400);
		const shown = rows.slice(start, start + size).map((n) => rowOf(n, count));
		const beside = envelope(shown.length, start + size < rows.length);
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
		case 'object':
			return {};
		case 'noBody':
			return NOTHING;
		case 'message':
			return { message: 'Nothing here' };
		case 'totalOnly':
			return { total: beside.total ?? 0 };
		case 'hal':
			return { _links: { self: { href: '/contacts' } }, ...beside };
		default:
			return new Refused(form);
	}
}
