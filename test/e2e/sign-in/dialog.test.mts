import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { OAUTH_CLIENT, OAUTH_USER, PROFILE_ID } from '../../../tools/sandbox/identities.mts';
import { LINE, openStage, type Stage } from '../support/stage.mts';
import { openEditor, type Editor } from './support/browser.mts';
import { crmNode, ENTERED, LIST_QUOTATIONS } from './support/credentials.mts';
import { CredentialDialog } from './support/dialog.mts';

const REFUSED = {
	salesCrmApi: /The API token is wrong or revoked/,
	salesCrmServiceAccountApi: /the name or secret is wrong \(FAILED\)\. Attempts left: 4\./,
};

const TESTED = [
	['salesCrmApi', 'Sales CRM API', 'api-token', 'apiToken'],
	['salesCrmServiceAccountApi', 'Sales CRM Service Account API', 'service-account', 'password'],
] as const;

const NOT_ENCRYPTED = /This address is not encrypted: everyone on the way can read your credential/;

/** Entered one after the other: with the first of each pair the warning comes, with the second it goes. */
const ADDRESSES = [
	[' HTTP://crm.example.com:8080/path', 'https://crm.example.com'],
	['http://10.0.0.5', 'http://localhost'],
	['http://localhost.example.com', 'http://localhost:4010/crm'],
	['http://localhost@crm.example.com', 'http://127.0.0.1/'],
	[' http://crm.example.com', 'http://[::1]:4010'],
] as const;

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
		await CredentialDialog.create(editor.page, stage.n8n.url, displayName);

	for (const [type, displayName, picture, secret] of TESTED) {
		it(`${displayName}: Test says what is wrong, and that it is right`, async () => {
			const right = ENTERED[type](stage.sandbox.url) as Record<string, string>;
			const dialog = await create(displayName);
			await dialog.fill({ ...right, [secret]: 'wrong' });
			await dialog.saveAndTest(REFUSED[type]);
			await dialog.picture(`${picture}-secret`);
			await dialog.fill(right);
			await dialog.saveAndTest(/Connection tested successfully/);
			await dialog.picture(`${picture}-right`);
			await dialog.close();
		});
	}

	it('plain http:// is warned of, except on this machine', async () => {
		const dialog = await create('Sales CRM API');
		const warning = dialog.part(NOT_ENCRYPTED);
		for (const [warned, notWarned] of ADDRESSES) {
			await dialog.field('baseUrl').fill(warned);
			await warning.waitFor({ state: 'visible' });
			await dialog.picture('http-warning');
			await dialog.field('baseUrl').fill(notWarned);
			await warning.waitFor({ state: 'hidden' });
		}
	});

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
			const config = (await (
				await fetch(`${url}/oidc/.well-known/openid-configuration`)
			).json()) as Record<string, string>;
			const dialog = await create('Sales CRM OAuth2 API');
			await dialog.choose('grantType', grant);
			await dialog.fill({
				baseUrl: url,
				companyProfileId: PROFILE_ID,
				authUrl: config.authorization_endpoint!,
				accessTokenUrl: config.token_endpoint!,
				...OAUTH_CLIENT,
			});
			if (isPkce) await dialog.picture('oauth2-filled-in');
			const requested = editor.page.context().waitForEvent('request', {
				predicate: (request) => request.url().startsWith(config.authorization_endpoint!),
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
			if (isPkce) await dialog.picture('oauth2-connected');
			await dialog.close();

			const [made, ...others] = await madeHere();
			assert.deepEqual(others, []);
			const node = crmNode('salesCrmOAuth2Api', made!, LIST_QUOTATIONS);
			const { items } = await stage.rest.runOnce([node]);
			assert.equal(items.length, (await stage.state()).quotations.length);
			await stage.rest.deleteCredential(made!.id);
			// The provider forgets who signed in: the next one does it anew.
			await stage.control('POST', '/oauth/revoke');
		});
	}
});
