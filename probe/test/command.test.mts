import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import * as who from '../../sandbox/identities.mts';
import { type Sandbox, startSandbox } from '../../sandbox/server.mts';
import { readArguments } from '../main.mts';

/** The commands as people type them. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let sandbox: Sandbox;
let folder: string;
before(async () => {
	sandbox = await startSandbox({ contacts: 60, quotations: 3, deals: 4 });
	folder = await mkdtemp(join(tmpdir(), 'probe-'));
});
after(async () => {
	await sandbox.close();
	await rm(folder, { recursive: true });
});

const start = (file: string, args: string[], token = '') =>
	spawn(process.execPath, ['--import', 'tsx', file, ...args], {
		cwd: ROOT,
		env: { ...process.env, SALES_CRM_API_TOKEN: token },
	});

async function probe(args: string[], token?: string) {
	const child = start('probe/main.mts', args, token);
	let told = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (text) => (told += String(text)));
	const [code] = await once(child, 'close');
	return { code: code as number, told };
}

test('it tells an account by screen and file, and the sandbox starts alike', async () => {
	Object.assign(sandbox.switches, { listShape: 'content', pageCap: 25, errorShape: 'text' });
	const json = join(folder, 'report.json');
	const whose = ['--profile', who.PROFILE_ID, '--audience', who.AUDIENCE_ID, '--json', json];
	const { code, told } = await probe(['--base-url', `${sandbox.url}/`, ...whose], who.API_TOKEN);
	assert.equal(code, 0, told);
	assert.match(told, /settled: 25 rows → switch `"pageCap":25` \|/);
	for (const secret of [who.API_TOKEN, who.PROFILE_ID, who.AUDIENCE_ID, sandbox.url]) {
		assert.ok(!(told + (await readFile(json, 'utf8'))).includes(secret));
	}
	const like = start('sandbox/main.mts', ['--port', '0', '--like', json]);
	const url = await new Promise<string>((resolve) => {
		like.stdout.on('data', (text) => /http:\S+/.test(text) && resolve(/http:\S+/.exec(text)![0]));
	});
	const switches = (await (await fetch(`${url}/_sandbox/switches`)).json()) as Record<
		string,
		unknown
	>;
	like.kill();
	assert.deepEqual(
		[switches.listShape, switches.pageCap, switches.errorShape],
		['content', 25, 'text'],
	);
});

test('it ends with 1 and the reason when it could not run', async () => {
	const where = ['--base-url', sandbox.url];
	const cases: Array<[args: string[], token: string, why: RegExp]> = [
		[where, 'wrong-one', /could not run: the sign-in was refused \(401\)/],
		[['--spec', 'package.json'], '', /could not run: package\.json is no OpenAPI/],
		[
			['--spec', 'sandbox/openapi.yaml', '--json', join(folder, 'no', 'a.json')],
			'',
			/written \(ENOENT\)/,
		],
	];
	for (const [args, token, why] of cases) {
		const { code, told } = await probe(args, token);
		assert.deepEqual([code, why.test(told)], [1, true], told);
		assert.doesNotMatch(told, /wrong-one|127\.0\.0\.1/);
	}
	assert.equal((await probe(['--spec', 'sandbox/openapi.yaml'])).code, 0);
});

test('what is missing is named before anything is sent; an address may lack its scheme', () => {
	const address = ['--base-url', 'crm.example/base/'];
	const token = { SALES_CRM_API_TOKEN: ' Bearer x' };
	const cases: Array<[args: string[], env: object, why: RegExp]> = [
		[[], token, /--base-url is missing, or --spec/],
		[address, {}, /SALES_CRM_API_TOKEN is empty/],
		[[...address, '--scheme', 'service-account'], token, /SALES_CRM_EMAIL is empty/],
		[[...address, '--scheme', 'basic'], token, /--scheme is api-token or service-account/],
		[['--base-url', 'ftp://crm.example'], token, /--base-url is no address/],
		[['--base-url', 'https://me:secret@crm.example'], token, /--base-url is no address/],
		[[...address, '--profile', 'mine'], token, /--profile is no UUID/],
		[[...address, '--write'], token, /an option is unknown/],
	];
	for (const [args, env, why] of cases) assert.throws(() => readArguments(args, env as never), why);
	const wanted = readArguments(address, token as never) as { baseUrl: string; credential: object };
	assert.deepEqual(
		[wanted.baseUrl, wanted.credential],
		['https://crm.example/base', { apiToken: 'x' }],
	);
});
