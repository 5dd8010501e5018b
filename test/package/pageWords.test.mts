import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ICredentialType, INode, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import headers from '../../nodes/SalesCrm/resources/contact/columns/header.ts';
import nodes from '../../nodes/SalesCrm/resources/index.ts';
import { outputs } from '../../tools/previews/outputs.mts';
import { readDescription } from '../../tools/sandbox/validation.mts';
import { descriptions, manifest } from './built.mts';

/**
 * What pages and notes of examples name exists.
 *
 * - An _italic_ or **bold** text In Title Case is a label of ours or of n8n, or a column that an import recognizes.
 * - In "_Label_ at _Choice_" and "_Label_ to _Choice_" the label has that choice, which is the default if "(the default"
 *   follows; in "_Label_ (default value)" it has that default.
 * - A text of several words in "quotes" is in our sources, or is n8n's.
 * - A `word` is a key of an item or an example, a parameter or a value of one; a `WORD` or `a_word` is n8n's or the
 *   service's. Keys of JSON are those of items, and a whole item has them in its order.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const filesOf = (folder: string, ending: string) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => join(folder, name));

/** Of n8n's editor and its nodes, and of Excel. */
const OF_N8N = `Allowed HTTP Request Domains, Binary, Client ID, Client Secret, Connect, Continue,
	Credential Type, CSV UTF-8, Execute Once, Extract from File, Fetch Test Event, Fixed, Header Auth, HTTP Request, Import,
	Map Each Column Manually, Method, On Error, Pagination, Predefined Credential Type, Production URL, Range, Remove Duplicates,
	Remove Items Processed in Previous Executions,
	Retry, Retry On Fail, Save, Sheet Name, Submit, Switch, Update, Webhook`.split(/,\s+/);
const TEXTS_OF_N8N = [
	'Account connected',
	'Class could not be found',
	'Driver not Connected',
	'Unrecognized node type',
];
const WORDS_OF_N8N = [
	'DB_SQLITE_POOL_SIZE',
	'HTTPS_PROXY',
	'N8N_UNVERIFIED_PACKAGES_ENABLED',
	'WEBHOOK_URL',
	'filesystem',
	'concatenated_message',
];
/** Keys of failed items, files of a report, updated records, and events that are not about deals. */
const KEYS_BESIDE = [
	...['error', 'item', 'imported', 'otherNames', 'notImported', 'changedFields', 'resolved'],
	...['answers', 'customer', 'documentType', 'payload', 'metadata'],
	...['quotations', 'quotationNumber', 'quotationStatus', 'quotationTotal', 'quotationDaysOpen'],
	'quotationUnclear',
];

type Field = INodeProperties & { values?: Field[] };
const within = (fields: Field[]): Field[] =>
	fields.flatMap((field) => {
		const options = (field.options ?? []) as Field[];
		const isNested = ['collection', 'fixedCollection'].includes(field.type);
		const inside = isNested ? options.flatMap((one) => one.values ?? one) : [];
		return [field, ...within(inside)];
	});
const credentials = manifest.n8n.credentials.map((path) => {
	const [Type] = Object.values<new () => ICredentialType>(require(`../../${path}`));
	return new Type!();
});
const fields = within(
	[...descriptions, ...credentials].flatMap(({ properties }) => properties as Field[]),
);
const bare = (label: string) => label.replace(/ Names or IDs$/, '');
const choicesOf = ({ type, options }: Field) =>
	/^(options|multiOptions)$/.test(type) ? ((options ?? []) as INodePropertyOptions[]) : [];
const operations = nodes.resources.flatMap(({ name, operations: own }) =>
	own.flatMap((operation) => [operation.name, `${name}: ${operation.name}`]),
);
const labels = new Set([
	...fields.flatMap((field) => [field.displayName, bare(field.displayName)]),
	...fields.flatMap((field) => choicesOf(field).map(({ name }) => name)),
	...[...descriptions, ...credentials].map(({ displayName }) => displayName),
	...operations,
	...OF_N8N,
]);
const fieldsOf = (label: string) =>
	fields.filter(({ displayName }) => [displayName, bare(displayName)].includes(label));

const { api } = await readDescription();
const items = outputs(api.definition);
const keysIn = (value: unknown): string[] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, inside]) => [
				...(Array.isArray(value) ? [] : [key]),
				...keysIn(inside),
			])
		: [];
const valuesIn = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value];
const keys = new Set([...keysIn(items), ...KEYS_BESIDE]);
const words = new Set([
	...keys,
	...filesOf('examples', '.json').flatMap((path) => keysIn(JSON.parse(read(path)))),
	...fields.flatMap(({ name, default: value }) => [name, String(value)]),
	...fields.flatMap((field) => choicesOf(field).map(({ value }) => String(value))),
	...['true', 'false', 'null', 'NULL'],
]);
const textOf = (folder: string, ending: string) => filesOf(folder, ending).map(read).join('\n');
const sources = textOf('nodes', '.ts') + textOf('credentials', '.ts');
/** Sources of names in capitals or with underscores: n8n's environment, the service, its sign-in, the probe. */
const elsewhere =
	sources +
	JSON.stringify(api.definition) +
	textOf('node_modules/oidc-provider/lib', '.js') +
	textOf('node_modules/@n8n/config/dist', '.js') +
	textOf('node_modules/n8n-core/dist/binary-data', '.js') +
	textOf('tools/probe', '.mts');

