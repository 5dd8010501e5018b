import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { probeSpecification, QUESTIONS } from '../probe.mts';
import { markdownOf } from '../report.mts';
import { differencesOf } from '../spec/differences.mts';
import type { Json } from '../spec/schema.mts';
import { OUR_ROOT, OURS, Specification } from '../spec/specification.mts';

/** `npm run probe -- --spec`: on our own description, on changes of it, and on what generators write. */

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'specification-'));
after(async () => await rm(folder, { recursive: true }));

async function written(text: string | object, name = 'openapi.json'): Promise<string> {
	const file = join(folder, name);
	await writeFile(file, typeof text === 'string' ? text : JSON.stringify(text));
	return file;
}

const toldOf = async (file: string) => markdownOf(await probeSpecification(file));

/** Rows that our own description leaves open; the test of generators has some of them. */
const OPEN =
	/^How a page without|^Whether (rows are hidden|every page)|`per_page` count|^Fields that differ|^Largest|^Types of|^What an empty|is a deal$|^Other trans|^Lifecycle|^Unit|^Delivery|^Signing|nothing to unsubscribe$|registers it$|two webhooks$|two_factor|^Lifetime|^Which validity|end of a session|^Where ids|with `Bearer`|^(Shape|Statuses) of/;

test('of our own description it says no difference, and settles what it says', async () => {
	const { rows, differences, unused } = await probeSpecification(at('../../sandbox/openapi.yaml'));
	assert.deepEqual([differences, unused], [[], []]);
	const open = rows.filter(({ state }) => state !== 'settled').map(({ row }) => row);
	for (const { row } of rows) assert.equal(open.includes(row), OPEN.test(row), row);
	// The report has the rows of docs/unknowns.md.
	const names = rows.map(({ row }) => row);
	assert.deepEqual(
		Object.keys(QUESTIONS).filter((question) => !names.includes(question)),
		[],
	);
});

const get = (root: Json, path: readonly string[]) =>
	path.reduce<Json>((value, key) => value[key] as Json, root);

/** Paths to all objects but those of conditions. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
	if (typeof value !== 'object' || value === null) return [];
	const inside = Object.entries(value).filter(([key]) => !/^(if|then|not|examples)$/.test(key));
	return [path, ...inside.flatMap(([key, one]) => pathsIn(one, [...path, key]))];
}
const PATHS = pathsIn(OUR_ROOT);
const FIELDS = PATHS.filter((path) => path.at(-2) === 'properties');
const isText = ({ type, format }: Json) => type === 'string' && !format;
const TEXTS = FIELDS.filter((path) => isText(get(OUR_ROOT, path)));
const PARAMETERS = PATHS.filter((path) => get(OUR_ROOT, path).in === 'query');

const assign = (path: string[], value: Json) => (root: Json) =>
	Object.assign(get(root, path), value);

const rename = (path: string[]) => (root: Json) => {
	const name = path.at(-1)!;
	const { properties, ...schema } = get(root, path.slice(0, -2));
	const { [name]: own, ...others } = properties as Json;
	const required = [schema.required ?? []]
		.flat()
		.map((one) => (one === name ? `${name}_neu` : one));
	const renamed = { properties: { ...others, [`${name}_neu`]: own }, required };
	Object.assign(get(root, path.slice(0, -2)), renamed);
};

/** Changes of each kind, and what names them. */
const CHANGES: Array<Array<[make: (root: Json) => unknown, names: string]>> = [
	FIELDS.map((path) => [rename(path), `\\b${path.at(-1)}(_neu)?\\b`]),
	TEXTS.map((path) => [
		assign(path, { enum: ['ALPHA', 'BETA'] }),
		`\\b${path.at(-1)}(\\[\\])? is one of "ALPHA", "BETA"`,
	]),
	PARAMETERS.map((path) => {
		const { name, required } = get(OUR_ROOT, path);
		const names = `query\\.${String(name)} is ${required ? 'optional' : 'required'}`;
		return [assign(path, { required: !required }), names];
	}),
	OURS.map(({ path, method }) => [
		(root) => delete get(root, ['paths', path])[method],
		`^${method.toUpperCase()} \\S+: the route is missing`,
	]),
	OURS.map(({ path, method }) => [
		assign(['paths', path, method], { security: [{ session: [] }] }),
		`^${method.toUpperCase()} \\S+: signing in: session`,
	]),
];

test('each change of it is named, and nothing else', () => {
	for (const [make, names] of CHANGES.flat()) {
		const root = structuredClone(OUR_ROOT);
		make(root);
		const found = differencesOf(new Specification(root));
		assert.ok(found.length > 0, names);
		for (const { routes, words, change } of found) {
			assert.match(`${routes.join(', ')}: ${words}`, new RegExp(names));
			assert.match(change, /openapi\.yaml:\d+$|^nodes\/api\/|^switch listShape: /);
		}
	}
});

