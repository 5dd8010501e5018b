import { after, before, describe, it } from 'node:test';

import { LINE, openStage, type Stage } from '../support/stage.mts';
import { openEditor, type Editor } from './support/browser.mts';
import { CredentialDialog } from './support/dialog.mts';

const WARNING = /This address is not encrypted: everyone on the way can read your credential/;

/** Entered one after the other: with the first of each pair the warning comes, with the second it goes. */
const ADDRESSES = [
	[' HTTP://crm.example.com:8080/path', 'https://crm.example.com'],
	['http://10.0.0.5', 'http://localhost'],
	['http://localhost.example.com', 'http://localhost:4010/crm'],
	['http://127.0.0.1.example.com', 'http://127.0.0.1:4010'],
	['http://localhost@crm.example.com', 'http://127.0.0.1/'],
	[' http://crm.example.com', 'http://[::1]:4010'],
	['http://crm.example.com', ''],
] as const;

describe('plain http:// in the credential', { skip: LINE !== '2' && 'the editor of 2.x' }, () => {
	let stage: Stage;
	let editor: Editor;
	before(async () => {
		stage = await openStage();
		editor = await openEditor(stage.n8n.url);
	});
	after(async () => {
		await editor?.close();
		await stage?.close();
	});

	for (const displayName of [
		'Sales CRM API',
		'Sales CRM OAuth2 API',
		'Sales CRM Service Account API',
	]) {
		it(`is warned of, except on this machine, in ${displayName}`, async () => {
			const dialog = await CredentialDialog.create(editor.page, stage.n8n.url, displayName);
			const warning = dialog.part(WARNING);
			const address = dialog.field('baseUrl');
			for (const [warned, notWarned] of ADDRESSES) {
				await address.fill(warned);
				await warning.waitFor({ state: 'visible' });
				if (displayName === 'Sales CRM API') await dialog.picture('http-warning');
				await address.fill(notWarned);
				await warning.waitFor({ state: 'hidden' });
			}
		});
	}
});
