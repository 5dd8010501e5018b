import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';

import type { Switches } from '../../sandbox/switches.mts';
import { faultOf, type Played } from './oracle.mts';
import { runs, type Setting, Stage } from './stage.mts';

/** What the probe says of the sandbox's switches, against what they were set to. */

let stage: Stage;
before(async () => (stage = await Stage.open()));
after(async () => await stage.close());

async function check(setting: Setting): Promise<void> {
	const ran = await stage.run(setting);
	const played: Played = { setting, switches: structuredClone(stage.sandbox.switches) };
	// A session that ends after a few calls may end the run.
	if (!played.switches.sessionCalls) assert.equal(ran.error, undefined);
	for (const [name, told] of Object.entries(ran.report.settings)) {
		const fault = faultOf(name as keyof Switches, told, played);
		assert.equal(
			fault,
			undefined,
			`${name} was ${JSON.stringify(played.switches[name as keyof Switches])}; the report: ${JSON.stringify(told)}`,
		);
	}
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
		listShape: fc.constantFrom('named', 'array', 'content', 'data', 'unforeseen'),
		pageCap: fc.option(count(1, 2, 7, 25, 50, 100, 500, 1000, 2000)),
		ignorePage: fc.boolean(),
		hiddenRows: fc.oneof(
			{ weight: 2, arbitrary: fc.constant([]) },
			fc.uniqueArray(fc.nat(140), { maxLength: 6 }),
		),
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
		unknownSubscriptionStatus: fc.constantFrom(404, 410, 400),
		timestampUnit: fc.constantFrom('ms', 's'),
		duplicateDeliveries: fc.boolean(),
		pdfAnswer: fc.constantFrom('pdf', 'html', 'json'),
		pdfBytes: count(0, 20_000, 300_000),
		pdfFileName: fc.option(fc.constantFrom('offerte.pdf', 'café "één".pdf', 'OFF-7')),
	}),
}) as fc.Arbitrary<Setting>;

test('whatever the switches are set to, the report says so, or that it could not be told', async () => {
	await fc.assert(fc.asyncProperty(settings, check), runs(10));
});

/** Where there is data to see it by, each value of each switch is told when the others rest. */
const ALONE: Array<[Setting['scheme'], Partial<Switches>]> = [
	...(['named', 'array', 'content', 'data', 'unforeseen'] as const).map(
		(listShape) => ['apiToken', { listShape }] as never,
	),
	['apiToken', { pageCap: 25 }],
	['apiToken', { pageCap: 1 }],
	['apiToken', { pageCap: 100 }],
	['apiToken', { pageCap: null }],
	['apiToken', { ignorePage: true }],
	['apiToken', { ignorePage: true, pageCap: 25, listShape: 'content' }],
	['apiToken', { hiddenRows: [3] }],
	['apiToken', { hiddenRows: [0, 1, 2] }],
	['apiToken', { oddHistory: true }],
	['apiToken', { chunkedAnswers: true }],
	['apiToken', { errorShape: 'error' }],
	['apiToken', { errorShape: 'text' }],
	['apiToken', { wrongProfileStatus: 404 }],
	['apiToken', { listShowsUrl: true }],
	['apiToken', { pdfAnswer: 'html' }],
	['apiToken', { pdfAnswer: 'json' }],
	['apiToken', { pdfFileName: 'offerte.pdf' }],
	['apiToken', { pdfBytes: 300_000 }],
	['apiToken', { latencyMs: 20 }],
	['serviceAccount', { loginKey: 'session_key' }],
	...(['raw', 'bearer', 'either'] as const).map(
		(sessionHeader) => ['serviceAccount', { sessionHeader }] as never,
	),
	...([401, 403, 400, 'redirect', 'failed200'] as const).map(
		(sessionEnd) => ['serviceAccount', { sessionEnd }] as never,
	),
];

test('each switch alone is told, where there is data to see it by', async () => {
	for (const [scheme, switches] of ALONE) {
		const contacts = switches.pageCap === null ? 1200 : 130;
		const world = { contacts, quotations: 3, deals: 4 };
		const { report } = await stage.run({ scheme, switches, world, webhooks: 1 });
		for (const name of Object.keys(switches) as Array<keyof Switches>) {
			assert.notEqual(report.settings[name].state, 'open', `${name}: ${JSON.stringify(switches)}`);
		}
		const played = {
			setting: { scheme, world, webhooks: 1 },
			switches: { ...stage.sandbox.switches },
		};
		for (const name of Object.keys(switches) as Array<keyof Switches>) {
			assert.equal(
				faultOf(name, report.settings[name], played),
				undefined,
				JSON.stringify(switches),
			);
		}
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
