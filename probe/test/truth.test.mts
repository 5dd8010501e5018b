import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';

import { EMPTY_PAGES, type Switches } from '../../sandbox/switches.mts';
import { faultOf, type Played } from './oracle.mts';
import { harmless } from './harmless.mts';
import { type Ran, runs, type Setting, Stage } from './stage.mts';

/** What the probe says of the sandbox's switches, against what they were set to. */

let stage: Stage;
before(async () => (stage = await Stage.open()));
after(async () => await stage.close());

async function check(setting: Setting): Promise<Ran> {
	const ran = await stage.run(setting);
	harmless(ran, JSON.stringify(setting));
	const played: Played = { setting, switches: structuredClone(stage.sandbox.switches) };
	// A session that ends after a few calls may end the run.
	if (!played.switches.sessionCalls) assert.equal(ran.error, undefined);
	for (const [name, told] of Object.entries(ran.report.settings)) {
		const set = JSON.stringify(played.switches[name as keyof Switches]);
		const fault = faultOf(name as keyof Switches, told, played);
		assert.equal(fault, undefined, `${name} was ${set}; the report: ${JSON.stringify(told)}`);
	}
	return ran;
}

const count = (...of: number[]) => fc.constantFrom(...of);

const settings: fc.Arbitrary<Setting> = fc.record({
	scheme: fc.constantFrom('apiToken', 'serviceAccount'),
	webhooks: count(0, 2),
	world: fc.record({
		contacts: count(0, 1, 2, 30, 60, 130, 1200),
		quotations: count(0, 1, 30),
		deals: count(0, 1, 4),
	}),
	switches: fc.record({
		listShape: fc.constantFrom('named', 'array', 'content', 'data', 'hal', 'unforeseen'),
		total: fc.constantFrom(null, 'none', 'all', 'page'),
		lastMark: fc.constantFrom(null, 'none', 'last', 'hasMore', 'hasNextPage'),
		emptyPage: fc.constantFrom(...EMPTY_PAGES),
		pageSizes: fc.option(fc.constantFrom([10, 50], [1, 50, 1000], [20]), { freq: 4 }),
		largestPageSize: fc.option(count(20, 50, 200, 5000), { freq: 4 }),
		pageSizeRefusal: fc.constantFrom(400, 422),
		window: fc.option(count(40, 500, 10_000), { freq: 4 }),
		ignorePageSize: fc.option(fc.boolean(), { freq: 3 }),
		idName: fc.constantFrom('id', '_id', 'uuid', 'contactId', 'none'),
		volatileField: fc.boolean(),
		wholeTotal: fc.constantFrom('none', 'right', 'more', 'hasMore'),
		pageCap: fc.option(count(1, 2, 7, 25, 50, 100, 500, 1000, 2000)),
		ignorePage: fc.boolean(),
		hiddenRows: fc.oneof(
			{ weight: 2, arbitrary: fc.constant([]) },
			fc.uniqueArray(fc.nat(140), { maxLength: 6 }),
		),
		contactFields: fc.constantFrom('all', 'noEmails', 'noInfos', 'flat', 'noMoment'),
		sharedEmails: fc.boolean(),
		growingAudience: fc.option(fc.constantFrom('front', 'end'), { nil: 'no', freq: 3 }),
		createAnswer: fc.constantFrom('contact', 'id', 'empty'),
		oddHistory: fc.boolean(),
		chunkedAnswers: fc.boolean(),
		errorShape: fc.constantFrom('message', 'error', 'text'),
		wrongProfileStatus: fc.constantFrom(403, 404),
		listShowsUrl: fc.boolean(),
		loginKey: fc.constantFrom('sessionKey', 'session_key'),
		sessionHeader: fc.constantFrom('raw', 'bearer', 'either'),
		sessionEnd: fc.constantFrom(401, 403, 400, 'redirect', 'failed200'),
		sessionCalls: fc.option(count(1, 2, 3, 20), { freq: 3 }),
		singleSession: fc.boolean(),
		secondSubscription: fc.constantFrom('added', 'updates', 'replaces', 'refused'),
		unknownSubscriptionStatus: fc.constantFrom(404, 410, 400, 403, 500),
		pingWhileRegistering: fc.constantFrom(null, 'empty', 'named'),
		timestampUnit: fc.constantFrom('ms', 's'),
		duplicateDeliveries: fc.boolean(),
		pdfAnswer: fc.constantFrom('pdf', 'html', 'json'),
		pdfBytes: count(0, 20_000, 300_000),
		pdfFileName: fc.option(fc.constantFrom('offerte.pdf', 'café "één".pdf', 'OFF-7')),
	}),
}) as fc.Arbitrary<Setting>;

test('whatever the switches are set to, the report says so, or that it could not be told', async () => {
	await fc.assert(
		fc.asyncProperty(settings, async (setting) => void (await check(setting))),
		runs(4),
	);
});

/**
 * Values that show where there is data to see them by: none of these may be "could not tell". They
 * stand together where they do not touch each other.
 */
