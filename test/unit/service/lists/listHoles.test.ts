import type { IDataObject } from 'n8n-workflow';

import { type Asked, listFrom, NOTHING, numbered, Refused } from '../../support/listService';

/** Services that would make a list end early, or take rows for others, in silence. */

const page = (all: IDataObject[], { page: number, perPage }: Asked) =>
	all.slice(number * perPage, (number + 1) * perPage);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
/** `toEqual` takes no notice of what is undefined, so a row without an id shows here as one. */
const idsOf = (rows: IDataObject[]) => rows.map(({ id = 'none' }) => id);

describe('rows hidden after paging', () => {
	const hiding = (hidden: (n: number) => boolean) => (asked: Asked) =>
		page(numbered(0, 500), asked).filter(({ id }) => !hidden(Number(id)));
	const visible = (hidden: (n: number) => boolean) => upTo(500).filter((n) => !hidden(n));

	it.each([
		['its end', (n: number) => n >= 10 && n < 50],
		['its beginning', (n: number) => n < 40],
		['all but every fifth row of it', (n: number) => n < 50 && n % 5 > 0],
		['all but two places of it', (n: number) => n < 50 && !(n < 5 || (n >= 10 && n < 15))],
		['its end and places all over the list', (n: number) => (n >= 30 && n < 50) || n % 50 > 42],
	])('a first page that hides %s loses nothing', async (_where, hidden) => {
		for (const concurrency of [1, 5]) {
			const { rows, error } = await listFrom(hiding(hidden), { concurrency });
			expect(error).toBeUndefined();
			expect(idsOf(rows)).toEqual(visible(hidden));
		}
	});

	it('what the smaller size shows a second time is no second page', async () => {
		const hidden = (n: number) => n < 50 && (n < 10 || n >= 20);
		const { rows } = await listFrom((asked) =>
			page(numbered(0, 80), asked).filter(({ id }) => !hidden(Number(id))),
		);
		expect(idsOf(rows)).toEqual(upTo(80).filter((n) => !hidden(n)));
	});

	it('rows without ids come once, too', async () => {
		const hidden = (n: number) => n >= 10 && n < 50;
		const { rows } = await listFrom((asked) => hiding(hidden)(asked).map(({ id }) => ({ n: id })));
		expect(rows).toEqual(visible(hidden).map((n) => ({ n })));
	});

	it.each([
		['one in two or so', (n: number) => n % 13 > 6],
		['these, and a stretch', (n: number) => n % 13 > 6 || (n >= 84 && n < 112)],
	])(
		'rows without ids come once, too, where most are shown: hidden are %s',
		async (_what, hidden) => {
			const { rows, error } = await listFrom((asked) =>
				hiding(hidden)(asked).map(({ id }) => ({ n: id })),
			);
			expect(error).toBeUndefined();
			expect(rows).toEqual(visible(hidden).map((n) => ({ n })));
		},
	);
});

describe('pages capped below the size that is asked, which offsets count by', () => {
	const capped = (all: IDataObject[], { page, perPage }: Asked) =>
		all.slice(page * perPage, page * perPage + Math.min(perPage, 20));

	it('a second page that hides a row is no sign that the first did', async () => {
		const { rows } = await listFrom((asked) =>
			capped(numbered(0, 300), asked).filter(({ id }) => id !== 25),
		);
		expect(idsOf(rows)).toEqual(upTo(300).filter((n) => n !== 25));
	});

	it.each([404, undefined])('a page that cannot be had (%p) fails the list', async (status) => {
		const { rows, error } = await listFrom((asked) =>
			asked.page === 3 && asked.perPage === 20
				? status === undefined
					? []
					: new Refused(status)
				: capped(numbered(0, 300), asked),
		);
		expect(idsOf(rows)).toEqual(upTo(60));
		expect(error?.message).toContain('a gap: its page 4');
	});

	it('the last page again for each behind it loses nothing', async () => {
		const { rows } = await listFrom(({ page: number, perPage, count }) => {
			const last = Math.ceil(33 / perPage) - 1;
			return capped(numbered(0, 33), { page: Math.min(number, last), perPage, count });
		});
		expect(idsOf(rows)).toEqual(upTo(33));
	});
});

