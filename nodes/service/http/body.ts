import { isObject } from '../../values/json';

/** `cutShort` when the text begins as data does but ends too early. */
export type Parsed = { ok: true; value: unknown } | { ok: false; what: string; cutShort: boolean };

/** Reads a body as JSON; an empty one is undefined. Tells in the user's words what it is instead. */
export function parseJson(body: unknown): Parsed {
	if (typeof body !== 'string') return { ok: true, value: body };
	const text = body.trim();
	if (text === '') return { ok: true, value: undefined };
	try {
		return { ok: true, value: JSON.parse(text) };
	} catch {
		const unlike = (what: string) => ({ ok: false as const, what, cutShort: false });
		if (text.startsWith('<')) return unlike('a web page instead of data');
		if (/^[[{"]/.test(text)) return { ok: false, what: 'incomplete data', cutShort: true };
		return unlike('something that is not JSON');
	}
}

const FAILURE_WORDS =
	/^(fail|error|exception|invalid|unauthori|forbidden|denied|refused|reject|expired|not.?(ok|found|allowed))/i;

/** Fields that speak of a request. Where there are others, `type` and `status` are data. */
const OUTCOME_FIELDS = new RegExp(
	`^(${[
		'type|status|code|(error|status)_?code',
		'messages?|msg|errors?|error_?(message|description)|reason|details?|title|hint|help',
		'timestamp|path|instance|exception|trace|stack',
		'(request|trace|span|correlation|transaction)_?id',
		'page|per_?page|page_?size|limit|offset',
		'attemptsLeft|should_check_two_factor',
	].join('|')})$`,
	'i',
);

/**
 * Whether an answer with a status of success says in its body that the request failed. The shape
 * of errors is not shown (interface.md, "Errors"), so only a plain mark of failure counts: in so
 * many words, or in an object that speaks of nothing else. An id, of the thing itself or in
 * `contact` or `data`, is success.
 */
export function saysFailure(body: unknown): boolean {
	if (!isObject(body) || [body, body.contact, body.data].some(hasId)) return false;
	if ([body.success, body.ok].includes(false)) return true;
	const speaksOfMore = Object.entries(body).some(
		([field, value]) => !OUTCOME_FIELDS.test(field) && !isEmpty(value),
	);
	if (speaksOfMore) return false;
	const { type, status, code, statusCode, error, errors } = body;
	return (
		[type, status].some(isFailureWord) ||
		[status, code, statusCode].some(isFailureStatus) ||
		[error, errors].some((value) => !isEmpty(value)) ||
		status === false
	);
}

const hasId = (value: unknown) =>
	isObject(value) && !([undefined, null, ''] as unknown[]).includes(value.id);

const isFailureWord = (value: unknown) => FAILURE_WORDS.test(String(value));

const isFailureStatus = (value: unknown) => /^[45]\d\d$/.test(String(value));

/** Nothing that could be data: also an object or a list of nothing else. */
const isEmpty = (value: unknown): boolean =>
	[undefined, null, '', 0, false].includes(value as null) ||
	(typeof value === 'object' && Object.values(value as object).every(isEmpty));
