import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';

import { type Switches, switchesWith } from '../../sandbox/switches.mts';
import { tablesOf } from '../../test/package/tables.mts';
import { probeSpecification, QUESTIONS } from '../probe.mts';
import { differencesOf } from '../spec/differences.mts';
import { readOurs } from '../spec/ours.mts';
import type { Json } from '../spec/schema.mts';
import { Specification } from '../spec/specification.mts';

/** `npm run probe -- --spec`: on our own description, on changes of it, and on what generators write. */

const ours = readOurs();
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OURS = at('../../sandbox/openapi.yaml');
const BIG = at('../../node_modules/@redocly/openapi-core/src/benchmark/benches/rebilly.yaml');

let folder: string;
before(async () => (folder = await mkdtemp(join(tmpdir(), 'specification-'))));
after(async () => await rm(folder, { recursive: true }));

async function written(text: string | object, name = 'openapi.json'): Promise<string> {
	const file = join(folder, name);
	await writeFile(file, typeof text === 'string' ? text : JSON.stringify(text));
	return file;
}

const wordsOf = async (file: string) => {
	const report = await probeSpecification(file);
	const settled = report.rows.filter(({ state }) => state === 'settled');
	return {
		...report,
		row: Object.fromEntries(settled.map(({ row, words }) => [row, words])),
		told: report.differences!.map(
			({ routes, words, change }) => `${routes.join(', ')}: ${words} → ${change}`,
		),
	};
};

/** Rows that our own description leaves open; the test of generators has some of them. */
const OPEN =
	/^How a page without|^Whether (pages behind|rows are hidden|every page)|`per_page` count|^Fields that differ|^Largest|^Types of|^What an empty|is a deal$|^Other trans|^Lifecycle|may read statuses|`eventName`$|`actions`$|^Unit|^Delivery|^Signing|nothing to unsubscribe$|registers it$|two webhooks$|two_factor|^Lifetime|^Which validity|end of a session|^Where ids|with `Bearer`|^(Shape of an|Statuses of|Codes of) error/;

test('of our own description it says no difference, and settles what it says', async () => {
	const { row, told, unused } = await wordsOf(OURS);
	assert.deepEqual([told, unused], [[], []]);
	for (const { row: name } of QUESTIONS) assert.equal(name in row, !OPEN.test(name), name);
});

test('docs/unknowns.md has a row for each question and for nothing else, with switches that exist', async () => {
	const page = await readFile(at('../../docs/unknowns.md'), 'utf8');
	const tables = tablesOf(page).filter(({ columns }) => columns[0] === 'Not shown');
	const rows = tables.flatMap(({ rows: cells }) => cells);
	assert.deepEqual(
		rows.map(([row]) => row),
		QUESTIONS.map(({ row }) => row),
	);
	/** Besides what `faults` takes, and values of `errorShape` and `listShape`. */
	const words = ['status', 'route', 'retryAfter', 'redirect', 'failure200', 'error', 'keyed'];
	const known = [...Object.keys(switchesWith()), ...words];
	const named = rows.flatMap(([, , played]) => [...played!.matchAll(/`(\w+)`/g)]);
	for (const [, name] of named) assert.ok(known.includes(name!), name);
});

/** A change, and what names it. */
interface Change {
	make(root: Json): void;
	names: RegExp;
}

const get = (root: Json, path: readonly string[]) =>
	path.reduce<Json>((value, key) => value[key] as Json, root);
const exactly = (title: string) => `^${title.replace(/[{}]/g, '\\$&')}: `;

/** Fields of all schemas, those of conditions left out. */
function fieldsIn(value: unknown, path: string[] = []): Array<{ path: string[]; name: string }> {
	if (typeof value !== 'object' || value === null) return [];
	const { properties } = value as Json;
	const own = Object.keys(Object(properties)).map((name) => ({ path, name }));
	const inside = Object.entries(value).filter(
		([key]) => !['if', 'then', 'not', 'examples'].includes(key),
	);
	return [...own, ...inside.flatMap(([key, one]) => fieldsIn(one, [...path, key]))];
}
const FIELDS = fieldsIn(ours.root);
const schemaOf = ({ path, name }: { path: string[]; name: string }, root = ours.root) =>
	get(root, [...path, 'properties', name]);
const TEXTS = FIELDS.map((field) => ({ ...field, schema: schemaOf(field) })).filter(
	({ schema }) => schema.type === 'string' && !schema.format,
);
const PARAMETERS = Object.entries(get(ours.root, ['components', 'parameters'])).filter(
	([, one]) => (one as Json).in === 'query',
) as Array<[string, Json]>;
const OPERATIONS = ours.routes.filter(({ name }) => !name.startsWith('login'));

