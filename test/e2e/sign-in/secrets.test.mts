import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { API_TOKEN, OAUTH_CLIENT, SERVICE_ACCOUNT } from '../../../tools/sandbox/identities.mts';
import { openStage, type Stage } from '../support/stage.mts';
import { connectOAuth2 } from './support/connect.mts';
import { crmNode, ENTERED, LIST_QUOTATIONS, type CredentialType } from './support/credentials.mts';
import { gateway, openElsewhere, type Elsewhere } from './support/elsewhere.mts';

/** How every session of the sandbox's service account begins after the JWT's head: its claim "sub". */
const SESSION = Buffer.from(`{"sub":"${SERVICE_ACCOUNT.email}"`).toString('base64url').slice(0, 40);

/** What a service inside the network answers, where a download is redirected to it. */
const INTERNAL = 'internal-key-4711';

/** Access tokens with roles or groups are as long. */
const LONG_TOKEN = `Kp${'aB3+/='.repeat(1000)}`;

describe('no secret shows', () => {
	let stage: Stage;
	let service: Elsewhere;
	let inside: Elsewhere;
	/** Whether the service repeats the request in its errors, headers and all, or leads elsewhere. */
	let mood: 'calm' | 'indiscreet' | 'leading away' = 'calm';
	/** Every access token and session that was ever sent. */
	const sent = new Set<string>();
	before(async () => {
		stage = await openStage({ env: { N8N_LOG_LEVEL: 'debug' } });
		const hand = gateway('/crm', stage.sandbox.url);
		inside = await openElsewhere(() => ({ status: 403, body: INTERNAL }));
		service = await openElsewhere(async (request, body) => {
			const { authorization, 'x-authorization': session } = request.headers;
			for (const value of [authorization, session])
				if (value) sent.add(String(value).replace(/^Bearer /, ''));
			if (request.url!.includes('/pdf')) return { status: 302, headers: { location: inside.url } };
			const own = /login-api|oidc/.test(request.url!);
			if (mood === 'calm' || own) return await hand(request, body);
			if (mood === 'leading away') return { status: 307, headers: { location: inside.url } };
			return { status: 400, body: `Bad request: ${JSON.stringify(request.headers)}` };
		});
	});
	after(async () => {
		await service?.close();
		await inside?.close();
		await stage?.close();
	});

	const errors: string[] = [];
	for (const type of Object.keys(ENTERED) as CredentialType[]) {
		it(`runs and fails with ${type}`, async () => {
			const data = { ...ENTERED[type](stage.sandbox.url), baseUrl: `${service.url}/crm` };
			const credential = await stage.rest.createCredential(type, `Secret ${type}`, data);
			if (type === 'salesCrmOAuth2Api') await connectOAuth2(stage.rest, credential.id);
			const node = crmNode(type, credential, LIST_QUOTATIONS);

			mood = 'calm';
			const good = await stage.rest.runOnce([node]);
			assert.equal(good.execution.status, 'success', good.execution.error?.message);
			mood = 'indiscreet';
			const bad = await stage.rest.runOnce([node]);
			assert.match(bad.execution.error!.description!, /Bad request: .*\*\*\*/);
			const soft = await stage.rest.runOnce([{ ...node, onError: 'continueRegularOutput' }]);
			assert.match(soft.items[0]!.json.error, /rejected the data \(400\)/);
			mood = 'leading away';
			const led = await stage.rest.runOnce([node]);
			assert.match(led.execution.error!.message, /redirects to another address \(307\)/);
			// n8n shows no Test for OAuth2.
			if (type !== 'salesCrmOAuth2Api') {
				const told = await stage.rest.testCredential(credential.id, type, credential.name, data);
				assert.equal(told.status, 'Error', told.message);
			}
			assert.deepEqual(inside.received, [], 'the other server was called');
			for (const { execution, body } of [good, bad, soft, led])
				errors.push(JSON.stringify([execution.resultData, body]));
		});
	}

	it('fails with a token of 6,000 characters, and with a file that lies elsewhere', async () => {
		const entered = ENTERED.salesCrmApi(`${service.url}/crm`);
		const data = { ...entered, apiToken: LONG_TOKEN };
		mood = 'indiscreet';
		const credential = await stage.rest.createCredential('salesCrmApi', 'Long', data);
		const download = { resource: 'quotation', operation: 'download', quotationId: 'Q-1' };
		const said = [/Bad request: .*\*\*\*/, /which returned 403|link may have expired/];
		for (const [n, parameters] of [LIST_QUOTATIONS, download].entries()) {
			const run = await stage.rest.runOnce([crmNode('salesCrmApi', credential, parameters)]);
			const { message, description } = run.execution.error!;
			assert.match(`${message} ${description}`, said[n]!);
			errors.push(JSON.stringify([run.execution.resultData, run.body]));
		}
		assert.ok(sent.has(LONG_TOKEN));
		assert.equal(inside.received.length, 1);
	});

	const secrets = () => [
		INTERNAL,
		API_TOKEN,
		SERVICE_ACCOUNT.password,
		OAUTH_CLIENT.clientSecret,
		SESSION,
		...sent,
	];
	const lookIn = (text: string, where: string) => {
		for (const secret of secrets()) assert.ok(!text.includes(secret), `${secret} in ${where}`);
	};

	it('in what executions keep and answer', () => {
		assert.ok(sent.size >= 3, 'each scheme has sent something');
		assert.equal(errors.length, 14);
		lookIn(errors.join('\n'), 'an execution');
	});

	it("in n8n's log, down to its debug messages", () => {
		assert.match(stage.n8n.log(), /debug/i);
		lookIn(stage.n8n.log(), 'the log');
	});

	it("in n8n's database as it lies on the disk, nor in its other files", async () => {
		const folder = join(stage.n8n.userFolder, '.n8n');
		const names = await readdir(folder, { withFileTypes: true });
		const files = names.filter((entry) => entry.isFile()).map(({ name }) => name);
		assert.ok(files.includes('database.sqlite'), files.join());
		let all = '';
		for (const name of files) {
			const content = await readFile(join(folder, name), 'latin1');
			lookIn(content, name);
			all += content;
		}
		assert.match(all, /Bad request: /, 'what executions keep is among it, in plain text');
	});
});
