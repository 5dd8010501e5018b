import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../tools/n8n/executions.mts';
import type { Answer, WorkflowFile } from '../../../tools/n8n/rest.mts';
import { openEditor } from '../sign-in/support/browser.mts';
import { succeeded, withExamples } from '../support/examples.mts';
import { takeExecutionPicture } from '../support/pictures.mts';

/** Of an execution in the editor, in pixels: without the list at the left. */
const CANVAS = { x: 420, y: 128, width: 850, height: 587 };

/** Both workflows of docs/onboarding.md, as their notes say: one is published, the other run by a click. */
withExamples('onboarding', (stage) => {
	/** The data tables that people make, by the name of the node that writes them; both workflows share one. */
	const tableIds = new Map<string, string>();
	const tables = async () => {
		const { id } = await stage().rest.call('GET', '/projects/personal');
		return `/projects/${id}/data-tables`;
	};
	const withTables = async (file: WorkflowFile): Promise<WorkflowFile> => {
		for (const node of file.nodes.filter(({ type }) => type.endsWith('.dataTable'))) {
			const columns = Object.keys(node.parameters!.columns.value);
			const make = async () =>
				await stage().rest.call('POST', await tables(), {
					name: node.name,
					columns: columns.map((name) => ({ name, type: 'string' })),
				});
			const id = tableIds.get(node.name) ?? (await make()).id;
			tableIds.set(node.name, id);
			// As a person does in the editor: the table is chosen.
			node.parameters!.dataTableId.value = id;
		}
		return file;
	};
	const rowsOf = async (name: string) => {
		// n8n gives 50 rows at most.
		const rows: Answer[] = [];
		for (let total = 1; rows.length < total; ) {
			const query = `skip=${rows.length}&take=50&sortBy=id:asc`;
			const path = `${await tables()}/${tableIds.get(name)}/rows?${query}`;
			const page = await stage().rest.call('GET', path);
			assert.ok(page.data.length > 0, 'a page of the table without rows');
			rows.push(...(page.data as Answer[]));
			total = page.count;
		}
		return rows;
	};
	const keysOf = async (name: string, key: string) =>
		(await rowsOf(name)).map((row) => row[key]).sort();
	const idsOf = (records: Array<{ id: string }>) => records.map(({ id }) => id).sort();
	/** Opens it in the editor and presses the button; gives the execution that comes of it. */
	const clicked = async (workflowId: string) => {
		const before = (await stage().rest.listExecutions(workflowId)).map(({ id }) => id);
		const { page, close } = await openEditor(stage().n8n.url);
		try {
			await page.goto(`${stage().n8n.url}/workflow/${workflowId}`);
			await page.getByTestId('execute-workflow-button').click();
			const found = await until('the click to start it', 60_000, async () =>
				(await stage().rest.listExecutions(workflowId)).find(({ id }) => !before.includes(id)),
			);
			return succeeded(await stage().rest.executionEnded(found.id));
		} finally {
			await close();
		}
	};

	it('holds statuses, users and each change once, and goes on by itself', async () => {
		const { deals, statuses, users } = stage().sandbox.world.profile();
		const entries = () => idsOf(deals.flatMap(({ history }) => history));
		const changes = async () => await keysOf('Changes table', 'changeId');

		const all = await withTables(await stage().read('onboarding'));
		const updates = await withTables(await stage().read('onboarding-updates'));
		const { id: updatesId } = await stage().rest.createWorkflow(updates);
		await stage().rest.activate(updatesId);
		const { id: workflowId } = await stage().rest.createWorkflow(all);
		let id = '';
		for (const _again of [1, 2]) {
			({ id } = await clicked(workflowId));
			assert.deepEqual(await changes(), entries());
		}
		assert.deepEqual(await keysOf('Statuses table', 'statusId'), idsOf(statuses));
		assert.deepEqual(await keysOf('Users table', 'userId'), idsOf(users));
		const [status] = await rowsOf('Statuses table');
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
		const last = (await rowsOf('Changes table')).findLast(({ dealId }) => dealId === deal.id);
		assert.deepEqual([last.status, last.previousStatus], [target.label, deal.statusLabel]);
		const place = { workflowId, id };
		await takeExecutionPicture(stage(), 'onboarding', place, 'Changes table', CANVAS);
		await stage().rest.deactivate(updatesId);
	});
});
