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
import { readArguments } from '../arguments.mts';

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

function start(file: string, args: string[], env: object = {}) {
	return spawn(process.execPath, ['--import', 'tsx', file, ...args], {
		cwd: ROOT,
		env: { ...process.env, SALES_CRM_API_TOKEN: '', ...env },
	});
}

async function probe(args: string[], env: object = {}) {
	const child = start('probe/main.mts', args, env);
	let [out, err] = ['', ''];
	child.stdout.on('data', (text) => (out += String(text)));
	child.stderr.on('data', (text) => (err += String(text)));
	const [code] = await once(child, 'close');
	return { code: code as number, out, err };
}

test('it tells an account by screen and files, and the sandbox starts alike', async () => {
	Object.assign(sandbox.switches, { listShape: 'content', pageCap: 25, errorShape: 'text' });
	const [json, report] = [join(folder, 'report.json'), join(folder, 'report.md')];
	const where = ['--base-url', `${sandbox.url}/`, '--json', json, '--report', report];
	const whose = ['--profile', who.PROFILE_ID, '--audience', who.AUDIENCE_ID];
	const ran = await probe([...where, ...whose], { SALES_CRM_API_TOKEN: who.API_TOKEN });
	assert.equal(ran.err, '');
	assert.equal(ran.code, 0);
	const markdown = await readFile(report, 'utf8');
	assert.ok(ran.out.endsWith(markdown));
	assert.match(markdown, /\| Largest `per_page` \| settled: 25 rows at most \|/);
	for (const secret of [who.API_TOKEN, who.PROFILE_ID, who.AUDIENCE_ID, sandbox.url]) {
		assert.ok(!(ran.out + (await readFile(json, 'utf8'))).includes(secret));
	}

	const like = start('sandbox/main.mts', ['--port', '0', '--like', json]);
	const url = await new Promise<string>((resolve) => {
		like.stdout.on('data', (text) => /http:\S+/.test(text) && resolve(/http:\S+/.exec(text)![0]));
	});
	const switches = await (await fetch(`${url}/_sandbox/switches`)).json();
	like.kill();
	const { listShape, pageCap, errorShape } = switches as Record<string, unknown>;
	assert.deepEqual(
		{ listShape, pageCap, errorShape },
		{ listShape: 'content', pageCap: 25, errorShape: 'text' },
	);
});

test('it ends with 1 and the reason when it cannot run', async () => {
	const where = ['--base-url', sandbox.url];
	const refused = await probe(where, { SALES_CRM_API_TOKEN: 'wrong-one' });
	assert.equal(refused.code, 1);
	assert.match(refused.err, /could not run: the sign-in was refused \(401\)/);
	assert.doesNotMatch(refused.err + refused.out, /wrong-one|127\.0\.0\.1/);

	const unwritten = await probe([...where, '--json', join(folder, 'nowhere', 'report.json')], {
		SALES_CRM_API_TOKEN: who.API_TOKEN,
	});
	assert.equal(unwritten.code, 1);
	assert.match(unwritten.err, /could not be written \(ENOENT\)/);
});

test('what is missing is named before anything is sent', async () => {
	const address = ['--base-url', 'https://crm.example'];
	const token = { SALES_CRM_API_TOKEN: 'x' };
	const cases: Array<[args: string[], env: object, why: RegExp]> = [
		[[], token, /--base-url is missing/],
		[address, {}, /SALES_CRM_API_TOKEN is empty/],
		[[...address, '--scheme', 'service-account'], token, /SALES_CRM_EMAIL/],
		[[...address, '--scheme', 'basic'], token, /--scheme is api-token or service-account/],
		[['--base-url', 'crm.example'], token, /--base-url is not an address/],
		[[...address, '--profile', 'mine'], token, /--profile is no UUID/],
		[[...address, '--audience', 'mine'], token, /--audience is no UUID/],
		[[...address, '--write'], token, /an option is unknown/],
	];
	const none = async () => assert.fail('no sandbox was asked for');
	for (const [args, env, why] of cases) {
		await assert.rejects(readArguments(args, env as never, none), why);
	}
	const { account } = await readArguments(address, token as never, none);
	assert.deepEqual(account.credential, { apiToken: 'x' });
});
