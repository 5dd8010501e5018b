import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../tools/n8n/executions.mts';
import type { Answer } from '../../../tools/n8n/rest.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers('a filter by the name of a status', (stage) => {
	const profile = () => stage().sandbox.world.profile();
	/** Of the pipeline of the first deal, in its order. */
	const statuses = () =>
		profile().statuses.filter((one) => one.backlog_id === profile().deals[0]!.backlogId);

	it('fails the publication if the name is unknown, is answered 503 if it cannot be looked up, else starts the workflow', async () => {
		const { rest, trigger, workflow, hooks, hook, set, control, started } = stage();
		const [deal] = profile().deals;
		// An event names the status that a deal enters, but not the one that it leaves.
		const [from, to] = statuses().filter(({ id }) => id !== deal!.statusId);
		const move = async (statusId: string): Promise<Array<number | null>> => {
			const moved = await control('POST', `/deals/${deal!.id}/move`, { statusId });
			return moved.deliveries.map(({ status }: Answer) => status);
		};
		const filtered = async (name: string) =>
			await workflow([trigger('apiToken', { filters: { fromStatusIds: [name] } })]);
		await assert.rejects(rest.activate(await filtered('Nowhere')), /Unknown status .*Nowhere/);
		assert.deepEqual(await hooks(), []);

		const id = await filtered(from!.label.toUpperCase());
		await rest.activate(id);
		await hook();
		await set({ faults: [{ route: 'listStatuses', kind: 'status', status: 500, every: 1 }] });
		assert.deepEqual(await move(to!.id), [503]);
		await set({ faults: [] });
		await until('the names to be asked for again', 30_000, async () => {
			await move(from!.id);
			return (await move(to!.id))[0] === 200 ? true : undefined;
		});
		// The deal stays in its status.
		assert.deepEqual(await move(to!.id), [200]);
		const items = await started(id, 1);
		assert.deepEqual(
			items.map(({ status, previousStatus }) => [previousStatus, status]),
			[[from!.label, to!.label]],
		);

		// A removal that meets a temporary error is repeated.
		await set({ faults: [{ route: 'unsubscribe', kind: 'status', status: 503 }] });
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});
});
