import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { ROOT } from '../../../tools/n8n/pack.mts';
import type { Answer, WorkflowFile } from '../../../tools/n8n/rest.mts';
import { PROFILE_ID } from '../../../tools/sandbox/identities.mts';
import { openStage, type Stage } from '../support/stage.mts';
import { connectOAuth2 } from './support/connect.mts';
import { type CredentialType, ENTERED } from './support/credentials.mts';

/** The example of docs/more-with-http.md, with each credential, at a service that asks for the profile. */
describe("n8n's HTTP Request node with a Predefined Credential Type", () => {
	let stage: Stage;
	before(async () => (stage = await openStage({ sandbox: { quotations: 8 } })));
	after(async () => await stage?.close());

	const example = async () => {
		const page = await readFile(join(ROOT, 'docs', 'more-with-http.md'), 'utf8');
		const [, json] = /```json\n([^]*?)```/.exec(page)!;
		return (JSON.parse(json!) as WorkflowFile).nodes[0]!;
	};

	for (const type of Object.keys(ENTERED) as CredentialType[]) {
		it(`${type} reaches a route, with company_profile_id`, async () => {
			const { url } = stage.sandbox;
			const credential = await stage.rest.createCredential(type, type, ENTERED[type](url));
			if (type === 'salesCrmOAuth2Api') await connectOAuth2(stage.rest, credential.id);
			const node = await example();
			const parameters: Answer = { ...node.parameters, nodeCredentialType: type };
			parameters.url = parameters.url.replace('https://crm.example.com', url);
			const [profile] = parameters.queryParameters.parameters;
			assert.equal(profile.name, 'company_profile_id');
			profile.value = PROFILE_ID;
			const credentials = { [type]: credential };
			const { execution, items } = await stage.rest.runOnce([{ ...node, parameters, credentials }]);
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.equal(items[0]!.json.quotations.length, 8);
			const [asked] = stage.sandbox.log.requests.slice(-1);
			assert.equal(asked!.query.company_profile_id, PROFILE_ID);
		});
	}
});
