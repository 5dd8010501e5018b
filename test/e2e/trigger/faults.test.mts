import assert from 'node:assert/strict';
import { it } from 'node:test';

import { page404 } from '../support/instantTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

const always = (route: string, status = 503) => ({ route, kind: 'status', status, every: 1 });

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
	/** The workflow was switched off, and its hook is left; with the next activation one works, and after it there is none. */
	const isMended = async (id: string, mend: () => Promise<void>): Promise<void> => {
		const { rest, hook, hooks } = stage();
		assert.equal((await rest.getWorkflow(id)).active, false);
		await hook();
		await mend();
		await rest.activate(id);
		await hook();
		await works(id);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	};

	for (const listShowsUrl of [false, true]) {
		it(`a lost reply of subscribe (addresses in the list: ${listShowsUrl}): the workflow is started once by each event`, async () => {
			const { rest, workflow, hooks, set } = stage();
			const id = await workflow();
			await set({ faults: [{ route: 'subscribe', kind: 'lostReply' }], listShowsUrl });
			await rest.activate(id);
			// Where the list shows no addresses, the lost one cannot be told from a foreign one.
			const lost = listShowsUrl ? 0 : 1;
			assert.equal((await hooks()).length, 1 + lost);
			await works(id);
			await rest.deactivate(id);
			assert.equal((await hooks()).length, lost);
		});
	}

	it('a refusal of subscribe: an error at once, in plain words, and no hook; afterwards it works', async () => {
		const { rest, workflow, hooks, set } = stage();
		const id = await workflow();
		await set({ faults: [always('subscribe', 403)] });
		await assert.rejects(
			rest.activate(id),
			/Could not register the webhook: access is not allowed/,
		);
		assert.deepEqual(await hooks(), []);
		await set({ faults: [] });
		if (rest.line === '2') await rest.deactivate(id);
		await rest.activate(id);
		await works(id);
	});

	for (const [why, faults] of [
		['unsubscribe answers 500', [always('unsubscribe', 500)]],
		['a 404 page stands in front of that route alone', [page404('unsubscribe')]],
		[
			'a 404 page stands in front of the service',
			[page404('unsubscribe'), page404('listSubscriptions')],
		],
	] as const) {
		it(`${why}: deactivation goes on, and the next activation leaves one working hook`, async () => {
			const { rest, workflow, set } = stage();
			const id = await workflow();
			await rest.activate(id);
			await set({ faults });
			await rest.deactivate(id);
			await isMended(id, async () => await set({ faults: [] }));
		});
	}

	it('the hook is gone already: deactivation ends at once', async () => {
		const { rest, sandbox, workflow, hook, hooks, control } = stage();
		const id = await workflow();
		await rest.activate(id);
		await control('POST', `/subscriptions/${(await hook()).id}/forget`);
		sandbox.log.requests.length = 0;
		await rest.deactivate(id);
		const asked = sandbox.log.requests.filter(({ operationId }) => operationId === 'unsubscribe');
		assert.equal(asked.length, 1);
		await rest.activate(id);
		await works(id);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	it('the list fails: one hook all the same', async () => {
		const { rest, workflow, hook, hooks, set } = stage();
		const id = await workflow();
		await set({ faults: [always('listSubscriptions', 500)] });
		await rest.activate(id);
		await hook();
		await works(id);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});
});
