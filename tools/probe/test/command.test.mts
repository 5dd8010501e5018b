import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import * as who from '../../sandbox/identities.mts';
import { startSandbox } from '../../sandbox/server.mts';
import { checkSwitches } from '../../sandbox/switches.mts';
import type { Report } from '../report.mts';

/** The commands as people type them. */

const sandbox = await startSandbox({ contacts: 60, quotations: 3, deals: 4 });
const folder = await mkdtemp(join(tmpdir(), 'probe-'));
after(async () => {
	await sandbox.close();
	await rm(folder, { recursive: true });
});

async function probe(args: string[], token = '') {
	const command = ['--import', 'tsx', 'tools/probe/main.mts', ...args];
	const env = { ...process.env, SALES_CRM_API_TOKEN: token };
	const options = { cwd: new URL('../..', import.meta.url), env };
	return await new Promise<{ code: unknown; told: string }>((resolve) => {
		execFile(process.execPath, command, options, (error, screen, errors) =>
			resolve({ code: error?.code ?? 0, told: screen + errors }),
		);
	});
}

test('it tells an account by screen and file, with switches that the sandbox takes', async () => {
	const switches = { listShape: 'content', pageCap: 25, errorShape: 'text' } as const;
	Object.assign(sandbox.switches, switches);
	const json = join(folder, 'report.json');
	const whose = ['--profile', who.PROFILE_ID, '--audience', who.AUDIENCE_ID, '--json', json];
	const address = sandbox.url.replace('http://', 'HTTP://');
	const ran = await probe(['--base-url', `${address}/`, ...whose], ` Bearer ${who.API_TOKEN}`);
	assert.equal(ran.code, 0, ran.told);
	assert.match(ran.told, /settled: pageCap: 25 → switch `"pageCap":25` \|/);
	const all = ran.told + (await readFile(json, 'utf8'));
	for (const secret of [who.API_TOKEN, who.PROFILE_ID, who.AUDIENCE_ID, sandbox.url])
		assert.ok(!all.includes(secret));
	const { switches: said } = JSON.parse(await readFile(json, 'utf8')) as Report;
	assert.deepEqual({ ...said, ...switches }, checkSwitches(said));
});

test('it ends with 1 and the reason when it could not run', async () => {
	const where = ['--base-url', sandbox.url];
	const nowhere = ['--json', join(folder, 'no', 'a.json')];
	const cases: Array<[args: string[], why: RegExp]> = [
		[where, /the sign-in was refused \(401\)/],
		[['--spec', 'package.json'], /package\.json is no OpenAPI/],
		[['--spec', 'tools/sandbox/openapi.yaml', ...nowhere], /written \(ENOENT\)/],
		[[...where, '--scheme', 'service-account'], /SALES_CRM_EMAIL is empty/],
		[['--base-url', 'https://me:secret@crm.example'], /--base-url is no address/],
		[[...where, '--profile', 'mine'], /--profile is no UUID/],
		[[...where, '--write'], /an option is unknown/],
	];
	const all = cases.map(async ([args, why]) => {
		const { code, told } = await probe(args, 'wrong-one');
		assert.match(told, new RegExp(`^The probe could not run: .*${why.source}`));
		assert.equal(code, 1);
		assert.doesNotMatch(told, /wrong-one|127\.0\.0\.1|secret/);
	});
	await Promise.all(all);
	assert.equal((await probe(['--spec', 'tools/sandbox/openapi.yaml'])).code, 0);
});
