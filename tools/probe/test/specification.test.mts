import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { parse } from 'yaml';

import { probeSpecification } from '../probe.mts';
import { CouldNotRun, markdownOf } from '../report.mts';
import { type Json, objectAt, readFile as readSpecification } from '../spec/file.mts';
import { readUnknowns } from '../unknowns.mts';

/** `npm run probe -- --spec`: deviations of our own, what generators write, and what is no specification. */

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OURS = at('../../sandbox/openapi.yaml');
const folder = await mkdtemp(join(tmpdir(), 'specification-'));
after(async () => await rm(folder, { recursive: true }));

let files = 0;
async function written(text: string | object | Buffer, name = 'openapi.json'): Promise<string> {
	const file = join(folder, `${++files}-${name}`);
	const isRaw = typeof text === 'string' || Buffer.isBuffer(text);
	await writeFile(file, isRaw ? text : JSON.stringify(text));
	return file;
}
const toldOf = (...paths: string[]) => markdownOf(probeSpecification(paths));

type Lists = Record<'sets' | 'fails' | 'silent' | 'never', string[] | undefined>;
interface Case extends Lists {
	name: string;
	file: string;
	changes?: Array<[from: string, to: string]>;
	quotes?: Record<string, string>;
}

for (const one of parse(await readFile(at('cases.yaml'), 'utf8')) as Case[])
	test(`${one.file}: ${one.name}`, async () => {
		let text = await readFile(at(`specifications/${one.file}`), 'utf8');
		for (const [from, to] of one.changes ?? []) {
			const pattern = /^\/.*\/$/s.test(from) ? new RegExp(from.slice(1, -1), 'g') : from;
			const changed = text.replaceAll(pattern, to);
			assert.notEqual(changed, text, from);
			text = changed;
		}
		const report = toldOf(await written(text, one.file));
		const [, settings = '', obstacles = '', unknowns = ''] = report.split('\n## ');
		const has = (part: string, words: string) =>
			assert.ok(part.includes(words), `${words}\n${part}`);
		const ofRow = (row: string) =>
			unknowns.split('\n- ').find((part) => part.startsWith(`**${row}**`)) ?? '';
		for (const words of one.sets ?? []) has(settings, words);
		for (const words of one.fails ?? []) has(obstacles, words);
		for (const [row, words] of Object.entries(one.quotes ?? {})) has(ofRow(row), words);
		for (const row of one.silent ?? []) has(ofRow(row), 'not a word');
		for (const words of one.never ?? []) assert.ok(!report.includes(words), words);
	});

test('what is quoted stands in the file, at its place', async () => {
	const bare = (text: string) => text.replace(/\s+/g, ' ').trim();
	for (const name of ['nestjs.json', 'swagger-jsdoc.yaml', 'fastify.json', 'scribe.yaml']) {
		const file = at(`specifications/${name}`);
		const lines = (await readFile(file, 'utf8')).split('\n');
		const told = probeSpecification([file]).sections.flatMap((section) => section.lines);
		for (const { text, place } of told.flatMap(({ quotes = [] }) => quotes)) {
			const line = Number(/:(\d+)$/.exec(place)?.[1] ?? 1);
			const rest = bare(lines.slice(line - 1).join('\n'));
			const found = rest.indexOf(text.replace(/ …$/, ''));
			assert.ok(found >= 0 && (line === 1 || found < 200), `${place}: ${text}`);
		}
	}
});

test('of our own description nothing speaks against the package; each unknown has a line, none is long', () => {
	const told = toldOf(OURS);
	assert.equal(told.match(/speaks against it/g)?.length, 6);
	const { sections } = probeSpecification([OURS]);
	const names = sections[2]!.lines.map(({ name }) => name);
	assert.deepEqual(
		names,
		readUnknowns().map(({ row }) => row),
	);
	for (const line of told.split('\n')) assert.ok(line.length < 600, line);
});

