import type { IDataObject } from 'n8n-workflow';

import { paginate } from '../../../nodes/pagination/paginate';
import { type Asked, listFrom, NOTHING, numbered, Refused } from '../../support/listService';

/** Services of the kinds that tools/sandbox/unknowns.md lists, one kind at a time, and what is said of their lists. */

const page = (all: IDataObject[], { page: number, perPage }: Asked) =>
	all.slice(number * perPage, (number + 1) * perPage);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
/** `toEqual` takes no notice of what is undefined, so a row without an id shows here as one. */
const idsOf = (rows: IDataObject[]) => rows.map(({ id = 'none' }) => id);
const complete = (total: number) => ({ ids: upTo(total), hints: [], error: undefined });

const read = async (answering: (asked: Asked) => unknown, options: object = {}) => {
	const { rows, hints, error, asked } = await listFrom(answering, options);
	return { ids: idsOf(rows), rows, hints, error, asked };
};
const shown = ({ ids, hints, error }: Awaited<ReturnType<typeof read>>) => ({ ids, hints, error });

describe('the size of pages', () => {
	it.each([
		[undefined, [200, 110]],
		[30, [30, 30, 30, 30]],
	])('is, where %p was chosen, %p', async (pageSize, sizes) => {
		const { asked } = await read((at) => ({ data: page(numbered(0, 110), at), total: 110 }), {
			pageSize,
		});
		expect(asked.map(({ perPage }) => perPage)).toEqual(sizes);
	});

	it.each([400, 413, 416, 422])('200 are refused (%i): 50 are asked for', async (status) => {
		const most = (at: Asked) =>
			at.perPage > 100 ? new Refused(status) : page(numbered(0, 170), at);
		const listing = await read(most, { pageSize: undefined });
		expect(shown(listing)).toEqual(complete(170));
		expect(new Set(listing.asked.map(({ perPage }) => perPage))).toContain(50);
	});

	it('a size that was chosen and is refused fails the list, and so does any other refusal', async () => {
		const chosen = await read(() => new Refused(422), { pageSize: 500 });
		expect([chosen.error?.status, chosen.asked.length]).toEqual([422, 1]);
		const other = await read(() => new Refused(404), { pageSize: undefined });
		expect([other.error?.status, other.asked.length]).toEqual([404, 1]);
	});

	it.each([undefined, 50])(
		'a limit of 7 is no size that is allowed (chosen: %p)',
		async (pageSize) => {
			const listing = await read(
				(at) => (at.perPage === 50 ? page(numbered(0, 130), at) : new Refused(400)),
				{ pageSize, limit: 7 },
			);
			expect(shown(listing)).toEqual(complete(7));
		},
	);

	it.each([[[50]], [[10, 25, 50, 100]]])('only %p are allowed', async (sizes) => {
		for (const total of [0, 7, 15, 20, 30, 37, 50, 130]) {
			const listing = await read(
				(at) => (sizes.includes(at.perPage) ? page(numbered(0, total), at) : new Refused(400)),
				{ pageSize: undefined },
			);
			expect(shown(listing)).toEqual(complete(total));
		}
	});

	it.each([2, 7, 20, 37])(
		'only some are allowed, and page 0 shows %i rows of 50',
		async (visible) => {
			for (const second of [5, visible - 1, visible, 50]) {
				const rowsOf = ({ page: number, perPage }: Asked) =>
					numbered(number * perPage, Math.min(300, (number + 1) * perPage)).filter(
						({ id }) => Number(id) % 50 < (Number(id) % 100 < 50 ? visible : second),
					);
				const { ids, hints, error } = await read((at) =>
					[10, 25, 50].includes(at.perPage) ? rowsOf(at) : new Refused(400),
				);
				const all = rowsOf({ page: 0, perPage: 300, count: 0 });
				if (hints.length === 0) expect({ error, ids }).toEqual({ error, ids: idsOf(all) });
			}
		},
	);

	it.each([7, 25, 49])('capped at %i, offsets counted either way', async (cap) => {
		for (const byAsked of [true, false]) {
			const listing = await read(({ page: number, perPage }) => {
				const size = Math.min(cap, perPage);
				const start = number * (byAsked ? perPage : size);
				return numbered(0, 333).slice(start, start + size);
			});
			expect(shown(listing)).toEqual(complete(333));
		}
	});
});

