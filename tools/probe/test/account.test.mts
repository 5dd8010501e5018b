import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';

import type { Fault } from '../../sandbox/faults.mts';
import * as who from '../../sandbox/identities.mts';
import { startSandbox } from '../../sandbox/server.mts';
import { CHOICES, type Switches } from '../../sandbox/switches.mts';
import type { WorldOptions } from '../../sandbox/world/world.mts';
import { Gate, LOGINS, MAX_REQUESTS, type Network, READS } from '../live/account.mts';
import { probeAccount } from '../probe.mts';
import { CouldNotRun, markdownOf, type Report } from '../report.mts';

/** The probe of an account, against the sandbox: what it says of switches, and what it never does. */

const sandbox = await startSandbox();
after(async () => await sandbox.close());

interface Setting {
	switches?: Partial<Switches>;
	world?: WorldOptions;
	bySession?: boolean;
	around?: (network: Network) => Network;
	names?: boolean;
	/** Without profile and audience. */
	bare?: boolean;
}

/** Runs the probe. By the log of the sandbox each run only reads, one request at a time, so many at most. */
async function run({ switches, world, bySession, around, names, bare }: Setting) {
	sandbox.reset({ contacts: 130, quotations: 30, deals: 4, ...world });
	const body = JSON.stringify({ count: 1 });
	const headers = { 'Content-Type': 'application/json' };
	await fetch(`${sandbox.url}/_sandbox/subscriptions`, { method: 'POST', headers, body });
	Object.assign(sandbox.switches, switches);
	sandbox.log.requests.length = 0;
	const options = {
		baseUrl: sandbox.url,
		profile: bare ? undefined : who.PROFILE_ID,
		audience: bare ? undefined : who.AUDIENCE_ID,
		credential: bySession ? { ...who.SERVICE_ACCOUNT } : { apiToken: who.API_TOKEN },
		network: around?.(fetch),
		wait: async () => undefined,
	};
	const ended: Report | Error = await probeAccount(options, names).catch((error: Error) => error);
	const report = ended instanceof Error ? undefined : ended;
	assert.ok(report ?? ended instanceof CouldNotRun, (ended as Error).stack);
	const requests = [...sandbox.log.requests];
	assert.ok(requests.length > 0 && requests.length <= MAX_REQUESTS, String(requests.length));
	for (const { operationId, inFlight } of requests) {
		assert.ok([...READS, ...LOGINS].includes(operationId ?? ''), operationId ?? 'none');
		assert.equal(inFlight, 1);
	}
	assert.ok(sandbox.log.logins.length <= 1);
	/** All that leaves: the screen, the file, and why it could not run. */
	const told = report ? markdownOf(report) + JSON.stringify(report) : String(ended);
	return { told, requests, report };
}

/** Of these several settings behave alike, or only a limit can be told. */
const ALIKE = [
	'total',
	'lastMark',
	'ignorePageSize',
	'emptyPage',
	'window',
	'pageSizes',
	'pageCap',
];

const FAULTS: Fault[][] = [
	...[[], [], [], [], []],
	[{ kind: 'status', status: 429, retryAfter: '1', every: 3 }],
	[{ kind: 'status', status: 503, every: 2 }],
	[{ kind: 'status', status: 401, every: 4 }],
	[{ kind: 'redirect', location: '/api/v1/subscribe', every: 3 }],
	[{ kind: 'drop', every: 4 }],
];

const drawn = Object.entries(CHOICES).map(([name, values]) => [name, fc.constantFrom(...values)]);
const settings = fc.record({
	bySession: fc.boolean(),
	bare: fc.constantFrom(false, false, false, true),
	world: fc.constantFrom(0, 1, 2, 30, 70, 130, 1200).map((n) => ({ contacts: n, quotations: n })),
	switches: fc.record({
		...(Object.fromEntries(drawn) as Record<string, fc.Arbitrary<unknown>>),
		loginAnswer: fc.constant('SUCCESS'),
		pageCap: fc.constantFrom(null, null, 1, 2, 7, 25, 50, 500, 1000, 2000),
		pageSizes: fc.constantFrom(null, null, [10, 50], [1, 50, 1000], [20]),
		largestPageSize: fc.constantFrom(null, null, 20, 50, 200, 5000),
		window: fc.constantFrom(null, null, 40, 500, 10_000),
		hiddenRows: fc.uniqueArray(fc.nat(140), { maxLength: 6 }),
		sessionCalls: fc.constantFrom(null, null, null, 1, 3, 20),
		faults: fc.constantFrom(...FAULTS),
	}),
}) as unknown as fc.Arbitrary<Setting>;

test('whatever the switches are set to, those of the report are right, and the sandbox plays them', async () => {
	const check = async (setting: Setting) => {
		const said = (await run(setting)).report?.switches ?? {};
		const set = structuredClone(sandbox.switches);
		// What goes wrong may hide anything: then it only reads, and ends.
		if (set.faults.length > 0) return;
		for (const [name, value] of Object.entries(said)) {
			if (![...ALIKE, 'largestPageSize'].includes(name))
				assert.deepEqual(value, set[name as keyof Switches], name);
		}
		const again = (await run({ ...setting, switches: said })).report?.switches;
		assert.deepEqual({ ...again, ...said }, { ...said, ...again });
	};
	const numRuns = 12 * Number(process.env.TIMES_LONGER ?? 1);
	await fc.assert(fc.asyncProperty(settings, check), { numRuns, includeErrorInReport: true });
});

