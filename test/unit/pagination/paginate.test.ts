import { waitedMs } from '../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { type Asked, listFrom, NOTHING, numbered, Refused } from '../../support/listService';

/** Services of the kinds that tools/sandbox/unknowns.md lists, one kind at a time, and what is said of their lists. */

const page = (all: IDataObject[], { page: number, perPage }: Asked) =>
	all.slice(number * perPage, (number + 1) * perPage);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
const complete = (total: number) => ({ ids: upTo(total), hints: [], error: undefined });

const read = async (answering: (asked: Asked) => unknown, options: object = {}) => {
	const { rows, hints, error, asked } = await listFrom(answering, options);
	return { ids: rows.map(({ id = 'none' }) => id), hints, error, asked };
};
const shown = ({ ids, hints, error }: Awaited<ReturnType<typeof read>>) => ({ ids, hints, error });

describe('the size of pages', () => {
	it.each([
		[undefined, [200, 200]],
		[130, [130, 130, 130]],
	])('is, if %p was chosen, %p', async (pageSize, sizes) => {
		const { asked } = await read((at) => ({ data: page(numbered(0, 310), at), total: 310 }), {
			pageSize,
		});
		expect(asked.map(({ perPage }) => perPage)).toEqual(sizes);
	});

	it.each([400, 413, 416, 422])('200 are refused (%i): 50 are asked for', async (status) => {
		const most = (at: Asked) =>
			at.perPage > 100 ? new Refused(status) : page(numbered(0, 170), at);
		expect(shown(await read(most, { pageSize: undefined }))).toEqual(complete(170));
	});

	it('a size that was chosen and is refused fails the list, and so does any other refusal', async () => {
		const chosen = await read(() => new Refused(422), { pageSize: 500 });
		expect([chosen.error?.status, chosen.asked.length]).toEqual([422, 1]);
		const other = await read(() => new Refused(404), { pageSize: undefined });
		expect([other.error?.status, other.asked.length]).toEqual([404, 1]);
	});
});

describe('behind the last page', () => {
	const ends = (total: number, form: unknown) => (at: Asked) => {
		const contacts = page(numbered(0, total), at);
		return contacts.length > 0 ? { contacts } : form;
	};

	it.each([400, 404, 410, 416, 422])(
		'a refusal (%i) is the end if the page before was not full, else doubt',
		async (status) => {
			for (const total of [7, 130]) {
				const listing = await read(ends(total, new Refused(status)));
				expect(shown(listing)).toEqual(complete(total));
			}
			const { ids, hints } = await read(ends(150, new Refused(status, 'Window is too large')));
			expect(ids).toEqual(upTo(150));
			expect(hints).toEqual([
				expect.stringMatching(/incomplete: 150 entries received.*Window is too large/),
			]);
		},
	);

	it.each([[{ page: 9 }], [{ message: 'Geen resultaten' }], ['none'], [{ contacts: { of: 1 } }]])(
		'%p is doubt',
		async (form) => {
			const { ids, hints } = await read(ends(130, form));
			expect(ids).toEqual(upTo(130));
			expect(hints).toEqual([
				expect.stringMatching(/incomplete: 130 entries.*contains no list|is not JSON/),
			]);
		},
	);

	it.each([403, 500])('any other refusal (%i) fails the list at once', async (status) => {
		const { error } = await read(ends(130, new Refused(status)));
		expect(error?.status).toBe(status);
	});
});

it.each([new Refused(404), new Refused(400), NOTHING, [], { status: 'busy' }])(
	'%p is not the end if pages next to each other meet one passing fault',
	async (fault) => {
		for (const from of [1, 3, 8]) {
			const met = new Set<number>();
			const answering = (at: Asked) => {
				const isMet = at.count >= from && at.count < from + 6 && !met.has(at.page);
				met.add(at.page);
				return isMet ? fault : page(numbered(0, 1510), at);
			};
			expect(shown(await read(answering))).toEqual(complete(1510));
		}
	},
);

it.each([
	[[]],
	[{ contacts: [] }],
	[{ contacts: null }],
	[NOTHING],
	[{ content: [], totalElements: 0, last: true }],
])('%p as the first page is no rows', async (answer) => {
	expect(shown(await read(() => answer))).toEqual(complete(0));
});