const SHOWN: Array<[Setting['scheme'], Partial<Switches>, contacts?: number]> = [
	['apiToken', { pageCap: null, listShape: 'named', ignorePage: false, oddHistory: false }, 1200],
	[
		'apiToken',
		{
			listShape: 'array',
			pageCap: 25,
			oddHistory: true,
			errorShape: 'error',
			pdfAnswer: 'html',
			contactFields: 'flat',
		},
	],
	[
		'apiToken',
		{
			listShape: 'content',
			ignorePage: true,
			pageCap: 25,
			chunkedAnswers: true,
			pdfAnswer: 'json',
		},
	],
	[
		'apiToken',
		{
			listShape: 'data',
			hiddenRows: [3],
			pdfFileName: 'offerte.pdf',
			pdfBytes: 300_000,
			latencyMs: 20,
		},
	],
	['apiToken', { listShape: 'unforeseen', pageCap: 1, errorShape: 'text', listShowsUrl: true }],
	['apiToken', { hiddenRows: [0, 1, 2], wrongProfileStatus: 404, contactFields: 'noMoment' }],
	[
		'apiToken',
		{ contactFields: 'noEmails', idName: '_id', volatileField: true, emptyPage: 'null' },
	],
	['apiToken', { listShape: 'hal', total: 'all', emptyPage: 'missing', wholeTotal: 'more' }],
	['apiToken', { lastMark: 'hasMore', total: 'none', emptyPage: 404, wholeTotal: 'hasMore' }],
	[
		'apiToken',
		{ lastMark: 'hasNextPage', emptyPage: 'noBody', idName: 'uuid', wholeTotal: 'right' },
	],
	[
		'apiToken',
		{ listShape: 'data', total: 'page', lastMark: 'last', pageCap: 1, emptyPage: 'message' },
	],
	['apiToken', { window: 10_000, emptyPage: 'object', idName: 'contactId' }],
	['apiToken', { ignorePage: true, ignorePageSize: false, idName: 'none' }],
	['apiToken', { ignorePageSize: true, volatileField: false, window: null, pageSizes: null }],
	['apiToken', { contactFields: 'noInfos' }],
	['apiToken', { ignorePage: true, chunkedAnswers: false, listShowsUrl: false, pdfFileName: null }],
	['serviceAccount', { loginKey: 'session_key', sessionHeader: 'raw', sessionEnd: 401 }],
	['serviceAccount', { loginKey: 'sessionKey', sessionHeader: 'bearer', sessionEnd: 403 }],
	['serviceAccount', { loginAnswer: 'SUCCESS', sessionHeader: 'either', sessionEnd: 400 }],
	['serviceAccount', { sessionHeader: 'bearer', sessionEnd: 'redirect', errorShape: 'message' }],
	['serviceAccount', { sessionHeader: 'raw', sessionEnd: 'failed200', wrongProfileStatus: 403 }],
];

test('each value that can show is told, where there is data to see it by', async () => {
	for (const [scheme, switches, contacts = 130] of SHOWN) {
		const setting = { scheme, switches, world: { contacts, quotations: 3, deals: 4 }, webhooks: 1 };
		const ran = await check(setting);
		for (const name of Object.keys(switches) as Array<keyof Switches>) {
			const told = ran.report.settings[name];
			assert.notEqual(told.state, 'open', `${name} of ${JSON.stringify(switches)}: ${told.why}`);
		}
	}
});

test('sizes that are refused are told, and mislead nothing', async () => {
	for (const pageSizeRefusal of [400, 422] as const) {
		const { report } = await check({
			scheme: 'apiToken',
			switches: { pageSizes: [20, 50], pageSizeRefusal, pageCap: 20 },
		});
		assert.match(report.settings.pageSizes.why, /pages of one row refused/);
		assert.deepEqual(report.switches.pageSizeRefusal, pageSizeRefusal);
		assert.equal(report.switches.ignorePage, false);
	}
	const { report } = await check({ scheme: 'apiToken', switches: { largestPageSize: 100 } });
	assert.match(report.settings.largestPageSize.why, /of 1,000 refused/);
	assert.equal(report.switches.ignorePageSize, false);
});

test('a session that ends on the way, in a way that may mean the question, misleads nothing', async () => {
	// While the forms are tried, in a list, and right before the ids that are wrong.
	for (const sessionCalls of [1, 13, 29]) {
		const switches = { sessionCalls, sessionEnd: 403, wrongProfileStatus: 404 } as const;
		const ran = await check({ scheme: 'serviceAccount', switches });
		assert.equal(ran.logins, 1);
	}
});

test('a login that is refused is sent once, and ends the run with the reason', async () => {
	for (const loginAnswer of ['FAILED', 'TWO_FACTOR'] as const) {
		const own = await Stage.open();
		const ran = await own.run({ scheme: 'serviceAccount', switches: { loginAnswer } });
		assert.match(String(ran.error), loginAnswer === 'FAILED' ? /login was refused/ : /two-factor/);
		assert.equal(ran.logins, 1);
		assert.equal(ran.requests.length, 1);
		await own.close();
	}
});