/** Values that show where there is data to see them by. */
const SHOWN: Array<[Partial<Switches>, bySession?: boolean, contacts?: number]> = [
	[{ pageCap: null, listShape: 'named', ignorePage: false, ignorePageSize: false }, false, 1200],
	[{ listShape: 'array', pageCap: 25, oddHistory: true, errorShape: 'error', pdfAnswer: 'html' }],
	[{ listShape: 'content', ignorePage: true, pdfAnswer: 'json', lastMark: 'last' }],
	[{ listShape: 'data', total: 'page', pageCap: 7, wrongProfileStatus: 404, pdfAnswer: 'pdf' }],
	[{ listShape: 'unforeseen', errorShape: 'text', listShowsUrl: true, volatileField: false }],
	[{ listShape: 'hal', emptyPage: 'halWithoutEmbedded', wholeTotal: 'more', total: 'all' }],
	[{ idName: '_id', volatileField: true, emptyPage: 'null', window: null, pageSizes: null }],
	[{ emptyPage: 404, wholeTotal: 'hasMore', lastMark: 'none', total: 'none' }],
	[{ emptyPage: 'noBody', idName: 'uuid', wholeTotal: 'right', lastMark: 'hasNextPage' }],
	[{ emptyPage: 'object', idName: 'contactId', window: 10_000, listShowsUrl: false }],
	[{ emptyPage: 'message', idName: 'none', largestPageSize: null, wrongProfileStatus: 403 }],
	[{ loginKey: 'session_key', sessionHeader: 'raw', sessionEnd: 401 }, true],
	[{ loginKey: 'sessionKey', sessionHeader: 'bearer', sessionEnd: 403 }, true],
	[{ sessionHeader: 'either', sessionEnd: 400, errorShape: 'message' }, true],
	[{ sessionEnd: 'redirect', listShape: 'content', emptyPage: 'missing' }, true],
	[{ sessionEnd: 'failed200', emptyPage: 'list', listShape: 'keyed' }, true],
];

test('each value that can show is told, where there is data to see it by', async () => {
	for (const [switches, bySession = false, contacts = 130] of SHOWN) {
		const { report, told } = await run({ bySession, switches, world: { contacts } });
		assert.ok(report, told);
		assert.deepEqual({ ...report.switches, ...switches }, report.switches);
	}
});

test('a refused sign-in ends the run with the reason; a login is sent once', async () => {
	const refused = { faults: [{ kind: 'status', status: 401, every: 1 } as const] };
	const { told, requests } = await run({ switches: refused });
	assert.match(told, /the sign-in was refused \(401\)/);
	assert.equal(requests.length, 3);
	for (const loginAnswer of ['FAILED', 'TWO_FACTOR'] as const) {
		const ran = await run({ bySession: true, switches: { loginAnswer } });
		assert.match(ran.told, loginAnswer === 'FAILED' ? /login was refused/ : /two-factor/);
		assert.equal(ran.requests.length, 1);
	}
});

const MARK = 'kanarie';
const NUMBER = 777_000_777;

/** The same JSON with a mark in each value, and in names of fields. */
const marked = (text: string) =>
	JSON.stringify(JSON.parse(text), (key, value: unknown) => {
		if (typeof value === 'object' && value !== null && !Array.isArray(value))
			return { ...value, [MARK]: NUMBER, [`${MARK}@mail.example`]: MARK };
		if (typeof value === 'number') return NUMBER;
		const isNeeded = ['sessionKey', 'type'].includes(key);
		return typeof value === 'string' && !isNeeded ? `${value}-${MARK}` : value;
	});

/** @param breaks How many answers there are to each that is broken. */
const planting =
	(breaks = Infinity) =>
	(network: Network): Network => {
		let calls = 0;
		return async (url, options) => {
			const answer = await network(url, options);
			const own = await answer.text();
			const isBroken = ++calls % breaks === 0;
			const broken = `<p>${MARK} ${NUMBER} ${own}`;
			const text = isBroken || !/^[{[]/.test(own) ? broken : marked(own);
			const file = { 'content-disposition': `attachment; filename="${MARK}.pdf"` };
			const headers = { 'retry-after': MARK, [`x-${MARK}-rate-limit`]: MARK, ...file };
			return new Response(text, { status: answer.status === 204 ? 200 : answer.status, headers });
		};
	};

test('no value comes out, nor a name that is not known unless it is asked for', async () => {
	for (const bySession of [false, true]) {
		const errorShape = bySession ? 'text' : 'message';
		const switches = { listShowsUrl: true, oddHistory: true, errorShape } as const;
		const { told, report } = await run({ bySession, switches, around: planting() });
		assert.ok(report, told);
		const { told: broken } = await run({ bySession, switches, around: planting(3) });
		assert.doesNotMatch(told + broken, new RegExp(`${MARK}|777.?000.?777`, 'i'));
	}
	const { told } = await run({ around: planting(), names: true });
	assert.match(told, new RegExp(`\\b${MARK} \\(integer\\)`));
	assert.doesNotMatch(told, new RegExp(`-${MARK}|${MARK}\\.pdf|mail\\.example|777`));
});

test('the gate lets out what is on its list, and so many', async () => {
	const sent: string[] = [];
	const network = async (url: string) => (sent.push(url), new Response('[]'));
	const gate = new Gate({ network, baseUrl: 'https://crm.example/base' });
	for (const operation of ['createContact', 'subscribe', 'unsubscribe', 'constructor'])
		await assert.rejects(gate.send(operation, {}), RangeError);
	const ask = async () => await gate.send('listHistory', { companyProfileId: '../../x?y' });
	for (let n = 0; n < MAX_REQUESTS; n++) await ask();
	await assert.rejects(ask(), CouldNotRun);
	assert.equal(sent.length, MAX_REQUESTS);
	assert.equal(sent[0], 'https://crm.example/base/contact-service/api/v1/..%2F..%2Fx%3Fy/history');
});
