import { readFileSync } from 'node:fs';

import { parsed } from '../spec/file.mts';
import { isPage, type Reply } from './reply.mts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Names that fields have everywhere, and those of our description: they tell nothing of an account. */
const NAMES = new Set([
	...read('names.txt').split(/\s+/),
	...read('../../sandbox/openapi.yaml').match(/\w+(?=:)/g)!,
]);

/** @param showsAll Whether other names are shown, as far as they look like one. */
export const naming =
	(showsAll: boolean) =>
	(name: string): string =>
		NAMES.has(name) || (showsAll && /^[A-Za-z_$][\w$.-]{0,39}$/.test(name)) ? name : 'another';

/** Words with which services say what is wrong, in English and Dutch. */
const WORDS = new Set(read('words.txt').split(/\s+/));
const MOST_WORDS = 40;

/**
 * The words of a refusal, as they may be passed on. Any of them may come from the account (a name, an address):
 * those that are on neither list read "…".
 */
export function wordsOf(reply: Reply): string {
	if (isPage(reply)) return 'a web page';
	const said = saidIn(parsed(reply.text) ?? reply.text).match(/\S+/g) ?? [];
	const shown = said.slice(0, MOST_WORDS).map((word) => {
		const own = word.replace(/^["'(]+|["').,:;!?]+$/g, '');
		return WORDS.has(own.toLowerCase()) || NAMES.has(own) ? word : '…';
	});
	const words = shown.filter((word, n) => word !== '…' || shown[n - 1] !== '…').join(' ');
	return words && `"${words}"`;
}

/** Under these frameworks say it. */
const WHERE = /^(message|detail|error_description|title|errors?|reason|msg)$/;

/** The text under one of the usual names, else the first text there is. */
function saidIn(value: unknown): string {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return value.map(saidIn).filter(Boolean).join(' ');
	const fields = Object.entries(Object(value) as object);
	fields.sort(([some], [other]) => Number(WHERE.test(other)) - Number(WHERE.test(some)));
	return fields.map(([, inside]) => saidIn(inside)).find(Boolean) ?? '';
}
