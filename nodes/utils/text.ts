import { hash } from 'crypto';

const MAX_QUOTED_CHARACTERS = 80;

/** What a value looks like as text, whatever it is; nothing for no value. */
export const textOf = (value: unknown): string =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** Without invisible signs, and blanks around it: what is copied from a page or a letter may hold them. */
export const withoutInvisible = (value: unknown): string =>
	textOf(value)
		.replace(/\p{Cf}/gu, '')
		.trim();

/** The beginning of a text that is shown, without half of a character at its end. */
export const beginning = (text: string, most: number): string =>
	text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** A value as an error message shows it: in quotation marks, and not too long. */
export const quoted = (value: unknown): string =>
	`"${beginning(textOf(value), MAX_QUOTED_CHARACTERS)}"`;

/** Text that begins no tag where it is rendered as HTML, as n8n does with hints and errors. */
export const withoutMarkup = (text: string): string => text.replace(/<(?=[a-z/!?])/gi, '‹');

/** A count as people read it, such as 1,000. */
export const counted = (count: number): string => count.toLocaleString('en-US');

/** Such as "1 row", "2,000 rows". */
export const amount = (count: number, what: string): string =>
	`${counted(count)} ${what}${count === 1 ? '' : 's'}`;

const MAX_SHOWN_CHARACTERS = 60;

/** What comes from a file, in an error or a hint: short, on one line, and without the signs of markup. */
export const shown = (text: string): string =>
	beginning(text, MAX_SHOWN_CHARACTERS)
		.replace(/[<>&\s\p{C}]+/gu, ' ')
		.trim();

/**
 * Without accents and differences of case: `Straße`, `STRASSE` and `STRAẞE` are alike, and `é` and `e`.
 * An accent of its own, such as `´`, becomes a blank with an accent, and goes with it.
 */
export const folded = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/ ?\p{M}/gu, '')
		.toLowerCase()
		.toUpperCase();

/** Folded, and without punctuation: `Q-2025.001 (Jansen)` is `Q2025001 JANSEN`. */
const plain = (text: string): string => folded(text).replace(/[^\p{L}\p{N}\s]+/gu, '');

/** The words of a search, plain; none of an empty search. */
export const searchWords = (search: unknown): string[] =>
	plain(textOf(search).replace(/[,;]/g, ' ')).match(/\S+/g) ?? [];

/** Whether a text contains each word of `searchWords`. */
export function containsWords(text: string, words: readonly string[]): boolean {
	if (words.length === 0) return true;
	const searched = plain(text);
	return words.every((word) => searched.includes(word));
}

/** Tells secrets, and things named by them, apart without keeping them. */
export const fingerprint = (parts: unknown[]): string => hash('sha256', JSON.stringify(parts));

/** The first characters, of six bits each, of a digest that tells texts apart. */
export const shortHash = (text: string, length: number): string =>
	hash('sha256', text, 'base64').slice(0, length);
