import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

import { CouldNotRun, type Quote } from '../report.mts';

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where an object stands: in which file, under which JSON pointer, and each of its keys with its value. */
interface Origin {
	file: File;
	pointer: string;
	spans: Map<string | undefined, [start: number, end: number]>;
}

const origins = new WeakMap<object, Origin>();
const LONGEST_QUOTE = 160;
const LONGEST_LINE = 1000;
const IS_JSON = /^\s*[{[]/;

/** JSON or YAML, whose objects know where they stand in it. */
export class File {
	readonly root: Json;
	/** What references to the file itself may also mean: all files that are read as one. */
	scope: Json = {};
	/** References that lead nowhere: what stands there is unknown. */
	readonly lost = new Set<string>();
	private readonly name: string;
	private readonly lines = new LineCounter();

	/** @throws CouldNotRun with what the file is instead. */
	constructor(
		readonly path: string,
		private readonly text = readText(path),
	) {
		this.name = basename(path);
		const options = { lineCounter: this.lines, uniqueKeys: false, logLevel: 'silent' } as const;
		const document = parseDocument(text, options);
		const [error] = IS_JSON.test(text) ? [] : document.errors;
		if (error) {
			const why =
				error.code === 'TAB_AS_INDENT'
					? 'is indented with a tab, which YAML does not allow: use spaces'
					: `is not valid YAML: ${error.message.replace(/ at line .*/s, '')}`;
			throw new CouldNotRun(`line ${error.linePos?.[0].line} of ${this.name} ${why}`);
		}
		const known = new Map<unknown, unknown>();
		const plain = (node: unknown, pointer: string): unknown => {
			if (isAlias(node)) return plain(node.resolve(document), pointer);
			if (isScalar(node)) return node.value;
			if (known.has(node)) return known.get(node);
			const value: Json | unknown[] = isSeq(node) ? [] : {};
			const spans: Origin['spans'] = new Map([[undefined, spanOf(node, node)]]);
			known.set(node, value);
			origins.set(value, { file: this, pointer, spans });
			const take = (key: string, from: unknown, inside: unknown) => {
				spans.set(key, spanOf(from, inside));
				Object.assign(value, { [key]: plain(inside, `${pointer}/${escaped(key)}`) });
			};
			if (isSeq(node)) node.items.forEach((item, n) => take(String(n), item, item));
			if (isMap(node)) for (const pair of node.items) take(String(pair.key), pair.key, pair.value);
			return value;
		};
		this.root = plain(document.contents, '#') as Json;
		if (!isObject(this.root))
			throw new CouldNotRun(`${this.name} is not an OpenAPI specification: it has no fields`);
	}

	quote({ pointer, spans }: Origin, key?: string): Quote | undefined {
		const [start, end] = spans.get(key) ?? [];
		if (start === undefined) return undefined;
		const text = this.text.slice(start, end).replace(/\s+/g, ' ').trim();
		const cut = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)} …` : text;
		const { line } = this.lines.linePos(start);
		const [from = 0, to = this.text.length] = this.lines.lineStarts.slice(line - 1, line + 1);
		const within = key === undefined ? pointer : `${pointer}/${escaped(key)}`;
		return { text: cut, place: this.name + (to - from > LONGEST_LINE ? within : `:${line}`) };
	}
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

function spanOf(from: unknown, to: unknown): [number, number] {
	const [start = 0, own = start] = (from as Node | null)?.range ?? [];
	const [, end = own] = (to as Node | null)?.range ?? [];
	return [start, Math.max(own, end)];
}

const SIGNS: Array<[sign: RegExp, what: string]> = [
	[/^\s*$/, 'is empty'],
	[
		/^(\xff\xfe|\xfe\xff)|^.?\0/s,
		'is written in UTF-16, as by > in Windows PowerShell: save it as UTF-8',
	],
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
	EACCES: 'may not be read by you',
};

function readText(path: string): string {
	let bytes: Buffer;
	try {
		bytes = readFileSync(path);
	} catch ({ code }) {
		throw new CouldNotRun(`${path} ${FILE_ERRORS[code] ?? `could not be read (${code})`}`);
	}
	const name = basename(path);
	const start = bytes.subarray(0, 1000).toString('latin1');
	const [, what] = SIGNS.find(([sign]) => sign.test(start)) ?? [];
	if (what) throw new CouldNotRun(`${name} ${what}`);
	const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
	try {
		if (IS_JSON.test(text)) JSON.parse(text);
		return text;
	} catch ({ message }) {
		const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
		const line = text.slice(0, at).split('\n').length;
		if (at < text.trimEnd().length)
			throw new CouldNotRun(`line ${line} of ${name} is not valid JSON`);
		throw new CouldNotRun(`${name} breaks off at line ${line}: download it again`);
	}
}

const files = new Map<string, File>();

/** Each file is read once. */
export function openFile(path: string): File {
	const full = resolve(path);
	const file = files.get(full) ?? new File(full);
	files.set(full, file);
	return file;
}

/** What is written at a key, and where; without a key all of an object. */
export function quoteOf(holder: object | undefined, key?: string): Quote | undefined {
	const origin = holder && origins.get(holder);
	return origin?.file.quote(origin, key);
}

/** What a `$ref` leads to, in this file or one beside it; undefined where it is not there. Nothing is fetched. */
export function resolved(value: unknown): Json | undefined {
	let there = value;
	for (let hops = 0; hops < 20 && isObject(there) && typeof there.$ref === 'string'; hops++) {
		const { $ref } = there;
		const [path = '', pointer = ''] = $ref.split('#');
		const own = origins.get(there)!.file;
		const roots = path === '' ? [own.root, own.scope] : [rootOf(resolve(dirname(own.path), path))];
		const steps = pointer.split('/').slice(1);
		const names = steps.map(stepOf);
		[there] = roots.flatMap(
			(root) => names.reduce<unknown>((at, name) => Object(at)[name], root) ?? [],
		);
		if (there === undefined) own.lost.add($ref);
	}
	return isObject(there) && !('$ref' in there) ? there : undefined;
}

function stepOf(text: string): string {
	let step = text;
	try {
		step = decodeURIComponent(text);
	} catch {
		// It is not encoded.
	}
	return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function rootOf(path: string): Json | undefined {
	try {
		return openFile(path).root;
	} catch {
		return undefined;
	}
}

/** All files that are read as one. */
export const scopeOf = (root: Json): Json => origins.get(root)?.file.scope ?? {};
export const lostFrom = (root: Json): string[] => [...(origins.get(root)?.file.lost ?? [])];
