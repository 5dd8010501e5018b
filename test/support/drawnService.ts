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
	/** What is announced: all rows, the rows of the page, the number of pages, a sum of money. */
	total_: 'none' | 'all' | 'page' | 'pages' | 'sum';
	/** `asked`: more follow where the page has as many rows as were asked for. */
	mark: 'none' | 'last' | 'hasMore' | 'asked';
	/** Rows are written as an object with whole numbers for keys. */
	isKeyed: boolean;
	/** So many of the first rows are left out of the pages that hold them. */
	hidden: number;
	countsFromOne: boolean;
	/** Where pages count from 1, page 0 is empty instead of page 1. */
	isPageZeroEmpty: boolean;
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

const USUAL_CAPS = [10, 25, 50, 100];

/** Whether so many full pages come to the number of pages. */
function isReached({ fixedSize, cap, pageSize, sizes, total }: DrawnService): boolean {
	const asked = [pageSize ?? 200, 50, ...(sizes ?? [])].map((size) => Math.min(size, cap));
	return (fixedSize > 0 ? [fixedSize] : asked).some((size) => Math.ceil(total / size) % size === 0);
}

/** No service: what contradicts itself, or what docs/unknowns.md states as a limit. */
function isFit(it: DrawnService): boolean {
	const { blip, cap, fixedSize, hidden, mark, moves, sizes } = it;
	const most = fixedSize || Math.min(cap, it.pageSize ?? (sizes ? 50 : 200));
	// Of a single row every field is its own.
	const isSingle = Math.min(it.total, most) - hidden <= 1;
	const isUnnamed = it.idName === null || (it.idName === 'contactId' && isSingle);
	const isAlike = isUnnamed && it.isVolatile;
	const cannotBe = [
		// Sizes that are allowed are given.
		sizes && (fixedSize > 0 || (cap < Infinity && !sizes.includes(cap))),
		// No service has a window of less than two pages.
		it.window < 2 * (fixedSize || Math.min(cap, it.pageSize ?? 200)),
		// "No more" on a first page of an unusual size is believed.
		mark === 'asked' && (hidden > 0 || (cap < Infinity && !USUAL_CAPS.includes(cap))),
		// What is sent whatever page and size are asked for is taken for all.
		it.ignoresPage && fixedSize >= 50,
		// Whole pages of hidden rows may look like an empty list, or like its end.
		hidden >= most,
		// A total of pages that so many rows make up is believed.
		it.total_ === 'pages' && (hidden > 0 || moves.length > 0 || isReached(it)),
		// What has neither id nor steady content cannot be told apart.
		isAlike && (moves.length > 0 || blip || it.ignoresPage || it.countsFromOne || hidden > 0),
		// Without a total, a row that is removed may hide another.
		moves.some(({ rows }) => rows < 0) && it.total_ !== 'all',
		// A fault that outlasts the second asking hides a list that is empty twice, or all of its page 0.
		blip && blip.at < 2 && (blip.length > 1 || blip.form === 'totalOnly'),
		blip && blip.at < 3 && it.countsFromOne && it.isPageZeroEmpty,
		// Where a smaller page tells nothing, the page is asked for twice.
		blip && (fixedSize > 0 || sizes || hidden > 0 || it.ignoresPage) && blip.length > 1,
		blip && (sizes || blip.length > 1) && mark === 'asked',
		hidden > 0 && (blip || it.ignoresPage),
	];
	return !cannotBe.some(Boolean);
}

export const drawnService: fc.Arbitrary<DrawnService> = fc
	.record({
		total: fc.oneof(fc.nat(60), fc.constantFrom(50, 100, 150, 200, 400, 500), fc.nat(900)),
		cap: mostly(
			Infinity,
			fc.oneof(fc.constantFrom(...USUAL_CAPS), fc.integer({ min: 7, max: 60 })),
			1,
		),
		fixedSize: mostly(0, fc.constantFrom(10, 25, 50, 100)),
		sizes: mostly(null, fc.constantFrom([10, 25, 50, 100], [50], [10, 20, 50], [25, 50, 100, 200])),
		ignoresPage: mostly(false, fc.constant(true)),
		empty: fc.constantFrom(...EMPTY_FORMS),
		window: mostly(Infinity, fc.constantFrom(100, 200, 300, 500)),
		total_: mostly('none' as const, fc.constantFrom('all', 'page', 'pages', 'sum'), 1),
		mark: mostly('none' as const, fc.constantFrom('last', 'hasMore', 'asked'), 2),
		isKeyed: mostly(false, fc.constant(true)),
		hidden: mostly(0, fc.constantFrom(1, 12, 40, 60, 210), 6),
		countsFromOne: mostly(false, fc.constant(true), 6),
		isPageZeroEmpty: fc.boolean(),
		blip: mostly(
			null,
			fc.record({
				at: fc.integer({ min: 1, max: 20 }),
				length: fc.integer({ min: 1, max: 2 }),
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
	const staying = new Set(rows.slice(it.hidden));
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
	const totalOf = (of: number, size: number) =>
		({ none: 0, all: rows.length, page: of, pages: Math.ceil(rows.length / size), sum: 81_250 })[
			it.total_
		];
	const envelope = (of: number, size: number, more: boolean): IDataObject => ({
		...(it.total_ !== 'none' && { total: totalOf(of, size) }),
		...(it.mark === 'last' && { last: !more }),
		...((it.mark === 'hasMore' || it.mark === 'asked') && { hasMore: more }),
	});
	const answering = ({ page, perPage, count }: Asked): unknown => {
		move(count);
		const { blip } = it;
		const isBlip = blip !== null && count >= blip.at && count < blip.at + blip.length;
		// A refusal of the first page is an error like any other.
		if (isBlip && !(page === 0 && typeof blip.form === 'number')) return without(blip.form, {});
		if (it.sizes && !it.sizes.includes(perPage)) return new Refused(400);
		if (it.countsFromOne && it.isPageZeroEmpty && page === 0) return without('list', {});
		const size = it.fixedSize || Math.min(perPage, it.cap);
		const number = it.countsFromOne ? Math.max(0, page - 1) : page;
		const start = (it.ignoresPage ? 0 : number) * size;
		if (start > 0 && start + size > it.window) return new Refused(400);
		const hidden = Math.max(0, it.hidden - start);
		const shown = rows
			.slice(start, start + size)
			.slice(hidden)
			.map((n) => rowOf(n, count));
		const more = it.mark === 'asked' ? shown.length >= perPage : start + size < rows.length;
		const beside = envelope(shown.length, size, more);
		if (shown.length > 0) return { contacts: it.isKeyed ? { ...shown } : shown, ...beside };
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