const SMALL = /^(?:a|an|and|as|at|by|for|from|if|in|of|on|or|per|the|to|with)$/;

/** A sentence is not a label, nor is a path through n8n's menus, such as "⋯ → Settings". */
const isTitle = (text: string) =>
	text.split(' ').every((word, n) => /^[A-Z][\w-]*$/.test(word) || (n > 0 && SMALL.test(word)));

const isKnownWord = (word: string) =>
	words.has(word) ||
	WORDS_OF_N8N.includes(word) ||
	(/^[A-Z]|_/.test(word) && new RegExp(`\\b${word}\\b`).test(elsewhere));

interface Page {
	path: string;
	text: string;
	/** The nodes of a workflow, and what its forms and tables name. */
	own: unknown[];
}

const pages: Page[] = [...filesOf('docs', '.md'), 'README.md']
	.filter((path) => !/reference/.test(path))
	.map((path) => ({ path, text: read(path), own: [] }));
const notes: Page[] = filesOf('examples', '.json').map((path) => {
	const workflow = JSON.parse(read(path)) as { nodes: INode[] };
	const [note] = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const text = String(note!.parameters.content).replace(/(?<!\*)\*([^*]+)\*(?!\*)/g, '_$1_');
	return { path, text, own: valuesIn(workflow.nodes.filter((node) => node !== note)) };
});

for (const { path, text, own } of [...pages, ...notes]) {
	const prose = text.replace(/```[^]*?```/g, '').replace(/!\[[^\]]*\]\([^)]*\)/g, '');
	const plain = prose.replace(/`[^`\n]*`/g, '').replace(/\]\([^)]*\)/g, ']');
	const found = (pattern: RegExp, from = plain) =>
		[...from.matchAll(pattern)].map((match) => match.slice(1) as string[]);
	const named = [...found(/\*\*([^*]+)\*\*/g), ...found(/(?<!\w)_([^_\n]+)_(?!\w)/g)].flat();

	it(`${path}: labels are those of forms`, () => {
		const strange = named.filter(
			(one) => isTitle(one) && !labels.has(one) && !own.includes(one) && !headers.fieldOf(one),
		);
		assert.deepEqual(strange, []);
	});

	it(`${path}: labels have the choices and defaults`, () => {
		const pairs = found(/_([^_]+)_ (?:at|to) _([^_]+)_( \(the default)?/g);
		for (const [label, choice, isDefault] of pairs) {
			const own = fieldsOf(label!).filter((one) =>
				choicesOf(one).some(({ name, value }) => {
					return name === choice && (!isDefault || one.default === value);
				}),
			);
			assert.ok(own.length > 0, `${label} has no ${choice}${isDefault ? ' by default' : ''}`);
		}
		for (const [label, value] of found(/_([^_]+)_ \(default ([^)]+)\)/g)) {
			const is = fieldsOf(label!).map((field) => [field.default, String(field.default)]);
			const said = value === 'on' ? true : value === 'off' ? false : value;
			assert.ok(is.flat().includes(said), `${label}: ${value}`);
		}
	});

	it(`${path}: keys, values and variables`, () => {
		const code = found(/`([^`\n]+)`/g, prose).flat();
		const single = code.flatMap(
			(one) => /^(?:\{\{ \$json\.)?(\w+)(?: \}\})?$/.exec(one)?.[1] ?? [],
		);
		const strange = single.filter(
			(one) => /^[A-Za-z]/.test(one) && !isKnownWord(one) && !own.includes(one),
		);
		assert.deepEqual(strange, []);
	});

	it(`${path}: JSON has the keys of items`, () => {
		for (const [json] of found(/```json\n([^]*?)```/g, text)) {
			const value = JSON.parse(json!) as object;
			if ('nodes' in value) continue;
			for (const one of [value].flat()) {
				const named = Object.keys(one);
				const strange = named.filter((key) => !keys.has(key) && !headers.fieldOf(key));
				assert.deepEqual(strange, []);
				const whole = Object.keys(items.SalesCrmTrigger!);
				if (named.length > 10) assert.deepEqual(named, whole);
			}
		}
	});

	it(`${path}: quoted texts`, () => {
		const strange = found(/"([^"\n]+)"/g)
			.flat()
			.filter(
				(one) =>
					/ \w+ /.test(one) &&
					!/[?…]$/.test(one) &&
					!sources.includes(one) &&
					!TEXTS_OF_N8N.includes(one),
			);
		assert.deepEqual(strange, []);
	});

	it(`${path}: only one page explains the two descriptions of the service`, () => {
		if (path === 'docs/what-your-crm-offers.md') return;
		assert.doesNotMatch(text, /\bas (described|published)\b/i);
	});
}
