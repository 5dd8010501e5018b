import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { OAUTH_CLIENT, OAUTH_USER, PROFILE_ID } from '../../../sandbox/identities.mts';
import { LINE, openStage, type Stage } from '../support/stage.mts';
import { openEditor, type Editor } from './support/browser.mts';
import { crmNode, LIST_QUOTATIONS } from './support/credentials.mts';
import { CredentialDialog } from './support/dialog.mts';

const TYPE = 'salesCrmOAuth2Api';

describe('OAuth2 in a real browser', { skip: LINE !== '2' && 'the editor of 2.x' }, () => {
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

	const list = async (credential: { id: string; name: string }) =>
		await stage.rest.runOnce([crmNode(TYPE, credential, LIST_QUOTATIONS)]);
	/** Those made in the editor, which names them after their type; other files make some at the same n8n. */
	const madeHere = async () => {
		const all: Array<{ id: string; name: string; type: string }> = await stage.rest.call(
			'GET',
			'/credentials',
		);
		return all.filter(({ name, type }) => type === TYPE && name.startsWith('Sales CRM'));
	};
	/** What the sandbox answered to lists of quotations, oldest first. */
	const statuses = async (): Promise<number[]> => {
		const requests = await stage.control('GET', '/requests?path=/api/v1/quotations');
		return requests.map(({ status }: { status: number }) => status);
	};

	for (const grant of ['Authorization Code', 'Authorization Code with PKCE']) {
		describe(grant, () => {
			let credential: { id: string; name: string };

			it('is filled in, connected and consented to', async () => {
				const { url } = stage.sandbox;
				const config = (await (
					await fetch(`${url}/oidc/.well-known/openid-configuration`)
				).json()) as Record<string, string>;
				const { page } = editor;
				const dialog = await CredentialDialog.create(page, stage.n8n.url, 'Sales CRM OAuth2 API');
				await dialog.choose('grantType', grant);
				await dialog.fill({
					baseUrl: url,
					companyProfileId: PROFILE_ID,
					authUrl: config.authorization_endpoint!,
					accessTokenUrl: config.token_endpoint!,
					...OAUTH_CLIENT,
				});

				if (grant.includes('PKCE')) await dialog.picture('oauth2-filled-in');
				const requested = page.context().waitForEvent('request', {
					predicate: (request) => request.url().startsWith(config.authorization_endpoint!),
				});
				const provider = await dialog.connect();
				const asked = new URL((await requested).url()).searchParams;
				assert.equal(asked.get('redirect_uri'), `${stage.n8n.url}/rest/oauth2-credential/callback`);
				assert.equal(asked.get('code_challenge_method'), grant.includes('PKCE') ? 'S256' : null);
				await provider.getByLabel('E-mail').fill(OAUTH_USER.email);
				await provider.getByLabel('Password').fill(OAUTH_USER.password);
				await provider.getByRole('button', { name: 'Sign in' }).click();
				await provider.getByRole('button', { name: 'Allow' }).click();
				await dialog.connected();
				if (grant.includes('PKCE')) await dialog.picture('oauth2-connected');
				await dialog.close();

				const [made, ...others] = await madeHere();
				assert.equal(others.length, 0);
				credential = { id: made!.id, name: made!.name };
			});

			it('runs a node', async () => {
				const { quotations } = await stage.state();
				const { items } = await list(credential);
				assert.equal(items.length, quotations.length);
			});

			it('is renewed without a word when the access token has expired', async () => {
				await stage.control('POST', '/oauth/expire');
				await stage.control('DELETE', '/requests');
				const { execution, items } = await list(credential);
				assert.equal(execution.status, 'success');
				assert.ok(items.length > 0);
				assert.equal((await statuses())[0], 401);
				assert.equal((await statuses()).at(-1), 200);

				// Long enough for a run of a busy machine.
				await stage.control('PATCH', '/switches', { accessTokenTtlSeconds: 5 });
				await stage.control('POST', '/oauth/expire');
				await list(credential);
				await sleep(5_500);
				assert.equal((await list(credential)).execution.status, 'success');
				await stage.control('PATCH', '/switches', { accessTokenTtlSeconds: 300 });
			});

			it('says what to do when access was revoked', async () => {
				await stage.control('POST', '/oauth/revoke');
				const { error } = (await list(credential)).execution;
				assert.match(error!.message, /^Could not list the quotations.*needs to be reconnected/);
				assert.match(error!.description!, /Open the credential in n8n and connect it again\./);
				await stage.rest.deleteCredential(credential.id);
			});
		});
	}
});
