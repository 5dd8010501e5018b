import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { OAUTH_CLIENT, OAUTH_USER, PROFILE_ID } from '../../../tools/sandbox/identities.mts';
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
		pictures: { right: 'api-token-right' },
	},
	{
		type: 'salesCrmServiceAccountApi',
		displayName: 'Sales CRM Service Account API',
		secret: 'password',
		refused: /the name or secret is wrong \(FAILED\)\. Attempts left: 4\./,
		pictures: { refused: 'service-account-secret' },
	},
] as const;

const NOT_ENCRYPTED = /This address is not encrypted: everyone on the way can read your credential/;

/** The dialogs in which a person makes a credential, in a real browser. */
describe('credentials in the editor', { skip: LINE !== '2' && 'the editor of 2.x' }, () => {
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
	const create = async (displayName: string) =>
		await CredentialDialog.create(editor.page, displayName);

	for (const { type, displayName, secret, refused, pictures } of TESTED) {
		it(`${displayName}: Test says what is wrong, and that it is right`, async () => {
			const right = ENTERED[type](stage.sandbox.url) as Record<string, string>;
			const dialog = await create(displayName);
			await dialog.fill({ ...right, [secret]: 'wrong' });
			await dialog.saveAndTest(refused);
			if ('refused' in pictures) await dialog.picture(pictures.refused);
			await dialog.fill(right);
			await dialog.saveAndTest(/Connection tested successfully/);
			if ('right' in pictures) await dialog.picture(pictures.right);
			await dialog.close();
		});
	}

	/** Those made in the editor, which names them after their type; other files make some at the same n8n. */
	const madeHere = async () => {
		const all: Array<{ id: string; name: string; type: string }> = await stage.rest.call(
			'GET',
			'/credentials',
		);
		return all.filter(
			({ name, type }) => type === 'salesCrmOAuth2Api' && name.startsWith('Sales CRM'),
		);
	};

	for (const grant of ['Authorization Code', 'Authorization Code with PKCE']) {
		it(`OAuth2 (${grant}) is filled in, connected and consented to, and runs a node`, async () => {
			const { url } = stage.sandbox;
			const isPkce = grant.includes('PKCE');
			const authUrl = `${url}/oidc/auth`;
			const dialog = await create('Sales CRM OAuth2 API');
			// n8n puts its own fields first.
			await dialog.part(/^Base URL, .* are at the end of this form$/).waitFor();
			await dialog.choose('grantType', grant);
			const addresses = { baseUrl: url, authUrl, accessTokenUrl: `${url}/oidc/token` };
			await dialog.fill({ ...addresses, companyProfileId: PROFILE_ID, ...OAUTH_CLIENT });
			if (isPkce) await dialog.picture('oauth2-filled-in');
			const requested = editor.page.context().waitForEvent('request', {
				predicate: (request) => request.url().startsWith(authUrl),
			});
			const provider = await dialog.connect();
			const asked = new URL((await requested).url()).searchParams;
			assert.equal(asked.get('redirect_uri'), `${stage.n8n.url}/rest/oauth2-credential/callback`);
			assert.equal(asked.get('code_challenge_method'), isPkce ? 'S256' : null);
			await provider.getByLabel('E-mail').fill(OAUTH_USER.email);
			await provider.getByLabel('Password').fill(OAUTH_USER.password);
			await provider.getByRole('button', { name: 'Sign in' }).click();
			await provider.getByRole('button', { name: 'Allow' }).click();
			await dialog.connected();
			await dialog.close();

			const [made] = await madeHere();
			const node = crmNode('salesCrmOAuth2Api', made!, LIST_QUOTATIONS);
			const { items } = await stage.rest.runOnce([node]);
			assert.equal(items.length, (await stage.state()).quotations.length);
			await stage.rest.deleteCredential(made!.id);
			// The provider forgets who signed in: the next one does it anew.
			await stage.control('POST', '/oauth/revoke');
		});
	}

	it('plain http:// is warned of, except on this machine', async () => {
		const dialog = await create('Sales CRM API');
		const warning = dialog.part(NOT_ENCRYPTED);
		await dialog.field('baseUrl').fill(' http://crm.example.com');
		await warning.waitFor({ state: 'visible' });
		await dialog.field('baseUrl').fill('http://localhost:4010/crm');
		await warning.waitFor({ state: 'hidden' });
	});
});
