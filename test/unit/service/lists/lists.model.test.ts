import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { listPages } from '../../../../nodes/service/lists/pages';
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

const serviceParts = {
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
} as const;
const service: fc.Arbitrary<Service> = fc.record(serviceParts);

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
			// Pages that do not tell themselves apart are compared with others.
			const alike = /equal|all|shared/.test(it.rows) ? 3 : 0;
			const toBeSure = (want.limit ?? Infinity) <= it.total ? 0 : 3 + want.concurrency;
			const shortSecond = it.total > size && it.total < 2 * size && size < firstSize ? 2 : 0;
			expect(listing.asked.length).toBeLessThanOrEqual(needed + toBeSure + alike + shortSecond);
		}),
		runs(150),
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
				// An empty first page does not show what size the others have.
				const second = it.offsetsByAsked ? firstSize : Math.min(firstSize, it.cap);
				const lastPage = page === 0 && it.total <= second ? 0 : Math.ceil(it.total / size) - 1;
				const needed = upTo(want, all).length > before;
				if (page > lastPage || it.total === 0 || !needed) {
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
					const offset = page * (it.offsetsByAsked ? firstSize : size);
					const seen = page > 0 && size < firstSize && offset < it.total;
					expectAll({ rows, error } as Listing, seen ? upTo(want, all) : all.slice(0, before));
				}
			},
		),
		runs(200),
	);
});

it('rows hidden after paging: all that are shown, in order, once, or the list fails', async () => {
	const hiding = fc.record({
		total: fc.nat(150),
		/** Stretches of shown and hidden rows in turn. */
		stretches: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 }),
		hiddenFirst: fc.boolean(),
		shape: fc.constantFrom(...Object.keys(SHAPES)),
	});
	await fc.assert(
		fc.asyncProperty(hiding, wanted, async ({ total, stretches, hiddenFirst, shape }, want) => {
			const firstSize = Math.min(want.pageSize, want.limit ?? Infinity);
			const marks = stretches.flatMap((length, n) =>
				Array<boolean>(length).fill(n % 2 === Number(hiddenFirst)),
			);
			const all = Array.from({ length: total }, (_, id) => ({ id }));
			const shown = all.filter(({ id }) => marks[id % marks.length]);
			// Two pages hidden whole end a list: a stated limit.
			const longest = Math.max(...stretches) + (stretches.length % 2 ? stretches.at(-1)! : 0);
			fc.pre(longest < firstSize);

			const { rows, error } = await list(({ page, perPage }) => {
				const raw = all.slice(page * perPage, (page + 1) * perPage);
				return SHAPES[shape](raw.filter((row) => shown.includes(row)));
			}, want);
			const expected = upTo(want, shown);
			if (error) expect(error.message).toContain('The list has a gap');
			expect(rows).toEqual(error ? expected.slice(0, rows.length) : expected);
		}),
		runs(150),
	);
});

it('a service that ignores `page` ends, with every row once', async () => {
	const ignoring = fc.record({ ...serviceParts, changing: fc.boolean(), sendsAll: fc.boolean() });
	await fc.assert(
		fc.asyncProperty(ignoring, wanted, async (it, want) => {
			const rowsOf = ['own ids', 'no ids', 'ids that are texts'].includes(it.rows);
			fc.pre(rowsOf && !(it.changing && it.rows === 'no ids'));
			const all = allOf(it);
			const listing = await list(({ perPage, count }) => {
				const rows = it.sendsAll ? all : all.slice(0, perPage);
				return SHAPES[it.shape](it.changing ? rows.map((row) => ({ ...row, count })) : rows);
			}, want);
			const firstSize = Math.min(want.pageSize, want.limit ?? Infinity);
			const sent = it.sendsAll ? all : all.slice(0, firstSize);
			const first = it.changing ? sent.map((row) => ({ ...row, count: 0 })) : sent;
			expectAll(listing, upTo(want, first));
			const full = sent.length === firstSize && sent.length < (want.limit ?? Infinity);
			expect(listing.hints.length).toBe(full ? 1 : 0);
			expect(listing.asked.length).toBeLessThanOrEqual(6);
		}),
		runs(150),
	);
});

it('rows that come at the front meanwhile: those that were there come once', async () => {
	const moves = fc.array(fc.integer({ min: -12, max: 12 }), { minLength: 1, maxLength: 8 });
	await fc.assert(
		fc.asyncProperty(fc.nat(120), moves, wanted, async (total, steps, want) => {
			let front = 1000;
			const answering = ({ page, perPage, count }: Asked) => {
				// Only insertions: where rows go, others slip past any reader of pages.
				front -= Math.max(0, steps[count % steps.length]) * (count < 40 ? 1 : 0);
				const all = Array.from({ length: 1000 + total - front }, (_, n) => ({ id: front + n }));
				return all.slice(page * perPage, (page + 1) * perPage);
			};
			const { rows, error } = await list(answering, { ...want, limit: undefined, pageSize: 50 });
			expect(error).toBeUndefined();
			const ids = rows.map(({ id }) => Number(id));
			expect(new Set(ids).size).toBe(ids.length);
			const stayed = Array.from({ length: total }, (_, n) => 1000 + n);
			expect(ids.filter((id) => id >= 1000)).toEqual(stayed);
		}),
		runs(100),
	);
});

describe('no endless loop', () => {
	it('a service that invents rows for ever', async () => {
		let asked = 0;
		const pages = listPages(async () => ({ rows: [{ id: asked++ }], hints: {} }), {
			pageSize: 1,
			concurrency: 5,
		});
		const reading = (async () => {
			for await (const { length } of pages) if (length !== 1) return;
		})();
		await expect(reading).rejects.toThrow(
			'The list does not end: 50000 entries came on 50000 pages',
		);
		expect(asked).toBeLessThan(50_010);
	});

	it('a service that repeats its rows for ever', async () => {
		const { rows, error, asked } = await listFrom(
			({ page }) => (page < 50_000 ? [{ id: page % 2 }] : []),
			{ pageSize: 1 },
		);
		expect(rows).toEqual([{ id: 0 }, { id: 1 }]);
		expect(error?.message).toBe('The list does not end: 2 entries came on 103 pages');
		expect(asked.length).toBeLessThan(110);
	});
});

describe('what the certainty costs: requests one at a time', () => {
	const rows = (total: number) => Array.from({ length: total }, (_, id) => ({ id }));
	const paged =
		(total: number, cap = Infinity) =>
		({ page, perPage }: Asked) => {
			const size = Math.min(perPage, cap);
			return rows(total).slice(page * size, (page + 1) * size);
		};
	it.each([
		['an empty list', paged(0), 2],
		['one page that is not full', paged(10), 4],
		['one full page', paged(50), 3],
		['ten full pages', paged(500), 12],
		['ten pages and a short one', paged(510), 13],
		['twenty pages capped at 25', paged(500, 25), 23],
		[
			'ten pages with a mark of the last',
			(asked: Asked) => ({
				content: paged(500)(asked),
				last: asked.page === 9,
			}),
			10,
		],
		['`page` ignored, all sent at once', () => rows(500), 3],
		['`page` ignored, all in a page that is not full', () => rows(10), 4],
	])('%s', async (_what, answering, requests) => {
		const { asked, error } = await listFrom(answering, { concurrency: 1 });
		expect(error).toBeUndefined();
		expect(asked.length).toBe(requests);
	});
});
