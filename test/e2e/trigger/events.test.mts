import assert from 'node:assert/strict';
import { it } from 'node:test';

import kinds from '../../../nodes/api/eventKinds.ts';
import type { Answer } from '../../../tools/n8n/rest.mts';
import type { Item } from '../support/instantTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

/** Every event of the list, from the stand-in through the webhook into the workflow, as published. */
withTriggers('the events of the Sales CRM Trigger', (stage) => {
	const VALUES = kinds.EVENTS.map(({ value }) => value);

	/** A workflow that begins with these events, and what reached the node behind the trigger. */
	async function listening(events: string[], options: Answer = {}) {
		const { rest, workflow, trigger, events: itemsOf } = stage();
		const id = await workflow([trigger('apiToken', { events, options })]);
		await rest.activate(id);
		/** Once so many executions have ended. */
		const reached = async (executions: number): Promise<Item[]> => {
			await rest.executionsEnded(id, executions);
			return await itemsOf(id, 'End');
		};
		return { id, reached };
	}

	it('each arrives once, however often it is sent', async () => {
		const { rest, set, hooks, tell } = stage();
		await set({ eventIds: 'hashed', eventPayload: 'none', duplicateDeliveries: true });
		const { id, reached } = await listening(VALUES, { recordTypes: ['deal', 'lead'] });
		const sent: string[] = [];
		for (const kind of kinds.EVENTS) {
			const { eventName, id: eventId } = (await tell(kind)).event;
			sent.push(JSON.stringify([kind.value, eventName, eventId]));
		}
		const items = await reached(2 * sent.length);
		const arrived = items.map(({ triggeredBy, eventName, eventId }) =>
			JSON.stringify([triggeredBy, eventName, eventId]),
		);
		assert.deepEqual(arrived.toSorted(), sent.toSorted());
		assert.ok(items.some(({ eventId }) => eventId < 0));
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	it('ten in one second arrive, each once', async () => {
		const { set, control, sandbox } = stage();
		await set({ eventIds: 'hashed' });
		const { reached } = await listening(['dealStatusChanged']);
		const deals = sandbox.world.profile().deals.slice(0, 10);
		await Promise.all(
			deals.map(async ({ id: about }) =>
				control('POST', '/events', { name: 'CRM_BACKLOG_ITEM_STATUS_CHANGE', about }),
			),
		);
		const items = await reached(10);
		assert.deepEqual(
			items.map(({ dealId }) => dealId).toSorted(),
			deals.map(({ id }) => id).toSorted(),
		);
	});
});
