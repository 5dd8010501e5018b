import { hash } from 'crypto';

import { UserError } from './userError';

const MAX_QUOTED_CHARACTERS = 80;

/** A value as JSON; undefined if it is nested too deep for that, by some thousand levels. */
export function jsonOf(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}

/** Any value as text; empty for none. */
export const textOf = (value: unknown): string =>
	typeof value === 'object' && value !== null
		? (jsonOf(value) ?? '(nested too deep)')
		: String(value ?? '');

/** A text or a number as text, trimmed; null for an empty text, and for anything else. */
export const textOrNull = (value: unknown): string | null =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() || null : null;

/** Without invisible characters and surrounding blanks, which people copy along. */
export const withoutInvisible = (value: unknown): string =>
	textOf(value)
		.replace(/\p{Cf}/gu, '')
		.trim();

/** The beginning of a text, which never ends in half a character. */
export const beginning = (text: string, most: number): string =>
	text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

export const quoted = (value: unknown): string =>
	`"${beginning(textOf(value), MAX_QUOTED_CHARACTERS)}"`;

/** Text that cannot begin a tag, because n8n renders hints and errors as HTML. */
export const withoutMarkup = (text: string): string => text.replace(/<(?=[a-z/!?])/gi, '‹');

export const counted = (count: number): string => count.toLocaleString('en-US');

/** Such as "1 row", "2,000 rows". */
export const pluralize = (count: number, what: string): string =>
	`${counted(count)} ${what}${count === 1 ? '' : 's'}`;

const MAX_SHOWN_CHARACTERS = 60;

/** Text of a file for an error or a hint: short, on one line, without markup. An `&` stays unless it begins an entity. */
export const oneLine = (text: string): string =>
	beginning(text, MAX_SHOWN_CHARACTERS)
		.replace(/(?:[<>\s\p{C}]|&(?=#?\w+;))+/gu, ' ')
		.trim();

/** As `normalize`, which takes quadratic time for many marks in a row: no letter has more than 30 (UAX #15). */
export const normalized = (text: string, form: 'NFC' | 'NFKD'): string =>
	text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);

/** What is beyond it is not compared: no name is as long, and no text that people search. */
const MAX_FOLDED_CHARACTERS = 500_000;

/** Without accents and case: `Straße` and `STRASSE` are alike. NFKD turns a separate `´` into a blank and an accent. */
export const folded = (text: string): string =>
	/^\p{ASCII}*$/u.test(text)
		? text.toUpperCase()
		: normalized(beginning(text, MAX_FOLDED_CHARACTERS), 'NFKD')
				.replace(/ ?\p{M}/gu, '')
				.toLowerCase()
				.toUpperCase();

/** Folded, without punctuation: `Q-2025.001 (Jansen)` becomes `Q2025001 JANSEN`. */
const plain = (text: string): string => folded(text).replace(/[^\p{L}\p{N}\s]+/gu, '');

const MAX_SEARCH_CHARACTERS = 1_000;

/** @throws UserError for a text that is too long for anyone to look for. */
export function searchText(entered: unknown): string {
	const text = withoutInvisible(entered);
	if (text.length <= MAX_SEARCH_CHARACTERS) return text;
	throw new UserError(
		`The search text has more than ${counted(MAX_SEARCH_CHARACTERS)} characters`,
		'Search for a few words.',
	);
}

export const searchWords = (entered: unknown): string[] =>
	plain(searchText(entered).replace(/[,;]/g, ' ')).match(/\S+/g) ?? [];

export function containsWords(text: string, words: readonly string[]): boolean {
	if (words.length === 0) return true;
	const searched = plain(text);
	return words.every((word) => searched.includes(word));
}

export const fingerprint = (parts: unknown[]): string => hash('sha256', JSON.stringify(parts));

export const shortHash = (text: string, length: number): string =>
	hash('sha256', text, 'base64').slice(0, length);
