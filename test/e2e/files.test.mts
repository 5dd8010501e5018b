import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type Execution, inLine, until, type WorkflowNode } from '../../tools/n8n/rest.mts';
import { EMPTY_AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { openStage, type Stage } from './support/stage.mts';

/** What receives files, and where it is called. */
const TRIGGERS = {
	form: (path: string, isMultiple: boolean): WorkflowNode => {
		const field = { fieldLabel: 'File', fieldType: 'file', multipleFiles: isMultiple };
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

	/** Sends a file of one row for each name. */
	async function send(
		trigger: keyof typeof TRIGGERS,
		binaryMode: string,
		names: string[],
		binaryPropertyName: string,
	): Promise<Execution> {
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
		const execution = await stage.rest.executionEnded(started);
		await stage.rest.deactivate(id);
		return execution;
	}
	const created = () =>
		stage.sandbox.world
			.profile()
			.contacts.createdIn(EMPTY_AUDIENCE_ID)
			.map(({ standard_personal_infos: [email] }) => email!.value);

	for (const [trigger, binaryMode] of [
		['form', 'separate'],
		['webhook', 'combined'],
	] as const) {
		const names = [1, 2].map((n) => `${trigger}-${binaryMode}-${n}`);
		const emails = names.map((name) => `${name}@example.com`);

		it(`several of a ${trigger} (${binaryMode}): the error says what to enter; then each has its report`, async (t) => {
			const before = created();
			const { error } = await send(trigger, binaryMode, names, 'data');
			assert.equal(error?.message, "The item has no file 'data'");
			const [, entered] = /It has 2 files\..* 'Input Binary Field': (.+)$/.exec(
				error.description!,
			)!;
			t.diagnostic(entered!);
			assert.deepEqual(created(), before);
			const execution = await send(trigger, binaryMode, names, entered!);
			const reports = execution.items('Sales CRM').map(({ json }) => json.summary);
			assert.deepEqual(reports, ['1 of 1 row was created.', '1 of 1 row was created.']);
			assert.deepEqual(created().slice(before.length).sort(), emails);
		});

		it(`a single one of a ${trigger} (${binaryMode}), whatever it is called`, async () => {
			const name = `${trigger}-${binaryMode}-alone`;
			const [report] = (await send(trigger, binaryMode, [name], 'data')).items('Sales CRM');
			assert.equal(report?.json.summary, '1 of 1 row was created.');
			assert.equal(created().at(-1), `${name}@example.com`);
		});
	}
});
