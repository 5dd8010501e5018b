import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { type Asked, type Listing, listFrom, NOTHING, Refused } from '../../support/listService';
import { runs } from '../../support/runs';

/** Services are drawn; a model says of each what must come out of its list, to the row or error. */

const SHAPES: Record<string, (rows: IDataObject[]) => unknown> = {
	bare: (rows) => rows,
	named: (contacts) => ({ contacts }),
	usual: (content) => ({ content, errors: [], sort: [{ property: 'id' }] }),
	unknown: (relaties) => ({ relaties, sort: [{ property: 'id' }], filters: [] }),
	'unknown, deep': (relaties) => ({ result: { relaties, kolommen: ['id'] }, version: 3 }),
	'unknown beside messages': (relaties) => ({ messages: [{ text: 'Read' }], relaties }),
};

const ROWS: Record<string, (n: number, total: number) => IDataObject> = {
	'own ids': (n) => ({ id: n, name: 'An' }),
	'ids that are texts': (n) => ({ id: `row ${n}`, name: 'An' }),
	'no ids': (n) => ({ n }),
	'no ids and all equal': () => ({ name: 'An' }),
	'half of them with ids': (n) => (n % 2 ? { id: n } : { n }),
	'ids shared by two': (n, total) => ({ id: n % Math.ceil(total / 2), n }),
	'one id for all': (n) => ({ id: 'list', n }),
};

const GAPS: Record<string, (empty: unknown) => unknown> = {
	'404': () => new Refused(404),
	'400': () => new Refused(400),
	'no body': () => NOTHING,
	'an empty list': (empty) => empty,
};

interface Service {
	total: number;
	shape: string;
	rows: string;
	/** Most rows in a page, whatever is asked. */
	cap: number;
	/** Whether offsets count by the size that was asked, not by the one that is sent. */
	offsetsByAsked: boolean;
	/** Behind the last page: 404 instead of an empty list. */
	endsWith404: boolean;
	says: { total?: 'right' | 'of the page' | 'too high' | 'cut off'; mark?: 'last' | 'hasMore' };
}

interface Wanted {
	limit: number | undefined;
	pageSize: number;
	concurrency: number;
	turns: number[];
}

const service: fc.Arbitrary<Service> = fc.record({
	total: fc.nat(150),
	shape: fc.constantFrom(...Object.keys(SHAPES)),
	rows: fc.constantFrom(...Object.keys(ROWS)),
	cap: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 40 })),
	offsetsByAsked: fc.boolean(),
	endsWith404: fc.boolean(),
	says: fc.record(
		{
			total: fc.constantFrom('right', 'of the page', 'too high', 'cut off'),
			mark: fc.constantFrom('last', 'hasMore'),
		},
		{ requiredKeys: [] },
	),
});

const wanted: fc.Arbitrary<Wanted> = fc.record({
	limit: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 170 })),
	pageSize: fc.integer({ min: 1, max: 50 }),
	concurrency: fc.integer({ min: 1, max: 10 }),
	turns: fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }),
});

const allOf = ({ total, rows }: Service) =>
	Array.from({ length: total }, (_, n) => ROWS[rows](n, total));

/** One page as the service counts it. */
function answerOf(it: Service, all: IDataObject[], { page, perPage }: Asked): unknown {
	const size = Math.min(perPage, it.cap);
	const start = page * (it.offsetsByAsked ? perPage : size);
	const rows = all.slice(start, start + size);
	if (it.endsWith404 && page > 0 && rows.length === 0) return new Refused(404);
	return enveloped(it, rows, start + rows.length < all.length);
}

function enveloped({ shape, says, total }: Service, rows: IDataObject[], more: boolean): unknown {
	const answer = SHAPES[shape](rows);
	if (Array.isArray(answer)) return answer;
	const totals = {
		right: total,
		'of the page': rows.length,
		'too high': total + 40,
		'cut off': Math.min(total, 60),
	};
	return {
		...(answer as object),
		...(says.total && { total: totals[says.total] }),
		...(says.mark === 'last' && { last: !more }),
		...(says.mark === 'hasMore' && { hasMore: more }),
	};
}

const list = async (answering: (asked: Asked) => unknown, { turns, ...options }: Wanted) => {
	const listing = await listFrom(answering, options, turns);
	expect(listing.mostInFlight).toBeLessThanOrEqual(options.concurrency);
	return listing;
};

const upTo = ({ limit }: Wanted, rows: IDataObject[]) => rows.slice(0, limit);

const expectAll = ({ rows, error }: Listing, expected: IDataObject[]) => {
	expect(error).toBeUndefined();
	expect(rows).toEqual(expected);
};

it('a service that keeps its word: every row, in order, once, and no page too many', async () => {
	await fc.assert(
		fc.asyncProperty(service, wanted, async (it, want) => {
			const all = allOf(it);
			const listing = await list((asked) => answerOf(it, all, asked), want);
			expectAll(listing, upTo(want, all));

			const firstSize = Math.min(want.pageSize, want.limit ?? Infinity);
			const size = Math.min(firstSize, it.cap);
			const needed = Math.max(1, Math.ceil(Math.min(it.total, want.limit ?? Infinity) / size));
			// Pages that do not tell themselves apart are compared with a far one, up to once each.
			const alike = /equal|all|shared/.test(it.rows) ? 1 : 0;
			const toBeSure = (want.limit ?? Infinity) <= it.total ? 0 : 3 + want.concurrency;
			const shortSecond = it.total > size && it.total < 2 * size && size < firstSize ? 2 : 0;
			expect(listing.asked.length).toBeLessThanOrEqual(needed + toBeSure + alike + shortSecond);
		}),
		runs(250),
	);
});

it('a page without rows: asked again it has them, or the list fails, or it was the last', async () => {
	await fc.assert(
		fc.asyncProperty(
			service,
			wanted,
			fc.record({
				page: fc.nat(8),
				lasting: fc.boolean(),
				gap: fc.constantFrom(...Object.keys(GAPS)),
			}),
			async (it, want, { page, lasting, gap }) => {
				const all = allOf(it);
				const firstSize = Math.min(want.pageSize, want.limit ?? Infinity);
				const size = Math.min(firstSize, it.cap, Math.max(1, it.total));
				// A refusal of the first page is a failure like any other.
				fc.pre(page > 0 || gap === 'no body');
				let happened = false;
				const { rows, error } = await list((asked) => {
					if (asked.page !== page || (happened && !lasting)) return answerOf(it, all, asked);
					happened = true;
					return GAPS[gap](enveloped({ ...it, says: {} }, [], true));
				}, want);

				const before = page * size;
				const lastPage = Math.ceil(it.total / size) - 1;
				const needed = upTo(want, all).length > before;
				if (page > lastPage || !needed) {
					expect({ rows, error }).toEqual({ rows: upTo(want, all), error: undefined });
				} else if (lasting) {
					expect(rows).toEqual(all.slice(0, before));
					const isLast = page === lastPage;
					if (isLast) expect(error).toBeUndefined();
					else expect(error?.message).toContain(`gap: its page ${page + 1} holds nothing`);
				} else if (page < lastPage) {
					expectAll({ rows, error } as Listing, upTo(want, all));
				} else {
					// Two empty pages end a list, unless the size first asked shows the rows.
					const seen = size < firstSize && page * (it.offsetsByAsked ? firstSize : size) < it.total;
					expectAll({ rows, error } as Listing, seen ? upTo(want, all) : all.slice(0, before));
				}
			},
		),
		runs(400),
	);
});
