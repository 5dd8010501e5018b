import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { type Asked, listFrom, NOTHING, numbered, Refused } from '../../support/listService';
import { runs } from '../../support/runs';

/** Larger pages, where a service gives them: fewer requests, and never a row less. */

const SIZE = 3;
const LARGER = [4 * SIZE, 2 * SIZE];

const inPages = (all: IDataObject[], { page, perPage }: Asked, size = perPage) =>
	all.slice(page * size, page * size + Math.min(size, perPage));

/** What a service does with pages that are larger than those asked for first. */
const LARGE: Record<string, (all: IDataObject[], asked: Asked) => unknown> = {
	'gives them': inPages,
	'caps them, and counts offsets by what it sends': (all, asked) =>
		inPages(all, asked, Math.min(asked.perPage, 2 * SIZE)),
	'caps them, and counts offsets by what was asked': (all, asked) =>
		inPages(all, asked).slice(0, 2 * SIZE),
	'caps them below the first size': (all, asked) => inPages(all, asked).slice(0, SIZE - 1),
	'never gives more than the first size': (all, asked) => inPages(all, asked, SIZE),
	'begins them where smaller ones would': (all, { page, perPage }) =>
		all.slice(page * SIZE, page * SIZE + perPage),
	'sends the first of them whatever page is asked': (all, { perPage }) => all.slice(0, perPage),
	'refuses them': () => new Refused(400),
	'breaks at them': () => new Refused(500),
	'sends nothing': () => NOTHING,
	'sends no rows': () => [],
};

interface Service {
	total: number;
	large: string;
	/** Page, in rows, from which on large ones are treated in another way. */
	from: number;
	later: string;
	rows: string;
	says: boolean;
}

const ROWS: Record<string, (n: number) => IDataObject> = {
	'own ids': (n) => ({ id: n }),
	'no ids': (n) => ({ n }),
	'one id for all': (n) => ({ id: 'list', n }),
};

const service: fc.Arbitrary<Service> = fc.record({
	total: fc.nat(160),
	// Half of them give large pages, for only what is given can be taken away later.
	large: fc.oneof(fc.constant('gives them'), fc.constantFrom(...Object.keys(LARGE))),
	from: fc.oneof(fc.constant(Infinity), fc.integer({ min: 24, max: 160 })),
	// What shows other rows than it did at the first cannot be told from the end of a list.
	later: fc.constantFrom(
		'refuses them',
		'breaks at them',
		'sends nothing',
		'sends no rows',
		'caps them, and counts offsets by what was asked',
		'caps them below the first size',
		'never gives more than the first size',
	),
	rows: fc.constantFrom(...Object.keys(ROWS)),
	says: fc.boolean(),
});

const wanted = fc.record({
	limit: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 170 })),
	concurrency: fc.integer({ min: 1, max: 8 }),
});

const turns = fc.array(fc.nat(30), { minLength: 1, maxLength: 5 });

it('every row, in order, once, whatever a service does with larger pages', async () => {
	await fc.assert(
		fc.asyncProperty(service, wanted, turns, async (it, want, slowness) => {
			const all = Array.from({ length: it.total }, (_, n) => ROWS[it.rows](n));
			const answering = (asked: Asked) => {
				const isLarge = asked.perPage > SIZE;
				const later = asked.page * asked.perPage >= it.from;
				const rows = isLarge ? LARGE[later ? it.later : it.large](all, asked) : inPages(all, asked);
				return it.says && Array.isArray(rows) ? { contacts: rows, total: all.length } : rows;
			};
			const options = { ...want, pageSize: SIZE, largerSizes: LARGER };
			const { rows, error, asked, mostInFlight } = await listFrom(answering, options, slowness);
			expect(error).toBeUndefined();
			expect(rows).toEqual(all.slice(0, want.limit));
			expect(mostInFlight).toBeLessThanOrEqual(want.concurrency);
			for (const { page, perPage } of asked) {
				expect(Number.isInteger(page)).toBe(true);
				// A larger page is not asked for to throw some of it away.
				if (perPage > SIZE)
					expect((page + 1) * perPage).toBeLessThanOrEqual(want.limit ?? Infinity);
			}
			// Beside the pages there are the end of the list, the trials, and what is asked again.
			const pages = Math.ceil(Math.min(it.total, want.limit ?? Infinity) / SIZE);
			const toBeSure = 3 + want.concurrency + (/one id/.test(it.rows) ? 3 : 0);
			const again = LARGER.length + want.concurrency;
			expect(asked.length).toBeLessThanOrEqual(pages + toBeSure + again);
		}),
		runs(200),
	);
});

