import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { openStage, type Stage } from '../support/stage.mts';
import { connectOAuth2 } from './support/connect.mts';
import {
	crmNode,
	ENTERED,
	LIST_QUOTATIONS,
	type CredentialType,
	type Data,
} from './support/credentials.mts';

/** What n8n stores for a credential beside what was entered: tokens of OAuth2, the session of a service account. */

type Credential = { id: string; name: string };

const OAUTH2 = 'salesCrmOAuth2Api';
const ACCOUNT = 'salesCrmServiceAccountApi';

describe('what is stored to sign in', () => {
	let stage: Stage;
	before(async () => (stage = await openStage({ sandbox: { quotations: 50 } })));
	after(async () => await stage?.close());
	beforeEach(async () => await stage.control('POST', '/reset', {}));

	const create = async (type: CredentialType, change: Data = {}): Promise<Credential> => {
		const data = { ...ENTERED[type](stage.sandbox.url), ...change };
		return await stage.rest.createCredential(type, type, data);
	};
	/** As the editor saves it: what it was not shown stays as it is, the session and the tokens among it. */
	const change = async (type: CredentialType, { id, name }: Credential, changed: Data) => {
		const { data } = await stage.rest.call('GET', `/credentials/${id}?includeData=true`);
		await stage.rest.updateCredential(id, type, name, { ...data, ...changed });
	};
	/** Fetches each of the 50 quotations by an item of its own, all at the same time. */
	const fetchAll = async (type: CredentialType, credential: Credential): Promise<void> => {
		const quotationId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const parameters = { resource: 'quotation', operation: 'get', quotationId };
		const { quotations } = await stage.state();
		const input = quotations.map((id: string) => ({ id }));
		const { execution, items } = await stage.rest.runOnce(
			[crmNode(type, credential, parameters)],
			input,
		);
		assert.equal(execution.status, 'success', execution.error?.message);
		assert.deepEqual(
			items.map(({ json }) => json.quotationId),
			quotations,
		);
	};

	const errorOf = async (type: CredentialType, credential: Credential) => {
		const { execution } = await stage.rest.runOnce([crmNode(type, credential, LIST_QUOTATIONS)]);
		return execution.error && `${execution.error.message} ${execution.error.description}`;
	};

	it('OAuth2 that was never connected says so', async () => {
		const error = await errorOf(OAUTH2, await create(OAUTH2));
		assert.match(error!, /(not connected|access token).* Reconnect the credential/i);
	});

	it('OAuth2 is renewed once for many requests; once it is revoked, an error says what to do', async () => {
		const credential = await create(OAUTH2);
		await connectOAuth2(stage.rest, credential.id);
		await stage.control('POST', '/oauth/expire');
		await stage.control('DELETE', '/tokens');
		await fetchAll(OAUTH2, credential);
		const renewals = stage.sandbox.log.tokens.map(({ grant, given }) => [grant, given]);
		assert.deepEqual(renewals, [['refresh_token', true]]);

		await stage.control('POST', '/oauth/revoke');
		// In the words of n8n 2.x, or on 1.x of the provider.
		assert.match(
			(await errorOf(OAUTH2, credential))!,
			/(needs to be reconnected|expired, revoked).* Reconnect the credential\./s,
		);
	});

	const logins = async (): Promise<number> => (await stage.control('GET', '/logins')).length;

	it('a service account signs in once for 50 requests, at first and after the session ended', async () => {
		const credential = await create(ACCOUNT);
		await fetchAll(ACCOUNT, credential);
		await fetchAll(ACCOUNT, credential);
		assert.equal(await logins(), 1);
		await stage.control('POST', '/sessions/expire');
		await fetchAll(ACCOUNT, credential);
		assert.equal(await logins(), 2);
	});

	it('a service account that is entered otherwise is signed in anew, in spite of a session or a refusal', async () => {
		const { password } = ENTERED[ACCOUNT]('');
		const credential = await create(ACCOUNT, { password: 'not-the-secret' });
		const wrong = /the name or secret is wrong/;
		assert.match((await errorOf(ACCOUNT, credential))!, wrong);
		await change(ACCOUNT, credential, { password });
		assert.equal(await errorOf(ACCOUNT, credential), undefined);
		await change(ACCOUNT, credential, { email: 'another-account' });
		assert.match((await errorOf(ACCOUNT, credential))!, wrong);
	});
});
