import assert from 'node:assert/strict';
import { it } from 'node:test';

import { withTriggers } from '../support/triggerStage.mts';

/** What n8n makes of a trigger whose service fails; test/unit/SalesCrmTrigger has the faults one by one. */
withTriggers('faults of the service', (stage) => {
	/** One event starts the workflow once, however many hooks tell of it. */
	const works = async (id: string): Promise<void> => {
		const { move, started, events } = stage();
		const { event, deliveries } = await move();
		assert.deepEqual(new Set(deliveries.map(({ status }) => status)), new Set([200]));
		await started(id, deliveries.length);
		assert.deepEqual(
			(await events(id, 'End')).map(({ eventId }) => eventId),
			[event.id],
		);
	};
	const fails = async (route: string, status: number) =>
		await stage().set({ faults: [{ route, kind: 'status', status, every: 1 }] });

	it('a lost reply of subscribe: the workflow is started once by each event', async () => {
		const { rest, workflow, hooks, set } = stage();
		const id = await workflow();
		await set({ faults: [{ route: 'subscribe', kind: 'lostReply' }] });
		await rest.activate(id);
		// The list shows no addresses: the lost one cannot be told from a foreign one.
		assert.equal((await hooks()).length, 2);
		await works(id);
		await rest.deactivate(id);
		assert.equal((await hooks()).length, 1);
	});

	it('a refusal of subscribe: an error at once, in plain words, and no hook; afterwards it works', async () => {
		const { rest, workflow, hooks, set } = stage();
		const id = await workflow();
		await fails('subscribe', 403);
		await assert.rejects(
			rest.activate(id),
			/Could not create the webhook: access is not allowed/,
		);
		assert.deepEqual(await hooks(), []);
		await set({ faults: [] });
		if (rest.line === '2') await rest.deactivate(id);
		await rest.activate(id);
		await works(id);
	});

	it('unsubscribe answers 500: deactivation goes on, and the next activation leaves one working hook', async () => {
		const { rest, workflow, hook, hooks, set } = stage();
		const id = await workflow();
		await rest.activate(id);
		await fails('unsubscribe', 500);
		await rest.deactivate(id);
		assert.equal((await rest.getWorkflow(id)).active, false);
		await hook();
		await set({ faults: [] });
		await rest.activate(id);
		await hook();
		await works(id);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	it('the hook is gone already: deactivation ends at once, and the next activation works', async () => {
		const { rest, sandbox, workflow, hook, hooks, control } = stage();
		const id = await workflow();
		await rest.activate(id);
		await control('POST', `/subscriptions/${(await hook()).id}/forget`);
		await rest.deactivate(id);
		const asked = sandbox.log.requests.filter(({ operationId }) => operationId === 'unsubscribe');
		assert.equal(asked.length, 1);
		await rest.activate(id);
		await works(id);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});
});
