import { readFileSync } from 'node:fs';

import { isPage } from '../../../nodes/transport/answer.ts';

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
