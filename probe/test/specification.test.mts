import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';

import { probeSpecification } from '../probe.mts';
import { QUESTIONS } from '../questions/index.mts';
import { differencesOf } from '../spec/differences.mts';
import { readOurs } from '../spec/ours.mts';
import { isObject, type Json } from '../spec/schema.mts';
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

/** No specification says them: they show in time, in values, or in what happens. */
const BEYOND = [
	/^How a page without rows|^Whether pages behind|^Whether rows are hidden|^Whether every page|`per_page` count|^Fields that differ/,
	/^What an empty metaData|is a deal$|^Other transitions|^Lifecycle|may read statuses and users$/,
	/^Delivery|nothing to unsubscribe$|before it registers it$|two webhooks$/,
	/two_factor|^Lifetime|^Which validity|end of a session|^Where ids/,
];
/** Ours leaves them open; the test of generators has them. */
const OPEN = [
	/^Largest|^Types of history|`eventName`$|`actions`$|^Unit|^Signing|with `Bearer`/,
	/^(Shape of an|Statuses of|Codes of) error/,
];

test('of our own description it says no difference, and settles what it says', async () => {
	const { row, told, unused } = await wordsOf(OURS);
	assert.deepEqual([told, unused], [[], []]);
	for (const { row: name } of QUESTIONS) {
		const isOpen = [...BEYOND, ...OPEN].some((pattern) => pattern.test(name));
		assert.equal(name in row, !isOpen, name);
	}
});

/** A change, what names it, and the routes that it is about. */
interface Change {
	make(root: Json): void;
	names: RegExp;
}

const OPERATIONS = ours.routes.filter(({ name }) => !name.startsWith('login'));
const get = (root: Json, path: readonly string[]) =>
	path.reduce<Json>((value, key) => value[key] as Json, root);

/** Places of schemas with fields, those of conditions left out. */
function schemasIn(value: unknown, path: string[] = []): string[][] {
	if (typeof value !== 'object' || value === null) return [];
	const own = isObject(value) && isObject(value.properties) ? [path] : [];
	return [
		...own,
		...Object.entries(value).flatMap(([key, inside]) =>
			['if', 'then', 'not', 'examples'].includes(key) ? [] : schemasIn(inside, [...path, key]),
		),
	];
}
const SCHEMAS = schemasIn(ours.root);
const FIELDS = SCHEMAS.flatMap((path) =>
	Object.entries(get(ours.root, path).properties as Json).map(([name, schema]) => ({
		path,
		name,
		schema,
	})),
);
const TEXTS = FIELDS.filter(
	({ schema }) => isObject(schema) && schema.type === 'string' && !schema.format,
);
const PARAMETERS = Object.keys((ours.root.components as { parameters: Json }).parameters);

const renamed = fc.constantFrom(...FIELDS).map(
	({ path, name }): Change => ({
		names: new RegExp(`\\b(${name}|${name}_neu)\\b`),
		make(root) {
			const schema = get(root, path);
			const entries = Object.entries(schema.properties as Json);
			schema.properties = Object.fromEntries(
				entries.map(([key, value]) => [key === name ? `${name}_neu` : key, value]),
			);
			const required = schema.required as string[] | undefined;
			if (required) schema.required = required.map((key) => (key === name ? `${name}_neu` : key));
		},
	}),
);

const valued = fc.constantFrom(...TEXTS).map(
	({ path, name }): Change => ({
		names: new RegExp(`\\b${name}(\\[\\])? is one of "ALPHA", "BETA"`),
		make: (root) =>
			Object.assign((get(root, path).properties as Json)[name]!, { enum: ['ALPHA', 'BETA'] }),
	}),
);

const required = fc
	.constantFrom(...PARAMETERS.filter((name) => name !== 'CompanyProfileInPath'))
	.map((key): Change => {
		const { name, required: was } = get(ours.root, ['components', 'parameters', key]);
		return {
			names: new RegExp(`query parameter \`${String(name)}\` is ${was ? 'optional' : 'required'}`),
			make: (root) => void (get(root, ['components', 'parameters', key]).required = !was),
		};
	});

