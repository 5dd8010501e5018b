import { isObject } from '../../values/json';

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

const FAILURE_WORDS = /^(fail|error|invalid|unauthori|denied|refused|expired)/i;

/** Fields that speak of a request. Where there are others, `type` and `status` are data. */
const OUTCOME_FIELDS =
	/^(type|status|code|message|messages|msg|error|errors|reason|details?|title|timestamp|path|(error|status)_?code|error_?(message|description)|attemptsLeft|should_check_two_factor)$/i;

/**
 * Whether an answer with a status of success says in its body that the request failed. The shape
 * of errors is not shown (interface.md, "Errors"), so only a plain mark of failure counts: in so
 * many words, or in an object that speaks of nothing else.
 */
export function saysFailure(body: unknown): boolean {
	if (!isObject(body) || 'id' in body) return false;
	if (body.success === false || body.ok === false) return true;
	const speaksOfMore = Object.entries(body).some(
		([field, value]) => !OUTCOME_FIELDS.test(field) && !isEmpty(value),
	);
	if (speaksOfMore) return false;
	const saysSo = [body.type, body.status].some(
		(word) => typeof word === 'string' && FAILURE_WORDS.test(word),
	);
	return saysSo || (typeof body.error === 'string' && body.error !== '');
}

const isEmpty = (value: unknown): boolean =>
	value === null || (typeof value === 'object' && Object.keys(value).length === 0);
