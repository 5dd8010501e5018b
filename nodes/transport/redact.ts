/**
 * What of an answer may be shown: its beginning, without markup and without secrets.
 *
 * 1. A secret is hidden as it is, URL-encoded (as for a path or as in a form), and JSON-escaped,
 *    whichever of its characters the service escapes so. How OAuth2 sends its client's secret, as
 *    basic authentication, is a secret of its own (`secretsOf`).
 * 2. A secret with "Bearer " before it is hidden without that, too.
 * 3. Whatever looks like a JWT is hidden, known or not: parts of base64url, three or more, the first
 *    of which begins with "eyJ", as `{"` does in base64.
 * 4. Where such places overlap, all of them are hidden.
 * 5. Text that ends within a secret is hidden from where that begins, if it holds a usable part
 *    (`MIN_PART`) of it: be it that the answer broke off, or that no more of it is looked at.
 * 6. All that is looked at is redacted first, then loses its markup, and is cut last: neither tears a
 *    secret apart before it is found.
 */

/** Characters of an answer that are looked at, and of its text that are shown. */
export const MAX_RAW_CHARACTERS = 16_384;
const MAX_CHARACTERS = 300;

/** Characters at the beginning of a secret that are of no use to anybody, and stand in other words. */
const MIN_PART = 4;

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

/** The text with `***` in place of each secret (rules 1 to 5). */
export function redact(text: string, secrets: Iterable<string>): string {
	const sought = [...secrets].flatMap((secret) => [secret, secret.replace(/^Bearer +/i, '')]);
	const unique = [...new Set(sought)].filter((secret) => secret !== '');
	const known = readingsOf(text).flatMap((reading) =>
		unique.flatMap((secret) => placesOf(secret, reading)),
	);
	const hidden = [...known, ...jwtsIn(text)].sort((a, b) => a.start - b.start);
	let clean = '';
	let done = 0;
	for (const { start, end } of hidden) {
		if (start >= done) clean += `${text.slice(done, start)}***`;
		done = Math.max(done, end);
	}
	return clean + text.slice(done);
}

interface Place {
	start: number;
	end: number;
}

/** A text without its escapes. */
interface Reading {
	text: string;
	/** Where each of its characters stands in the text that was read; one more for the end. */
	places: number[];
}

const JWT_OR_ITS_BEGINNING = /eyJ[\w-]+(?:\.[\w-]+)*/g;

/** Each match is used up, be it one or not, so that the time stays linear. */
const jwtsIn = (text: string): Place[] =>
	[...text.matchAll(JWT_OR_ITS_BEGINNING)]
		.filter(([found]) => found.split('.').length >= 3)
		.map(({ 0: found, index }) => ({ start: index, end: index + found.length }));

function placesOf(secret: string, { text, places }: Reading): Place[] {
	const found: Place[] = [];
	const beginning = secret.slice(0, MIN_PART);
	for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, at + 1)) {
		const end = Math.min(at + secret.length, text.length);
		if (secret.startsWith(text.slice(at, end))) {
			found.push({ start: places[at], end: places[end] });
		}
	}
	return found;
}

/** The ways in which a service may have meant what it wrote. */
function readingsOf(text: string): Reading[] {
	const places = Array.from({ length: text.length + 1 }, (_, at) => at);
	const readings = [{ text, places }];
	if (text.includes('%')) readings.push(readingOf(text, URL_ESCAPE, fromUrl));
	if (/[%+]/.test(text)) readings.push(readingOf(text, FORM_ESCAPE, fromForm));
	if (text.includes('\\')) readings.push(readingOf(text, JSON_ESCAPE, fromJson));
	return readings;
}

/** One character, of one byte or of several in UTF-8. */
const URL_ESCAPE = /%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f])*/gi;
const FORM_ESCAPE = new RegExp(`\\+|${URL_ESCAPE.source}`, 'gi');
const JSON_ESCAPE = /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/g;

/** At the end of a text, where it was cut. */
const BEGUN_ESCAPE = /(?:%[\da-fA-F]?|\\(?:u[\da-fA-F]{0,3})?)$/;

/** A character of which bytes are missing is none. */
function fromUrl(escape: string): string {
	const bytes = Buffer.from(escape.replaceAll('%', ''), 'hex');
	return Buffer.from(bytes.toString()).equals(bytes) ? bytes.toString() : '';
}

const fromForm = (escape: string) => (escape === '+' ? ' ' : fromUrl(escape));

const fromJson = (escape: string) => JSON.parse(`"${escape}"`) as string;

/** Without an escape that the end of the text cuts: nobody can say what it would have been. */
function readingOf(text: string, escapes: RegExp, decode: (escape: string) => string): Reading {
	const places: number[] = [];
	let read = '';
	const take = (characters: string, at: number, width: number) => {
		for (let n = 0; n < characters.length; n++) places.push(at + n * width);
		read += characters;
	};
	let done = 0;
	const whole = text.replace(BEGUN_ESCAPE, '');
	for (const { 0: escape, index } of whole.matchAll(escapes)) {
		take(whole.slice(done, index), done, 1);
		take(decode(escape), index, 0);
		done = index + escape.length;
	}
	take(whole.slice(done), done, 1);
	return { text: read, places: [...places, text.length] };
}
