import type { IWebhookFunctions } from 'n8n-workflow';

type Request = ReturnType<IWebhookFunctions['getRequestObject']>;

/** A call's body as JSON, whatever its content type says; undefined for what `readJson` refuses. */
export async function jsonOf(request: Request): Promise<unknown> {
	await readWhole(request);
	return readJson(request.rawBody, request.encoding);
}

/**
 * n8n reads the body only where it can parse the content type. A form with parts it has read, and
 * kept nothing. One that cannot be read, too large or broken off, stays unread: that is no event.
 */
async function readWhole(request: Request): Promise<void> {
	if (request.rawBody || request.contentType?.startsWith('multipart/')) return;
	await request.readRawBody().catch(() => undefined);
}

/**
 * Bytes as JSON; undefined when they are none, or none that the nodes of a workflow could handle. A
 * byte order mark is skipped. An integer that no number holds exactly is read as text, so that two
 * ids never become one: `9007199254740993` as `'9007199254740993'`.
 * @param charset As the content type names it; JSON is UTF-8 where it names none, or one unheard of.
 */
export function readJson(rawBody: Uint8Array | undefined, charset?: string): unknown {
	try {
		const value = parse(decoderOf(charset).decode(rawBody));
		return isHarmless(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Every integer of fewer digits is exact. */
const MAYBE_INEXACT = /\d{16}/;

/** Where a text of valid JSON begins or ends, what it escapes, and numbers. A whole text may be too long to match. */
const SIGNS = /"|\\.|-?\d[\d.eE+-]*/g;

function parse(json: string): unknown {
	const value: unknown = JSON.parse(json);
	if (!MAYBE_INEXACT.test(json)) return value;
	let isInText = false;
	const exact = json.replace(SIGNS, (sign) => {
		if (sign === '"') isInText = !isInText;
		return !isInText && isInexact(sign) ? `"${sign}"` : sign;
	});
	return JSON.parse(exact);
}

function isInexact(token: string): boolean {
	if (!/^-?\d+$/.test(token)) return false;
	const number = Number(token);
	// One beyond all numbers is infinite, of which there is no BigInt.
	return !Number.isFinite(number) || BigInt(number) !== BigInt(token);
}

function decoderOf(charset: string | undefined) {
	try {
		return new TextDecoder(charset);
	} catch {
		return new TextDecoder();
	}
}

/** No event needs more; n8n itself fails on data nested some thousand levels deep. */
const DEEPEST = 100;

/** Whether nodes after this one can handle the body: not nested without end, no `__proto__` key. */
function isHarmless(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return true;
	if (depth > DEEPEST || Object.hasOwn(value, '__proto__')) return false;
	return Object.values(value).every((inner) => isHarmless(inner, depth + 1));
}
