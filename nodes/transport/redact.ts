import { beginning, jsonOf } from '../utils/text';

const MAX_RAW_CHARACTERS = 16_384;
const MAX_BODY_CHARACTERS = 300;

/** In a URL one character may take nine: € becomes %E2%82%AC. */
const LONGEST_FORM = 9;

/** The beginning of an answer on one line. Secrets are hidden first, since removing markup could tear them apart. */
export function firstWords(body: unknown, secrets: Iterable<string>): string {
	if (body === null) return '';
	const text = typeof body === 'string' ? body : (jsonOf(body) ?? '');
	const start = text.slice(0, MAX_RAW_CHARACTERS);
	const hidden = [...secrets];
	// A secret that is cut off at the end would not be recognized.
	const longest = LONGEST_FORM * Math.max(1, ...hidden.map(({ length }) => length));
	const isCut = text.length > MAX_RAW_CHARACTERS;
	const plain = redact(start, hidden)
		.slice(0, isCut ? -longest : undefined)
		.replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return `${beginning(plain, MAX_BODY_CHARACTERS)}${plain.length > MAX_BODY_CHARACTERS ? '…' : ''}`;
}

/** A JWT begins with "eyJ", which is `{"` in base64. */
const JWT_LIKE = /eyJ[\w.-]*/g;

/** Hides secrets and JWTs. No secret becomes a regular expression, since its error could quote the secret. */
export const redact = (text: string, secrets: readonly string[]): string =>
	secrets
		.flatMap(formsOf)
		// Longest first, because one secret may contain another.
		.sort((one, other) => other.length - one.length)
		.reduce((rest, form) => (form === '' ? rest : rest.split(form).join('***')), text)
		.replace(JWT_LIKE, (found) => (/\.[\w-]/.test(found) ? '***' : found));

const formsOf = (secret: string): string[] => [
	secret,
	encodeURIComponent(secret.toWellFormed()),
	JSON.stringify(secret).slice(1, -1),
];
