import { beginning } from '../utils/text';

/**
 * What of an answer may be shown: its beginning, without markup and without secrets.
 *
 * 1. A secret is found as it is, as it stands in an address, and as it stands in JSON. Whatever looks like a JWT is
 *    hidden, known or not.
 * 2. Secrets are hidden first, then markup is removed, and the text is cut last: neither tears a
 *    secret apart before it is found.
 * 3. Nothing is compiled from a secret, and nothing throws: the error of either could quote it.
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
export const redact = (text: string, secrets: readonly string[]): string =>
	secrets
		.flatMap(formsOf)
		// One secret may hold another.
		.sort((one, other) => other.length - one.length)
		.reduce((rest, form) => (form === '' ? rest : rest.split(form).join('***')), text)
		.replace(JWT_LIKE, (found) => (/\.[\w-]/.test(found) ? '***' : found));

const formsOf = (secret: string): string[] => [
	secret,
	encodeURIComponent(secret.toWellFormed()),
	JSON.stringify(secret).slice(1, -1),
];