/** What generators write: rows that it settles, what differs, what is not used, and switches. */
const GENERATORS: Record<string, RegExp[]> = {
	'fastapi.json': [
		/^\| Answer to the list of contacts \| settled: the rows are in `items`; beside them total, page/m,
		/^\| Request bodies of history, .* \| settled: history: from_timestamp \(integer\)/m,
		/^\| Where the id goes when unsubscribing \| settled: into the body: id \(uuid\) \|$/m,
		/^- POST \/login-api: the route is missing → nodes\//m,
		/^- .*\/contacts, .*\/quotations: the rows are in `items` → switch listShape: unforeseen$/m,
		/^## Routes .* does not use: 2$\s+^- PATCH .*: Update Contact$\s+- POST .*: Create Note$/m,
		/^`(?=.*"largestPageSize":200)(?=.*"listShowsUrl":true)/m,
	],
	'springdoc.json': [
		/^\| Shape of an error, and its codes \| .* code \("VALIDATION_FAILED" or "NOT_FOUND" or "F/m,
		/^\| Whether the session is sent with `Bearer` before it \| settled: Bearer JWT \|$/m,
		/^\| Which scheme, .*; API token \(Authorization: Bearer\): POST \/api\/v1\/subscribe/m,
		/^`(?=.*"listShape":"content")(?=.*"loginKey":"session_key")/m,
	],
	'scribe.yaml': [
		/^\| Where the id goes when unsubscribing \| settled: into the path \|$/m,
		/^- PUT \/api\/v1\/contacts: the method is POST/m,
		/^- .*POST \/api\/v1\/subscribe: the route is missing/m,
		/history: the rows are in `data` → sandbox/,
	],
};

test('what generators write: what it settles, what differs, what is not used', async () => {
	for (const [name, says] of Object.entries(GENERATORS)) {
		const told = await toldOf(at(`specifications/${name}`));
		for (const words of says) assert.match(told, words);
	}
});

test('routes behind a gateway, on a server with a path, or with other names in the path are ours', () => {
	const wordsOf = (change: (path: string) => string, servers: object[]) => {
		const items = Object.entries(OUR_ROOT.paths as Json);
		const paths = Object.fromEntries(items.map(([path, item]) => [change(path), item]));
		return differencesOf(new Specification({ ...OUR_ROOT, servers, paths }));
	};
	const renaming = (path: string) => `/gateway${path.replace('{companyProfileId}', '{profileId}')}`;
	for (const { words } of wordsOf(renaming, [])) assert.match(words, /^the path is \/gateway\//);
	const server = [{ url: 'https://crm.example/api/v1' }];
	assert.deepEqual(
		wordsOf((path) => path.replace(/^\/api\/v1/, ''), server),
		[],
	);
});

test('one with circular references, and one of 5 MB, are read in seconds', async () => {
	const own = structuredClone(OUR_ROOT) as Json & { components: { schemas: Json } };
	const { schemas } = own.components;
	const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
	schemas.A = { allOf: [ref('B')] };
	schemas.B = { anyOf: [ref('A'), { type: 'object', properties: { next: ref('B') } }] };
	const sent = schemas.NewContact as { properties: Json; required: string[] };
	sent.properties.twin = ref('NewContact');
	sent.required.push('twin');
	const { properties } = schemas.Contact as { properties: Json };
	Object.assign(properties, { loop: ref('A'), gone: ref('None') });
	for (let n = 0; n < 15_000; n++) {
		const next = ref(`Model${(n * 7) % 15_000}`);
		schemas[`Model${n}`] = { description: 'x'.repeat(300), properties: { next } };
	}
	assert.ok(JSON.stringify(own).length > 5_000_000);
	schemas.C = { $ref: 'more.json#/None' };
	const told = await toldOf(await written(own));
	assert.match(told, /says, but for what it refers to and is not there \(.+\)$/m);
	assert.match(told, /row has also loop, gone/);
	assert.match(told, /contact has also twin \(required\)/);
	assert.match(told, /^## Different from sandbox\/openapi\.yaml: 3$/m);
});

test('what is no specification of this service is refused with the reason', async () => {
	const big = '../../../node_modules/@redocly/openapi-core/src/benchmark/benches/rebilly.yaml';
	const info = { title: 'Another', version: '1' };
	const paths = { '/api/v1/contacts': { get: {}, put: {} }, '/api/v1/list': { get: {} } };
	const cases: Array<[file: string, why: RegExp]> = [
		[at(big), /of another service: it has none of the routes .* 355 others, such as GET \/3ds/],
		[at('specifications/none.json'), /could not be read \(ENOENT\)/],
		[await written('{"openapi": "3.1.0", "paths": {', 'a.json'), /is no OpenAPI/],
		[await written('openapi: 3.1.0\npaths:\n  /a: [', 'b.yaml'), /is no OpenAPI/],
		[await written('<!doctype html><title>Swagger UI</title>', 'c.html'), /is no OpenAPI/],
		[await written({ swagger: '2.0', info, paths: {} }, 'd.json'), /is no OpenAPI .* version 3/],
		[await written({ data: [] }, 'e.json'), /is no OpenAPI/],
		[await written({ openapi: '3.0.0', info, paths }, 'f.json'), /of another service/],
	];
	for (const [file, why] of cases) await assert.rejects(probeSpecification(file), why);
});