/** Paths to all objects but those of conditions. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
	if (typeof value !== 'object' || value === null) return [];
	const inside = Object.entries(value).filter(([key]) => !/^(if|then|not|examples)$/.test(key));
	return [path, ...inside.flatMap(([key, one]) => pathsIn(one, [...path, key]))];
}

const JUNK = parse(
	'[null, 0, x, [], {}, [null], true, [a], { $ref: "#/%zz" }, { $ref: 7 }, [[]], { type: null }]',
) as unknown[];

test('whatever stands in it where something else should, it is read, or refused with a reason', async () => {
	const root = readSpecification(at('specifications/fastify.json'));
	const places = pathsIn(root).filter((path) => path.length > 1);
	const change = fc.tuple(fc.constantFrom(...places), fc.constantFrom(...JUNK));
	const changes = fc.array(change, { minLength: 1, maxLength: 5 });
	const property = fc.asyncProperty(changes, async (drawn) => {
		const changed = structuredClone(root);
		for (const [path, junk] of drawn) {
			const holder = path.slice(0, -1).reduce<unknown>((one, key) => Object(one)[key], changed);
			if (typeof holder === 'object')
				Object.assign(holder ?? {}, { [path.at(-1)!]: structuredClone(junk) });
		}
		const file = await written(changed);
		try {
			toldOf(file);
		} catch (error) {
			assert.ok(error instanceof CouldNotRun, error.stack);
		}
	});
	await fc.assert(property, { numRuns: 100 * Number(process.env.TIMES_LONGER ?? 1) });
});

test('several files are read as one; a reference that leads nowhere is named', async () => {
	const { paths, components, ...root } = readSpecification(OURS);
	const entries = Object.entries(paths as Json);
	const parts = [entries.slice(0, 5), entries.slice(5)].map((some) => Object.fromEntries(some));
	const files = await Promise.all([
		...parts.map(async (part) => await written({ openapi: '3.1.0', paths: part })),
		written({ ...root, components }),
	]);
	const told = toldOf(...files);
	assert.match(told, /describes 13 of the 13/);
	assert.match(told, /Credential\*\*: Sales CRM API .* for all routes/);
	assert.equal(told.match(/speaks against it/g)?.length, 6);
	assert.doesNotMatch(told, /was not read/);
	const lost = {
		openapi: '3.0.0',
		paths: { '/api/v1/contacts': { put: { $ref: 'gone.json#/Body' } } },
	};
	assert.match(toldOf(await written(lost)), /not there, and so was not read: gone.json#\/Body/);
});

test('one with circular references is read', async () => {
	const own = readSpecification(OURS);
	const schemas = objectAt(own.components, 'schemas');
	const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
	schemas.A = { allOf: [ref('B')] };
	schemas.B = { anyOf: [ref('A'), { type: 'object', properties: { next: ref('B') } }] };
	schemas.Itself = ref('Itself');
	const more = { twin: ref('NewContact'), loop: ref('A'), gone: ref('Itself') };
	Object.assign(objectAt(schemas.NewContact, 'properties'), more);
	const told = toldOf(await written(own));
	assert.match(told, /describes 13 of the 13/);
	assert.match(told, /not there, and so was not read: \S+Itself/);
});

test('what cannot be read is refused, each with its own sentence', async () => {
	const refuses = (file: string, why: RegExp) =>
		assert.throws(
			() => probeSpecification([file]),
			(error: Error) => error instanceof CouldNotRun && why.test(error.message),
			why.source,
		);
	const unreadable = parse(await readFile(at('unreadable.yaml'), 'utf8')) as Record<string, string>;
	for (const [why, text] of Object.entries(unreadable))
		refuses(await written(text, 'a.yaml'), new RegExp(why));
	refuses(await written(Buffer.from('\uFEFFopenapi: 3.0.0', 'utf16le')), /is written in UTF-16/);
	refuses(folder, /is a folder: name the file in it/);
	refuses(join(folder, 'none.json'), /does not exist/);
	const big = at('../../../node_modules/@redocly/openapi-core/src/benchmark/benches/rebilly.yaml');
	refuses(big, /of another service: .* 355 others, such as GET \/3ds/);
});