describe('one page without rows in the middle', () => {
	const nothing = {
		'404': new Refused(404),
		'400': new Refused(400),
		'no body': NOTHING,
		'[]': [],
	};

	describe.each(Object.entries(nothing))('%s', (_what, answer) => {
		const failing = (times: number) => (asked: Asked) =>
			asked.page === 3 && times-- > 0 ? answer : page(numbered(0, 2000), asked);

		it('for once, is asked again', async () => {
			const { rows, error } = await listFrom(failing(1));
			expect(error).toBeUndefined();
			expect(idsOf(rows)).toEqual(upTo(2000));
		});

		it('for good, fails the list with the reason', async () => {
			const { rows, error } = await listFrom(failing(Infinity));
			expect(idsOf(rows)).toEqual(upTo(150));
			expect(error?.message).toBe(
				'The list has a gap: its page 4 holds nothing, though the one behind it does',
			);
			const reason = answer instanceof Refused ? 'No such page' : 'It comes empty each time';
			expect(error?.description).toContain(reason);
		});
	});

	it('the first, empty for once, is no empty list', async () => {
		const { rows } = await listFrom((asked) =>
			asked.count === 0 ? NOTHING : page(numbered(0, 120), asked),
		);
		expect(idsOf(rows)).toEqual(upTo(120));
	});

	it('the only one, empty for once, is taken for an empty list: a limit that the docs state', async () => {
		const { rows, error } = await listFrom((asked) =>
			asked.count === 0 ? NOTHING : page(numbered(0, 50), asked),
		);
		expect({ rows, error }).toEqual({ rows: [], error: undefined });
	});

	it('any other refusal fails the list at once', async () => {
		const { rows, error } = await listFrom((asked) =>
			asked.page === 3 ? new Refused(403) : page(numbered(0, 2000), asked),
		);
		expect(idsOf(rows)).toEqual(upTo(150));
		expect(error?.status).toBe(403);
	});

	it.each([400, 404])(
		'all are refused (%i) from some moment on: that is no end',
		async (status) => {
			const { rows, error } = await listFrom((asked) =>
				asked.count >= 4 ? new Refused(status) : page(numbered(0, 2000), asked),
			);
			expect(idsOf(rows)).toEqual(upTo(rows.length));
			expect(error?.status).toBe(status);
		},
	);

	it.each([400, 404])(
		'only those behind the last are refused (%i): that is the end',
		async (status) => {
			const { rows, error, asked } = await listFrom(
				(at) => (at.page > 2 ? new Refused(status) : page(numbered(0, 150), at)),
				{ concurrency: 1 },
			);
			expect(error).toBeUndefined();
			expect(idsOf(rows)).toEqual(upTo(150));
			expect(asked.map((one) => one.page)).toEqual([0, 1, 2, 3, 4, 0]);
		},
	);

	it('a first page that is refused fails the list', async () => {
		const { error, asked } = await listFrom(() => new Refused(404));
		expect(error?.status).toBe(404);
		expect(asked).toHaveLength(1);
	});
});

describe('rows that look alike', () => {
	const twice = upTo(150).map((n) => ({ id: n % 75, n }));

	it('the same id with other content is kept, with a hint', async () => {
		const { rows, hints } = await listFrom((asked) => page(twice, asked));
		expect(rows).toEqual(twice);
		expect(hints).toEqual([expect.stringContaining('same id (the first of them: 0)')]);
	});

	it('a row that comes on two pages comes once, without a hint', async () => {
		const overlapping = [...numbered(0, 50), ...numbered(45, 120)];
		const { rows, hints } = await listFrom((asked) => page(overlapping, asked));
		expect(idsOf(rows)).toEqual(upTo(120));
		expect(hints).toEqual([]);
	});

	it('equal neighbouring pages without ids are both kept', async () => {
		const equal = upTo(230).map(() => ({ name: 'An' }));
		const { rows } = await listFrom((asked) => page(equal, asked));
		expect(rows).toEqual(equal);
	});

	it('a whole page that insertions pushed on is no end', async () => {
		const { rows } = await listFrom(
			(asked) => page(numbered(asked.count < 2 ? 0 : -50, 300), asked),
			{ concurrency: 1 },
		);
		expect(idsOf(rows)).toEqual(upTo(300));
	});
});

