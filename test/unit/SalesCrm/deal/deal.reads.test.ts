import type { IDataObject } from 'n8n-workflow';

import { dealOfId, deals, history, requestsTo } from '../../../support/historyRuns';
import { startOver, untilQuiet } from '../../../support/startOver';

/** All input items with the same profile and request body share one read of the history. */

beforeEach(async () => await startOver({ deals: 40 }));

const NOBODY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const idsOf = (profile?: string) => sandbox.world.profile(profile).deals.map(({ id }) => id);

const itemsOf = (rows: IDataObject[]) => rows.map((json) => ({ json }));

/** How often the history, the statuses and the users were read. */
const reads = () =>
	['listHistory', 'listStatuses', 'listUsers'].map((route) => requestsTo(route).length);

it('a thousand items of Deal: Get share one read', async () => {
	const ids = Array.from({ length: 1000 }, (_, n) => idsOf()[n % 40]);
	const items = itemsOf(ids.map((id) => ({ id })));
	const found = await dealOfId('={{ $json.id }}', {}, { items });
	expect(found.map(({ json }) => json.dealId)).toEqual(ids);
	expect(found.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
	expect(reads()).toEqual([1, 1, 1]);
});

it('a hundred items of a list share one read; names are read only if an item shows them', async () => {
	const items = itemsOf(Array.from({ length: 100 }, (_, n) => ({ n })));
	const first = { returnAll: false, limit: 1 };
	expect(await deals(first, { items })).toHaveLength(100);
	expect(reads()).toEqual([1, 1, 1]);
	expect(await history({ ...first, simplify: false }, { items })).toHaveLength(100);
	expect(reads()).toEqual([2, 1, 1]);
	await history({ ...first, simplify: '={{ $json.n === 7 }}' }, { items });
	expect(reads()).toEqual([3, 2, 2]);
});

it('each profile and each body has its own read', async () => {
	const profiles = [identities.PROFILE_ID, identities.SECOND_PROFILE_ID];
	const rows = Array.from({ length: 60 }, (_, n) => {
		const profile = profiles[n % 2];
		return { profile, id: idsOf(profile)[n % 3], body: n % 3 === 0 ? ' {"n": 1} ' : '{"n":1}' };
	});
	const options = { companyProfileId: '={{ $json.profile }}', requestBody: '={{ $json.body }}' };
	const run = { items: itemsOf(rows), scheme: 'serviceAccount' as const };
	const found = await dealOfId('={{ $json.id }}', { options }, run);
	expect(found.map(({ json }) => json.dealId)).toEqual(rows.map(({ id }) => id));
	expect(reads()).toEqual([2, 2, 2]);
	const asked = requestsTo('listHistory').map(({ path }) => path.includes(profiles[1]));
	expect(asked.sort()).toEqual([false, true]);
});

it('a read that fails, fails for all items, and is not repeated', async () => {
	sandbox.switches.faults = [{ kind: 'status', route: 'listHistory', status: 403, every: 1 }];
	const items = itemsOf(Array.from({ length: 50 }, () => ({ id: NOBODY })));
	const failed = await dealOfId('={{ $json.id }}', {}, { items, onError: 'continueRegularOutput' });
	expect(failed).toHaveLength(50);
	for (const { json } of failed) expect(json.error).toContain('Could not fetch the deal history');
	// The requests for names may still be under way.
	await untilQuiet();
	expect(reads()).toEqual([1, 1, 1]);
});

it('no two items share an object, because the next node may change them', async () => {
	const items = itemsOf([{}, {}]);
	const whole = await history({ simplify: false }, { items });
	expect(whole).toHaveLength(80);
	expect(new Set(whole).size).toBe(80);
	const [one, other] = await dealOfId(idsOf()[0], { options: { includeChanges: true } }, { items });
	expect(one.json).toEqual(other.json);
	expect(one.json).not.toBe(other.json);
	expect((one.json.changes as unknown[])[0]).not.toBe((other.json.changes as unknown[])[0]);
});
