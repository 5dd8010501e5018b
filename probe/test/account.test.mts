import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

import type { Fault } from '../../sandbox/faults.mts';
import { emptyPage } from '../../sandbox/routes/envelopes.mts';
import { CHOICES, type Switches } from '../../sandbox/switches.mts';
import { Gate, MAX_REQUESTS, type Network, UsedUp } from '../live/gate.mts';
import { run, sandbox, type Setting } from './stage.mts';

/** The probe of an account, against the sandbox: what it says of switches, and what it never does. */

after(async () => await sandbox.close());

/** What the sandbox answers behind the last page: forms that look alike in an envelope are one. */
function behindLast(form: unknown, switches: Switches): unknown {
	const page = { rows: [], number: 9, size: 1, total: 3, isLast: true };
	try {
		const set = { ...switches, emptyPage: form as Switches['emptyPage'] };
		return JSON.stringify(emptyPage(page, ['rows', 'rijen'], set, true));
	} catch (refusal) {
		return (refusal as { status: number }).status;
	}
}

/** Whether what is said of a switch is what it was set to, where only a kind or a part can be told. */
function isRight(name: string, said: unknown, set: Switches): boolean {
	const has = (...shapes: string[]) => shapes.includes(set.listShape);
	const most = (limit: number | null) => limit === null || limit >= 1000;
	const total = set.total ?? (has('content', 'data', 'hal') ? 'all' : 'none');
	const lastMark = set.lastMark ?? (has('content') ? 'last' : 'none');
	const rules: Record<string, () => boolean> = {
		total: () => said === (has('array') ? 'none' : total),
		lastMark: () => said === (has('array') ? 'none' : lastMark),
		ignorePageSize: () => said === (set.ignorePageSize ?? set.ignorePage),
		emptyPage: () => behindLast(said, set) === behindLast(set.emptyPage, set),
		window: () => (said === null) === (set.window === null),
		pageSizes: () => [1, 50, 1000].every((size) => set.pageSizes?.includes(size) ?? true),
		largestPageSize: () => most(set.largestPageSize),
		pageCap: () => (said === null ? most(set.pageCap) : said === set.pageCap),
	};
	return rules[name]?.() ?? isDeepStrictEqual(said, set[name as keyof Switches]);
}

async function check(setting: Setting) {
	const ran = await run(setting);
	const set = structuredClone(sandbox.switches);
	for (const [name, said] of Object.entries(ran.report?.switches ?? {})) {
		const words = `${name}, said: ${JSON.stringify(said)}; ${JSON.stringify(setting)}`;
		assert.ok(isRight(name, said, set), words);
	}
	return ran;
}

const drawn = Object.entries(CHOICES).map(([name, values]) => [name, fc.constantFrom(...values)]);
const settings = fc.record({
	bySession: fc.boolean(),
	webhooks: fc.constantFrom(0, 2),
	world: fc.record({
		contacts: fc.constantFrom(0, 1, 2, 30, 70, 130, 1200),
		quotations: fc.constantFrom(0, 1, 30),
		deals: fc.constantFrom(0, 1, 4),
	}),
	switches: fc.record({
		...(Object.fromEntries(drawn) as Record<string, fc.Arbitrary<unknown>>),
		loginAnswer: fc.constant('SUCCESS'),
		growingAudience: fc.option(fc.constantFrom('front', 'end'), { nil: 'no', freq: 3 }),
		pageCap: fc.option(fc.constantFrom(1, 2, 7, 25, 50, 100, 500, 1000, 2000)),
		pageSizes: fc.option(fc.constantFrom([10, 50], [1, 50, 1000], [20]), { freq: 4 }),
		largestPageSize: fc.option(fc.constantFrom(20, 50, 200, 5000), { freq: 4 }),
		window: fc.option(fc.constantFrom(40, 500, 10_000), { freq: 4 }),
		hiddenRows: fc.uniqueArray(fc.nat(140), { maxLength: 6 }),
		sessionCalls: fc.option(fc.constantFrom(1, 3, 20), { freq: 3 }),
	}),
}) as unknown as fc.Arbitrary<Setting>;

