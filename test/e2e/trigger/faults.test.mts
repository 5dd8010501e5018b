import assert from 'node:assert/strict';
import { it } from 'node:test';

import { withTriggers } from '../support/triggerStage.mts';

const always = (route: string, status = 503) => ({ route, kind: 'status', status, every: 1 });

withTriggers('faults of the service', (stage) => {
	/** n8n 1.x tells the user at once that an activation failed; 2.x tries up to five times. */
	const activateInTheEnd = async (id: string): Promise<void> => {
		const { rest } = stage();
		await rest.activate(id).catch(async (error) => {
			if (rest.line !== '1') throw error;
			await rest.activate(id);
		});
	};
	/** Which hooks' calls start the workflow. */
	const working = async (id: string): Promise<string[]> => {
		const { move, started } = stage();
		const { deliveries } = await move();
		const live = deliveries.filter(({ status }) => status === 200);
		assert.ok(deliveries.every(({ status }) => status === 200 || status === 401));
		assert.equal((await started(id, live.length)).length, live.length);
		return live.map(({ subscriptionId }) => subscriptionId);
	};

	for (const kind of ['lostReply', 'resetAfter', 'truncated']) {
		it(`${kind} of subscribe: one hook works, the other is refused`, async () => {
			const { workflow, hooks, set } = stage();
			const id = await workflow();
			await set({ faults: [{ route: 'subscribe', kind }] });
			await activateInTheEnd(id);
			assert.equal((await hooks()).length, 2, 'the lost one cannot be told from a foreign one');
			assert.equal((await working(id)).length, 1);
		});
	}

	it('lost reply of subscribe, where the list shows addresses: the hook is ours', async () => {
		const { rest, workflow, hook, hooks, set } = stage();
		const id = await workflow();
		await set({ faults: [{ route: 'subscribe', kind: 'lostReply' }], listShowsUrl: true });
		await rest.activate(id);
		assert.deepEqual(await working(id), [(await hook()).id]);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	it('down at activation: an error in plain words and no hook; afterwards it works', async () => {
		const { rest, workflow, hooks, hook, set } = stage();
		const id = await workflow();
		await set({ faults: [always('subscribe', 500)] });
		await assert.rejects(
			rest.activate(id),
			/Could not register the webhook: the service has a problem/,
		);
		assert.deepEqual(await hooks(), []);
		await set({ faults: [] });
		if (rest.line === '2') await rest.deactivate(id);
		await rest.activate(id);
		assert.deepEqual(await working(id), [(await hook()).id]);
	});

	for (const status of [500, 503]) {
		it(`unsubscribe answers ${status}: deactivation goes on, the next activation leaves one working hook`, async () => {
			const { rest, workflow, hook, hooks, set } = stage();
			const id = await workflow();
			await rest.activate(id);
			await set({ faults: [always('unsubscribe', status)] });
			await rest.deactivate(id);
			assert.equal((await hooks()).length, 1);
			await set({ faults: [] });
			await rest.activate(id);
			assert.deepEqual(await working(id), [(await hook()).id]);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});
	}

	it('unsubscribe fails once: the hook is gone all the same', async () => {
		const { rest, workflow, hooks, set } = stage();
		const id = await workflow();
		await rest.activate(id);
		await set({ faults: [{ route: 'unsubscribe', kind: 'status', status: 503 }] });
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	it('the hook is gone already (404): deactivation ends at once, activation makes a new one', async () => {
		const { rest, workflow, hook, hooks, control } = stage();
		const id = await workflow();
		await rest.activate(id);
		await control('POST', `/subscriptions/${(await hook()).id}/forget`);
		await rest.deactivate(id);
		const asked = stage().sandbox.log.requests.filter(
			({ operationId }) => operationId === 'unsubscribe',
		);
		assert.deepEqual(
			asked.map(({ status }) => status),
			[404],
		);
		await rest.activate(id);
		assert.deepEqual(await working(id), [(await hook()).id]);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	it('the list fails: one hook all the same', async () => {
		const { rest, workflow, hook, hooks, set } = stage();
		const id = await workflow();
		await set({ faults: [always('listSubscriptions', 500)] });
		await rest.activate(id);
		assert.deepEqual(await working(id), [(await hook()).id]);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});
});
