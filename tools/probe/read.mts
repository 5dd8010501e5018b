import { readFileSync } from 'node:fs';

import { isObject, isPage, isPdf, isRefusal, type Page, pageIn, parsed } from './json.mts';

/** One question, and what became of it. */
export interface Read {
	/** By the operationId of openapi.yaml. */
	operation: string;
	/** Route, page and what is special about it: no other value. */
	title: string;
	/** Asked to see a refusal or the end of a list: to be refused is no failure. */
	isTrial: boolean;
	/** 0 where there was no answer. */
	status: number;
	headers: Headers;
	/** Of the answer, or why there was none. */
	text: string;
	ms: number;
	/** What else was seen of it, such as by comparing it with another. */
	remark?: string;
}

/** The JSON of an answer with data; undefined for all others. */
export function dataOf({ status, text }: Read): unknown {
	const data = status > 199 && status < 300 ? parsed(text) : undefined;
	return isRefusal(data) ? undefined : data;
}

/** Whether it gave data, or a PDF. */
export const isGiven = (read: Read): boolean =>
	read.operation.startsWith('getQuotationPdf')
		? read.status < 300 && isPdf(read.text)
		: dataOf(read) !== undefined;

/** Rows of a list and what is said beside them; undefined where there is no list. */
export function pageOf(read: Read): Page | undefined {
	return read.operation.startsWith('list') ? pageIn(dataOf(read)) : undefined;
}

const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Names that fields have everywhere, and those of our description: they tell nothing of an account. */
const NAMES = new Set([
	...fileOf('names.txt').split(/\s+/),
	...fileOf('../sandbox/openapi.yaml').match(/\w+(?=:)/g)!,
]);

export type NameOf = (name: string) => string;

/** @param showsAll Whether other names are shown, as far as they look like one. */
export const naming =
	(showsAll: boolean): NameOf =>
	(name) =>
		NAMES.has(name) || (showsAll && /^[A-Za-z_$][\w$.-]{0,39}$/.test(name)) ? name : 'another';

/** Words with which services say what is wrong, in English and Dutch. */
const WORDS = new Set(fileOf('words.txt').split(/\s+/));
const MOST_WORDS = 40;

/**
 * The words of a refusal, as they may be passed on. Any of them may come from the account (a name, an address):
 * those that are on neither list read "…".
 */
export function wordsOf(text: string): string {
	if (isPage(text)) return 'a web page';
	const said = text.split(/[\s"{}[\]\\]+/).filter((word) => /[^:,.]/.test(word));
	const shown = said.map((word) => {
		const own = word.replace(/^['(]+|[').,:;!?]+$/g, '');
		return WORDS.has(own.toLowerCase()) || NAMES.has(own) ? word : '…';
	});
	const words = shown.filter((word, n) => word !== '…' || shown[n - 1] !== '…');
	return words.length > 0 ? `"${words.slice(0, MOST_WORDS).join(' ')}"` : '';
}

/** The status, and the words of a refusal. */
export function answerOf(read: Read): string {
	const { status, text } = read;
	if (status === 0) return text;
	return [status, !isGiven(read) && wordsOf(text)].filter(Boolean).join(' ');
}

/** How an answer looks, by its first characters whatever its header says, in counts and names of fields. */
export function shapeOf(read: Read, nameOf: NameOf): string {
	const { status, text } = read;
	if (status === 0) return text;
	if (isPdf(text)) return parsed(text) === undefined ? 'a PDF' : 'a PDF as base64 in JSON';
	const data = parsed(text);
	if (data === undefined) return text === '' ? 'no body' : 'no JSON';
	const names = isObject(data) ? [...new Set(Object.keys(data).map(nameOf))].join(', ') : '';
	const { rows, path = [], total, more } = pageOf(read) ?? {};
	const list = path.map(nameOf).join('.') || 'a bare array';
	const said = [
		names && `{ ${names} }`,
		rows && `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} in ${list}`,
		rows && total !== undefined && `a total that is ${total > rows.length ? 'more' : 'as many'}`,
		more !== undefined && `a mark that ${more ? 'there is more' : 'this is all'}`,
	];
	return said.filter(Boolean).join(', ');
}

/** Status, shape, words of a refusal, and how long it took. */
export function lineOf(read: Read, nameOf: NameOf): string {
	const { status, text, ms, remark } = read;
	const isRefused = status > 0 && !isGiven(read);
	const words = [status, shapeOf(read, nameOf), isRefused && wordsOf(text), remark];
	return `${words.filter(Boolean).join(', ')} (${ms} ms)`;
}
