/** What the body of an answer is: data, a word, a page. */

/** The text of a body that came as bytes: UTF-8, unless its type names one of those before it. */
export function decoded(body: unknown, contentType = ''): unknown {
	if (!ArrayBuffer.isView(body)) return body;
	const [, named] = /charset\s*=\s*["']?(iso-8859-15?|windows-1252)\b/i.exec(contentType) ?? [];
	return new TextDecoder(named).decode(body as Uint8Array);
}

/** `cutShort` when the text begins as data does but ends too early. */
export type Parsed = { ok: true; value: unknown } | { ok: false; what: string; cutShort: boolean };

export const isPage = (body: unknown): boolean =>
	typeof body === 'string' && body.trimStart().startsWith('<');

/** Reads a body as JSON; an empty one is undefined. Tells in the user's words what it is instead. */
export function parseJson(body: unknown): Parsed {
	if (typeof body !== 'string') return { ok: true, value: body };
	const text = body.trim();
	if (text === '') return { ok: true, value: undefined };
	try {
		return { ok: true, value: JSON.parse(text) };
	} catch {
		const cutShort = /^[[{"]/.test(text);
		if (cutShort) return { ok: false, what: 'incomplete data', cutShort };
		const what = isPage(text) ? 'a web page instead of data' : 'something that is not JSON';
		return { ok: false, what, cutShort };
	}
}

/** The same for the answer to a write, which may be a word, such as OK or the id of what was made. */
export function parseWriteAnswer(body: unknown): Parsed {
	const parsed = parseJson(body);
	if (parsed.ok || parsed.cutShort || isPage(body)) return parsed;
	return { ok: true, value: String(body).trim() };
}