it('a page that is empty once costs no row, whatever becomes of the larger ones behind it', async () => {
	// Around where the first larger page begins, once they were tried: there the sizes meet.
	const gaps = fc.integer({ min: 7, max: 17 });
	const ends = fc.constantFrom(24, 36, 48, 60);
	await fc.assert(
		fc.asyncProperty(service, gaps, ends, wanted, turns, async (it, gap, from, want, slowness) => {
			// A page with rows follows: else an empty one is the end.
			const all = numbered(0, it.total + (gap + 2) * SIZE);
			let isFirst = true;
			const answering = (asked: Asked) => {
				if (asked.perPage === SIZE && asked.page === gap && isFirst) {
					isFirst = false;
					return [];
				}
				if (asked.perPage === SIZE) return inPages(all, asked);
				const isLater = asked.page * asked.perPage >= from;
				return LARGE[isLater ? it.later : 'gives them'](all, asked);
			};
			const options = { ...want, pageSize: SIZE, largerSizes: LARGER };
			const { rows, error } = await listFrom(answering, options, slowness);
			expect(error).toBeUndefined();
			expect(rows).toEqual(all.slice(0, want.limit));
		}),
		runs(400),
	);
});

it('rows that are hidden after paging cost none of the others', async () => {
	const hidden = fc.uniqueArray(fc.nat(150), { maxLength: 6 });
	await fc.assert(
		fc.asyncProperty(hidden, wanted, turns, async (hides, { concurrency }, slowness) => {
			const shown = (rows: IDataObject[]) => rows.filter(({ id }) => !hides.includes(Number(id)));
			const all = numbered(0, 150);
			const { rows, error } = await listFrom(
				(asked) => shown(inPages(all, asked)),
				{ concurrency, pageSize: SIZE, largerSizes: LARGER },
				slowness,
			);
			// Two pages of hidden rows in a row look like the end, as they do without larger pages.
			const gone = (page: number) =>
				[0, 1, 2].every((n) => hides.includes(page * SIZE + n)) && page < 50;
			fc.pre(!Array.from({ length: 50 }, (_, page) => gone(page)).includes(true));
			// Where the first page is short, smaller ones are asked for: one hidden whole fails the list.
			const isShort = hides.some((id) => id < SIZE);
			if (error && isShort) expect(error.message).toContain('a gap');
			else expect(error).toBeUndefined();
			expect(rows).toEqual(error ? shown(all).slice(0, rows.length) : shown(all));
		}),
		runs(100),
	);
});

it('a whole larger page that insertions pushed on is no end', async () => {
	let larger = 0;
	const { rows, error } = await listFrom(
		(asked) => {
			if (asked.perPage === 4 * SIZE && ++larger === 4) larger = Infinity;
			return inPages(numbered(larger === Infinity ? -4 * SIZE : 0, 300), asked);
		},
		{ pageSize: SIZE, largerSizes: LARGER, concurrency: 1 },
	);
	expect(error).toBeUndefined();
	expect(rows).toEqual(numbered(0, 300));
});

const requests = async (total: number, cap: number, limit?: number, largerSizes = [200, 100]) => {
	const all = numbered(0, total);
	const { rows, asked } = await listFrom(
		({ page, perPage, count }) =>
			inPages(all, { page, perPage: Math.min(perPage, cap), count }, Math.min(perPage, cap)),
		{ limit, largerSizes },
		[5],
	);
	expect(rows).toEqual(all.slice(0, limit));
	return asked.map(({ page, perPage }) => `${page} of ${perPage}`);
};

describe('what is asked of a service', () => {
	it('that gives them: a quarter of the requests, after one to try them', async () => {
		const asked = await requests(20_000, Infinity);
		expect(asked).toContain('1 of 200');
		expect(asked.at(8)).toMatch(/ of 50$/);
		expect(asked.filter((one) => one.endsWith(' of 50')).length).toBeLessThanOrEqual(22);
		expect(asked.length).toBeLessThanOrEqual(125);
	});

	it('that caps them at 100: that size', async () => {
		const asked = await requests(20_000, 100);
		expect(asked.filter((one) => one.endsWith(' of 200'))).toEqual(['1 of 200']);
		expect(asked.length).toBeLessThanOrEqual(225);
	});

	it('that caps them at 50: the usual pages, and two to try', async () => {
		const asked = await requests(2000, 50);
		expect(asked.filter((one) => !one.endsWith(' of 50'))).toEqual(['1 of 200', '1 of 100']);
		const usual = await requests(2000, 50, undefined, []);
		expect(asked.length).toBeLessThanOrEqual(usual.length + 2);
	});

	it.each([
		['a list of 350', 350, undefined],
		['the first 1,000 of more', 5000, 1000],
	])('%s: the usual pages only', async (_what, total, limit) => {
		const usual = await requests(total, Infinity, limit, []);
		expect(await requests(total, Infinity, limit)).toEqual(usual);
	});
});