describe('the end of a list', () => {
	const forms: Array<[string, unknown]> = [
		['an empty list', { contacts: [], page: 9 }],
		['null in place of the list', { contacts: null }],
		['no list at all', { page: 9 }],
		['{}', {}],
		['no body', NOTHING],
		['a message', { message: 'Geen resultaten' }],
		['a text', 'none'],
		['a total alone', { totalElements: 130 }],
		['HAL without _embedded', { _links: { self: { href: '/' } }, page: { size: 50 } }],
		...[400, 404, 410, 416, 422].map((status): [string, unknown] => [
			`${status}`,
			new Refused(status),
		]),
	];
	it.each(forms)('is %s behind the last page', async (_what, form) => {
		for (const total of [50, 130, 150]) {
			const listing = await read((at) => {
				const contacts = page(numbered(0, total), at);
				return contacts.length > 0 ? { contacts } : form;
			});
			expect(shown(listing)).toEqual(complete(total));
		}
	});

	it.each<[unknown, string[]]>([
		[[], []],
		[{ contacts: [] }, []],
		[{ contacts: null }, []],
		[{ data: null }, []],
		[{ _links: {}, page: { totalElements: 0 } }, []],
		[{}, ['contained no list: {}']],
		[NOTHING, ['contained no list: nothing']],
		[{ message: 'Geen contacten' }, ['{"message":"Geen contacten"}']],
	])('%p as the first page is no rows, and what is in doubt is quoted', async (answer, words) => {
		const { rows, hints, error } = await read(() => answer);
		expect({ rows, error }).toEqual({ rows: [], error: undefined });
		expect(hints).toEqual(words.map((word) => expect.stringContaining(word)));
	});

	it.each([new Refused(404), new Refused(400), NOTHING, [], { status: 'busy' }])(
		'is not %p, where pages next to each other meet one passing fault',
		async (fault) => {
			for (const from of [1, 3, 8]) {
				const listing = await read((at) =>
					at.count >= from && at.count < from + 2 ? fault : page(numbered(0, 1500), at),
				);
				expect(shown(listing)).toEqual(complete(1500));
			}
		},
	);

	it('is not a page that is empty when it is asked for first, however many of them there are', async () => {
		const known = new Set<number>();
		const cold = (at: Asked) => {
			const isCold = at.page > 0 && at.perPage === 50 && !known.has(at.page);
			known.add(at.page);
			return isCold ? [] : page(numbered(0, 700), at);
		};
		expect(shown(await read(cold))).toEqual(complete(700));
	});

	it.each([undefined, 404, 400])('a page that cannot be had (%p) is told', async (status) => {
		const { ids, hints } = await read((at) =>
			at.page === 3 ? (status ? new Refused(status) : []) : page(numbered(0, 2000), at),
		);
		expect(ids).toEqual(upTo(150));
		expect(hints).toEqual([
			expect.stringContaining(status ? 'No such page' : 'The next page has no new entries'),
		]);
	});

	it('a window of results is told, in the words of the service', async () => {
		const { ids, hints } = await read((at) =>
			(at.page + 1) * at.perPage > 1000
				? new Refused(400, 'Result window is too large')
				: page(numbered(0, 3000), at),
		);
		expect(ids).toEqual(upTo(1000));
		expect(hints).toEqual([
			expect.stringMatching(/1,000 entries received.*Result window is too large/),
		]);
	});

	it.each([403, 500])('any other refusal (%i) fails the list at once', async (status) => {
		const { error } = await read((at) =>
			at.page === 3 ? new Refused(status) : page(numbered(0, 2000), at),
		);
		expect(error?.status).toBe(status);
	});

	it.each([400, 404])('all refused (%i) from some moment on is no end', async (status) => {
		const { error, hints } = await read((at) =>
			at.count >= 4 ? new Refused(status) : page(numbered(0, 2000), at),
		);
		// Page 0 is asked for again behind a 404, and a refusal of that is an error.
		expect([error?.message ?? hints[0]]).toEqual([
			expect.stringMatching(/incomplete: 200 entries received.*No such page|\(404\)/),
		]);
	});

	it.each([10, 15, 20, 25, 30])(
		'is a page of %i rows, pages of 50 whatever is asked',
		async (last) => {
			for (const form of [new Refused(404), new Refused(400)]) {
				const listing = await read(({ page: number }) => {
					const rows = page(numbered(0, 100 + last), { page: number, perPage: 50, count: 0 });
					return rows.length > 0 ? rows : form;
				});
				expect(shown(listing)).toEqual(complete(100 + last));
			}
		},
	);

	it.each([[[]], [NOTHING], [{ message: 'Busy' }]])(
		'all %p from some moment on is no end, and is told',
		async (nothing) => {
			const { hints } = await read((at) => (at.count >= 4 ? nothing : page(numbered(0, 2000), at)));
			expect(hints).toEqual([expect.stringContaining('has no new entries')]);
		},
	);

	it('a page that is not found where only one size is allowed is the end of a short list', async () => {
		const only50 = (at: Asked) => {
			if (at.perPage !== 50) return new Refused(400);
			return at.page > 0 ? new Refused(404) : numbered(0, 37);
		};
		expect(shown(await read(only50, { pageSize: undefined }))).toEqual(complete(37));
	});

	it('the last page again for each behind it, or page 0 as page 1 too, loses nothing', async () => {
		const clamped = await read((at) =>
			page(numbered(0, 133), { ...at, page: Math.min(at.page, Math.ceil(133 / at.perPage) - 1) }),
		);
		expect(shown(clamped)).toEqual(complete(133));
		const fromOne = await read((at) =>
			page(numbered(0, 333), { ...at, page: Math.max(0, at.page - 1) }),
		);
		expect(shown(fromOne)).toEqual(complete(333));
	});
});