test('whatever the switches are set to, the report says so, or nothing', async () => {
	await fc.assert(
		fc.asyncProperty(settings, async (setting) => void (await check(setting))),
		{ numRuns: 12 * Number(process.env.TIMES_LONGER ?? 1), includeErrorInReport: true },
	);
});

/** Values that show where there is data to see them by. */
const SHOWN: Array<[Partial<Switches>, bySession?: boolean, contacts?: number]> = [
	[{ pageCap: null, listShape: 'named', ignorePage: false, ignorePageSize: false }, false, 1200],
	[{ listShape: 'array', pageCap: 25, oddHistory: true, errorShape: 'error', pdfAnswer: 'html' }],
	[{ listShape: 'content', ignorePage: true, pdfAnswer: 'json', lastMark: 'last' }],
	[{ listShape: 'data', total: 'page', pageCap: 7, wrongProfileStatus: 404, pdfAnswer: 'pdf' }],
	[{ listShape: 'unforeseen', errorShape: 'text', listShowsUrl: true }],
	[{ listShape: 'hal', emptyPage: 'missing', wholeTotal: 'more', total: 'all' }, false, 130],
	[{ idName: '_id', volatileField: true, emptyPage: 'null', window: null, pageSizes: null }],
	[{ emptyPage: 404, wholeTotal: 'hasMore', lastMark: 'hasMore', total: 'none' }],
	[{ emptyPage: 'noBody', idName: 'uuid', wholeTotal: 'right', lastMark: 'hasNextPage' }],
	[{ emptyPage: 'object', idName: 'contactId', window: 10_000 }],
	[{ emptyPage: 'message', idName: 'none', largestPageSize: null, listShowsUrl: false }],
	[{ listShape: 'keyed', lastMark: 'asked' }],
	[{ loginKey: 'session_key', sessionHeader: 'raw', sessionEnd: 401 }, true],
	[{ loginKey: 'sessionKey', sessionHeader: 'bearer', sessionEnd: 403 }, true],
	[{ sessionHeader: 'either', sessionEnd: 400, errorShape: 'message' }, true],
	[{ sessionEnd: 'redirect', volatileField: false, wrongProfileStatus: 403 }, true],
	[{ sessionEnd: 'failed200', emptyPage: 'list' }, true],
];

test('each value that can show is told, where there is data to see it by', async () => {
	for (const [switches, bySession = false, contacts = 130] of SHOWN) {
		const world = { contacts, quotations: 30, deals: 4 };
		const { report, told } = await check({ bySession, switches, world, webhooks: 1 });
		assert.ok(report, told);
		for (const name of Object.keys(switches)) {
			assert.ok(name in report.switches, `${name} of ${JSON.stringify(switches)}`);
		}
	}
});

test('without profile and audience it tells what is left', async () => {
	const { report } = await run({ bare: true });
	const row = Object.fromEntries(report!.rows.map(({ row: name, words }) => [name, words]));
	assert.match(row['Fields of a quotation']!, /^id \(uuid\), /);
	assert.equal(row['Fields of a listed contact'], 'nothing was seen of it');
	assert.equal(row['Request bodies of history, statuses and users'], 'nothing was seen of it');
});

const FAULTS: Fault[] = [
	{ kind: 'status', status: 429, retryAfter: '1', every: 3 },
	{ kind: 'status', status: 503, every: 2 },
	{ kind: 'status', status: 401, every: 4 },
	{ kind: 'html', every: 3 },
	{ kind: 'redirect', location: '/api/v1/subscribe', every: 3 },
	{ kind: 'redirect', location: 'http://elsewhere.example/', every: 3 },
	{ kind: 'noBody', every: 2 },
	{ kind: 'drop', every: 4 },
	{ kind: 'resetAfter', every: 4 },
];

