import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { unescape } from 'node:querystring';
import { isAlias, isCollection, isMap, isPair, LineCounter, type Node, parseDocument } from 'yaml';

import { parseJson } from '../../../nodes/transport/answer.ts';
import { CouldNotRun, type Quote } from '../report.mts';

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object at a key; an empty one where there is none. */
export const objectAt = (value: unknown, key: string): Json => {
	const inside: unknown = Object(value)[key];
	return isObject(inside) ? inside : {};
};

/** A table of the probe. */
export const dataIn = (path: string): unknown =>
	parseDocument(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).toJS();

/** A schema, and all that it is put together of, also as alternatives. */
export function partsOf(schema: unknown, found = new Set<Json>()): Json[] {
	if (isObject(schema) && !found.has(schema)) {
		found.add(schema);
		for (const part of [schema.allOf, schema.anyOf, schema.oneOf].flat()) partsOf(part, found);
	}
	return [...found];
}

/** What is written at each key of an object, and where; all of it without a key. */
const written = new WeakMap<object, Map<string | undefined, Quote>>();
const LONGEST_QUOTE = 160;

export const quoteOf = (holder: unknown, key?: string) => written.get(holder as object)?.get(key);

const SIGNS: Array<[sign: RegExp, what: string]> = [
	[/^\s*$/, 'is empty'],
	[/^(\xff\xfe|\xfe\xff)|^.?\0/s, 'is written in UTF-16, as by > in PowerShell: save it as UTF-8'],
	[/^(PK|\x1f\x8b)/, 'is compressed: unpack it first'],
	[
		/^(\xef\xbb\xbf)?\s*</,
		'is a web page, not the specification. Such a page loads it: look for /openapi.json, /v3/api-docs, /docs/api-docs.json or /docs.openapi beside it',
	],
];

/** @throws CouldNotRun with what it is instead of a text. */
function textIn(path: string): string {
	try {
		const bytes = readFileSync(path);
		const start = bytes.subarray(0, 1000).toString('latin1');
		const [, what] = SIGNS.find(([sign]) => sign.test(start)) ?? [];
		if (what) throw new CouldNotRun(`${basename(path)} ${what}`);
		return bytes.toString('utf8').replace(/^\uFEFF/, '');
	} catch (error) {
		// Node.js has a sentence for each: a folder, a file that does not exist or may not be read.
		throw error instanceof CouldNotRun ? error : new CouldNotRun(error.message);
	}
}

/** @throws CouldNotRun with what is wrong, and in which line. */
function readDocument(path: string) {
	const text = textIn(path);
	const name = basename(path);
	const lineCounter = new LineCounter();
	const document = parseDocument(text, { lineCounter, uniqueKeys: false, stringKeys: true });
	const [error] = parsed(text) === undefined ? document.errors : [];
	if (error) {
		const why = error.message.replace(/ at line .*/s, '');
		const isCut = error.pos[1] >= text.trimEnd().length;
		const advice = isCut ? '. The file breaks off there: download it again' : '';
		throw new CouldNotRun(
			`line ${error.linePos?.[0].line} of ${name} is not valid JSON or YAML (${why})${advice}`,
		);
	}
	if (!isMap(document.contents))
		throw new CouldNotRun(`${name} is not an OpenAPI specification: it has no fields`);
	// What is written for machines has no lines.
	const hasLines = lineCounter.lineStarts.length > 3;
	const quote = (from: Node, to: Node | null, pointer: string): Quote => {
		const [start, own] = from.range!;
		const end = Math.min(to?.range?.[1] ?? own, start + 10 * LONGEST_QUOTE);
		const words = text.slice(start, end).replace(/\s+/g, ' ').trim();
		const cut = words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)} …` : words;
		const place = hasLines ? `:${lineCounter.linePos(start).line}` : pointer;
		return { text: cut, place: name + place };
	};
	return { document, quote };
}

/**
 * JSON or YAML, of whose objects is known where they are written. In place of each `$ref` stands what it leads
 * to, in whichever file; what is said beside it goes before.
 * @returns `lost` are references that lead nowhere: what stands there is unknown.
 */
export function readFiles(paths: readonly string[]): { roots: Json[]; lost: string[] } {
	const all = paths.map(readDocument);
	const lost = new Set<string>();
	const known = new Map<Node, unknown>();
	const merges: Array<() => void> = [];
	const plain = (node: Node | null, file: (typeof all)[0], pointer: string): unknown => {
		if (isAlias(node)) return plain(node.resolve(file.document) ?? null, file, pointer);
		if (!isCollection(node)) return node?.value;
		if (known.has(node)) return known.get(node);
		const value: Json = isMap(node) ? {} : ([] as unknown as Json);
		const quotes = new Map([[undefined as string | undefined, file.quote(node, node, pointer)]]);
		known.set(node, value);
		written.set(value, quotes);
		const add = (key: string, from: Node, inside: Node | null) => {
			const own = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
			quotes.set(key, file.quote(from, inside, own));
			value[key] = plain(inside, file, own);
		};
		for (const [n, item] of node.items.entries())
			if (isPair<Node, Node>(item)) add(String(item.key), item.key, item.value);
			else add(String(n), item as Node, item as Node);
		// No other format of numbers refuses any.
		if (value.format === 'int32') value.maximum ??= 2 ** 31 - 1;
		const { $ref, ...beside } = value;
		if (typeof $ref !== 'string') return value;
		delete value.$ref;
		quotes.delete(undefined);
		const target = followed($ref, file);
		// In a circle the target is read to its end only after all else.
		merges.push(() => {
			Object.assign(value, target, beside);
			written.set(value, new Map([...(written.get(target) ?? []), ...quotes]));
		});
		return value;
	};
	const followed = ($ref: string, from: (typeof all)[0]): object => {
		const [elsewhere, pointer = ''] = $ref.split('#');
		const steps = pointer.split('/').slice(1);
		const keys = steps.map((step) => unescape(step).replaceAll('~1', '/').replaceAll('~0', '~'));
		for (const file of elsewhere ? [] : [from, ...all]) {
			const node = file.document.getIn(keys, true);
			if (isMap(node)) return plain(node as Node, file, `#${pointer}`) as object;
		}
		lost.add($ref);
		return {};
	};
	const roots = all.map((file) => plain(file.document.contents, file, '#') as Json);
	for (const merge of merges) merge();
	return { roots, lost: [...lost] };
}

/** Undefined for what is no JSON. */
export function parsed(text: string): unknown {
	const json = parseJson(text);
	return json.ok ? json.value : undefined;
}
