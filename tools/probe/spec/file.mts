import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

import { CouldNotRun } from '../could-not-run.mts';

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Words of a specification, and where they stand. */
export interface Quote {
	text: string;
	/** `openapi.yaml:57`, or a JSON pointer where everything stands in one line. */
	place: string;
}

type Span = [start: number, end: number];

interface Origin {
	file: File;
	/** JSON pointer. */
	path: string;
	/** Where it begins and ends itself. */
	own: Span;
	/** Where each key, with its value, begins and ends. */
	spans: Map<string, Span>;
}

const origins = new WeakMap<object, Origin>();
const LONGEST_QUOTE = 160;
const LONGEST_LINE = 1000;

/** A file in JSON or YAML, whose objects know where they stand in it. */
export class File {
	readonly root: Json;
	private readonly name: string;
	private readonly text: string;
	private readonly lines = new LineCounter();

	/** @throws CouldNotRun with what the file is instead. */
	constructor(readonly path: string) {
		this.name = basename(path);
		this.text = readText(path);
		const isJson = /^\s*[{[]/.test(this.text);
		if (isJson) this.checkJson();
		const options = { lineCounter: this.lines, uniqueKeys: false, logLevel: 'silent' } as const;
		const document = parseDocument(this.text, options);
		const [error] = isJson ? [] : document.errors;
		if (error) {
			const line = error.linePos?.[0].line ?? 1;
			const isTab = error.code === 'TAB_AS_INDENT';
			const why = isTab
				? 'is indented with a tab, which YAML does not allow: use spaces'
				: `is not valid YAML: ${error.message.split('\n')[0]!.replace(/ at line.*/, '')}`;
			throw new CouldNotRun(`line ${line} of ${this.name} ${why}`);
		}
		const known = new Map<unknown, unknown>();
		const plain = (node: unknown, path: string): unknown => {
			if (isAlias(node)) return plain(node.resolve(document), path);
			if (isScalar(node)) return node.value;
			if (known.has(node)) return known.get(node);
			const spans: Origin['spans'] = new Map();
			const value: Json | unknown[] = isSeq(node) ? [] : {};
			known.set(node, value);
			const [start = 0, end = start] = (node as { range?: number[] } | null)?.range ?? [];
			origins.set(value, { file: this, path, own: [start, end], spans });
			const take = (key: string, from: unknown, inside: unknown) => {
				const [start = 0] = (from as { range?: number[] }).range ?? [];
				const [, end = start] = (inside as { range?: number[] } | null)?.range ?? [];
				spans.set(key, [start, Math.max(start, end)]);
				const step = key.replaceAll('~', '~0').replaceAll('/', '~1');
				Object.assign(value, { [key]: plain(inside, `${path}/${step}`) });
			};
			if (isSeq(node)) node.items.forEach((item, n) => take(String(n), item, item));
			if (isMap(node))
				for (const { key, value: inside } of node.items) take(String(key), key, inside);
			return value;
		};
		this.root = plain(document.contents, '#') as Json;
		if (!isObject(this.root)) throw new CouldNotRun(`${this.name} is not an OpenAPI specification: it holds ${Array.isArray(this.root) ? 'a list' : 'a text'}`);
	}

	quote(path: string, [start, end]: Span): Quote {
		const text = this.text.slice(start, end).replace(/\s+/g, ' ').trim();
		const { line } = this.lines.linePos(start);
		const [from = 0, to = this.text.length] = this.lines.lineStarts.slice(line - 1, line + 1);
		const place = to - from > LONGEST_LINE ? path : `:${line}`;
		const cut = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)} …` : text;
		return { text: cut, place: this.name + place };
	}

	private checkJson(): void {
		try {
			JSON.parse(this.text);
		} catch (error) {
			const at = Number(/position (\d+)/.exec(error.message)?.[1] ?? this.text.length);
			const line = this.text.slice(0, at).split('\n').length;
			const isCut = /unexpected end|unterminated/i.test(error.message) || at >= this.text.length;
			throw new CouldNotRun(
				isCut
					? `${this.name} breaks off at line ${line}: download it again`
					: `line ${line} of ${this.name} is not valid JSON`,
			);
		}
	}
}

const SIGNS: Array<[sign: RegExp, what: string]> = [
	[/^\s*$/, 'is empty'],
	[/^(\xff\xfe|\xfe\xff)|^.?\0/s, 'is written in UTF-16, as by > in Windows PowerShell: save it as UTF-8'],
	[/^PK/, 'is a zip archive: name the file inside it'],
	[/^\x1f\x8b/, 'is compressed: unpack it first'],
	[/^%PDF/, 'is a PDF: the specification is a file in JSON or YAML'],
	[
		/^(\xef\xbb\xbf)?\s*</,
		'is a web page, not the specification. Such pages load it themselves: look for /openapi.json, /v3/api-docs, /docs/api-docs.json or /docs.openapi beside it',
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
	const start = bytes.subarray(0, 1000).toString('latin1');
	const [, what] = SIGNS.find(([sign]) => sign.test(start)) ?? [];
	if (what) throw new CouldNotRun(`${basename(path)} ${what}`);
	return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

const files = new Map<string, File>();

/** Each file is read once. */
export function openFile(path: string): File {
	const full = resolve(path);
	const file = files.get(full) ?? new File(full);
	files.set(full, file);
	return file;
}

/** What is written at a key, and where. */
export function quoteOf(holder: object, key: string): Quote | undefined {
	const { file, path, spans } = origins.get(holder) ?? {};
	const span = spans?.get(key);
	return span && file!.quote(`${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, span);
}

/** All of an object. */
export function quoteWhole(value: object): Quote | undefined {
	const { file, path, own } = origins.get(value) ?? {};
	return file?.quote(path!, own!);
}

/** What a `$ref` leads to, in this file or one beside it; undefined where it is not there. Nothing is fetched. */
export function resolved(value: unknown): Json | undefined {
	let there = value;
	for (let hops = 0; hops < 20 && isObject(there) && typeof there.$ref === 'string'; hops++) {
		const [path = '', pointer = ''] = there.$ref.split('#');
		const own = origins.get(there)?.file;
		if (!own || /^\w+:\/\//.test(path)) return undefined;
		const root = path === '' ? own.root : rootOf(resolve(dirname(own.path), path));
		const steps = pointer.split('/').slice(1).map(decodeURIComponent);
		const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
		there = names.reduce<unknown>((inside, name) => Object(inside)[name], root);
	}
	return isObject(there) && !('$ref' in there) ? there : undefined;
}

function rootOf(path: string): Json | undefined {
	try {
		return openFile(path).root;
	} catch {
		return undefined;
	}
}
