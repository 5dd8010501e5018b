import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { openStage, type Stage } from '../support/stage.mts';
import { crmNode, ENTERED, LIST_QUOTATIONS, type Data } from './support/credentials.mts';

const TYPE = 'salesCrmServiceAccountApi';

describe('a refused login of a service account', () => {
	let stage: Stage;
	let credential: { id: string; name: string };
	let entered: Data;
	let paths = 0;
	before(async () => (stage = await openStage()));
	after(async () => await stage?.close());
	beforeEach(async () => {
		await stage.control('POST', '/reset', {});
		// A slash more is the same address, but to the node another account: nothing is remembered of it.
		entered = ENTERED[TYPE](stage.sandbox.url + '/'.repeat(paths++));
		credential = await stage.rest.createCredential(TYPE, 'Account', entered);
	});

	const logins = async (): Promise<number> => (await stage.control('GET', '/logins')).length;
	const run = async (used = credential, input: Data[] = [{}]) =>
		await stage.rest.runOnce(
			[crmNode(TYPE, used, LIST_QUOTATIONS, { onError: 'continueRegularOutput' })],
			input,
		);
	const errorOf = async (used = credential): Promise<string> => {
		const { items } = await run(used);
		return String(items[0]!.json.error ?? '');
	};
	const press = async (data: Data = entered) =>
		await stage.rest.testCredential(credential.id, TYPE, credential.name, data);

	for (const [loginAnswer, reason] of [
		['FAILED', /its name or its secret is wrong \(FAILED\)\. Attempts left: 4\./],
		['TWO_FACTOR', /the service asks for two-factor authentication, .* ask the operator/],
	] as const) {
		it(`is not repeated by itself when it says ${loginAnswer}`, async () => {
			await stage.control('PATCH', '/switches', { loginAnswer });
			const input = Array.from({ length: 20 }, () => ({}));
			const { items } = await run(credential, input);
			assert.equal(items.length, 20);
			for (const { json } of items) assert.match(json.error, reason);
			assert.match(items[1]!.json.error, /not tried again by itself for an hour/);
			assert.match(await errorOf(), reason);
			assert.equal(await logins(), 1);
		});
	}

	it('is tried again when Test is pressed, and then runs go on', async () => {
		await stage.control('PATCH', '/switches', { loginAnswer: 'FAILED' });
		await errorOf();
		const { status, message } = await press();
		assert.equal(status, 'Error');
		assert.match(message, /Attempts left: 3\./);
		await stage.control('PATCH', '/switches', { loginAnswer: 'SUCCESS' });
		assert.match(await errorOf(), /not tried again by itself for an hour/);
		assert.equal(await logins(), 2);
		assert.equal((await press()).status, 'OK');
		assert.equal(await errorOf(), '');
	});

	it('is tried again when the credential is corrected', async () => {
		await stage.rest.updateCredential(credential.id, TYPE, credential.name, {
			...entered,
			password: 'not-the-secret',
		});
		assert.match(await errorOf(), /its name or its secret is wrong/);
		await stage.rest.updateCredential(credential.id, TYPE, credential.name, entered);
		assert.equal(await errorOf(), '');
		assert.equal(await logins(), 2);
	});

	it('is none when the service is down: the run waits half a minute, and signs in', async () => {
		const faults = [
			{ route: 'login', kind: 'status', status: 500, times: 1 },
			{ route: 'login', kind: 'lostReply', times: 1 },
		];
		await stage.control('PATCH', '/switches', { faults });
		const start = Date.now();
		assert.equal(await errorOf(), '');
		assert.ok(Date.now() - start > 55_000, 'once for each login that nobody judged');
	});

	it('is not hidden by the session of the account that the credential named before', async () => {
		assert.equal(await errorOf(), '');
		const other = { ...entered, email: 'another-account' };
		const stored = (await stage.rest.call('GET', `/credentials/${credential.id}?includeData=true`))
			.data as Data;
		// As the editor saves it: what it was not shown stays as it is, the session among it.
		await stage.rest.updateCredential(credential.id, TYPE, credential.name, {
			...stored,
			...other,
		});
		assert.match(await errorOf(), /its name or its secret is wrong \(FAILED\)/);
	});
});