it('the last page again for each behind it, or one page for all, is told', async () => {
	const last = Math.floor(133 / 50);
	for (const most of [last, 0]) {
		for (const emptyOnce of [3, Infinity]) {
			const { hints, asked } = await read((at) =>
				at.count === emptyOnce
					? []
					: page(numbered(0, 133), { ...at, page: Math.min(at.page, most) }),
			);
			expect(hints).toEqual([expect.stringContaining('The next page has no new entries')]);
			expect(asked.length).toBeLessThanOrEqual(most + 4);
		}
	}
});

it('page 0 as page 1 too, or page 0 empty: pages count from 1', async () => {
	const fromOne = (at: Asked) => ({ ...at, page: Math.max(0, at.page - 1) });
	const again = await read((at) => page(numbered(0, 333), fromOne(at)));
	expect(shown(again)).toEqual(complete(333));
	const emptyFirst = (at: Asked) => ({
		data: at.page === 0 ? [] : page(numbered(0, 333), fromOne(at)),
		total: 333,
	});
	expect(shown(await read(emptyFirst, { confirmsEnd: true }))).toEqual(complete(333));
	expect(waitedMs()).toBe(0);
});

describe('what a service says of its list', () => {
	const saying = (says: (asked: Asked) => IDataObject) => (at: Asked) => ({
		content: page(numbered(0, 130), at),
		...says(at),
	});
	const less = 'announced 140 entries but returned 130';
	const spring = ({ page: number }: Asked) => ({
		pageable: { sort: { sorted: false }, pageNumber: number, pageSize: 50 },
		last: number >= 2,
		totalElements: 130,
	});
	it.each<[string, (asked: Asked) => IDataObject, string[]]>([
		['a page of Spring', spring, []],
		['a total on the first page', (at) => (at.page === 0 ? { total: 130 } : {}), []],
		['a total that is always 0', () => ({ total: 0 }), []],
		['a total that no page reaches', () => ({ total: 140 }), [less]],
		['a total that is far away', () => ({ total: 9000 }), ['announced 9,000 entries']],
		['such a total on the first page', (at) => (at.page === 0 ? { total: 140 } : {}), [less]],
		['the last page, and a greater total', (at) => ({ ...spring(at), totalElements: 140 }), [less]],
		['more to come, for ever', () => ({ hasMore: true }), ['announced more entries']],
	])('%s: nothing is lost, and what does not fit is told', async (_what, says, hints) => {
		const listing = await read(saying(says));
		expect(listing.ids).toEqual(upTo(130));
		expect(listing.asked.length).toBeLessThan(10);
		expect(listing.hints).toEqual(hints.map((hint) => expect.stringContaining(hint)));
	});

	it('no more follow: that is believed', async () => {
		const { ids, asked } = await read(saying(() => ({ last: true })));
		expect([ids.length, asked.length]).toEqual([50, 1]);
	});
});

describe('rows', () => {
	it('without an id are told by their content, and what is left out is told', async () => {
		const rowsFrom = (first: number) => upTo(300 - first).map((n) => ({ n: n + first }));
		const { rows, hints } = await listFrom((at) => page(rowsFrom(at.count < 3 ? 0 : -7), at));
		expect(rows.map(({ n }) => n)).toEqual(upTo(300));
		expect(hints).toEqual([expect.stringContaining('7 entries were received more than once')]);
	});

	it('that come again further on, as if the order is not steady, count once, with a hint', async () => {
		const unsteady = [...upTo(75), ...upTo(25), ...upTo(130).slice(75)].map((id) => ({ id }));
		const { ids, hints } = await read((asked) => page(unsteady, asked));
		expect(ids).toEqual(upTo(130));
		expect(hints).toEqual([expect.stringContaining('25 entries were received more than once')]);
	});

	it('are all handed on where they may come again', async () => {
		const { rows } = await listFrom((at) => page(numbered(at.count < 2 ? 0 : -7, 300), at), {
			repeats: true,
		});
		expect(rows).toHaveLength(307);
	});
});

describe('an answer whose list', () => {
	const fields = Object.fromEntries(upTo(14).map((n) => [`f${n}`, n]));
	it.each<[unknown, string]>([
		[{ hello: 'world', total: 3 }, 'the fields hello, total.'],
		[{ message: 'Closed' }, 'It says: Closed.'],
		[fields, `the fields ${Object.keys(fields).slice(0, 12).join(', ')}.`],
		[7, 'It is 7.'],
	])('is not in %j fails, and says what is there', async (answer, words) => {
		const { error, rows } = await listFrom(() => answer);
		expect(rows).toEqual([]);
		expect(`${error?.message} ${error?.description}`).toContain(words);
	});
});
