import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';

import {
	API_TOKEN,
	OAUTH_CLIENT,
	PROFILE_SECRETS,
	SERVICE_ACCOUNT,
} from '../../../tools/sandbox/identities.mts';
import { pollingTools } from '../support/pollingTrigger.mts';
import { openStage, type Stage } from '../support/stage.mts';
import { workflowTools } from '../support/triggerStage.mts';
import { connectOAuth2 } from './support/connect.mts';
import { crmNode, ENTERED, LIST_QUOTATIONS, type CredentialType } from './support/credentials.mts';

/** How every session of the sandbox's service account begins after the JWT's head: its claim "sub". */
const SESSION = Buffer.from(`{"sub":"${SERVICE_ACCOUNT.email}"`).toString('base64url').slice(0, 40);

/** What a service inside the network would answer. */
const INTERNAL = 'internal-key-4711';

type Reply = { status: number; headers?: Record<string, string>; body?: string };

/** A server of ours, in place of the Sales CRM or beside it. */
async function serve(answering: (request: IncomingMessage) => Reply | Promise<Reply>) {
	const server = createServer(async (request, response) => {
		const { status, headers, body } = await answering(request);
		response.writeHead(status, headers).end(body);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const { port } = server.address() as AddressInfo;
	const close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { url: `http://127.0.0.1:${port}`, close };
}

/** Hands a request on to the service. */
async function handOn(request: IncomingMessage, service: string): Promise<Reply> {
	const passed = ['authorization', 'x-authorization', 'content-type', 'accept'];
	const headers = Object.entries(request.headers).filter(([name]) => passed.includes(name));
	const answer = await fetch(service + request.url!, {
		method: request.method,
		headers: headers as Array<[string, string]>,
		body: (await text(request)) || undefined,
	});
	const type = { 'content-type': answer.headers.get('content-type') ?? 'text/plain' };
	return { status: answer.status, headers: type, body: await answer.text() };
}

describe('no secret shows', () => {
	let stage: Stage;
	let service: Awaited<ReturnType<typeof serve>>;
	let inside: typeof service;
	let timesInside = 0;
	/** Whether the service repeats the request in its errors, headers and all, or leads elsewhere. */
	let mood: 'calm' | 'indiscreet' | 'leading away' = 'calm';
	/** Every access token and session that was ever sent. */
	const sent = new Set<string>();
	before(async () => {
		stage = await openStage({ env: { N8N_LOG_LEVEL: 'debug' } });
		inside = await serve(() => ((timesInside += 1), { status: 403, body: INTERNAL }));
		service = await serve(async (request) => {
			const { authorization, 'x-authorization': session } = request.headers;
			for (const value of [authorization, session])
				if (value) sent.add(String(value).replace(/^Bearer /, ''));
			const own = /login-api|oidc/.test(request.url!);
			if (mood === 'calm' || own) return await handOn(request, stage.sandbox.url);
			if (mood === 'leading away') return { status: 307, headers: { location: inside.url } };
			return { status: 400, body: `Bad request: ${JSON.stringify(request.headers)}` };
		});
	});
	after(async () => {
		service?.close();
		inside?.close();
		await stage?.close();
	});

	/** What executions answered, and what triggers noted. */
	const shown: string[] = [];
	for (const type of Object.keys(ENTERED) as CredentialType[]) {
		it(`runs and fails with ${type}`, async () => {
			const data = { ...ENTERED[type](stage.sandbox.url), baseUrl: service.url };
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
			assert.equal(timesInside, 0, 'the other server was called');
			shown.push(JSON.stringify([good, bad, soft, led]));
		});
	}

	it('runs, fails and is published with a blank profile, for which the list of profiles is read', async () => {
		mood = 'calm';
		const blank = { baseUrl: service.url, companyProfileId: '' };
		const credentialsOf = async (type: CredentialType) => {
			const data = { ...ENTERED[type](''), ...blank };
			return { [type]: await stage.rest.createCredential(type, `Blank ${type}`, data) };
		};
		const credentials = await credentialsOf('salesCrmApi');
		const parameters = { resource: 'status', operation: 'getAll' };
		const one = await stage.rest.runOnce([stage.crm('apiToken', parameters, { credentials })]);
		assert.equal(one.execution.status, 'success', one.execution.error?.message);
		const account = await credentialsOf('salesCrmServiceAccountApi');
		const node = stage.crm('serviceAccount', LIST_QUOTATIONS, { credentials: account });
		const several = await stage.rest.runOnce([node]);
		assert.match(several.execution.error!.message, /has access to 2 company profiles/);

		const triggers = [
			{ ...stage.trigger('apiToken'), credentials },
			pollingTools(stage).poller({}, { credentials }),
		];
		const id = await workflowTools(stage).workflow(triggers);
		await stage.rest.activate(id);
		const { staticData } = await stage.rest.getWorkflow(id);
		await stage.rest.deactivate(id);
		assert.match(JSON.stringify(staticData), /registeredFor/);
		shown.push(JSON.stringify([one, several, staticData]));
	});

	it("in what executions show, n8n's log down to its debug messages, and its database as it lies on the disk", async () => {
		assert.ok(sent.size >= 3, 'each scheme has sent something');
		const secrets = [
			...[...Object.values(PROFILE_SECRETS), ...sent, SESSION, INTERNAL],
			...[API_TOKEN, SERVICE_ACCOUNT.password, OAUTH_CLIENT.clientSecret],
		];
		const lookIn = (text: string, where: string) => {
			for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} in ${where}`);
		};
		lookIn(shown.join('\n'), 'an execution');
		assert.match(stage.n8n.log(), /debug/i);
		lookIn(stage.n8n.log(), 'the log');
		const folder = join(stage.n8n.userFolder, '.n8n');
		const entries = await readdir(folder, { withFileTypes: true });
		let all = '';
		for (const { name } of entries.filter((entry) => entry.isFile())) {
			const content = await readFile(join(folder, name), 'latin1');
			lookIn(content, name);
			all += content;
		}
		assert.match(all, /Bad request: /, 'what executions keep is among it, in plain text');
		assert.match(all, /registeredFor/, 'and so is what triggers note');
	});
});
