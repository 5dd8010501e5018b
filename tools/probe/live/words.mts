import { readFileSync } from 'node:fs';

import { isObject } from '../spec/file.mts';
import { isPage, parsed, type Reply } from './reply.mts';

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
	const said = saidIn(parsed(reply.text) ?? reply.text)
		.split(/\s+/)
		.filter(Boolean);
	const shown = said.slice(0, MOST_WORDS).map((word) => {
		const own = word.replace(/^["'(]+|["').,:;!?]+$/g, '');
		const isShown = own !== '' && (WORDS.has(own.toLowerCase()) || NAMES.has(own));
		return isShown ? word : '…';
	});
	const words = shown.filter((word, n) => word !== '…' || shown[n - 1] !== '…').join(' ');
	return words === '' ? '' : `"${words}"`;
}

const WHERE = [
	'message',
	'detail',
	'error_description',
	'title',
	'error',
	'errors',
	'reason',
	'msg',
];

/** The text under one of the names that frameworks give it, else the first text there is. */
function saidIn(value: unknown): string {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return value.map(saidIn).filter(Boolean).join(' ');
	if (!isObject(value)) return '';
	const inside = [...WHERE.map((key) => value[key]), ...Object.values(value)];
	return inside.map(saidIn).find((text) => text !== '') ?? '';
}
