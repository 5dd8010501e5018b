import { type IDataObject, sleep } from 'n8n-workflow';

import {
	type HistoryRead,
	withHistory,
} from '../../../../nodes/SalesCrm/resources/history/historyReads';
import type { Batch, Call } from '../../../../nodes/SalesCrm/execution/operation';
import { collectGarbage } from '../../../support/garbage.cjs';
import { json, script } from '../../../support/scripted';

/** How long a read is kept: a history can be large, and the items after it want another. */

type Values = { options: { requestBody?: unknown } };

const PROFILE = '3f0c7a52-8a1e-4d0b-9c64-5b1f2e7d9a10';

/** A batch of items with these bodies. */
async function batchOf(bodies: unknown[], answers: number) {
	const { connection, sent } = await script(
		Array.from({ length: answers }, () => json({ history: [{ id: 'deal', history: [] }] })),
	);
	const ofProfile = { ...connection, profileId: PROFILE };
	const callOf = (itemIndex: number) =>
		({
			connection: ofProfile,
			parameters: { options: { requestBody: bodies[itemIndex] } },
			itemIndex,
		}) as Call<Values>;
	const context = { getInputData: () => bodies };
	return { batch: { callOf, context } as unknown as Batch<Values>, callOf, sent };
}

const collected = async (read: WeakRef<object>) => {
	for (let tries = 0; tries < 10 && read.deref(); tries++) {
		await sleep(5);
		collectGarbage();
	}
	return read.deref() === undefined;
};

it('a read is dropped after its last item, although the run goes on', async () => {
	const bodies: IDataObject[] = [{ n: 1 }, { n: 2 }, { n: 1 }, { n: 2 }];
	const { batch, callOf, sent } = await batchOf(bodies, 2);
	const seen = new Map<number, WeakRef<HistoryRead>>();
	const prepared = await withHistory<Values>(async ({ itemIndex }, read) => {
		seen.set(itemIndex, new WeakRef(read));
		await read.history();
		return [];
	})(batch);
	await prepared.run(callOf(0));
	await prepared.run(callOf(1));
	expect(await collected(seen.get(0)!)).toBe(false);
	await prepared.run(callOf(2));
	expect(await collected(seen.get(0)!)).toBe(true);
	expect(await collected(seen.get(1)!)).toBe(false);
	await prepared.run(callOf(3));
	expect(await collected(seen.get(1)!)).toBe(true);
	expect(sent).toHaveLength(2);
});

it('items that fail count as well', async () => {
	const { batch, callOf } = await batchOf([{}, {}, '[1]'], 1);
	let seen: WeakRef<HistoryRead> | undefined;
	const prepared = await withHistory<Values>(async ({ itemIndex }, read) => {
		seen ??= new WeakRef(read);
		await read.history();
		throw new TypeError(`Item ${itemIndex}`);
	})(batch);
	await expect(prepared.run(callOf(0))).rejects.toThrow('Item 0');
	await expect(prepared.run(callOf(2))).rejects.toThrow("'Request Body' is not a JSON object");
	expect(await collected(seen!)).toBe(false);
	await expect(prepared.run(callOf(1))).rejects.toThrow('Item 1');
	expect(await collected(seen!)).toBe(true);
});

it('all items of a read are told as of one moment', async () => {
	const { batch, callOf } = await batchOf([{}, {}, {}], 1);
	const seen: number[] = [];
	const clock = jest.spyOn(Date, 'now').mockReturnValue(1000);
	const prepared = await withHistory<Values>(async (_call, read) => {
		seen.push((await read.history()).now);
		clock.mockReturnValue(2000 + seen.length);
		const [of] = await read.deals();
		seen.push(of.now, (await read.deal('DEAL'))!.now);
		return [];
	})(batch);
	for (const itemIndex of [0, 1, 2]) await prepared.run(callOf(itemIndex));
	clock.mockRestore();
	expect(new Set(seen)).toEqual(new Set([1000]));
	expect(seen).toHaveLength(9);
});