describe('what a service says of its list', () => {
	const saying = (says: (asked: Asked) => IDataObject) => (at: Asked) => ({
		contacts: page(numbered(0, 130), at),
		...says(at),
	});
	const less = 'announced 140 entries but returned 130';
	it.each<[string, (asked: Asked) => IDataObject, string[]]>([
		['a total on each page', () => ({ total: 130 }), []],
		['a total of the page', (at) => ({ total: page(numbered(0, 130), at).length }), []],
		['a total that is always 0', () => ({ total: 0 }), []],
		['a total that counts something else', () => ({ total: 7 }), []],
		['a total that no page reaches', () => ({ total: 140 }), [less]],
		['such a total on the first page', (at) => (at.page === 0 ? { total: 140 } : {}), [less]],
		['more to come, for ever', () => ({ hasMore: true }), ['announced more entries']],
		['no more, at its last page', (at) => ({ hasMore: at.page < 2 }), []],
	])('%s: nothing is lost, and what does not fit is told', async (_what, says, hints) => {
		const listing = await read(saying(says));
		expect(listing.ids).toEqual(upTo(130));
		expect(listing.hints).toEqual(hints.map((hint) => expect.stringContaining(hint)));
	});

	it.each([{}, { total: 25 }])('pages capped at 25 whose total is theirs: %p', async (says) => {
		const listing = await read((at) => ({
			data: page(numbered(0, 500), { ...at, perPage: Math.min(25, at.perPage) }),
			...says,
		}));
		expect(shown(listing)).toEqual(complete(500));
	});

	it.each([20, 50, 100])('one full page of %i, its count, and 404 behind it', async (size) => {
		for (const total of [7, size, 2 * size, 2 * size + 7]) {
			const listing = await read(
				({ page: number }) =>
					number > 0 && number * size >= total
						? new Refused(404)
						: {
								count: total,
								next: null,
								results: numbered(number * size, Math.min(total, (number + 1) * size)),
							},
				{ pageSize: undefined },
			);
			expect(shown(listing)).toEqual(complete(total));
		}
	});

	it.each([10, 20, 30, 60])('a sum of money, 60, that pages of %i make up', async (size) => {
		for (const total of [60, 200]) {
			const capped = (at: Asked) => ({ ...at, perPage: Math.min(size, at.perPage) });
			const listing = await read((at) => ({
				data: page(numbered(0, total), capped(at)),
				total: 60,
			}));
			expect(shown(listing)).toEqual(complete(total));
		}
	});

	it('a sum of money that is reached where a page is empty for once', async () => {
		let wasEmpty = false;
		const listing = await read((at) => {
			const isEmpty = at.page === 3 && !wasEmpty;
			if (isEmpty) wasEmpty = true;
			const rows = page(numbered(0, 200), { ...at, perPage: Math.min(20, at.perPage) });
			return isEmpty ? { data: [] } : { data: rows, total: 60 };
		});
		expect(shown(listing)).toEqual(complete(200));
	});

	it('its end is all that is asked for', async () => {
		const { asked } = await read(saying(() => ({ last: true })));
		expect(asked).toHaveLength(1);
	});

	it('a total that the first page alone tells is asked for no further', async () => {
		const listing = await read(saying((at) => (at.page === 0 ? { total: 130 } : {})));
		expect(shown(listing)).toEqual(complete(130));
		expect(listing.asked).toHaveLength(3);
	});
});

