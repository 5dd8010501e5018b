import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../tools/n8n/rest.mts';
import type { EventName } from '../../../tools/sandbox/openapi.ts';
import { withTriggers } from '../support/triggerStage.mts';

/** Boards, statuses and records break while events come, and come back. */
withTriggers('while lists cannot be read', (stage) => {
	const LISTS = ['listBoards', 'listPipelines', 'listStatusesAsPublished', 'listStatuses'];
	const breakRoutes = async (routes: string[], kind = 'status', status = 500) =>
		await stage().set({ faults: routes.map((route) => ({ route, kind, status, every: 1 })) });

	it('each event starts the workflow once: names of filters were noted when it was published', async () => {
		const { rest, trigger, workflow, sandbox, move, started, set } = stage();
		await set({ only: 'published' });
		const { statuses, backlogs } = sandbox.world.profile();
		const filters = {
			toStatusIds: [...new Set(statuses.map(({ label }) => label))],
			pipelineIds: backlogs.map(({ name }) => name),
		};
		const id = await workflow([trigger('apiToken', { filters })]);
		await rest.activate(id);
		const faults = [
			['status', 500],
			['status', 404],
			['html', 200],
			['html', 404],
		] as const;
		const events: number[] = [];
		for (const [kind, status] of faults) {
			await breakRoutes(LISTS, kind, status);
			const { event, deliveries } = await move(events.length);
			events.push(event.id);
			assert.deepEqual(
				deliveries.map((one) => one.status),
				[200],
			);
		}
		await set({ faults: [] });
		const { event } = await move(events.length);
		const items = await started(id, events.length + 1);
		assert.deepEqual(
			items.map(({ eventId }) => eventId).toSorted(),
			[...events, event.id].toSorted(),
		);
	});

	it('a new deal whose status cannot be read leaves a failed execution, and starts it once sent again', async () => {
		const { rest, trigger, workflow, sandbox, hook, call, events, started, set } = stage();
		await set({ only: 'published', eventPayload: 'sparse' });
		const [deal] = sandbox.world.profile().deals;
		const filters = { toStatusIds: [deal!.statusId] };
		const id = await workflow([trigger('apiToken', { events: ['dealCreated'], filters })]);
		await rest.activate(id);
		await breakRoutes(['getItem']);
		const name: EventName = 'CRM_BACKLOG_ITEM_CREATED';
		const { event, deliveries } = await sandbox.send({ name, about: deal!.id });
		assert.deepEqual(
			deliveries.map((one) => one.status),
			[503],
		);
		const failed = await until('an execution', 10_000, async () => {
			const [execution] = await rest.listExecutions(id);
			return execution;
		});
		const { error } = await rest.executionEnded(failed.id);
		assert.match(
			error!.message,
			new RegExp(`${name} of ${deal!.id}, .*started nothing: The filter 'Status`),
		);
		await set({ faults: [] });
		assert.equal(await call(await hook(), event), 200);
		await started(id, 2);
		const items = await events(id, 'End');
		assert.deepEqual(
			items.map(({ dealId, statusId }) => [dealId, statusId]),
			[[deal!.id, deal!.statusId]],
		);
	});
});
