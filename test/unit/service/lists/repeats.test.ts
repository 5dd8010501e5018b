import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { CHANGED } from '../../../../nodes/service/lists/wording';
import { listFrom, numbered } from '../../support/listService';

/** Lists whose rows may come more than once: less is kept in memory, and nothing is missed. */

it('every row that was there comes, whatever is inserted at the front meanwhile', async () => {
	const drawn = fc.record({
		many: fc.nat(40),
		pageSize: fc.integer({ min: 1, max: 12 }),
		concurrency: fc.integer({ min: 1, max: 5 }),
		/** How many rows are inserted before each answer. */
		inserted: fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
		withIds: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(drawn, async ({ many, inserted, withIds, ...options }) => {
			const original = numbered(0, many);
			let rows: IDataObject[] = original;
			let next = 1_000;
			const answering = ({
				page,
				perPage,
				count,
			}: {
				page: number;
				perPage: number;
				count: number;
			}) => {
				for (let n = count < 20 ? inserted[count % inserted.length] : 0; n > 0; n--) {
					rows = [{ id: next++ }, ...rows];
				}
				const shown = rows.slice(page * perPage, (page + 1) * perPage);
				return { contacts: withIds ? shown : shown.map(({ id }) => ({ number: id })) };
			};
			const listing = await listFrom(answering, { ...options, repeats: true });
			expect(listing.error).toBeUndefined();
			const seen = new Set(listing.rows.map(({ id, number }) => id ?? number));
			for (const { id } of original) expect(seen).toContain(id);
		}),
	);
});

it('says once that the list changed, and not where it did not', async () => {
	const page = (rows: number) => numbered(0, 20).slice(rows, rows + 5);
	const still = await listFrom(({ page: n }) => page(n * 5), { pageSize: 5, repeats: true });
	expect([still.rows.length, still.hints]).toEqual([20, []]);
	// From the second page on, each begins two rows earlier.
	const moved = await listFrom(({ page: n }) => page(Math.max(0, n * 5 - (n > 0 ? 2 : 0))), {
		pageSize: 5,
		repeats: true,
	});
	expect(moved.hints).toEqual([CHANGED]);
	expect(moved.rows).toHaveLength(22);
});

it('a total that grows says so too; one that counts the rows of a page does not', async () => {
	const listing = async (total: (n: number) => number) =>
		await listFrom(
			({ page: n }) => ({ rows: numbered(0, 12).slice(n * 5, n * 5 + 5), total: total(n) }),
			{ pageSize: 5, repeats: true },
		);
	expect((await listing((n) => 12 + (n > 0 ? 1 : 0))).hints).toContain(CHANGED);
	expect((await listing((n) => [5, 5, 2, 0, 0][n] ?? 0)).hints).not.toContain(CHANGED);
});

it('a service that ignores the page still ends', async () => {
	const { rows, error } = await listFrom(() => numbered(0, 5), { pageSize: 10, repeats: true });
	expect(error).toBeUndefined();
	expect(new Set(rows.map(({ id }) => id)).size).toBe(5);
});