const renamed = fc.constantFrom(...FIELDS).map(({ path, name }): Change => {
	const other = (key: string) => (key === name ? `${name}_neu` : key);
	return {
		names: new RegExp(`\\b(${name}|${name}_neu)\\b`),
		make(root) {
			const schema = get(root, path);
			const entries = Object.entries(schema.properties as Json);
			schema.properties = Object.fromEntries(entries.map(([key, own]) => [other(key), own]));
			if (schema.required) schema.required = (schema.required as string[]).map(other);
		},
	};
});
const valued = fc.constantFrom(...TEXTS).map(
	(field): Change => ({
		names: new RegExp(`\\b${field.name}(\\[\\])? is one of "ALPHA", "BETA"`),
		make: (root) => Object.assign(schemaOf(field, root), { enum: ['ALPHA', 'BETA'] }),
	}),
);
const required = fc.constantFrom(...PARAMETERS).map(([key, { name, required: was }]): Change => {
	const needed = was ? 'optional' : 'required';
	return {
		names: new RegExp(`query parameter \`${String(name)}\` is ${needed}`),
		make: (root) => void (get(root, ['components', 'parameters', key]).required = !was),
	};
});
const removed = fc.constantFrom(...ours.routes).map(
	({ title, path, method }): Change => ({
		names: new RegExp(`${exactly(title)}the route is missing`),
		make: (root) => void delete get(root, ['paths', path])[method],
	}),
);
const moved = fc
	.tuple(fc.constantFrom(...OPERATIONS), fc.constantFrom([{ apiToken: [] }], [{ session: [] }], []))
	.map(
		([{ title, path, method }, security]): Change => ({
			names: new RegExp(`${exactly(title)}signing in: `),
			make: (root) => void (get(root, ['paths', path, method]).security = security),
		}),
	);

test('each change of it is named, and nothing else', () => {
	const changes = fc.oneof(renamed, valued, required, removed, moved);
	fc.assert(
		fc.property(changes, ({ make, names }) => {
			const root = structuredClone(ours.root);
			make(root);
			const found = differencesOf(new Specification(root, ours.routes), ours);
			const told = found.map(({ routes, words }) => `${routes.join(', ')}: ${words}`);
			assert.ok(told.length > 0, String(names));
			for (const words of told) assert.match(words, names);
			for (const { change } of found)
				assert.match(change, /openapi\.yaml:\d+$|^switch listShape: /);
		}),
		{ numRuns: 300, includeErrorInReport: true },
	);
});

