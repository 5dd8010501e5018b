import type { IDataObject } from 'n8n-workflow';

import { dealOfId, deals, history, requestsTo } from '../../../support/historyRuns';
import { runNode } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { startOver, untilQuiet } from '../../../support/startOver';

/** How often the history is read for the items of one call of the node, counted at the sandbox. */

beforeEach(async () => await startOver({ deals: 40 }));

const NOBODY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const idsOf = (profile?: string) => sandbox.world.profile(profile).deals.map(({ id }) => id);

const itemsOf = (rows: IDataObject[]) => rows.map((json) => ({ json }));

const reads = () =>
	['listHistory', 'listStatuses', 'listUsers'].map((route) => requestsTo(route).length);

it('a thousand deals are one read of the history, and of each list of names', async () => {
	const ids = Array.from({ length: 1000 }, (_, n) => idsOf()[n % 40]);
	const items = itemsOf(ids.map((id) => ({ id })));
	const found = await dealOfId('={{ $json.id }}', {}, { items });
	expect(found.map(({ json }) => json.dealId)).toEqual(ids);
	expect(found.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
	expect(reads()).toEqual([1, 1, 1]);
});

it('many items of Deal: Get Many and of Deal History are one read, too', async () => {
	const items = itemsOf(Array.from({ length: 100 }, (_, n) => ({ n })));
	const first = { returnAll: false, limit: 1 };
	expect(await deals(first, { items })).toHaveLength(100);
	expect(reads()).toEqual([1, 1, 1]);
	expect(await history({ ...first, operation: 'getTimeInStatus' }, { items })).toHaveLength(100);
	expect(reads()).toEqual([2, 2, 2]);
	// What shows no names asks for none, whatever the item before it wanted.
	expect(await history({ ...first, simplify: false }, { items })).toHaveLength(100);
	expect(reads()).toEqual([3, 2, 2]);
	await history({ ...first, simplify: '={{ $json.n === 7 }}' }, { items });
	expect(reads()).toEqual([4, 3, 3]);
});

it('each profile and each body is a read of its own', async () => {
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

	const bodies = { requestBody: '={{ { n: $itemIndex % 5 } }}' };
	await dealOfId('={{ $json.id }}', { options: { ...options, ...bodies } }, run);
	// Of each profile five: no two of its items in a row have the same.
	expect(reads()).toEqual([12, 12, 12]);
});

it('a profile that cannot be read fails its items alone', async () => {
	const wrong = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
	const rows = idsOf().map((id, n) => ({
		id,
		profile: n % 4 === 0 ? wrong : identities.PROFILE_ID,
	}));
	const options = { companyProfileId: '={{ $json.profile }}' };
	const found = await dealOfId(
		'={{ $json.id }}',
		{ options },
		{ items: itemsOf(rows), scheme: 'serviceAccount', onError: 'continueRegularOutput' },
	);
	expect(found.map(({ json }) => json.dealId)).toEqual(
		rows.map(({ id, profile }) => (profile === wrong ? undefined : id)),
	);
	// A session that is refused with 403 is renewed once, so a read may be sent twice: not 40 times.
	expect(reads()[0]).toBeGreaterThanOrEqual(2);
	expect(reads()[0]).toBeLessThanOrEqual(4);
});

it('a read that fails fails all its items, with one request', async () => {
	sandbox.switches.faults = [{ kind: 'status', route: 'listHistory', status: 403, every: 1 }];
	const items = itemsOf(Array.from({ length: 50 }, () => ({ id: NOBODY })));
	const run = { items, onError: 'continueRegularOutput' as const };
	const failed = await dealOfId('={{ $json.id }}', {}, run);
	expect(failed).toHaveLength(50);
	for (const { json } of failed) expect(json.error).toContain('Could not fetch the deal history');
	// The names are asked for beside the history, and may still be on their way.
	await untilQuiet();
	expect(reads()).toEqual([1, 1, 1]);
	const parameters = { resource: 'history', operation: 'getAll', returnAll: true };
	expect(await runNode({ ...run, parameters })).toHaveLength(50);
	expect(requestsTo('listHistory')).toHaveLength(2);
	const { message } = await failure(dealOfId(NOBODY, {}, { items }));
	expect(message).toContain('Could not fetch the deal history');
	expect(requestsTo('listHistory')).toHaveLength(3);
});

it('no two items share what they hand on', async () => {
	const items = itemsOf([{}, {}]);
	const whole = await history({ simplify: false }, { items });
	expect(whole).toHaveLength(80);
	expect(new Set(whole).size).toBe(80);
	const [one, other] = await dealOfId(idsOf()[0], { options: { includeChanges: true } }, { items });
	expect(one.json).toEqual(other.json);
	expect(one.json).not.toBe(other.json);
	expect((one.json.changes as unknown[])[0]).not.toBe((other.json.changes as unknown[])[0]);
});