/** Written by PHP after a filter: the keys of the rows that are left. */
const keyed = (rows: IDataObject[]) =>
	rows.length === 0 ? [] : Object.fromEntries(rows.map((row, n) => [n < 3 ? n : n + 1, row]));

type Framework = (rows: IDataObject[], at: Asked) => unknown;

/** Pages of `cap` rows at most. */
const capped = (rows: IDataObject[], at: Asked, cap = 50) =>
	page(rows, { ...at, perPage: Math.min(cap, at.perPage) });

const fromOne = (at: Asked) => ({ ...at, page: Math.max(0, at.page - 1) });

const FRAMEWORKS: Array<[string, Framework]> = [
	[
		'Spring',
		(rows, at) => ({
			content: page(rows, at),
			pageable: { sort: { sorted: false }, pageNumber: at.page, pageSize: at.perPage },
			last: (at.page + 1) * at.perPage >= rows.length,
			totalElements: rows.length,
			sort: [],
		}),
	],
	[
		'Spring, page in an object',
		(rows, at) => ({
			content: page(rows, at),
			page: { size: at.perPage, number: at.page, totalElements: rows.length, totalPages: 9 },
		}),
	],
	[
		'Laravel',
		(rows, at) => ({
			data: page(rows, fromOne(at)),
			links: { next: null, last: '/?page=9' },
			meta: { current_page: Math.max(1, at.page), last_page: 9, total: rows.length },
		}),
	],
	[
		'Laravel without a count',
		(rows, at) => ({ current_page: at.page, data: page(rows, fromOne(at)), next_page_url: null }),
	],
	[
		'Django REST',
		(rows, at) => ({ count: rows.length, next: null, previous: null, results: page(rows, at) }),
	],
	['Rails', (rows, at) => capped(rows, at, 25)],
	['Express', (rows, at) => ({ page: at.page, limit: at.perPage, rows: capped(rows, at, 100) })],
	['Express, from 1', (rows, at) => ({ rows: at.page ? page(rows, fromOne(at)) : [] })],
	['PHP, from 1', (rows, at) => (at.page ? { contacts: page(rows, fromOne(at)) } : [])],
	['PHP, keyed from the first page on', (rows, at) => ({ contacts: keyed(capped(rows, at)) })],
	[
		'PHP, keyed where a row was left out',
		(rows, at) => ({ contacts: at.page % 3 === 1 ? keyed(capped(rows, at)) : capped(rows, at) }),
	],
	['PHP, bare and keyed', (rows, at) => keyed(capped(rows, at))],
	[
		'a total of pages',
		(rows, at) => ({
			contacts: capped(rows, at),
			page: { number: at.page, total: Math.ceil(rows.length / 50) },
		}),
	],
	[
		'"more" by what was asked',
		(rows, at) => {
			const contacts = capped(rows, at);
			return { contacts, hasMore: contacts.length >= at.perPage };
		},
	],
	['all at once, whatever is asked', (rows) => ({ contacts: rows })],
];

describe.each(FRAMEWORKS)('as it comes from %s', (name, framework) => {
	it.each([0, 7, 50, 130, 400, 450, 2900])('%i rows, and nothing to say', async (total) => {
		const rows = numbered(0, total);
		const listing = await read((at) => framework(rows, at), { pageSize: undefined });
		expect(shown(listing)).toEqual(complete(total));
		const more = /from 1|Laravel/.test(name) ? 4 : 3;
		expect(listing.asked.length).toBeLessThanOrEqual(Math.ceil(total / 25) + more);
	});
});

