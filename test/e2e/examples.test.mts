import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { ROOT } from '../../runtime/pack.mts';
import type { Answer, WorkflowFile } from '../../runtime/rest.mts';
import { AUDIENCE_ID, API_TOKEN, PROFILE_ID } from '../../sandbox/identities.mts';
import { openStage, type Stage } from './support/stage.mts';

const EXAMPLES = join(ROOT, 'examples');

describe('the example workflows in a real n8n', () => {
	let stage: Stage;
	before(async () => {
		stage = await openStage();
		const shared = { baseUrl: stage.sandbox.url, companyProfileId: PROFILE_ID };
		const data = { ...shared, apiToken: API_TOKEN };
		await stage.rest.createCredential('salesCrmApi', 'Sales CRM account', data);
	});
	after(async () => await stage?.close());

	const read = async (name: string): Promise<WorkflowFile> =>
		JSON.parse(await readFile(join(EXAMPLES, `${name}.json`), 'utf8')) as WorkflowFile;
	/** Imports an example; its credential is found by name, as in the editor. */
	const load = async (name: string) => await stage.rest.createWorkflow(await read(name));

	it('use only nodes and parameters that exist', async () => {
		const types = await stage.rest.nodeTypes();
		for (const file of (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json'))) {
			for (const node of (await read(file.replace('.json', ''))).nodes) {
				const where = `${file}, node "${node.name}"`;
				const type = types.find(
					({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
				);
				assert.ok(type, `${where}: there is no ${node.type}`);
				const known = new Set(type.properties.map(({ name }: { name: string }) => name));
				for (const name of Object.keys(node.parameters ?? {})) {
					assert.ok(known.has(name), `${where}: there is no parameter ${name}`);
				}
			}
		}
	});

	it('import-deal-history gives one item per change', async () => {
		const { id } = await load('import-deal-history');
		const execution = await stage.rest.runManually(id, 'When clicking Execute workflow');
		assert.equal(execution.status, 'success', execution.error?.message);
		const changes = execution.items('Deal history').map(({ json }) => json);
		assert.ok(changes.length > 0);
		assert.ok(changes.some(({ statusLabel, userName }) => statusLabel && !userName));
	});

	it('create-contacts-from-csv makes a contact of each row', async () => {
		const file = await read('create-contacts-from-csv');
		const { id } = await stage.rest.createWorkflow(file);
		await stage.rest.activate(id);
		const before = (await stage.state()).contacts;
		const csv = await readFile(join(EXAMPLES, 'contacts.csv'));
		const form = new FormData();
		form.set('field-0', new Blob([csv], { type: 'text/csv' }), 'contacts.csv');
		form.set('field-1', AUDIENCE_ID);
		const { webhookId } = file.nodes.find(({ name }) => name === 'Upload')!;
		await fetch(`${stage.rest.url}/form/${webhookId}`, { method: 'POST', body: form });
		const [execution] = await stage.rest.executionsEnded(id);
		assert.equal(execution.status, 'success', execution.error?.message);
		const rows = csv.toString().trim().split('\n').length - 1;
		assert.equal(execution.items('Create contact').filter(({ json }) => !json.error).length, rows);
		assert.equal((await stage.state()).contacts, before + rows);
		await stage.rest.deactivate(id);
	});

	it('deal-status-changes makes a sentence of an event', async () => {
		const { id } = await load('deal-status-changes');
		await stage.rest.activate(id);
		const { deal, target } = await move();
		const [execution] = await stage.rest.executionsEnded(id);
		assert.equal(
			execution.items('Message')[0].json.message,
			`${deal.summary} went from ${deal.statusLabel} to ${target.label}`,
		);
		await stage.rest.deactivate(id);
	});

	it('remove-duplicates lets an event through once that comes twice', async () => {
		const { id } = await load('remove-duplicates');
		await stage.rest.activate(id);
		await stage.control('PATCH', '/switches', { duplicateDeliveries: true });
		await move();
		const executions = await stage.rest.executionsEnded(id, 2);
		assert.equal(executions.flatMap((one) => one.items('Deal changed status')).length, 2);
		assert.equal(executions.flatMap((one) => one.items('Your next step')).length, 1);
		await stage.control('PATCH', '/switches', { duplicateDeliveries: false });
		await stage.rest.deactivate(id);
	});

	it('reconcile-from-history gives a change in one run only', async () => {
		const { id } = await load('reconcile-from-history');
		const passed = async () => {
			const execution = await stage.rest.runManually(id, 'Every hour');
			assert.equal(execution.status, 'success', execution.error?.message);
			return execution.items('Your next step').map(({ json }) => json);
		};
		await move();
		const { deal, target } = await move();
		const first = await passed();
		assert.ok(first.some(({ dealId, statusId }) => dealId === deal.id && statusId === target.id));
		assert.deepEqual(await passed(), []);
		const next = await move();
		const third = await passed();
		assert.deepEqual(
			third.map(({ dealId, statusLabel }) => [dealId, statusLabel]),
			[[next.deal.id, next.target.label]],
		);
	});

	/** Moves the first deal to another status of its pipeline. */
	async function move(): Promise<{ deal: Answer; target: Answer }> {
		const { deals, statuses } = await stage.state();
		const [deal] = deals;
		const target = statuses.find(
			(status: Answer) => status.backlog_id === deal.backlogId && status.id !== deal.statusId,
		);
		await stage.control('POST', `/deals/${deal.id}/move`, { statusId: target.id });
		return { deal, target };
	}
});
