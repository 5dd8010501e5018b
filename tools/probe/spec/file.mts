import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { unescape } from 'node:querystring';
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

import { CouldNotRun, type Quote } from '../report.mts';

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object at a key; an empty one where there is none. */
export const objectAt = (value: unknown, key: string): Json => {
	const inside: unknown = Object(value)[key];
	return isObject(inside) ? inside : {};
};

/** What is written at each key of an object, and where; all of it without a key. */
const written = new WeakMap<object, Map<string | undefined, Quote>>();
const LONGEST_QUOTE = 160;
/** A file of fewer lines is written for machines: places in it are JSON pointers. */
const FEWEST_LINES = 4;

export const quoteOf = (holder: object | undefined, key?: string): Quote | undefined =>
	holder && written.get(holder)?.get(key);

/**
 * JSON or YAML, of whose objects is known where they are written.
 * @throws CouldNotRun with what is wrong, and in which line.
 */
export function parseFile(text: string, name: string): Json {
	const lineCounter = new LineCounter();
	const document = parseDocument(text, { lineCounter, uniqueKeys: false, logLevel: 'silent' });
	const [error] = parsed(text) === undefined ? document.errors : [];
	if (error) {
		const why = error.message.replace(/ at line .*/s, '');
		const isCut = error.pos[1] >= text.trimEnd().length;
		const advice = isCut ? '. The file breaks off there: download it again' : '';
		const reason =
			error.code === 'TAB_AS_INDENT'
				? 'is indented with a tab, which YAML does not allow: use spaces'
				: `is not valid JSON or YAML (${why})${advice}`;
		throw new CouldNotRun(`line ${error.linePos?.[0].line} of ${name} ${reason}`);
	}
	const isForMachines = lineCounter.lineStarts.length < FEWEST_LINES;
	const quote = (from: Node, to: Node | null, pointer: string): Quote => {
		const [start, own] = from.range!;
		const end = Math.min(to?.range?.[1] ?? own, start + 10 * LONGEST_QUOTE);
		const words = text.slice(start, end).replace(/\s+/g, ' ').trim();
		const cut = words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)} …` : words;
		const place = isForMachines ? pointer : `:${lineCounter.linePos(start).line}`;
		return { text: cut, place: name + place };
	};
	const known = new Map<unknown, unknown>();
	const plain = (node: Node | null, pointer: string): unknown => {
		if (isAlias(node)) return plain(node.resolve(document) ?? null, pointer);
		if (!node || isScalar(node)) return node?.value;
		if (known.has(node)) return known.get(node);
		const value: Json | unknown[] = isSeq(node) ? [] : {};
		const quotes = new Map<string | undefined, Quote>([[undefined, quote(node, node, pointer)]]);
		known.set(node, value);
		written.set(value, quotes);
		const add = (key: string, from: Node, inside: Node | null) => {
			const own = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
			quotes.set(key, quote(from, inside, own));
			Object.assign(value, { [key]: plain(inside, own) });
		};
		if (isSeq<Node>(node)) node.items.forEach((item, n) => add(String(n), item, item));
		if (isMap<Node, Node>(node))
			for (const { key, value: inside } of node.items) add(String(key), key, inside);
		return value;
	};
	const root = plain(document.contents, '#');
	if (isObject(root)) return root;
	throw new CouldNotRun(`${name} is not an OpenAPI specification: it has no fields`);
}

/** Undefined for what is no JSON. */
export function parsed(text: string | undefined): unknown {
	try {
		return JSON.parse(text ?? '');
	} catch {
		return undefined;
	}
}

const SIGNS: Array<[sign: RegExp, what: string]> = [
	[/^\s*$/, 'is empty'],
	[/^(\xff\xfe|\xfe\xff)|^.?\0/s, 'is written in UTF-16, as by > in PowerShell: save it as UTF-8'],
	[/^(PK|\x1f\x8b)/, 'is compressed: unpack it first'],
	[/^%PDF/, 'is a PDF: the specification is a file in JSON or YAML'],
	[
		/^(\xef\xbb\xbf)?\s*</,
		'is a web page, not the specification. Such a page loads it: look for /openapi.json, /v3/api-docs, /docs/api-docs.json or /docs.openapi beside it',
	],
];
const FILE_ERRORS: Record<string, string> = {
	ENOENT: 'does not exist',
	EISDIR: 'is a folder: name the file in it',
};

/** @throws CouldNotRun with what it is instead. */
export function readFile(path: string): Json {
	let bytes: Buffer;
	try {
		bytes = readFileSync(path);
	} catch ({ code }) {
		throw new CouldNotRun(`${path} ${FILE_ERRORS[code] ?? `could not be read (${code})`}`);
	}
	const start = bytes.subarray(0, 1000).toString('latin1');
	const [, what] = SIGNS.find(([sign]) => sign.test(start)) ?? [];
	if (what) throw new CouldNotRun(`${basename(path)} ${what}`);
	return parseFile(bytes.toString('utf8').replace(/^\uFEFF/, ''), basename(path));
}

function* objectsIn(value: unknown, seen = new Set()): Generator<Json> {
	if (typeof value !== 'object' || value === null || seen.has(value)) return;
	seen.add(value);
	yield value as Json;
	for (const inside of Object.values(value)) yield* objectsIn(inside, seen);
}

function targetOf($ref: string, roots: readonly Json[]): Json | undefined {
	const [file, pointer = ''] = $ref.split('#');
	const names = pointer
		.split('/')
		.slice(1)
		.map((step) => unescape(step).replaceAll('~1', '/').replaceAll('~0', '~'));
	const found = roots.map((root) => names.reduce<unknown>((at, name) => Object(at)[name], root));
	return file ? undefined : found.find(isObject);
}

const MOST_HOPS = 20;

/**
 * Puts what each `$ref` of a file leads to in its place; what is said beside it goes before.
 * @param roots Where to look, the file itself first.
 * @returns References that lead nowhere, or in a circle: what stands there is unknown.
 */
export function followReferences(roots: readonly Json[]): string[] {
	const lost = new Set<string>();
	const followed = (own: unknown, hops = 0): unknown => {
		const { $ref } = Object(own);
		if (typeof $ref !== 'string') return own;
		const there = hops < MOST_HOPS ? targetOf($ref, roots) : undefined;
		if (!there) lost.add($ref);
		const target = followed(there ?? {}, hops + 1) as Json;
		const { $ref: _, ...beside } = own as Json;
		if (Object.keys(beside).length === 0) return target;
		const whole = { ...target, ...beside };
		written.set(
			whole,
			new Map([target, own as Json].flatMap((one) => [...(written.get(one) ?? [])])),
		);
		return whole;
	};
	for (const holder of [...objectsIn(roots[0])])
		for (const [key, inside] of Object.entries(holder)) holder[key] = followed(inside);
	return [...lost];
}
