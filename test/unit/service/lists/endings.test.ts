import type { IDataObject } from 'n8n-workflow';

import { listPages } from '../../../../nodes/service/lists/pages';
import { type Asked, listFrom, numbered, Refused } from '../../support/listService';

/** How a list ends, and what is said of it then. */

const paged =
	(total: number, says: (asked: Asked) => IDataObject) =>
	(asked: Asked): IDataObject => ({
		contacts: numbered(0, total).slice(
			asked.page * asked.perPage,
			(asked.page + 1) * asked.perPage,
		),
		...says(asked),
	});

it('of which no row is wanted is not asked for', async () => {
	const fetchPage = jest.fn();
	const options = { limit: 0, pageSize: 50, concurrency: 5 };
	expect((await listPages(fetchPage, options).next()).done).toBe(true);
	expect(fetchPage).not.toHaveBeenCalled();
});

it.each<[string, (asked: Asked) => IDataObject, string[]]>([
	['a total on each page', () => ({ total: 130 }), []],
	[
		'a total that no page reaches',
		() => ({ total: 140 }),
		['announced 140 entries but had only 130'],
	],
	[
		'such a total on the first page alone',
		({ page }) => (page === 0 ? { total: 140 } : {}),
		['announced 140 entries but had only 130'],
	],
	['a total that is corrected', ({ page }) => ({ total: page === 0 ? 140 : 130 }), []],
	[
		'more to come, for ever',
		() => ({ hasMore: true }),
		['announced more entries but had only 130'],
	],
	['nothing more to come, at its last page', ({ page }) => ({ hasMore: page < 2 }), []],
])('with %s', async (_what, says, hints) => {
	const listing = await listFrom(paged(130, says));
	expect(listing.error).toBeUndefined();
	expect(listing.rows).toEqual(numbered(0, 130));
	expect(listing.hints).toEqual(hints.map((hint) => expect.stringContaining(hint)));
});

it('marked as its last, one page is all that is asked for', async () => {
	const { asked, rows } = await listFrom(paged(50, () => ({ last: true })));
	expect(rows).toHaveLength(50);
	expect(asked).toHaveLength(1);
});

it('marked so on an empty page, nothing more is asked for', async () => {
	const { asked, rows } = await listFrom(
		paged(100, ({ page }) => ({ hasMore: page < 2 })),
		{ concurrency: 1 },
	);
	expect(rows).toHaveLength(100);
	expect(asked).toHaveLength(3);
});

it.each([
	[{ total: 90 }, 'there are 90 entries'],
	[{ hasMore: true }, 'there are more entries'],
])('whose pages are all the same, though %j: it fails', async (says, words) => {
	const { rows, error } = await listFrom(() => ({ contacts: numbered(0, 50), ...says }));
	expect(rows).toEqual(numbered(0, 50));
	expect(error?.message).toContain('The list is incomplete: the service says ');
	expect(error?.message).toContain(`${words} but handed out 50`);
});

it.each([
	[[], undefined],
	[new Refused(404), 404],
	[new Refused(400), 400],
])('with a gap, that is %j, has its status', async (gap, status) => {
	const { error } = await listFrom((asked) =>
		asked.page === 1 ? gap : paged(200, () => ({}))(asked),
	);
	expect(error?.message).toContain('its page 2 holds nothing');
	expect(error?.status).toBe(status);
});

const fields = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`f${n}`, n]));

it.each<[unknown, string]>([
	[{ message: 'Hello', total: 3 }, 'the fields message, total.'],
	[fields, `the fields ${Object.keys(fields).slice(0, 12).join(', ')}.`],
	[7, 'a number.'],
])('that cannot be found in %j says what is there', async (answer, words) => {
	const { error, rows } = await listFrom(() => answer);
	expect(rows).toEqual([]);
	expect(error).toMatchObject({
		message: expect.stringMatching(/^Could not list the contacts: the answer holds no list/),
		description: expect.stringContaining(`The service answered with ${words}`),
	});
});
