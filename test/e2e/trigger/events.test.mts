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

	for (const eventPayload of ['shown', 'none']) {
		it(`each arrives once, however often it is sent, with the payload ${eventPayload}`, async () => {
			const { rest, set, hooks, tell } = stage();
			await set({ eventIds: 'hashed', eventPayload, duplicateDeliveries: true });
			const { id, reached } = await listening(VALUES, { recordTypes: ['deal', 'lead'] });
			const told: Array<[string, Answer]> = [];
			for (const kind of kinds.EVENTS) told.push([kind.value, (await tell(kind)).event]);
			const items = await reached(2 * told.length);
			const seen = items.map(({ triggeredBy, eventName, eventId }) =>
				JSON.stringify([triggeredBy, eventName, eventId]),
			);
			const sent = told.map(([value, { eventName, id: eventId }]) =>
				JSON.stringify([value, eventName, eventId]),
			);
			assert.deepEqual(seen.toSorted(), sent.toSorted());
			const itemOf = (value: string) => items.find(({ triggeredBy }) => triggeredBy === value)!;
			const eventOf = (value: string) => told.find(([one]) => one === value)![1];
			assert.ok(told.some(([, event]) => event.id < 0));
			const { metadata, payload } = eventOf('quotationStatusChanged');
			const quotation = itemOf('quotationStatusChanged');
			assert.equal(quotation.quotationId, metadata.document_id);
			assert.equal(quotation.previousStatus, metadata.old_document_status);
			assert.equal(quotation.number, payload?.documentNumber ?? null);
			assert.equal(itemOf('leadCreated').recordType, 'lead');
			assert.equal(itemOf('leadCreated').title, eventOf('leadCreated').payload?.summary ?? null);
			assert.equal(itemOf('dealClosed').result, eventOf('dealClosed').metadata.result);
			assert.equal(
				itemOf('contactCreated').contactId,
				eventOf('contactCreated').metadata.contact_id,
			);
			assert.equal(Boolean(itemOf('formCompleted').answers), eventPayload === 'shown');
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});
	}

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

	it('two saves of one document in one second are two events', async () => {
		const { hook, call, control } = stage();
		const { reached } = await listening(['quotationStatusChanged']);
		const { event } = await control('POST', '/events', { name: 'DOCUMENT_STATUS_UPDATED' });
		const again = { ...event.payload, versionId: event.payload.documentId };
		for (const payload of [again, event.payload]) {
			assert.equal(await call(await hook(), { ...event, payload }), 200);
		}
		const items = await reached(3);
		assert.deepEqual(
			items.map(({ eventId }) => eventId),
			[event.id, event.id],
		);
	});
});
