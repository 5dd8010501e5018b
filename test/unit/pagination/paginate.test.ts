import { waitedMs } from '../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { type Asked, listFrom, NOTHING, numbered, Refused } from '../../support/listService';

/** Services that write their lists in various ways, one at a time, and what is reported of their lists. */

const page = (all: IDataObject[], { page: number, perPage }: Asked) =>
	all.slice(number * perPage, (number + 1) * perPage);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
const complete = (total: number) => ({ ids: upTo(total), hints: [], error: undefined });

const read = async (answering: (asked: Asked) => unknown, options: object = {}) => {
	const { rows, hints, error, asked } = await listFrom(answering, options);
	return { ids: rows.map(({ id = 'none' }) => id), hints, error, asked };
};

it.each([400, 413])('pages have 50 rows if 200 are refused with %i', async (status) => {
	const most = (at: Asked) => (at.perPage > 100 ? new Refused(status) : page(numbered(0, 170), at));
	expect(await read(most, { pageSize: undefined })).toMatchObject(complete(170));
});

it('a later page that repeats the one before it is doubt, and not the second first one', async () => {
	const repeats = (at: Asked) =>
		page(numbered(0, 200), { ...at, page: at.page > 1 ? at.page - 1 : at.page });
	const { ids, hints } = await read(repeats, { pageSize: 50 });
	expect(ids).toEqual(upTo(100));
	expect(hints).toEqual([expect.stringMatching(/incomplete: 100 entries.*no new entries/)]);
});

describe('behind the last page', () => {
	const ends = (total: number, form: unknown) => (at: Asked) => {
		const contacts = page(numbered(0, total), at);
		return contacts.length > 0 ? { contacts } : form;
	};

	it.each([400, 404])(
		'a refusal (%i) is the end if the page before was not full, or else doubt',
		async (status) => {
			expect(await read(ends(130, new Refused(status)))).toMatchObject(complete(130));
			const { ids, hints } = await read(ends(150, new Refused(status, 'Window is too large')));
			expect(ids).toEqual(upTo(150));
			expect(hints).toEqual([
				expect.stringMatching(/incomplete: 150 entries received.*Window is too large/),
			]);
		},
	);

	it.each([[{ message: 'Geen resultaten' }], ['none']])('%p is doubt', async (form) => {
		const { ids, hints } = await read(ends(130, form));
		expect(ids).toEqual(upTo(130));
		expect(hints).toEqual([expect.stringContaining('incomplete: 130 entries')]);
	});
});

it.each([new Refused(404), NOTHING, [], { status: 'busy' }])(
	'%p is not the end if it was a passing fault of several pages',
	async (fault) => {
		for (const from of [1, 3, 8]) {
			const met = new Set<number>();
			const answering = (at: Asked) => {
				const isMet = at.count >= from && at.count < from + 6 && !met.has(at.page);
				met.add(at.page);
				return isMet ? fault : page(numbered(0, 1510), at);
			};
			expect(await read(answering)).toMatchObject(complete(1510));
		}
	},
);

it('a list that is null is an empty one; an answer of no bytes is doubt', async () => {
	expect(await read(() => ({ contacts: null }))).toMatchObject(complete(0));
	const { ids, hints } = await read(() => NOTHING);
	expect([ids, hints]).toEqual([[], [expect.stringContaining('returned nothing')]]);
});

it('the last page again behind itself, or one page for all, is reported', async () => {
	const last = Math.floor(133 / 50);
	for (const most of [last, 0]) {
		for (const emptyOnce of [3, Infinity]) {
			const { hints } = await read((at) =>
				at.count === emptyOnce
					? []
					: page(numbered(0, 133), { ...at, page: Math.min(at.page, most) }),
			);
			expect(hints).toEqual([expect.stringContaining('The next page has no new entries')]);
		}
	}
});

it('pages count from 1 if page 0 comes again as page 1, or is empty', async () => {
	const fromOne = (at: Asked) => ({ ...at, page: Math.max(0, at.page - 1) });
	const again = await read((at) => page(numbered(0, 333), fromOne(at)));
	expect(again).toMatchObject(complete(333));
	const emptyFirst = (at: Asked) => ({
		data: at.page === 0 ? [] : page(numbered(0, 333), fromOne(at)),
		total: 333,
	});
	expect(await read(emptyFirst, { confirmsEnd: true })).toMatchObject(complete(333));
	expect(waitedMs()).toBe(0);
});

