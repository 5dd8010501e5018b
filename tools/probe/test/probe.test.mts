import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { mapValues } from 'es-toolkit';
import fc from 'fast-check';
import { parse } from 'yaml';

import * as who from '../../sandbox/identities.mts';
import { startSandbox } from '../../sandbox/server.mts';
import { CHOICES } from '../../sandbox/switches.mts';
import { probeAccount } from '../probe.mts';
import { CouldNotRun, markdownOf, type Report } from '../report.mts';
import { ROUTES } from '../routes.mts';
import { readUnknowns } from '../unknowns.mts';

/** The probe of an account (the sandbox), and the command as people type it. */

const sandbox = await startSandbox();
const folder = await mkdtemp(join(tmpdir(), 'probe-'));
const { fetch } = globalThis;
after(async () => {
	await sandbox.close();
	await rm(folder, { recursive: true });
});

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const dataOf = <T,>(file: string) => parse(read(file)) as T;

const USUAL = { switches: {}, rows: 130, bySession: false, names: false, network: fetch };
type Setting = Partial<typeof USUAL & { /** Without profile and audience. */ bare: boolean }>;

/**
 * Runs the probe. By the log of the sandbox each run only reads, one request at a time, 60 at most.
 * @returns All that leaves: the screen, the file, and why it could not run.
 */
async function run(setting: Setting) {
	const { switches, rows, bySession, names, network, bare } = { ...USUAL, ...setting };
	sandbox.reset({ contacts: rows, quotations: Math.min(rows, 30), deals: 4 });
	Object.assign(sandbox.switches, switches);
	sandbox.log.requests.length = 0;
	globalThis.fetch = network;
	const options = {
		baseUrl: sandbox.url,
		credential: bySession ? who.SERVICE_ACCOUNT : { apiToken: who.API_TOKEN },
		...(!bare && { profile: who.PROFILE_ID, audience: who.AUDIENCE_ID }),
	};
	const told = await probeAccount(options, names).then(
		(report) => markdownOf(report) + JSON.stringify(report),
		(error: Error) => {
			assert.ok(error instanceof CouldNotRun, error.stack);
			return error.message;
		},
	);
	globalThis.fetch = fetch;
	const { requests, logins } = sandbox.log;
	assert.ok(requests.length > 0 && requests.length <= 60 && logins.length <= 1);
	const verbs = new Set(requests.map(({ method }) => method));
	assert.ok(!verbs.has('PUT') && !verbs.has('PATCH') && !verbs.has('DELETE'));
	for (const { operationId, inFlight } of requests) {
		// Those of the description that is not played have no operation.
		assert.match(operationId ?? 'get', /^(login(AtAuthenticationService)?|(list|get)\w*)$/);
		assert.equal(inFlight, 1);
	}
	return told;
}

interface Seen extends Setting {
	works?: Record<string, string>;
	tells?: string[];
}

test('what works in which way is told first, then each read, then what was seen of each unknown', async () => {
	for (const { tells = [], works = {}, ...setting } of dataOf<Seen[]>('seen.yaml')) {
		const told = await run(setting);
		const [, table = ''] = /## What works\n([^]*?)\n## What was read/.exec(told) ?? [];
		for (const [does, how] of Object.entries(works)) {
			const row = table.split('\n').find((line) => new RegExp(`^\\| ${does}`).test(line)) ?? table;
			assert.match(row, new RegExp(`^\\| [^|]+ \\| ${how}`), JSON.stringify(setting));
		}
		for (const words of tells) assert.match(told, new RegExp(words), JSON.stringify(setting));
	}
});

test('each unknown has a line, and is looked for where there is something', async () => {
	const told = await run({});
	const [, unknowns = ''] = told.split('## What was seen of each unknown');
	for (const { row, searches } of readUnknowns()) {
		assert.ok(unknowns.includes(`- **${row}**`), row);
		for (const { routes } of searches)
			assert.ok(
				[...ROUTES.keys()].some((name) => routes.test(name)),
				`${row}: ${routes.source}`,
			);
	}
	for (const line of told.slice(0, told.indexOf('{"title"')).split('\n'))
		assert.ok(line.length < 600, line);
});

const MARK = 'kanarie';
const NUMBER = 777_000_777;

/** The same JSON with a mark in each value, and in names of fields. */
const marked = (text: string) =>
	JSON.stringify(JSON.parse(text), (key, value: unknown) => {
		if (typeof value === 'object' && value !== null && !Array.isArray(value))
			return { ...value, [MARK]: NUMBER, [`${MARK}@mail.example`]: MARK };
		if (typeof value === 'number') return NUMBER;
		const isNeeded = ['sessionKey', 'session_key', 'type'].includes(key);
		return typeof value === 'string' && !isNeeded ? `${value} ${MARK}` : value;
	});

