/**
 * What of an answer may be shown: its beginning, without markup and without secrets.
 *
 * 1. A secret is hidden as it is, URL-encoded (as in a path or in a form), and JSON-escaped.
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
	const forms = [...secrets].flatMap(formsOf).sort((a, b) => b.length - a.length);
	return forms.reduce((clean, form) => clean.replaceAll(form, '***'), text).replace(JWT, '***');
}

/** As the common languages write it: some escape more than they need to, some in small letters. */
function formsOf(secret: string): string[] {
	if (secret === '') return [];
	const inForm = new URLSearchParams({ '': secret }).toString().slice(1);
	const urls = [encodeURIComponent(secret.toWellFormed()), inForm];
	const inJson = JSON.stringify(secret).slice(1, -1);
	const inAscii = inJson.replace(
		/[^ -~]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	const texts = [secret, inJson, inAscii].flatMap((text) => [text, text.replaceAll('/', '\\/')]);
	return [
		...texts,
		...urls,
		...urls.map((url) => url.replace(/%../g, (code) => code.toLowerCase())),
	];
}
