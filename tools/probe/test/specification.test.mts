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

interface Case {
	name: string;
	file: string;
	changes?: Array<[from: string, to: string]>;
	sets?: string[];
	fails?: string[];
	quotes?: Record<string, string>;
	silent?: string[];
	never?: string[];
}

for (const { name, file, ...one } of parse(await readFile(at('cases.yaml'), 'utf8')) as Case[])
	test(`${file}: ${name}`, async () => {
		let text = await readFile(at(`specifications/${file}`), 'utf8');
		for (const [from, to] of one.changes ?? []) {
			const pattern = /^\/.*\/$/s.test(from) ? new RegExp(from.slice(1, -1), 'g') : from;
			const changed = text.replaceAll(pattern, to);
			assert.notEqual(changed, text, from);
			text = changed;
		}
		const report = probeSpecification([await written(text, file)]);
		const [settings, obstacles, unknowns] = report.sections.map(({ lines }) => lines);
		const told = {
			sets: settings!.map(({ words }) => words),
			fails: obstacles!.map((own) => own.name),
		};
		const ofRow = (row: string) => unknowns!.find((own) => own.name === row)!;
		const isTold = (words: string, texts: Array<string | undefined> = []) =>
			assert.ok(
				texts.some((own) => own?.includes(words)),
				`${words}\n${texts.join('\n')}`,
			);
		for (const words of one.sets ?? []) isTold(words, told.sets);
		for (const words of one.fails ?? []) isTold(words, told.fails);
		for (const [row, words] of Object.entries(one.quotes ?? {}))
			isTold(
				words,
				ofRow(row).quotes?.map((quote) => quote.text),
			);
		for (const row of one.silent ?? []) assert.equal(ofRow(row).words, 'not a word', row);
		for (const words of one.never ?? []) assert.ok(!markdownOf(report).includes(words), words);
	});

test('what is quoted stands in the file, at its place', async () => {
	const bare = (text: string) => text.replace(/\s+/g, ' ').trim();
	for (const name of ['nestjs.json', 'swagger-jsdoc.yaml', 'fastify.json', 'scribe.yaml']) {
		const file = at(`specifications/${name}`);
		const text = await readFile(file, 'utf8');
		const lines = probeSpecification([file]).sections.flatMap((section) => section.lines);
		for (const { text: quote, place } of lines.flatMap(({ quotes = [] }) => quotes)) {
			const line = Number(/:(\d+)$/.exec(place)?.[1] ?? 1);
			const found = bare(
				text
					.split('\n')
					.slice(line - 1)
					.join('\n'),
			).indexOf(quote.replace(/ …$/, ''));
			assert.ok(found >= 0 && (line === 1 || found < 200), `${place}: ${quote}`);
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

const get = (root: Json, path: string[]) => path.reduce(objectAt, root);

/** Paths to all objects but those of conditions. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
	if (typeof value !== 'object' || value === null) return [];
	const inside = Object.entries(value).filter(([key]) => !/^(if|then|not|examples)$/.test(key));
	return [path, ...inside.flatMap(([key, one]) => pathsIn(one, [...path, key]))];
}

const JUNK = [
	null,
	0,
	'x',
	[],
	{},
	[null],
	true,
	['a'],
	{ $ref: '#/%zz' },
	{ $ref: 7 },
	[[]],
	{ type: null },
];

test('whatever stands in it where something else should, it is read, or refused with a reason', async () => {
	const root = readSpecification(at('specifications/fastify.json'));
	const places = pathsIn(root).filter((path) => path.length > 1);
	const change = fc.tuple(fc.constantFrom(...places), fc.constantFrom(...JUNK));
	const check = async (changes: Array<[path: string[], junk: unknown]>) => {
		const changed = structuredClone(root);
		for (const [path, junk] of changes) {
			const holder = path.slice(0, -1).reduce<unknown>((one, key) => Object(one)[key], changed);
			const own = structuredClone(junk);
			if (typeof holder === 'object') Object.assign(holder ?? {}, { [path.at(-1)!]: own });
		}
		const file = await written(changed);
		try {
			toldOf(file);
		} catch (error) {
			assert.ok(error instanceof CouldNotRun, error.stack);
		}
	};
	const numRuns = 100 * Number(process.env.TIMES_LONGER ?? 1);
	const changes = fc.array(change, { minLength: 1, maxLength: 5 });
	await fc.assert(fc.asyncProperty(changes, check), { numRuns });
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

test('one with circular references, of 5 MB, is read in seconds', async () => {
	const own = readSpecification(OURS);
	const schemas = get(own, ['components', 'schemas']);
	const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
	schemas.A = { allOf: [ref('B')] };
	schemas.B = { anyOf: [ref('A'), { type: 'object', properties: { next: ref('B') } }] };
	Object.assign(get(schemas, ['NewContact', 'properties']), {
		twin: ref('NewContact'),
		loop: ref('A'),
	});
	for (let n = 0; n < 15_000; n++)
		schemas[`Model${n}`] = {
			description: 'x'.repeat(300),
			properties: { next: ref(`Model${(n * 7) % 15_000}`) },
		};
	assert.match(toldOf(await written(own)), /describes 13 of the 13/);
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