const SECRETS = [
	...[who.API_TOKEN, who.PROFILE_ID, who.AUDIENCE_ID, sandbox.url, 'Zon en Dak'],
	...['voorbeeld.example', 'klant.example', ...Object.values(who.PROFILE_SECRETS)],
];

const planting: typeof fetch = async (url, options) => {
	const answer = await fetch(url, options);
	const own = await answer.text();
	const text = /^[{[]/.test(own) ? marked(own) : `${own} ${MARK} ${NUMBER}`;
	const file = { 'content-disposition': `attachment; filename="${MARK}.pdf"` };
	const headers = { 'retry-after': MARK, [`x-${MARK}-rate-limit`]: MARK, ...file };
	return new Response(text, { status: answer.status === 204 ? 200 : answer.status, headers });
};

const drawn = { ...CHOICES, ...dataOf<Record<string, unknown[]>>('drawn.yaml') };
const settings = fc.record({
	bySession: fc.boolean(),
	bare: fc.constantFrom(false, false, true),
	rows: fc.constantFrom(0, 1, 2, 30, 70, 130, 1200),
	switches: fc.record(mapValues(drawn, (values) => fc.constantFrom<unknown[]>(...values))),
});

test('whatever the service is like, it only reads, ends, and tells nothing of the account', async () => {
	const check = async (setting: Setting) => {
		const told = await run({ ...setting, network: planting });
		assert.doesNotMatch(told, new RegExp(`${MARK}|777.?000.?777|mail\\.example`, 'i'));
		for (const secret of SECRETS) assert.ok(!told.includes(secret));
	};
	const numRuns = 15 * Number(process.env.TIMES_LONGER ?? 1);
	await fc.assert(fc.asyncProperty(settings, check), { numRuns, includeErrorInReport: true });
	const told = await run({ network: planting, names: true });
	assert.match(told, new RegExp(`\`${MARK}: \\d+ integer`));
	assert.doesNotMatch(told, new RegExp(` ${MARK} |${MARK}\\.pdf|mail\\.example|777`));
});

async function addressOf(server: Server, scheme = 'http'): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	after(() => server.close());
	return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a host that gives no answer ends the run within 15 seconds, by its cause', async () => {
	const pem = read('self-signed.pem');
	const page = createHttp((_, answer) => answer.end('<!doctype html>'));
	const cases: Array<[host: string, why: RegExp]> = [
		[await addressOf(createTcp()), /^there was no answer within 12 seconds$/],
		['http://127.0.0.1:2', /^the port is closed/],
		[await addressOf(createHttps({ key: pem, cert: pem }), 'https'), /self-signed/],
		[await addressOf(page), /^no route .*a web page\. Check --base-url/],
		['https://nowhere.invalid', /^there is no host of that name|could not be looked up/],
	];
	const start = Date.now();
	const ends = cases.map(async ([baseUrl, why]) => {
		const ran = probeAccount({ baseUrl, credential: { apiToken: 'x' } });
		await assert.rejects(ran, (error) => error instanceof CouldNotRun && why.test(error.message));
	});
	await Promise.all(ends);
	assert.ok(Date.now() - start < 15_000);
});

async function probe(args: string[], token: string) {
	const command = ['--import', 'tsx', 'tools/probe/main.mts', ...args];
	const env = { ...process.env, SALES_CRM_API_TOKEN: token };
	const options = { cwd: new URL('../../..', import.meta.url), env };
	const ran = promisify(execFile)(process.execPath, command, options);
	const { code = 0, stdout, stderr } = await ran.catch((error) => error);
	return { code: code as number, told: String(stdout) + String(stderr) };
}

test('it ends with 1 and the reason when it could not run; slips of the command get help', async () => {
	const commands = dataOf<Array<{ args: string[]; why: string; helps?: boolean }>>('commands.yaml');
	const all = commands.map(async ({ args: given, why, helps = false }) => {
		const args = given.map((one) => one.replace('SANDBOX', sandbox.url));
		const { code, told } = await probe(args, 'wrong-one');
		const reason = told.slice(told.indexOf('The probe could not run'));
		assert.match(reason, new RegExp(`^The probe could not run: .*${why}`));
		assert.equal(reason.includes('--audience <uuid>'), helps, told);
		assert.equal(code, 1);
		assert.doesNotMatch(reason, /wrong-one|127\.0\.0\.1|secret|    at /);
	});
	await Promise.all(all);
});

test('it tells an account by screen and file, whose folder it makes', async () => {
	sandbox.reset({ contacts: 60, quotations: 3, deals: 4 });
	const json = join(folder, 'no', 'such', 'report.json');
	const address = `${sandbox.url.replace('http://', 'HTTP://')}/`;
	const args = ['--base-url', address, '--profile', who.PROFILE_ID, '--json', json];
	const { code, told } = await probe(args, ` Bearer ${who.API_TOKEN}`);
	assert.equal(code, 0, told);
	const report = JSON.parse(await readFile(json, 'utf8')) as Report;
	assert.equal(told.trim(), markdownOf(report));
});
