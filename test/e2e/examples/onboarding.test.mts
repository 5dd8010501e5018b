import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../tools/n8n/executions.mts';
import type { WorkflowFile } from '../../../tools/n8n/rest.mts';
import { tableNodes, withExamples } from '../support/examples.mts';
import { takeExecutionPicture } from '../support/pictures.mts';

/** Of an execution in the editor, in pixels: without the list at the left. */
const CANVAS = { x: 420, y: 128, width: 850, height: 587 };

const BUTTON = 'When clicking Execute workflow';

/** Both workflows of docs/onboarding.md, as their notes say: one is published, the other run by a click. */
withExamples('onboarding', (stage) => {
	/** Both workflows share the table of changes. */
	const withTables = async (name: string): Promise<WorkflowFile> => {
		const file = await stage().read(name);
		for (const node of tableNodes(file)) await stage().chooseTable(node.name, [node]);
		return file;
	};
	const keysOf = async (name: string, key: string) =>
		(await stage().rowsOf(name)).map((row) => row[key]).sort();
	const idsOf = (records: Array<{ id: string }>) => records.map(({ id }) => id).sort();
	it('holds statuses, users and each change once, and goes on by itself', async () => {
		const { deals, statuses, users } = stage().sandbox.world.profile();
		const entries = () => idsOf(deals.flatMap(({ history }) => history));
		const changes = async () => await keysOf('Changes table', 'changeId');

		const all = await withTables('onboarding');
		const updates = await withTables('onboarding-updates');
		const { id: updatesId } = await stage().rest.createWorkflow(updates);
		await stage().rest.activate(updatesId);
		const { id: workflowId } = await stage().rest.createWorkflow(all);
		let id = '';
		for (const _again of [1, 2]) {
			({ id } = await stage().runByHand(workflowId, BUTTON));
			assert.deepEqual(await changes(), entries());
		}
		assert.deepEqual(await keysOf('Statuses table', 'statusId'), idsOf(statuses));
		assert.deepEqual(await keysOf('Users table', 'userId'), idsOf(users));
		const [status] = await stage().rowsOf('Statuses table');
		assert.match(
			`${status.status}, ${status.pipeline}`,
			/^\S.*, (Nieuwe leads|Offertetraject|Uitvoering)$/,
		);

		const { deal, target } = await stage().move();
		await stage().polledAgain(updatesId);
		await until('the change to be in the table', 30_000, async () =>
			(await changes()).length === entries().length ? true : undefined,
		);
		assert.deepEqual(await changes(), entries());
		const last = (await stage().rowsOf('Changes table')).findLast(
			({ dealId }) => dealId === deal.id,
		);
		assert.deepEqual([last.status, last.previousStatus], [target.label, deal.statusLabel]);
		const place = { workflowId, id };
		await takeExecutionPicture(stage(), 'onboarding', place, 'Changes table', CANVAS);
		await stage().rest.deactivate(updatesId);
	});
});
