import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { EMPTY_AUDIENCE_ID } from '../../../sandbox/identities.mts';
import { openStage, type Stage } from '../support/stage.mts';
import { connectOAuth2 } from './support/connect.mts';
import { crmNode, ENTERED, LIST_QUOTATIONS, type Data } from './support/credentials.mts';

const TYPE = 'salesCrmOAuth2Api';
const WHAT_TO_DO = /Open the credential in n8n and connect it again\./;
const CREATE = {
	resource: 'contact',
	operation: 'create',
	ifExists: 'createAnyway',
	audienceId: EMPTY_AUDIENCE_ID,
	personalInfos: { mappingMode: 'defineBelow', value: { Voornaam: 'Noor' }, schema: [] },
};

describe('OAuth2 that is not in order says what to do', () => {
	let stage: Stage;
	before(async () => (stage = await openStage()));
	after(async () => await stage?.close());
	beforeEach(async () => await stage.control('POST', '/reset', {}));

	const create = async (change: Data = {}) => {
		const data = { ...ENTERED[TYPE](stage.sandbox.url), ...change };
		return await stage.rest.createCredential(TYPE, 'OAuth2', data);
	};
	const fail = async (credential: { id: string; name: string }, parameters: Data) => {
		const { execution } = await stage.rest.runOnce([crmNode(TYPE, credential, parameters)]);
		assert.equal(execution.status, 'error');
		const { message, description } = execution.error!;
		assert.doesNotMatch(message, /undefined|Cannot read|it may have been carried out/);
		return { message, description: description! };
	};

	for (const grantType of ['authorizationCode', 'pkce']) {
		it(`when it was never connected (${grantType})`, async () => {
			const { message, description } = await fail(await create({ grantType }), LIST_QUOTATIONS);
			assert.match(message, /^Could not list the quotations.*(not connected|access token)/i);
			assert.match(description, /connect it/);
		});
	}

	for (const parameters of [LIST_QUOTATIONS, CREATE]) {
		it(`when access was revoked (${parameters.resource} ${parameters.operation})`, async () => {
			const credential = await create();
			await connectOAuth2(stage.rest, credential.id);
			await stage.control('POST', '/oauth/revoke');
			const { message, description } = await fail(credential, parameters);
			// In the words of n8n 2.x, or on 1.x of the provider.
			assert.match(message, /needs to be reconnected|expired, revoked/);
			assert.match(description, WHAT_TO_DO);
		});

		it(`when the client secret has changed (${parameters.resource} ${parameters.operation})`, async () => {
			const credential = await create();
			await connectOAuth2(stage.rest, credential.id);
			const stored = (
				await stage.rest.call('GET', `/credentials/${credential.id}?includeData=true`)
			).data;
			const change = { ...stored, clientSecret: 'not-the-secret' };
			await stage.rest.updateCredential(credential.id, TYPE, credential.name, change);
			await stage.control('POST', '/oauth/expire');
			const { description } = await fail(credential, parameters);
			assert.match(description, WHAT_TO_DO);
		});
	}

	it('and is renewed once for many requests at the same time', async () => {
		const credential = await create();
		await connectOAuth2(stage.rest, credential.id);
		await stage.control('POST', '/oauth/expire');
		const quotationId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const parameters = {
			resource: 'quotation',
			operation: 'get',
			quotationId,
			options: { concurrency: 25 },
		};
		const { quotations } = await stage.state();
		const input = quotations.map((id: string) => ({ id }));
		await stage.control('DELETE', '/tokens');
		const { items, execution } = await stage.rest.runOnce(
			[crmNode(TYPE, credential, parameters)],
			input,
		);
		assert.equal(execution.status, 'success', execution.error?.message);
		assert.equal(items.length, quotations.length);
		const renewals = stage.sandbox.log.tokens.map(({ grant, given }) => [grant, given]);
		assert.deepEqual(renewals, [['refresh_token', true]]);
	});
});