/** What generators write: rows that it settles, what differs, and what is not used. */
const GENERATORS: Array<{
	name: string;
	rows: Record<string, RegExp>;
	differs: RegExp[];
	unused?: string[];
	switches: Partial<Switches>;
}> = [
	{
		name: 'fastapi.json',
		rows: {
			'Answer to the list of contacts': /in `items`; beside them total, page, size, pages/,
			'Largest `per_page`': /^200$/,
			'Allowed values of `contact_type`': /^"CONSUMER", "BUSINESS"$/,
			'Required fields of a new contact': /^contact, contact\.standard_personal_infos, /,
			'Request bodies of history, statuses and users': /^history: from_timestamp \(integer\)/,
			'Where the id goes when unsubscribing': /^into the body: id \(uuid\)$/,
			'Shape of an error': /^JSON: detail \(array of loc, msg/,
		},
		differs: [
			/^POST \/login-api: the route is missing; there is POST \/authentication-service\/login-api → nodes\//,
			/GET \/api\/v1\/contacts, GET \/api\/v1\/quotations: the rows are in `items` → switch listShape: unforeseen/,
			/query parameter `company_profile_id` is required → sandbox\/openapi\.yaml:\d+$/,
			/row\.id is integer \(ours: string\)/,
		],
		unused: [
			'PATCH /api/v1/contacts/{contact_id}: Update Contact',
			'POST /api/v1/notes: Create Note',
		],
		switches: { largestPageSize: 200, listShowsUrl: true },
	},
	{
		name: 'springdoc.json',
		rows: {
			'Whether the last page is marked': /^it is$/,
			'Codes of errors': /^"VALIDATION_FAILED", "NOT_FOUND", "FORBIDDEN"$/,
			'Limits of the rate': /^429, X-Rate-Limit-Remaining$/,
			'Whether the session is sent with `Bearer` before it': /^Bearer JWT$/,
			'Which scheme, and which header, each endpoint takes':
				/; API token .*: POST \/api\/v1\/subscribe/,
			'Fields of a listed contact': /merged_into \(object of id, /,
		},
		differs: [/row lacks time_stamp, standard_personal_infos, audience/, /row has also item_type/],
		switches: { listShape: 'content', loginKey: 'session_key' },
	},
	{
		name: 'scribe.yaml',
		rows: {
			'Whether a total is announced, and of what': /^there is one$/,
			'Where the id goes when unsubscribing': /^into the path, as `id`$/,
		},
		differs: [
			/^PUT \/api\/v1\/contacts: the method is POST/,
			/the path is \/api\/v1\/contacts\/ →/,
			/^POST \/api\/v1\/subscribe: the route is missing/,
			/query parameter `id` is in the path/,
			/history: the rows are in `data` → sandbox/,
		],
		unused: [],
		switches: {},
	},
];

const includes = (told: string[], words: RegExp[]) => {
	for (const one of words)
		assert.ok(
			told.some((line) => one.test(line)),
			`${one}\n${told.join('\n')}`,
		);
};

for (const { name, rows, differs, unused, switches } of GENERATORS) {
	test(`${name}, as its generator writes it: what it settles, what differs, what is not used`, async () => {
		const found = await wordsOf(at(`specifications/${name}`));
		for (const [title, words] of Object.entries(rows)) assert.match(found.row[title]!, words);
		includes(found.told, differs);
		if (unused) assert.deepEqual(found.unused, unused);
		assert.deepEqual({ ...found.switches, ...switches }, found.switches);
	});
}

test('routes behind a gateway, on a server with a path, or with other names in the path are ours', async () => {
	const root = structuredClone(ours.root) as Json & { paths: Json };
	const behind = (change: (path: string) => string, servers: object[]) => ({
		...root,
		servers,
		paths: Object.fromEntries(
			Object.entries(root.paths).map(([path, item]) => [change(path), item]),
		),
	});
	const cases = [
		behind((path) => `/gateway${path.replace('{companyProfileId}', '{profileId}')}`, []),
		behind((path) => path.replace(/^\/api\/v1/, ''), [{ url: 'https://crm.example/api/v1' }]),
	];
	const words = cases.map((changed) =>
		differencesOf(new Specification(changed, ours.routes), ours).map((one) => one.words),
	);
	for (const told of words[0]!) assert.match(told, /^the path is \/gateway\//);
	assert.deepEqual(words[1], []);
});

test('one with circular references, and one of 5 MB, are read in seconds', async () => {
	const own = structuredClone(ours.root) as Json & { components: { schemas: Json } };
	const { schemas } = own.components;
	const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
	schemas.A = { allOf: [ref('B')] };
	schemas.B = { anyOf: [ref('A'), { type: 'object', properties: { next: ref('B') } }] };
	const sent = schemas.NewContact as { properties: Json; required: string[] };
	sent.properties.twin = ref('NewContact');
	sent.required.push('twin');
	Object.assign((schemas.Contact as { properties: Json }).properties, {
		loop: ref('A'),
		gone: ref('None'),
	});
	const filler = Array.from({ length: 15_000 }, (_, n) => [
		`Model${n}`,
		{
			type: 'object',
			description: 'x'.repeat(300),
			properties: { next: ref(`Model${(n * 7) % 15_000}`) },
		},
	]);
	Object.assign(schemas, Object.fromEntries(filler));
	assert.ok(JSON.stringify(own).length > 5_000_000);
	await written({ Loop: ref('A') }, 'more.json');
	Object.assign(schemas, {
		C: { $ref: 'more.json#/None' },
		D: { $ref: 'https://x.example/y.json' },
	});
	const { told, what } = await wordsOf(await written(own));
	assert.match(what, /says, but for what it refers to and is not there \(.+\)$/);
	assert.equal(told.length, 3);
	includes(told, [/row has also loop, gone/, /contact has also twin \(required\)/]);
});

test('what is no specification of this service is refused with the reason', async () => {
	const cases: Array<[file: string, why: RegExp]> = [
		[BIG, /of another service: it has none of the routes .* 355 others, such as GET \/3dsecure/],
		[at('specifications/none.json'), /could not be read \(ENOENT\)/],
		[await written('{"openapi": "3.1.0", "paths": {', 'a.json'), /is no OpenAPI specification/],
		[await written('openapi: 3.1.0\npaths:\n  /a: [', 'b.yaml'), /is no OpenAPI specification/],
		[await written('<!doctype html><title>Swagger UI</title>', 'c.html'), /is a web page/],
		[
			await written({ swagger: '2.0', info: { title: '', version: '' }, paths: {} }, 'd.json'),
			/is Swagger 2\.0/,
		],
		[await written({ data: [] }, 'e.json'), /no OpenAPI/],
		[
			await written(
				{
					openapi: '3.0.0',
					info: { title: 'Another CRM', version: '1' },
					paths: { '/api/v1/contacts': { get: {}, put: {} }, '/api/v1/list': { get: {} } },
				},
				'f.json',
			),
			/of another service/,
		],
	];
	for (const [file, why] of cases) await assert.rejects(probeSpecification(file), why);
});
