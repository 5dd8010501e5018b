/**
 * What of an answer may be shown: its beginning, without markup and without secrets.
 *
 * 1. A secret is hidden as it is, URL-encoded (as in a path or in a form), and JSON-escaped, each of its
 *    characters by itself: the common languages escape some more than they need to.
 * 2. Whatever looks like a JWT is hidden, known or not.
 * 3. Secrets are hidden first, then markup is removed, and the text is cut last: neither tears a
 *    secret apart before it is found.
 */

/** Characters of an answer that are looked at, and of its text that are shown. */
export const MAX_RAW_CHARACTERS = 16_384;
const MAX_CHARACTERS = 300;

/** The beginning of what the service said, on one line, without markup and secrets. */
export function firstWords(body: unknown, secrets: Iterable<string>): string {
	if (body === null) return '';
	const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
	const plain = redact(text.slice(0, MAX_RAW_CHARACTERS), secrets)
		.replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS)}…` : plain;
}

/** Parts of base64url, of which the first begins with "eyJ", as `{"` does in base64. */
const JWT = /eyJ[\w-]*\.[\w-]+[\w.-]*/g;

/** The text with `***` in place of each secret. */
export function redact(text: string, secrets: Iterable<string>): string {
	// The longest first: one secret may hold another.
	const forms = [...secrets]
		.filter((secret) => secret !== '')
		.sort((a, b) => b.length - a.length)
		.map((secret) => [...secret].map(formsOf).join(''));
	return [...forms.map((form) => new RegExp(form, 'gi')), JWT].reduce(
		(clean, form) => clean.replace(form, '***'),
		text,
	);
}

/** A pattern for a character as it is, escaped as in JSON, or as in an address. */
function formsOf(character: string): string {
	const plain = character.replace(/[^\w\s]/g, '\\$&');
	const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
	const units = [...Array(character.length).keys()].map((n) => character.charCodeAt(n));
	const inJson = units.map((unit) => `\\\\u${hex(unit, 4)}`).join('');
	const inUrl = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`).join('');
	return `(?:\\\\?${plain}|${inJson}|${inUrl}${character === ' ' ? '|\\+' : ''})`;
}