describe('a service that ignores `page`', () => {
	it.each<[string, (n: number) => IDataObject]>([
		['rows with ids', (n: number) => ({ id: n })],
		['rows without ids', (n: number) => ({ n })],
		['ids that are objects', (n: number) => ({ id: { $oid: n } })],
	])('%s come once', async (_what, row) => {
		const all = upTo(30).map(row);
		const { rows, hints } = await listFrom(() => all);
		expect(rows).toEqual(all);
		expect(hints).toEqual([]);
	});

	it('comes once although the content is another each time', async () => {
		const { rows, hints } = await listFrom(({ count }) =>
			upTo(30).map((id) => ({ id, seen: count })),
		);
		expect(rows).toEqual(upTo(30).map((id) => ({ id, seen: 0 })));
		expect(hints).toEqual([]);
	});

	it.each([10, 50, 500])(
		'comes once although one of the answers (%i rows) came empty',
		async (total) => {
			for (const nothing of [new Refused(404), NOTHING, []]) {
				for (let empty = 1; empty < 5; empty++) {
					const { rows, error } = await listFrom(
						({ count }) => (count === empty ? nothing : numbered(0, total)),
						{ concurrency: 1 },
					);
					expect(error).toBeUndefined();
					expect(idsOf(rows)).toEqual(upTo(total));
				}
			}
		},
	);

	it('but not the size may have more, and a hint says so', async () => {
		const { rows, hints } = await listFrom(({ perPage }) => numbered(0, perPage));
		expect(rows).toHaveLength(50);
		expect(hints).toEqual([expect.stringContaining('the same 50 entries whatever page')]);
	});
});

describe('a service that ignores `per_page`', () => {
	it.each([20, 60, 75, 100])('and always sends %i rows loses none', async (size) => {
		for (const total of [size, 2 * size, 150, 177, 530]) {
			const { rows, error, asked } = await listFrom(
				({ page: number }) => numbered(number * size, Math.min(total, (number + 1) * size)),
				{ largerSizes: [200, 100] },
			);
			expect(error).toBeUndefined();
			expect(idsOf(rows)).toEqual(upTo(total));
			expect(asked.every(({ page: number }) => Number.isInteger(number))).toBe(true);
		}
	});

	it('nor does one that takes page 0 for page 1', async () => {
		const { rows } = await listFrom(({ page: number, count }) =>
			page(numbered(0, 250), { page: Math.max(0, number - 1), perPage: 100, count }),
		);
		expect(idsOf(rows)).toEqual(upTo(250));
	});
});

describe('a list under an unknown name beside other arrays', () => {
	it.each([
		['sort keys', { sort: [{ property: 'name' }] }],
		['filters', { filters: [{ field: 'type' }] }],
		['messages', { messages: [{ text: 'Page read' }] }],
		['columns', { kolommen: ['naam', 'plaats'] }],
		['messages further in', { meta: { messages: [{ text: 'Page read' }] } }],
	])('%s: the last page may be empty, and no row is taken from there', async (_what, beside) => {
		for (const total of [0, 30, 100]) {
			const { rows, error } = await listFrom((asked) => ({
				relaties: page(numbered(0, total), asked),
				...beside,
			}));
			expect(error).toBeUndefined();
			expect(idsOf(rows)).toEqual(upTo(total));
		}
	});

	it('the path found on the first page holds for all', async () => {
		const { rows } = await listFrom((asked) => ({
			relaties: page(numbered(0, 100), asked),
			meldingen: asked.page > 1 ? [{ text: 'No more' }] : [],
		}));
		expect(idsOf(rows)).toEqual(upTo(100));
	});

	it('errors are never rows', async () => {
		const { rows, error } = await listFrom(() => ({ errors: [{ text: 'Closed' }] }));
		expect(rows).toEqual([]);
		expect(error).toBeDefined();
	});
});
