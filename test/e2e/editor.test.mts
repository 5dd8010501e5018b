import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import type { Answer } from '../../tools/n8n/rest.mts';
import { startSandbox, type Sandbox } from '../../tools/sandbox/server.mts';
import { customers } from './editor/customers.mts';
import { quickStart } from './editor/quickStart.mts';
import { walkthrough } from './editor/walkthrough.mts';
import { Workbench } from './editor/workbench.mts';
import { openEditor, type Editor } from './sign-in/support/browser.mts';
import { ENTERED } from './sign-in/support/credentials.mts';
import { LINE, openStage, type Stage } from './support/stage.mts';

const PACKAGE = 'n8n-nodes-sales-crm';

/** In an n8n of its own: of several credentials the editor would not choose one. */
describe(`the editor (n8n ${LINE}.x)`, () => {
	let stage: Stage;
	let editor: Editor;
	let bench: Workbench;
	const withoutCredentials = async () => {
		for (const { id } of await stage.rest.call('GET', '/credentials'))
			await stage.rest.deleteCredential(id);
	};
	/** The only credential, so that the editor chooses it. */
	const credentialFor = async ({ url }: Sandbox) => {
		await withoutCredentials();
		const data = ENTERED.salesCrmApi(url);
		await stage.rest.createCredential('salesCrmApi', 'Sales CRM account', data);
	};
	before(async () => {
		stage = await openStage({ ownN8n: true, editor: true });
		editor = await openEditor(stage.n8n.url);
		await editor.page.setViewportSize({ width: 1500, height: 1000 });
		bench = new Workbench(editor.page, stage.n8n.url);
	});
	after(async () => {
		await editor?.close();
		await stage?.close();
	});

	describe('an import by the quick start', () => {
		before(withoutCredentials);
		quickStart(() => ({ stage, bench }));
	});

	describe('a walk', { skip: LINE !== '2' && 'the editor of 2.x' }, () => {
		before(async () => {
			stage.sandbox.reset();
			await credentialFor(stage.sandbox);
		});
		walkthrough(() => ({ stage, bench }));
	});

	describe(
		'a walk at a Sales CRM as published',
		{ skip: LINE !== '2' && 'the editor of 2.x' },
		() => {
			let sandbox: Sandbox;
			before(async () => {
				sandbox = await startSandbox({ switches: { only: 'published' } });
				await credentialFor(sandbox);
			});
			after(async () => await sandbox?.close());
			customers(() => ({ sandbox, bench }));
		},
	);

	it('has a preview of the output of every operation and of the triggers', async () => {
		const operations = nodes.resources.flatMap((resource) =>
			resource.operations.map(({ value }) => `salesCrm/1.0.0/${resource.value}/${value}`),
		);
		for (const path of [...operations, 'salesCrmTrigger/1.1.0', 'salesCrmPollingTrigger/1.0.0']) {
			const url = `${stage.n8n.url}/schemas/${PACKAGE}.${path}.json`;
			const preview = await fetch(url, { headers: { accept: 'application/json' } });
			assert.equal(preview.status, 200, path);
			assert.equal(((await preview.json()) as Answer).type, 'object', path);
		}
	});
});
