/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { idsAtService, idsOf, listContacts, requestsTo } from '../../support/contactRuns';
import { startOver } from '../../support/startOver';

/** What a limit asks of the service, and how much of it at a time. */

beforeEach(async () => await startOver({ contacts: 520 }));

const pages = () => requestsTo('listContacts').length;

describe.each(['array', 'content'] as const)(
	'a limit never fetches more pages than it needs, shape %s',
	(listShape) => {
		it.each([
			{ limit: 1, needed: 1 },
			{ limit: 49, needed: 1 },
			{ limit: 50, needed: 1 },
			{ limit: 51, needed: 2 },
			{ limit: 100, needed: 2 },
			{ limit: 101, needed: 3 },
			{ limit: 500, needed: 10 },
		])('$limit contacts take $needed pages of 50', async ({ limit, needed }) => {
			Object.assign(sandbox.switches, { listShape });
			const items = await listContacts({ returnAll: false, limit, options: { pageSize: 50 } });
			expect(idsOf(items)).toEqual(idsAtService().slice(0, limit));
			expect(pages()).toBe(needed);
		});

		it('60 contacts take 3 pages where pages are capped at 25', async () => {
			Object.assign(sandbox.switches, { listShape, pageCap: 25 });
			const items = await listContacts({ returnAll: false, limit: 60 });
			expect(idsOf(items)).toEqual(idsAtService().slice(0, 60));
			expect(pages()).toBe(3);
		});
	},
);

it('a limit below the page size asks for no more rows than that', async () => {
	await listContacts({ returnAll: false, limit: 7 });
	expect(requestsTo('listContacts').map(({ query }) => query.per_page)).toEqual(['7']);
});

it('a limit beyond the end gives what there is', async () => {
	expect(await listContacts({ returnAll: false, limit: 5000 })).toHaveLength(520);
});

it('the default of a list is 50 results', async () => {
	const items = await listContacts({ returnAll: undefined, limit: undefined });
	expect(items).toHaveLength(50);
});

it.each([0, -1, 1.5, 'many', null])(
	'a limit of %p is refused before anything is sent',
	async (limit) => {
		await expect(
			listContacts({ returnAll: false, limit: `={{ ${JSON.stringify(limit)} }}` }),
		).rejects.toThrow("'Limit' must be a whole number of at least 1");
		expect(sandbox.log.requests).toEqual([]);
	},
);

it('lists of several input items take their turn: no more than six pages are in flight', async () => {
	sandbox.reset({ contacts: 3000 });
	Object.assign(sandbox.switches, { latencyMs: 100 });
	const items = [{ json: {} }, { json: {} }];
	expect(await listContacts({ options: { pageSize: 100 } }, { items })).toHaveLength(6000);
	const most = Math.max(...requestsTo('listContacts').map((one) => one.inFlight));
	expect(most).toBeGreaterThan(1);
	expect(most).toBeLessThanOrEqual(6);
});
