import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { OAUTH_CLIENT, OAUTH_USER, PROFILE_ID } from '../../../tools/sandbox/identities.mts';
import type { Answer } from '../../../tools/n8n/rest.mts';
import { LINE, openStage, type Stage } from '../support/stage.mts';
import { openEditor, type Editor } from './support/browser.mts';
import { crmNode, ENTERED, LIST_QUOTATIONS } from './support/credentials.mts';
import { CredentialDialog } from './support/dialog.mts';

const TESTED = [
	{
		type: 'salesCrmApi',
		displayName: 'Sales CRM API',
		secret: 'apiToken',
		refused: /The API token is wrong or revoked/,
		pictureOf: 'right',
		picture: 'api-token-right',
	},
	{
		type: 'salesCrmServiceAccountApi',
		displayName: 'Sales CRM Service Account API',
		secret: 'password',
		refused: /the name or secret is wrong \(FAILED\)\. Attempts left: 4\./,
		pictureOf: 'refused',
		picture: 'service-account-secret',
	},
] as const;

/** The dialogs in which a person makes a credential, in a real browser. */
describe('credentials in the editor', { skip: LINE !== '2' && 'the editor of 2.x' }, () => {
	let stage: Stage;
	let editor: Editor;
	before(async () => {
		stage = await openStage();
		editor = await openEditor(stage.rest);
	});
	after(async () => {
		await editor?.close();
		await stage?.close();
	});
	const create = async (displayName: string) =>
		await CredentialDialog.create(editor.page, stage.n8n.url, displayName);

	for (const { type, displayName, secret, refused, pictureOf, picture } of TESTED) {
		it(`${displayName}: Test says what is wrong, and that it is right`, async () => {
			const right = ENTERED[type](stage.sandbox.url) as Record<string, string>;
			const dialog = await create(displayName);
			await dialog.fill({ ...right, [secret]: 'wrong' });
			await dialog.saveAndTest(refused);
			if (pictureOf === 'refused') await dialog.picture(picture);
			await dialog.fill(right);
			await dialog.saveAndTest(/Connection tested successfully/);
			if (pictureOf === 'right') await dialog.picture(picture);
			await dialog.close();
		});
	}

	it('OAuth2 is filled in, connected and consented to, and runs a node', async () => {
		const { url } = stage.sandbox;
		const dialog = await create('Sales CRM OAuth2 API');
		// n8n puts its own fields first.
		await dialog.part(/^Base URL, .* are at the end of this form$/).waitFor();
		await dialog.choose('grantType', 'Authorization Code with PKCE');
		const addresses = { authUrl: `${url}/oidc/auth`, accessTokenUrl: `${url}/oidc/token` };
		const entered = { baseUrl: url, companyProfileId: PROFILE_ID, ...OAUTH_CLIENT };
		await dialog.fill({ ...addresses, ...entered });
		await dialog.picture('oauth2-filled-in');
		const provider = await dialog.connect();
		await provider.getByLabel('E-mail').fill(OAUTH_USER.email);
		await provider.getByLabel('Password').fill(OAUTH_USER.password);
		await provider.getByRole('button', { name: 'Sign in' }).click();
		await provider.getByRole('button', { name: 'Allow' }).click();
		await dialog.connected();
		await dialog.close();

		// The editor names it after its type; other files make some at the same n8n.
		const all: Answer[] = await stage.rest.call('GET', '/credentials');
		const made = all.find(
			({ name, type }) => type === 'salesCrmOAuth2Api' && name.startsWith('Sales CRM'),
		);
		const { items } = await stage.rest.runOnce([
			crmNode('salesCrmOAuth2Api', made, LIST_QUOTATIONS),
		]);
		assert.equal(items.length, (await stage.state()).quotations.length);
	});
});