const removed = fc.constantFrom(...ours.routes).map(
	({ title, path, method }): Change => ({
		names: new RegExp(`^${title.replace(/[{}]/g, '\\$&')}: the route is missing`),
		make: (root) => void delete get(root, ['paths', path])[method],
	}),
);

const moved = fc
	.tuple(fc.constantFrom(...OPERATIONS), fc.constantFrom('apiToken', 'session', undefined))
	.map(
		([{ title, path, method }, scheme]): Change => ({
			names: new RegExp(`^${title.replace(/[{}]/g, '\\$&')}: signing in: `),
			make: (root) =>
				void (get(root, ['paths', path, method]).security = scheme ? [{ [scheme]: [] }] : []),
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

const includes = (told: string[], ...words: RegExp[]) => {
	for (const one of words)
		assert.ok(
			told.some((line) => one.test(line)),
			`${one}\n${told.join('\n')}`,
		);
};

test("FastAPI's own output: what it settles, what differs, what is not used", async () => {
	const { row, told, unused, switches } = await wordsOf(at('specifications/fastapi.json'));
	assert.match(
		row['Answer to the list of contacts']!,
		/in `items`; beside them total, page, size, pages/,
	);
	assert.equal(row['Largest `per_page`'], '200');
	assert.equal(row['Allowed values of `contact_type`'], '"CONSUMER", "BUSINESS"');
	assert.match(
		row['Required fields of a new contact']!,
		/^contact, contact\.standard_personal_infos, /,
	);
	assert.match(
		row['Request bodies of history, statuses and users']!,
		/^history: from_timestamp \(integer\)/,
	);
	assert.equal(row['Where the id goes when unsubscribing'], 'into the body: id (uuid)');
	assert.match(row['Shape of an error']!, /^JSON: detail \(array of loc, msg/);
	includes(
		told,
		/^POST \/login-api: the route is missing; there is POST \/authentication-service\/login-api → nodes\//,
		/GET \/api\/v1\/contacts, GET \/api\/v1\/quotations: the rows are in `items` → switch listShape: unforeseen/,
		/query parameter `company_profile_id` is required → sandbox\/openapi\.yaml:\d+$/,
		/row\.id is integer \(ours: string\)/,
	);
	assert.deepEqual(unused, [
		'PATCH /api/v1/contacts/{contact_id}: Update Contact',
		'POST /api/v1/notes: Create Note',
	]);
	assert.deepEqual([switches.largestPageSize, switches.listShowsUrl], [200, true]);
});

test("Spring's: any type, pages, a header for the session, errors with codes", async () => {
	const { row, told, switches } = await wordsOf(at('specifications/springdoc.json'));
	assert.equal(row['Whether the last page is marked'], 'there is `last`');
	assert.equal(row['Codes of errors'], '"VALIDATION_FAILED", "NOT_FOUND", "FORBIDDEN"');
	assert.equal(row['Limits of the rate'], '429, X-Rate-Limit-Remaining');
	assert.equal(row['Whether the session is sent with `Bearer` before it'], 'Bearer JWT');
	assert.match(
		row['Which scheme, and which header, each endpoint takes']!,
		/; API token .*: POST \/api\/v1\/subscribe/,
	);
	assert.match(row['Fields of a listed contact']!, /merged_into \(object of id, /);
	includes(
		told,
		/row lacks time_stamp, standard_personal_infos, audience/,
		/row has also item_type/,
	);
	assert.deepEqual([switches.listShape, switches.loginKey], ['content', 'session_key']);
});

test("Laravel's (Scribe): inline schemas, slashes, another method, an id in the path", async () => {
	const { row, told, unused } = await wordsOf(at('specifications/scribe.yaml'));
	assert.equal(row['Whether a total is announced, and of what'], 'there is `meta.total`');
	assert.equal(row['Where the id goes when unsubscribing'], 'into the path, as `id`');
	includes(
		told,
		/^PUT \/api\/v1\/contacts: the method is POST/,
		/the path is \/api\/v1\/contacts\/ →/,
		/^POST \/api\/v1\/subscribe: the route is missing/,
		/query parameter `id` is in the path/,
		/history: the rows are in `data` → sandbox/,
	);
	assert.deepEqual(unused, []);
});

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
	assert.equal(told.length, 2);
	includes(told, /row has also loop, gone/);
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