it.each([undefined, 50])('rows hidden after paging: the first 40 of 460', async (pageSize) => {
	const visible = (at: Asked) => page(numbered(0, 460), at).filter(({ id }) => Number(id) >= 40);
	const { ids, hints } = await read(visible, { pageSize });
	expect({ ids, hints }).toEqual({ ids: upTo(460).slice(40), hints: [] });
});

it('what is no list in place of one is told', async () => {
	const { hints } = await read((at) => ({
		contacts: at.page === 1 ? { of: 'page 1' } : capped(numbered(0, 130), at),
	}));
	expect(hints).toHaveLength(1);
});

it.each<[string, object]>([
	['nothing', {}],
	['a total', { total: 3000 }],
])('of a list that says %s six pages are in flight', async (_what, says) => {
	const answering = (at: Asked) => ({ contacts: page(numbered(0, 3000), at), ...says });
	const { mostInFlight } = await listFrom(answering, { limit: 2500 }, [20]);
	expect(mostInFlight).toBe(6);
});

describe('a service that ignores `page`', () => {
	it.each<[string, (n: number) => IDataObject]>([
		['rows with ids', (n) => ({ id: n })],
		['rows without ids', (n) => ({ n })],
		['ids that are objects', (n) => ({ _id: { $oid: n } })],
	])('and sends all: %s come once', async (_what, row) => {
		for (const total of [1, 2, 3, 31, 100, 480]) {
			const { rows, hints, asked } = await listFrom(() => upTo(total).map(row));
			expect(rows).toEqual(upTo(total).map(row));
			expect(hints).toEqual([]);
			expect(asked.length).toBeLessThan(6);
		}
	});

	it.each<[string, (asked: Asked) => IDataObject[]]>([
		['caps pages', ({ perPage }) => numbered(0, Math.min(25, perPage))],
		['always sends 25', () => numbered(0, 25)],
		['always sends as many as were asked', () => numbered(0, 50)],
		['looks at the size', ({ perPage }) => numbered(0, perPage)],
	])('may have more where it %s, and a hint says so', async (_what, answer) => {
		const { hints, asked, ids } = await read(answer);
		expect(hints).toEqual([expect.stringContaining('the same page every time')]);
		expect(asked.length).toBeLessThan(8);
		expect(ids.length).toBeLessThanOrEqual(100);
	});
});

it('pages of 60, whatever is asked, that begin anew behind the second one: said', async () => {
	const { ids, hints } = await read(({ page: number }) =>
		numbered(0, 300).slice((number % 2) * 60, (number % 2) * 60 + 60),
	);
	expect(ids).toEqual(upTo(120));
	expect(hints).toEqual([expect.stringContaining('the same page every time')]);
});

it.each([1, 2, 3, 4, 6])('`page` is ignored, pages of %i were chosen: said', async (pageSize) => {
	const { hints } = await read(({ perPage }) => numbered(0, perPage), { pageSize });
	expect(hints).toEqual([expect.stringContaining('the same page every time')]);
});

