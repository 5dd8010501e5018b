import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';

import { parseJson } from '../../nodes/transport/response.ts';
import type { Network } from '../gate.mts';
import { MARKS, planting, type Planting } from './canaries.mts';
import { type Ran, runs, Stage } from './stage.mts';

/** No value of the account comes out: not on the screen, not in a file, not in a reason for failing. */

let stage: Stage;
before(async () => (stage = await Stage.open()));
after(async () => await stage.close());

/** All that leaves: the Markdown (screen and file), the JSON, and why it could not run. */
const toldBy = ({ markdown, report, error }: Ran) =>
	[markdown, JSON.stringify(report), String(error ?? '')].join('\n');

const plantings: fc.Arbitrary<Planting> = fc.record({
	values: fc.boolean(),
	keys: fc.constantFrom('added', 'renamed', 'untouched'),
	headers: fc.boolean(),
	broken: fc.boolean(),
});

const world = { contacts: 20, quotations: 3, deals: 3 };

async function nothingComesOut(how: Planting, chance: () => number, more: object): Promise<Ran> {
	const switches = { listShowsUrl: true, oddHistory: true, ...more };
	// Logins that fail are held against the next in this process: only token runs may meet them.
	const schemes = how.broken ? (['apiToken'] as const) : (['serviceAccount', 'apiToken'] as const);
	let ran!: Ran;
	for (const scheme of schemes) {
		const around = planting(how, chance);
		ran = await stage.run({ around, scheme, switches, world, webhooks: 2 });
		assert.doesNotMatch(toldBy(ran), MARKS);
		if (!how.broken) assert.equal(ran.error, undefined);
	}
	return ran;
}

test('what is planted in values, keys and headers does not come out', async () => {
	await fc.assert(
		fc.asyncProperty(
			plantings,
			fc.record({
				listShape: fc.constantFrom('named', 'content', 'data', 'unforeseen'),
				errorShape: fc.constantFrom('message', 'error', 'text'),
			}),
			fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
			async (how, switches, chances) => {
				await nothingComesOut(how, () => chances.next().value ?? 0.5, switches);
			},
		),
		runs(2),
	);
});

test('planted everywhere at once it does not come out, and the run goes through', async () => {
	const how: Planting = { values: true, keys: 'added', headers: true, broken: false };
	const { report } = await nothingComesOut(how, () => 0.5, {});
	assert.ok(report.findings.requests > 30);
});

test('with all names shown no value comes out', async () => {
	const how: Planting = { values: true, keys: 'untouched', headers: true, broken: false };
	const ran = await stage.run({ around: planting(how, () => 0.5), names: true, world });
	assert.equal(ran.error, undefined);
	assert.doesNotMatch(toldBy(ran), MARKS);
});

test('names that are not known are shown on request only', async () => {
	const how: Planting = { values: false, keys: 'added', headers: false, broken: false };
	const around = planting(how, () => 0.5);
	assert.doesNotMatch(toldBy(await stage.run({ around, world })), MARKS);
	assert.match(toldBy(await stage.run({ around, world, names: true })), MARKS);
});

test('no text of the account, as it is, comes out', async () => {
	const seen = new Set<string>();
	const around =
		(network: Network): Network =>
		async (options) => {
			const answer = (await network(options)) as { statusCode: number; body: unknown };
			const parsed = parseJson(answer.body);
			if (parsed.ok && answer.statusCode === 200) collect(parsed.value, seen);
			return answer;
		};
	const switches = { listShowsUrl: true };
	const ran = await stage.run({ around, scheme: 'serviceAccount', webhooks: 2, switches });
	assert.equal(ran.error, undefined);
	const told = toldBy(ran);
	assert.ok(seen.size > 300);
	// Words of the document by which kinds are told apart are all that an answer and the report share.
	const shared = ['CONSUMER', 'SUCCESS', 'STATUS_CHANGED', 'USER_CHANGED', 'STATUS', 'USER'];
	for (const text of seen) {
		const alone = new RegExp(`(?<!\\w)${text.replace(/[^\w\s]/g, '\\$&')}(?!\\w)`);
		assert.ok(shared.includes(text) || !alone.test(told), text);
	}
});

/** Texts and large numbers; shorter ones stand in any text by chance. */
function collect(value: unknown, into: Set<string>): void {
	if (typeof value === 'object' && value !== null) {
		for (const inside of Object.values(value)) collect(inside, into);
	} else if (['string', 'number'].includes(typeof value) && String(value).length > 4) {
		into.add(String(value));
	}
}
