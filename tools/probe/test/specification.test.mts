import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

import { probeSpecification } from '../probe.mts';
import { CouldNotRun, markdownOf } from '../report.mts';
import { type Json, parseFiles, readFile as readText } from '../spec/file.mts';
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

type Lists = Record<'notes' | 'sets' | 'fails' | 'silent' | 'never', string[] | undefined>;
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
		const [notes = '', settings = '', obstacles = '', unknowns = ''] = report.split('\n## ');
		const has = (part: string, words: string) =>
			assert.ok(part.includes(words), `${words}\n${part}`);
		const ofRow = (row: string) =>
			unknowns.split('\n- ').find((part) => part.startsWith(`**${row}**`)) ?? '';
		for (const words of one.notes ?? []) has(notes, words);
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
		const told = Object.values(probeSpecification([file]).sections).flat();
		for (const { text, place } of told.flatMap(({ quotes }) => quotes)) {
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
	const names = sections['What it says of each unknown']!.map(({ name }) => name);
	assert.deepEqual(
		names,
		readUnknowns().map(({ row }) => row),
	);
	for (const line of told.split('\n')) assert.ok(line.length < 600, line);
});

test('several files are read as one', async () => {
	const [{ paths, ...root }] = parseFiles([readText(OURS)]).roots as [Json];
	const [first, ...others] = Object.entries(paths as Json);
	const parts = [[first!], others].map((part) => ({
		openapi: '3.1.0',
		paths: Object.fromEntries(part),
	}));
	const files = [...parts, root].map(async (part) => await written(part));
	const told = toldOf(...(await Promise.all(files)));
	assert.match(told, /describes 13 of the 13/);
	assert.match(told, /Credential\*\*: Sales CRM API .* for all routes/);
	assert.equal(told.match(/speaks against it/g)?.length, 6);
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
	refuses(folder, /illegal operation on a directory/);
	refuses(join(folder, 'none.json'), /no such file/);
	const big = at('../../../node_modules/@redocly/openapi-core/src/benchmark/benches/rebilly.yaml');
	refuses(big, /of another service: .* 355 others, such as GET \/3ds/);
});
