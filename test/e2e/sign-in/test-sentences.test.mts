import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { openStage, type Stage } from '../support/stage.mts';
import { ENTERED } from './support/credentials.mts';

/** The Test button in n8n itself; all its sentences: test/unit/methods/testSentences.test.ts. */
const CASES = {
	salesCrmApi: [{ apiToken: 'wrong' }, /The API token is wrong or revoked/],
	salesCrmServiceAccountApi: [
		{ password: 'wrong' },
		/could not sign in: the name or secret is wrong \(FAILED\)\. Attempts left: 4\./,
	],
} as const;

describe('Test tells what is wrong', () => {
	let stage: Stage;
	before(async () => (stage = await openStage()));
	after(async () => await stage?.close());

	for (const type of Object.keys(CASES) as Array<keyof typeof CASES>) {
		it(type, async () => {
			const [wrong, words] = CASES[type];
			const entered = ENTERED[type](stage.sandbox.url);
			const { id } = await stage.rest.createCredential(type, `Tested ${type}`, entered);
			const test = async (change: object) =>
				await stage.rest.testCredential(id, type, 'Tested', { ...entered, ...change });
			assert.equal((await test({ baseUrl: ` ${stage.sandbox.url}/ ` })).status, 'OK');
			const { status, message } = await test(wrong);
			assert.equal(status, 'Error');
			assert.match(message, words);
			assert.match((await test({ baseUrl: 'http://127.0.0.1:9' })).message, /Base URL/);
		});
	}
});
