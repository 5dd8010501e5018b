import { isObject } from './rows';

type Parsed = { ok: true; value: unknown } | { ok: false; what: string };

/** Reads a body as JSON; an empty one is undefined. Tells in the user's words what it is instead. */
export function parseJson(body: unknown): Parsed {
	if (typeof body !== 'string') return { ok: true, value: body };
	const text = body.trim();
	if (text === '') return { ok: true, value: undefined };
	try {
		return { ok: true, value: JSON.parse(text) };
	} catch {
		if (text.startsWith('<')) return { ok: false, what: 'a web page instead of data' };
		if (/^[[{"]/.test(text)) return { ok: false, what: 'incomplete data' };
		return { ok: false, what: 'something that is not JSON' };
	}
}

const FAILURE_TYPES = /^(fail|error|invalid|unauthori|denied|refused|expired)/i;

/**
 * Whether an answer with a status of success says in its body that the request failed. The shape
 * of errors is not shown (interface.md, "Errors"), so only what cannot be data counts: an object
 * without an id of its own, with a plain mark of failure.
 */
export function saysFailure(body: unknown): boolean {
	if (!isObject(body) || 'id' in body) return false;
	if (body.success === false || body.ok === false) return true;
	if (typeof body.type === 'string' && FAILURE_TYPES.test(body.type)) return true;
	if (typeof body.status === 'string' && FAILURE_TYPES.test(body.status)) return true;
	const holdsData = Object.values(body).some((value) => Array.isArray(value) && value.length > 0);
	return !holdsData && typeof body.error === 'string' && body.error !== '';
}
