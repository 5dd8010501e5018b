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
		const id = await workflow([
			{ ...trigger('apiToken'), credentials: { salesCrmApi: credential } },
		]);
		await rest.activate(id);
		return id;
	};

	it('are asked for once by events that arrive together, and by those after them', async () => {
		const { move, started, state } = stage();
		const id = await active();
		await Promise.all(Array.from({ length: 12 }, (_, deal) => move(deal)));
		await started(id, 12);
		await Promise.all(Array.from({ length: 3 }, (_, deal) => move(deal)));
		const items = await started(id, 15);
		assert.deepEqual(NAMES.map(asked), [1, 1]);
		const { statuses, users } = await state();
		// On a busy machine the first ones may not have waited for their names.
		for (const item of items.slice(12)) {
			assert.equal(item.status, statuses.find((one: Item) => one.id === item.statusId).label);
			const user = users.find((one: Item) => one.id === item.assigneeId);
			assert.deepEqual([item.assignee, item.assigneeEmail], [user.name, user.email]);
		}
	});

	const faults = (kind: string, more: object = {}) => ({
		faults: NAMES.map((route) => ({ route, kind, every: 1, ...more })),
	});
	for (const [what, switches] of [
		['refused', faults('status', { status: 403 })],
		['silent', faults('timeout')],
		['slow', { slowNamesMs: 6_000 }],
	] as const) {
		it(`${what}: the event arrives within two seconds, with the name of its status that it says itself`, async () => {
			const { move, started, set } = stage();
			const id = await active();
			await set(switches);
			const sent = [];
			for (let n = 0; n < 3; n++) {
				const { event, deliveries } = await move(n);
				sent.push(event);
				for (const { status, durationMs } of deliveries) {
					assert.equal(status, 200);
					assert.ok(durationMs < 2_000, `${durationMs} ms`);
				}
			}
			for (const [n, item] of (await started(id, 3)).entries()) {
				assert.deepEqual(
					[item.status, item.previousStatus, item.assignee, item.assigneeEmail],
					[sent[n]!.payload.status_label, null, null, null],
				);
				assert.ok(item.statusId && item.dealId && item.assigneeId);
			}
		});
	}
});
