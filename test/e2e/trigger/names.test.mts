import assert from 'node:assert/strict';
import { it } from 'node:test';

import { API_TOKEN, PROFILE_ID } from '../../../sandbox/identities.mts';
import { withTriggers } from '../support/triggerStage.mts';
import type { Item } from '../support/instantTrigger.mts';

const NAMES = ['listStatuses', 'listUsers'];

withTriggers('names of statuses and users', (stage) => {
	const asked = (operation: string) =>
		stage().sandbox.log.requests.filter(({ operationId }) => operationId === operation).length;
	/** A workflow of a credential of its own: names are kept for each credential. */
	const active = async (): Promise<string> => {
		const { rest, sandbox, trigger, workflow } = stage();
		const data = { baseUrl: sandbox.url, apiToken: API_TOKEN, companyProfileId: PROFILE_ID };
		const credential = await rest.createCredential('salesCrmApi', 'Own names', data);
		// The same event is sent again and again.
		const node = trigger('apiToken', { eachEventOnce: false });
		const id = await workflow([{ ...node, credentials: { salesCrmApi: credential } }]);
		await rest.activate(id);
		return id;
	};
	const inTime = (deliveries: Item[]) => {
		for (const { status, durationMs } of deliveries) {
			assert.equal(status, 200);
			assert.ok(durationMs < 2_000, `${durationMs} ms`);
		}
	};

	it('are resolved from one call for many events', async () => {
		const { move, started, state } = stage();
		const id = await active();
		await move();
		await Promise.all(Array.from({ length: 12 }, (_, deal) => move(deal)));
		const items = await started(id, 13);
		assert.deepEqual(NAMES.map(asked), [1, 1]);
		const { statuses, users } = await state();
		for (const item of items) {
			assert.equal(item.status, statuses.find((one: Item) => one.id === item.statusId).label);
			const user = users.find((one: Item) => one.id === item.assigneeId);
			assert.deepEqual([item.assignee, item.assigneeEmail], [user.name, user.email]);
		}
	});

	it('are asked for once by events that arrive together', async () => {
		const { move, started } = stage();
		const id = await active();
		await Promise.all(Array.from({ length: 12 }, (_, deal) => move(deal)));
		await started(id, 12);
		assert.deepEqual(NAMES.map(asked), [1, 1]);
	});

	it('an id that is not known is asked for once, not once per event', async () => {
		const { move, call, hook, started, sandbox } = stage();
		const id = await active();
		const { event } = await move();
		const target = await hook();
		const unknown = crypto.randomUUID();
		const strange = { ...event, metadata: { ...event.metadata, status_id: unknown } };
		for (let n = 0; n < 10; n++) assert.equal((await call(target, strange)).status, 200);
		assert.deepEqual(NAMES.map(asked), [2, 1]);
		// A status that is added later is found the moment a deal enters it.
		const profile = sandbox.world.profile();
		const added = { ...profile.statuses[0]!, id: crypto.randomUUID(), label: 'Just added' };
		profile.statuses.push(added);
		const entered = { ...event, metadata: { ...event.metadata, status_id: added.id } };
		assert.equal((await call(target, entered)).status, 200);
		const items = await started(id, 12);
		assert.deepEqual(
			items.slice(1).map(({ status }) => status),
			[...Array.from({ length: 10 }, () => null), 'Just added'],
		);
	});

	const troubles: Array<[string, object]> = [
		[
			'refused',
			{ faults: NAMES.map((route) => ({ route, kind: 'status', status: 403, every: 1 })) },
		],
		['down', { faults: NAMES.map((route) => ({ route, kind: 'resetBefore', every: 1 })) }],
		['silent', { faults: NAMES.map((route) => ({ route, kind: 'timeout', every: 1 })) }],
		['a web page', { faults: NAMES.map((route) => ({ route, kind: 'html', every: 1 })) }],
		['slow', { slowNamesMs: 6_000 }],
	];
	for (const [what, switches] of troubles) {
		it(`${what}: the event arrives within two seconds, names null`, async () => {
			const { move, started, set } = stage();
			const id = await active();
			await set(switches);
			for (let n = 0; n < 3; n++) inTime((await move(n)).deliveries);
			for (const item of await started(id, 3)) {
				assert.deepEqual(
					[item.status, item.previousStatus, item.assignee, item.assigneeEmail],
					[null, null, null, null],
				);
				assert.ok(item.statusId && item.dealId && item.assigneeId);
			}
		});
	}
});
