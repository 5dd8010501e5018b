import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type Execution, inLine, until, type WorkflowNode } from '../../tools/n8n/rest.mts';
import { EMPTY_AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { openStage, type Stage } from './support/stage.mts';

/** What receives files, and is called by that name. */
const TRIGGERS = {
	form: (path: string, multipleFiles: boolean): WorkflowNode => {
		const field = { fieldLabel: 'File', fieldType: 'file', multipleFiles };
		return {
			name: 'Form',
			type: 'n8n-nodes-base.formTrigger',
			typeVersion: 2.2,
			webhookId: path,
			parameters: {
				...{ formTitle: 'Files', formFields: { values: [field] }, options: {} },
				responseMode: 'onReceived',
			},
		};
	},
	webhook: (path: string): WorkflowNode => ({
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
	}),
};

/**
 * The files that a form and a call bring, which each line of n8n names in its own way. If the setting "Binary data mode"
 * of the workflow is "combined", n8n 2 keeps those of a call in the JSON (n8n 1 does not know it; of 2.41.0 forms do not
 * work with it).
 */
describe('Contact: Import From File takes the files of an item', () => {
	let stage: Stage;
	before(async () => (stage = await openStage()));
	after(async () => await stage?.close());

	/** Sends a file of one row for each name; gives the summaries, or the error. */
	async function send(
		trigger: keyof typeof TRIGGERS,
		binaryMode: string,
		names: string[],
		binaryPropertyName = 'data',
	) {
		const path = crypto.randomUUID();
		const what = { resource: 'contact', operation: 'import', audienceId: EMPTY_AUDIENCE_ID };
		const nodes = [
			TRIGGERS[trigger](path, names.length > 1),
			stage.crm('apiToken', { ...what, binaryPropertyName, dryRun: false }),
		];
		const settings = { executionOrder: 'v1', binaryMode };
		const workflow = { name: path, nodes, connections: inLine(nodes), settings };
		const { id } = await stage.rest.createWorkflow(workflow);
		await stage.rest.activate(id);
		const body = new FormData();
		for (const name of names)
			body.append('field-0', new Blob([`Email\n${name}@example.com`]), `${name}.csv`);
		await fetch(`${stage.n8n.url}/${trigger}/${path}`, { method: 'POST', body });
		const { id: started } = await until('the execution to start', 30_000, async () =>
			(await stage.rest.listExecutions(id)).at(0),
		);
		const execution: Execution = await stage.rest.executionEnded(started);
		await stage.rest.deactivate(id);
		const reports = execution.error ? [] : execution.items('Sales CRM');
		return { reports: reports.map(({ json }) => json.summary), error: execution.error };
	}

	for (const [trigger, binaryMode] of [
		['form', 'separate'],
		['webhook', 'combined'],
	] as const) {
		it(`of a ${trigger} (${binaryMode}): a single one; of several the error says what to enter`, async () => {
			const created = '1 of 1 row was created.';
			assert.deepEqual((await send(trigger, binaryMode, [`${trigger}-alone`])).reports, [created]);
			const names = [`${trigger}-1`, `${trigger}-2`];
			const { error } = await send(trigger, binaryMode, names);
			assert.equal(error?.message, "The item has no file 'data'");
			const words = /It has 2 files\..* 'Input Binary Field': (.+)$/.exec(error.description!);
			const { reports } = await send(trigger, binaryMode, names, words![1]);
			assert.deepEqual(reports, [created, created]);
		});
	}
});