describe('what a service says about its list', () => {
	const saying = (says: (asked: Asked) => IDataObject, total = 130) => {
		return (at: Asked) => ({ content: page(numbered(0, total), at), ...says(at) });
	};
	const spring = ({ page: number }: Asked) => ({
		pageable: { sort: { sorted: false }, pageNumber: number, pageSize: 50 },
		last: number >= 2,
		totalElements: 130,
	});
	it.each<[string, (asked: Asked) => IDataObject, string[]]>([
		['a page of Spring', spring, []],
		['a total that is always 0', () => ({ total: 0 }), []],
		[
			'a total that no page reaches',
			() => ({ total: 140 }),
			['announced 140 entries but returned 130'],
		],
		['more to come, for ever', () => ({ hasMore: true }), ['announced more entries']],
	])('%s: nothing is lost, and what does not fit is reported', async (_what, says, hints) => {
		const listing = await read(saying(says));
		expect(listing.ids).toEqual(upTo(130));
		expect(listing.hints).toEqual(hints.map((hint) => expect.stringContaining(hint)));
	});

	it('that no more follow is believed, also of an empty page behind a full one', async () => {
		expect((await read(saying(() => ({ last: true })))).ids).toEqual(upTo(50));
		const isFull = saying((at) => ({ has_more: at.page < 2 }), 100);
		const { asked, ...listing } = await read(isFull, { confirmsEnd: true });
		expect(listing).toMatchObject(complete(100));
		expect(asked.filter(({ page: number }) => number === 2)).toHaveLength(1);
		expect(waitedMs()).toBe(0);
	});
});

it('a page that is not full has one behind it, which is asked for twice', async () => {
	expect((await read((at) => page(numbered(0, 30), at))).asked).toHaveLength(3);
});

it('rows that are added while pages are under way push none of the others out', async () => {
	const added = (at: Asked) => page(numbered(-7, 300), at);
	const before = (at: Asked) => page(numbered(0, 300), at);
	const answering = (at: Asked) =>
		at.page < 2 || (at.page > 2 && at.count < 7) ? before(at) : added(at);
	expect(await read(answering)).toMatchObject(complete(300));
});

it('a row that is added between others pushes the last one over the total of the first page', async () => {
	const all = numbered(0, 100);
	const grown = [...all.slice(0, 70), { id: 'added' }, ...all.slice(70)];
	const { ids, hints } = await read((at) => {
		const rows = at.count === 0 ? all : grown;
		return { contacts: page(rows, at), total: rows.length };
	});
	expect(ids).toEqual(grown.map(({ id }) => id));
	expect(hints).toEqual([]);
});

describe('rows', () => {
	it('without an ID are told apart by their content, and repeated ones are reported', async () => {
		const rowsFrom = (first: number) => upTo(300 - first).map((n) => ({ n: n + first }));
		const { rows, hints } = await listFrom((at) => page(rowsFrom(at.count < 3 ? 0 : -7), at));
		expect(rows.map(({ n }) => n)).toEqual(upTo(300));
		expect(hints).toEqual([expect.stringContaining('7 entries were received more than once')]);
	});

	it('whose IDs are not unique are told apart by their content', async () => {
		const rows = upTo(130).map((n) => ({ id: n % 2, n }));
		expect((await listFrom((at) => page(rows, at))).rows).toEqual(rows);
	});

	it('that appear again further on count once, and are reported', async () => {
		const unsteady = [...upTo(75), ...upTo(25), ...upTo(130).slice(75)].map((id) => ({ id }));
		const { ids, hints } = await read((asked) => page(unsteady, asked));
		expect(ids).toEqual(upTo(130));
		expect(hints).toEqual([expect.stringContaining('25 entries were received more than once')]);
	});
});

it('before contacts are written, an end is checked again after three seconds', async () => {
	const late = (at: Asked) => page(numbered(0, waitedMs() > 2000 ? 130 : 70), at);
	expect(await read(late, { confirmsEnd: true })).toMatchObject(complete(130));
});
