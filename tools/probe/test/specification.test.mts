import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

import { probeSpecification } from '../probe.mts';
import { CouldNotRun, markdownOf } from '../report.mts';
import { readUnknowns } from '../unknowns.mts';

/** `npm run probe -- --spec`: deviations of our own, what generators write, and what is no specification. */

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OURS = at('../../sandbox/openapi.yaml');
const folder = await mkdtemp(join(tmpdir(), 'specification-'));
after(async () => await rm(folder, { recursive: true }));

let files = 0;
async function written(text: string | Buffer, name = 'openapi.json'): Promise<string> {
	const file = join(folder, `${++files}-${name}`);
	await writeFile(file, text);
	return file;
}

interface Case
	extends Record<'notes' | 'sets' | 'fails' | 'silent' | 'never', string[] | undefined> {
	name: string;
	file: string;
	changes?: Array<[from: string, to: string]>;
	quotes?: Record<string, string>;
}
const bare = (text: string) => text.replace(/\s+/g, ' ').trim();

for (const one of parse(await readFile(at('cases.yaml'), 'utf8')) as Case[])
	test(`${one.file}: ${one.name}`, async () => {
		let text = await readFile(at(`specifications/${one.file}`), 'utf8');
		for (const [from, to] of one.changes ?? []) {
			const pattern = /^\/.*\/$/s.test(from) ? new RegExp(from.slice(1, -1), 'g') : from;
			const changed = text.replaceAll(pattern, to);
			assert.notEqual(changed, text, from);
			text = changed;
		}
		const report = probeSpecification([await written(text, one.file)]);
		const told = markdownOf(report);
		const [notes = '', settings = '', obstacles = '', unknowns = ''] = told.split('\n## ');
		const has = (part: string, words: string) =>
			assert.ok(part.includes(words), `${words}\n${part}`);
		const ofRow = (row: string) =>
			unknowns.split('\n- ').find((part) => part.startsWith(`**${row}**`)) ?? '';
		for (const words of one.notes ?? []) has(notes, words);
		for (const words of one.sets ?? []) has(settings, words);
		for (const words of one.fails ?? []) has(obstacles, words);
		for (const [row, words] of Object.entries(one.quotes ?? {})) has(ofRow(row), words);
		for (const row of one.silent ?? []) has(ofRow(row), 'not a word');
		for (const words of one.never ?? []) assert.ok(!told.includes(words), words);
		// What is quoted stands in the file, at its place.
		const lines = text.split('\n');
		for (const quote of Object.values(report.sections)
			.flat()
			.flatMap(({ quotes }) => quotes)) {
			const line = Number(/:(\d+)$/.exec(quote.place)?.[1] ?? 1);
			const found = bare(lines.slice(line - 1, line + 200).join('\n'));
			const place = found.indexOf(quote.text.replace(/ …$/, ''));
			assert.ok(place >= 0 && (line === 1 || place < 200), `${quote.place}: ${quote.text}`);
		}
	});

test('of our own description nothing speaks against the package; each unknown has a line, none is long', () => {
	const report = probeSpecification([OURS]);
	const told = markdownOf(report);
	assert.equal(told.match(/speaks against it/g)?.length, 6);
	const names = report.sections['What it says of each unknown']!.map(({ name }) => name);
	const rows = readUnknowns().map(({ row }) => row);
	assert.deepEqual(names, rows);
	for (const line of told.split('\n')) assert.ok(line.length < 600, line);
});

test('several files are read as one', async () => {
	const { paths, ...root } = parse(await readFile(OURS, 'utf8')) as { paths: object };
	const [first, ...others] = Object.entries(paths);
	const parts = [[first!], others].map((part) => Object.fromEntries(part) as object);
	const all = [...parts.map((part) => ({ openapi: '3.1.0', paths: part })), root];
	const told = all.map(async (part) => await written(JSON.stringify(part)));
	const report = markdownOf(probeSpecification(await Promise.all(told)));
	assert.match(report, /describes 13 of the 13[^]*Sales CRM API .* for all routes/);
	assert.equal(report.match(/speaks against it/g)?.length, 6);
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