describe('rows', () => {
	it.each(['id', '_id', 'uuid', 'contactId', 'CONTACT_GUID', 'key'])(
		'that insertions push on come once, told by %s',
		async (name) => {
			const rowsFrom = (first: number) =>
				upTo(300 - first).map((n) => ({ city: 'Breda', [name]: n + first, owner_id: 7 }));
			const { rows, hints } = await listFrom((at) => page(rowsFrom(at.count < 2 ? 0 : -7), at), {});
			expect(rows.map((row) => row[name])).toEqual(upTo(300));
			expect(hints).toEqual([]);
		},
	);

	it('that gain a field like an id on later pages are told by the one that page 0 had', async () => {
		const rowsFrom = (first: number, gains: boolean) =>
			upTo(300 - first).map((n) => ({ _id: n + first, ...(gains && { id: `new ${n}` }) }));
		const { rows } = await listFrom((at) =>
			page(rowsFrom(at.count < 2 ? 0 : -7, at.count > 1), at),
		);
		expect(new Set(rows.map(({ _id }) => _id)).size).toBe(300);
	});

	it('without an id are told by their content, and what is left out is told', async () => {
		const rowsFrom = (first: number) => upTo(300 - first).map((n) => ({ n: n + first }));
		const { rows, hints } = await listFrom((at) => page(rowsFrom(at.count < 3 ? 0 : -7), at));
		expect(rows.map(({ n }) => n)).toEqual(upTo(300));
		expect(hints).toEqual([expect.stringContaining('7 entries were received more than once')]);
	});

	it.each([null, '', undefined])('of which one has %p for an id have none', async (none) => {
		// Equal rows of one page are several where nothing tells them apart.
		const rowsOf = upTo(60).map((n) => ({ externalId: n === 3 ? none : n, n }));
		const all = [...rowsOf, ...upTo(2).map(() => ({ externalId: none, n: 99 }))];
		const { rows, hints } = await listFrom((asked) => page(all as IDataObject[], asked));
		expect(rows).toEqual(all);
		expect(hints).toEqual([]);
	});

	it('with neither an id nor steady content come once, and are in doubt', async () => {
		const { rows, hints } = await listFrom((at) =>
			page(
				upTo(130).map((n) => ({ n, seen: at.count })),
				at,
			),
		);
		expect(rows.map(({ n }) => n)).toEqual(upTo(130));
		expect(hints).toEqual([expect.stringContaining('may be incomplete: 130 entries')]);
	});

	it('that come again further on, as where the order is not steady, count once, with a hint', async () => {
		const unsteady = [...upTo(75), ...upTo(25), ...upTo(130).slice(75)].map((id) => ({ id }));
		const { ids, hints } = await read((asked) => page(unsteady, asked));
		expect(ids).toEqual(upTo(130));
		expect(hints).toEqual([expect.stringContaining('25 entries were received more than once')]);
	});

	it('a whole page that insertions pushed on is no end, and is told', async () => {
		const { hints } = await read((at) => page(numbered(at.count < 2 ? 0 : -50, 300), at));
		expect(hints).toEqual([expect.stringContaining('has no new entries')]);
	});

	it('that are appended while reading are taken along', async () => {
		const growing = (at: Asked) => page(numbered(0, 300 + Math.min(at.count, 15) * 10), at);
		const { ids, hints, error } = await read(growing);
		// All that were there at first; of those that come meanwhile some may not be seen.
		const atFirst = ids.filter((id) => Number(id) < 300);
		expect({ atFirst, hints, error }).toEqual({ atFirst: upTo(300), hints: [], error: undefined });
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.length).toBeGreaterThan(300);
	});

	it('that shrink while reading end', async () => {
		const shrinking = (at: Asked) => page(numbered(0, Math.max(0, 300 - at.count * 40)), at);
		const { ids } = await read(shrinking);
		expect(ids).toEqual(upTo(ids.length));
	});

	it('are all handed on where they may come again', async () => {
		const { rows } = await listFrom((at) => page(numbered(at.count < 2 ? 0 : -7, 300), at), {
			repeats: true,
		});
		expect(rows).toHaveLength(307);
	});

	it('that are repeated for ever end, and a hint says so', async () => {
		const cycle = ({ page: number }: Asked) => [{ id: number === 0 ? 'first' : number % 3 }];
		const { hints } = await listFrom(cycle, { pageSize: 1 });
		expect(hints).toEqual([expect.stringContaining('may be incomplete')]);
	});
});

it.each([
	['id', 50_040],
	['seen', 1_040],
])(
	'a service that invents rows for ever, told by %s, is given up, and told',
	async (name, most) => {
		let asked = 0;
		const fetchPage = async () => ({ rows: [{ [name]: asked++ }] });
		const list = paginate(fetchPage, { pageSize: 1, wait: async () => {} });
		let last = await list.next();
		while (!last.done) last = await list.next();
		expect(last.value).toContain('The list never ends');
		expect(asked).toBeLessThan(most);
	},
);

describe('an answer whose list', () => {
	const fields = Object.fromEntries(upTo(14).map((n) => [`f${n}`, n]));
	it.each<[unknown, string]>([
		[{ hello: 'world', total: 3 }, 'the fields hello, total.'],
		[{ errors: [{ text: 'Closed' }] }, 'rrors'],
		[fields, `the fields ${Object.keys(fields).slice(0, 12).join(', ')}.`],
		[7, 'a number.'],
	])('is not in %j fails, and says what is there', async (answer, words) => {
		const { error, rows } = await listFrom(() => answer);
		expect(rows).toEqual([]);
		expect(`${error?.message} ${error?.description}`).toContain(words);
	});
});
