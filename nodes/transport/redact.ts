import { beginning } from '../utils/text';

/**
 * What of an answer may be shown: its beginning, without markup and without secrets.
 *
 * 1. A secret is found as it is, URL-encoded (as in a path or in a form) and JSON-escaped, each of its
 *    characters by itself: the common languages escape some more than they need to.
 * 2. Whatever looks like a JWT is hidden, known or not.
 * 3. Secrets are hidden first, then markup is removed, and the text is cut last: neither tears a
 *    secret apart before it is found.
 * 4. Nothing is compiled from a secret, and nothing throws: the error of either could quote it.
 */

/** Bytes of an answer that are looked at, and characters of its text that are shown. */
export const MAX_RAW_BYTES = 16_384;
const MAX_CHARACTERS = 300;

/** An address may need nine characters for one: %E2%82%AC is €. */
const LONGEST_FORM = 9;

/** The beginning of what the service said, on one line, without markup and secrets. */
export function firstWords(body: unknown, secrets: Iterable<string>): string {
	if (body === null) return '';
	const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
	const looked = text.slice(0, MAX_RAW_BYTES);
	const hidden = [...secrets];
	// What breaks off may do so within a secret.
	const torn = LONGEST_FORM * Math.max(1, ...hidden.map(({ length }) => length));
	const isCut = Buffer.byteLength(looked) >= MAX_RAW_BYTES;
	const plain = redact(looked, hidden)
		.slice(0, isCut ? -torn : undefined)
		.replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return `${beginning(plain, MAX_CHARACTERS)}${plain.length > MAX_CHARACTERS ? '…' : ''}`;
}

/** A JWT begins with "eyJ", as `{"` does in base64. Taken whole, so that no text is read twice. */
const JWT_LIKE = /eyJ[\w.-]*/g;

/** The text with `***` in place of each secret. */
export function redact(text: string, secrets: Iterable<string>): string {
	const sought = [...secrets];
	let clean = '';
	for (let at = 0; at < text.length; at++) {
		// The longest: one secret may hold another.
		const end = Math.max(at, ...sought.map((secret) => endOfSecret(text, at, secret)));
		clean += end > at ? '***' : text[at];
		at = Math.max(at, end - 1);
	}
	return clean.replace(JWT_LIKE, (found) => (/\.[\w-]/.test(found) ? '***' : found));
}

/** Where the secret ends that begins at a place of the text; that place where none does. */
function endOfSecret(text: string, start: number, secret: string): number {
	if (text.startsWith(secret, start)) return start + secret.length;
	let end = start;
	for (const character of secret) {
		const form = formsOf(character, text[end]).find(
			(one) => text.slice(end, end + one.length).toLowerCase() === one.toLowerCase(),
		);
		if (form === undefined) return start;
		end += form.length;
	}
	return end;
}

/** A character as it is, and where it may be escaped, as it stands in JSON, an address or a form. */
function formsOf(character: string, begins: string): string[] {
	if (!'\\%+'.includes(begins)) return [character];
	const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
	const units = character.split('').map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
	const bytes = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`);
	const ofForm = character === ' ' ? '+' : character;
	return [units.join(''), bytes.join(''), `\\${character}`, ofForm, character];
}
