import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { AUDIENCE_ID } from '../../../tools/sandbox/identities.mts';
import { openStage, type Stage } from '../support/stage.mts';
import { connectOAuth2 } from './support/connect.mts';
import {
	AS_STORED,
	crmNode,
	ENTERED,
	LIST_QUOTATIONS,
	type CredentialType,
} from './support/credentials.mts';
import { openElsewhere, type Elsewhere } from './support/elsewhere.mts';

const CALLS = {
	listQuotations: LIST_QUOTATIONS,
	listUsers: { resource: 'user', operation: 'getAll', returnAll: true },
	createContact: {
		resource: 'contact',
		operation: 'create',
		ifExists: 'createAnyway',
		audienceId: AUDIENCE_ID,
		personalInfos: { mappingMode: 'defineBelow', value: { Voornaam: 'Noor' }, schema: [] },
	},
};

/** n8n's own helpers would follow a redirect, and take the credential along. */
describe('a secret is not sent to where a redirect points', () => {
	let stage: Stage;
	/** Where everything here tries to lead the node to. */
	let other: Elsewhere;
	before(async () => {
		stage = await openStage();
		other = await openElsewhere();
	});
	after(async () => {
		await other?.close();
		await stage?.close();
	});
	beforeEach(async () => await stage.control('POST', '/reset', {}));

	const redirect = async (route: string, status: number) => {
		const location = `${other.url}/api/v1/quotations`;
		const faults = [{ route, kind: 'redirect', status, location, times: 9 }];
		await stage.control('PATCH', '/switches', { faults });
	};

	for (const type of Object.keys(ENTERED) as CredentialType[]) {
		it(`by ${type}: not when a node runs, nor when Test is pressed`, async () => {
			const entered = ENTERED[type](stage.sandbox.url);
			const credential = await stage.rest.createCredential(type, `One host ${type}`, entered);
			if (type === 'salesCrmOAuth2Api') {
				await connectOAuth2(stage.rest, credential.id);
				entered.oauthTokenData = AS_STORED;
			}
			for (const status of [302, 307]) {
				for (const [route, parameters] of Object.entries(CALLS)) {
					await redirect(route, status);
					const { execution } = await stage.rest.runOnce([crmNode(type, credential, parameters)]);
					const { message, description } = execution.error!;
					assert.match(message, new RegExp(`redirects to another address \\(${status}\\)`));
					assert.ok(description!.includes(`is sent to ${stage.sandbox.url} only`));
				}
			}
			const asked = {
				salesCrmApi: ['listQuotations'],
				salesCrmServiceAccountApi: ['login', 'listQuotations'],
				// n8n shows no Test for it.
				salesCrmOAuth2Api: [],
			};
			for (const route of asked[type]) {
				await redirect(route, 307);
				const { id, name } = credential;
				const told = await stage.rest.testCredential(id, type, name, entered);
				assert.equal(told.status, 'Error', told.message);
			}
			assert.deepEqual(other.received, [], 'the other server was called');
		});
	}
});
