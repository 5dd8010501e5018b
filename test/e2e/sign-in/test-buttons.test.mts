import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { OTHER_PROFILE_ID } from '../../../sandbox/identities.mts';
import { LINE, openStage, type Stage } from '../support/stage.mts';
import { openEditor, type Editor } from './support/browser.mts';
import { connectOAuth2 } from './support/connect.mts';
import { ENTERED } from './support/credentials.mts';
import { CredentialDialog } from './support/dialog.mts';
import { openElsewhere, type Elsewhere } from './support/elsewhere.mts';
import { SENTENCES, type Case } from './support/sentences.mts';

const TYPES = [
	['salesCrmApi', 'Sales CRM API', 'api-token', 'apiToken'],
	['salesCrmServiceAccountApi', 'Sales CRM Service Account API', 'service-account', 'password'],
] as const;

describe('Test in the editor', { skip: LINE !== '2' && 'the editor of 2.x' }, () => {
	let stage: Stage;
	let editor: Editor;
	let page: Elsewhere;
	let moved: Elsewhere;
	before(async () => {
		stage = await openStage();
		editor = await openEditor(stage.n8n.url);
		page = await openElsewhere();
		moved = await openElsewhere(() => ({
			status: 307,
			headers: { location: `${stage.sandbox.url}/` },
		}));
	});
	after(async () => {
		await editor?.close();
		await page?.close();
		await moved?.close();
		await stage?.close();
	});

	for (const [type, displayName, picture, secret] of TYPES) {
		it(`says what is wrong with a ${displayName} credential`, async () => {
			const right = ENTERED[type](stage.sandbox.url) as Record<string, string>;
			const dialog = await CredentialDialog.create(editor.page, stage.n8n.url, displayName);
			const cases: Array<[Case, Record<string, string>]> = [
				['secret', { ...right, [secret]: 'wrong' }],
				['silent', { ...right, baseUrl: 'http://127.0.0.1:9' }],
				['path', { baseUrl: `${right.baseUrl}/api/v1` }],
				['page', { baseUrl: page.url }],
				['moved', { baseUrl: moved.url }],
				['profile', { ...right, companyProfileId: OTHER_PROFILE_ID }],
				['right', right],
			];
			for (const [name, values] of cases) {
				await stage.control('POST', '/reset', {});
				await dialog.fill(values);
				await dialog.saveAndTest(
					name === 'right' ? /Connection tested successfully/ : SENTENCES[type][name],
				);
				await dialog.picture(`${picture}-${name}`);
			}
			await dialog.close();
		});
	}

	it('shows an OAuth2 credential as connected and has no Test button for it', async () => {
		const type = 'salesCrmOAuth2Api';
		const data = ENTERED[type](stage.sandbox.url);
		const { id } = await stage.rest.createCredential(type, 'Connected', data);
		await connectOAuth2(stage.rest, id);
		let tests = 0;
		editor.page.on('request', (request) => {
			if (request.url().endsWith('/credentials/test')) tests++;
		});
		const dialog = await CredentialDialog.open(editor.page, stage.n8n.url, id);
		await dialog.connected();
		assert.equal(await dialog.part('Retry').filter({ visible: true }).count(), 0);
		assert.equal(tests, 0);
	});
});