test('whatever goes wrong it only reads, and ends', async () => {
	for (const [n, fault] of FAULTS.entries()) {
		await run({ bySession: n % 2 === 0, webhooks: 1, switches: { faults: [fault] } });
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
const MARKS = new RegExp(`${MARK}|777.?000.?777`, 'i');
/** Without these there is no session, and no list. */
const NEEDED = ['sessionKey', 'contacts', 'quotations', 'history', 'statuses', 'type'];

/** The same JSON with a mark in each value, and in names of fields. */
function marked(value: unknown, key = ''): unknown {
	if (Array.isArray(value)) return value.map((inside) => marked(inside, key));
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).map(([name, inside]) => [name, marked(inside, name)]);
		const named = [
			[MARK, NUMBER],
			[`${MARK}@mail.example`, MARK],
		];
		return Object.fromEntries([...entries, ...named]);
	}
	if (NEEDED.includes(key)) return value;
	if (typeof value === 'number') return NUMBER;
	return typeof value === 'string' ? `${value}-${MARK}` : value;
}

/** @param breaks How many answers there are to each that is broken. */
const planting =
	(breaks = Infinity) =>
	(network: Network): Network => {
		let calls = 0;
		return async (url, options) => {
			const { status, ...response } = await network(url, options).then(async (answer) => ({
				status: answer.status === 204 ? 200 : answer.status,
				text: await answer.text(),
			}));
			const isJson = /^[{[]/.test(response.text);
			const own = isJson
				? JSON.stringify(marked(JSON.parse(response.text)))
				: `${response.text} ${MARK}`;
			const text = ++calls % breaks === 0 ? `<p>${MARK} ${NUMBER}` : own;
			const file = { 'content-disposition': `attachment; filename="${MARK}.pdf"` };
			const headers = { 'retry-after': MARK, [`x-${MARK}-rate-limit`]: MARK, etag: MARK, ...file };
			return new Response(text, { status, headers });
		};
	};

test('no value comes out, nor a name that is not known unless it is asked for', async () => {
	const world = { contacts: 20, quotations: 3, deals: 3 };
	for (const errorShape of ['message', 'text'] as const) {
		const switches = { listShowsUrl: true, oddHistory: true, errorShape };
		for (const bySession of [false, true]) {
			const setting = { world, bySession, switches, webhooks: 2 };
			const { told, report } = await run({ ...setting, around: planting() });
			assert.ok(report, told);
			assert.doesNotMatch(told, MARKS);
			assert.doesNotMatch((await run({ ...setting, around: planting(3) })).told, MARKS);
		}
	}
	const { told } = await run({ around: planting(), names: true, world });
	assert.match(told, new RegExp(`\\b${MARK} \\(integer\\)`));
	assert.doesNotMatch(told, new RegExp(`-${MARK}|${MARK}\\.pdf|mail\\.example|777`));
});

test('the gate lets out what is on its list, one at a time, and so many', async () => {
	let [now, most] = [0, 0];
	const sent: string[] = [];
	const gate = new Gate(async (url) => {
		sent.push(url);
		most = Math.max(most, ++now);
		await new Promise((resolve) => setTimeout(resolve, 1));
		now--;
		return new Response('[]');
	}, 'https://crm.example/base');
	for (const operation of ['createContact', 'subscribe', 'unsubscribe', 'constructor']) {
		await assert.rejects(gate.send(operation, {}), RangeError);
	}
	const ask = async () => await gate.send('listHistory', { profile: '../../x?y' });
	await Promise.all([ask(), ask(), ask()]);
	assert.equal(most, 1);
	assert.equal(sent[0], 'https://crm.example/base/contact-service/api/v1/..%2F..%2Fx%3Fy/history');
	for (let n = sent.length; n < MAX_REQUESTS; n++) await ask();
	await assert.rejects(ask(), UsedUp);
	assert.equal(sent.length, MAX_REQUESTS);
});
