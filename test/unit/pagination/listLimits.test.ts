/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { idsAtService, idsOf, listContacts, requestsTo } from '../../support/contactRuns';
import { startOver } from '../../support/startOver';

/** `limit` and `concurrency`: what is asked of the service, and how much of it at a time. */

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

describe('pages in flight', () => {
	const mostInFlight = () => Math.max(...requestsTo('listContacts').map((one) => one.inFlight));

	beforeEach(() => sandbox.reset({ contacts: 2080 }));

	it.each([1, 2, 5, 8])('%i at most, and as many as that', async (concurrency) => {
		// The more, the longer: a busy machine takes its time to send them all.
		Object.assign(sandbox.switches, { latencyMs: 50 * concurrency, listShape: 'content' });
		const items = await listContacts({ options: { concurrency } });
		expect(items).toHaveLength(2080);
		expect(mostInFlight()).toBe(concurrency);
	});

	it('5 when nothing is said', async () => {
		Object.assign(sandbox.switches, { latencyMs: 250, listShape: 'content' });
		await listContacts();
		expect(mostInFlight()).toBe(5);
	});

	it('no more than that where the service does not say how long the list is', async () => {
		Object.assign(sandbox.switches, { latencyMs: 10, listShape: 'array' });
		await listContacts({ options: { concurrency: 3, pageSize: 50 } });
		expect(mostInFlight()).toBe(3);
	});

	it('input items take their turn, so that lists do not add up', async () => {
		Object.assign(sandbox.switches, { latencyMs: 5, listShape: 'content' });
		const items = [{ json: {} }, { json: {} }, { json: {} }];
		await listContacts({ options: { concurrency: 2 } }, { items });
		expect(mostInFlight()).toBe(2);
	});
});
