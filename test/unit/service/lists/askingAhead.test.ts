import type { IDataObject } from 'n8n-workflow';

import { type Answering, listFrom, numbered } from '../../support/listService';

/** What haste costs: how many pages are asked for, and how many of them at a time. */

const MOST = 8;

/** Rows in pages as they are asked for, with what the envelope says beside them. */
const paged =
	(total: number, says: IDataObject = {}): Answering =>
	({ page, perPage }) => ({
		contacts: numbered(0, total).slice(page * perPage, (page + 1) * perPage),
		...says,
	});

/** From the second page on, some rows of each are hidden. */
const withHidden =
	(total: number): Answering =>
	({ page, perPage }) =>
		numbered(page * perPage, Math.min(total, (page + 1) * perPage)).filter(
			({ id }) => page === 0 || Number(id) % 5 > 0,
		);

const listed = async (answering: Answering, limit?: number) => {
	const { asked, mostInFlight, error } = await listFrom(answering, { concurrency: MOST, limit }, [
		5,
	]);
	expect(error).toBeUndefined();
	return { requests: asked.length, atATime: mostInFlight };
};

/** Requests in all, and how many of them are under way together at least. */
interface Cost {
	requests: number;
	atATime: number;
}

it.each<[string, Answering, number | undefined, Cost]>([
	['an empty list', paged(0), undefined, { requests: 2, atATime: 1 }],
	[
		'a page that is not full: no more than in turn',
		paged(10),
		undefined,
		{ requests: 4, atATime: 2 },
	],
	['a full page: the two behind it', paged(50), undefined, { requests: 3, atATime: 2 }],
	['a short second page: the two behind it', paged(60), undefined, { requests: 4, atATime: 2 }],
	['two full pages: four behind them', paged(100), undefined, { requests: 6, atATime: 3 }],
	[
		'an unknown length that proves to be long',
		paged(2000),
		undefined,
		{ requests: 48, atATime: 5 },
	],
	['short pages all the way', withHidden(2000), undefined, { requests: 48, atATime: 5 }],
	[
		'a total: as far as that, and two',
		paged(500, { total: 500 }),
		undefined,
		{ requests: 12, atATime: 8 },
	],
	['a total that is reached', paged(100, { total: 100 }), undefined, { requests: 4, atATime: 2 }],
	['a total of the page alone', paged(200, { total: 50 }), undefined, { requests: 12, atATime: 4 }],
	['a limit below the total', paged(500, { total: 500 }), 120, { requests: 3, atATime: 2 }],
	['a limit, the length unknown', paged(2000), 500, { requests: 10, atATime: 4 }],
	['a limit beyond the total', paged(500, { total: 500 }), 900, { requests: 12, atATime: 8 }],
	[
		'more than was asked for, all at once',
		() => numbered(0, 500),
		undefined,
		{ requests: 3, atATime: 1 },
	],
])('%s', async (_what, answering, limit, cost) => {
	const { requests, atATime } = await listed(answering, limit);
	expect(requests).toBe(cost.requests);
	expect(atATime).toBeGreaterThanOrEqual(cost.atATime);
});
