import { isObject } from '../utils/values';
import type { HttpResponse } from './types';

/**
 * What the body of an answer is, and what one of success says of itself. What a write is answered with is not known
 * (operations `createContact` and `subscribe` of tools/sandbox/openapi.yaml).
 *
 * 1. A write failed if a field says so, whatever ID there is: a `success` or `ok` that says no, a non-empty `error` or
 *    `errors`, a `type` or `status` that is ERROR, FAILED or FAILURE, or a number of 400 and more. Words are not read.
 * 2. Such fields, and the ID of what was created, are at the top, inside `data`, `contact`, `subscription` or `result`,
 *    or in the only element of a list, in any case. An ID inside goes before one at the top, which may be that of the
 *    call (JSON-RPC).
 * 3. Records may have fields of such names. So a read failed only if `success` or `ok` says no, or if nothing but a
 *    failure is said.
 */

/** Where a redirect leads; undefined where it is none, or names no address. */
export function redirectTarget(
	from: string,
	{ status, headers: { location } }: Pick<HttpResponse, 'status' | 'headers'>,
): URL | undefined {
	const isRedirect = [301, 302, 303, 307, 308].includes(status);
	return isRedirect && location !== undefined && URL.canParse(location, from)
		? new URL(location, from)
		: undefined;
}

/** `cutShort` when the text begins as data does but ends too early. */
export type Parsed = { ok: true; value: unknown } | { ok: false; what: string; cutShort: boolean };

export const isPage = (body: unknown): boolean =>
	typeof body === 'string' && body.trimStart().startsWith('<');

/**
 * Reads a body as JSON; an empty one is undefined. Tells in the user's words what it is instead.
 * @param mayBeWord The answer to a write may be one, such as OK or the id of what was made.
 */
export function parseJson(body: unknown, mayBeWord = false): Parsed {
	if (typeof body !== 'string') return { ok: true, value: body };
	const text = body.trim();
	if (text === '') return { ok: true, value: undefined };
	try {
		return { ok: true, value: JSON.parse(text) };
	} catch {
		const cutShort = /^[[{"]/.test(text);
		if (cutShort) return { ok: false, what: 'incomplete data', cutShort };
		if (isPage(text)) return { ok: false, what: 'a web page instead of data', cutShort };
		if (mayBeWord) return { ok: true, value: text };
		return { ok: false, what: 'something that is not JSON', cutShort };
	}
}

/** Whether a write says that it failed, with a status of success. */
export const saysFailure = (value: unknown): boolean =>
	value === false || fieldsIn(value).some((fields) => [...fields].some(isMarkOfFailure));

/** The same of a read (rule 3). */
export function isFailedRead(body: unknown): boolean {
	const fields = Object.entries(Object(body));
	if (fields.some(([name, value]) => /^(ok|success)$/i.test(name) && saysNo(value))) return true;
	const tellsData = fields.some(([name, value]) => !ABOUT_FIELDS.test(name) && !isEmpty(value));
	return !tellsData && saysFailure(body);
}

/** Names of fields that speak of a request or a page, and are no data of their own. */
export const ABOUT_FIELDS =
	/^_?(type|status|code|(error|status)_?code|messages?|msg|errors?|error_?(message|description)|warnings?|notices?|info|details?|description|title|reason|hint|success|ok|timestamp|path|instance|(request|trace)_?id|links?|meta|page|pagination|sorts?|sorting|filters?)$/i;

/** The id that the service gave; undefined where it shows none, or several. */
export const createdId = (value: unknown): string | undefined =>
	fieldsIn(value)
		.flatMap((fields) => ID_NAMES.map((name) => fields.get(name)))
		.map((id) => (['string', 'number'].includes(typeof id) ? String(id).trim() : ''))
		.find((id) => id !== '');

const ID_NAMES = ['id', 'contactid', 'contact_id', 'uuid'];

const HOLDERS = ['contact', 'subscription', 'data', 'result'];

/** The fields of every object that may speak of the write, by their names in lower case, the innermost first. */
function fieldsIn(value: unknown): Array<Map<string, unknown>> {
	if (Array.isArray(value)) return value.length === 1 ? fieldsIn(value[0]) : [];
	if (!isObject(value)) return [];
	const fields = new Map(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]));
	return [...HOLDERS.flatMap((name) => fieldsIn(fields.get(name))), fields];
}

function isMarkOfFailure([name, value]: [name: string, value: unknown]): boolean {
	if (/^(ok|success)$/.test(name)) return saysNo(value);
	if (/^errors?$/.test(name)) return !isEmpty(value);
	const isFailure = /^\s*(error|failed|failure)\s*$/i.test(String(value)) || Number(value) >= 400;
	return /^(type|status)$/.test(name) && isFailure;
}

const saysNo = (value: unknown): boolean => /^(false|no|0)$/i.test(String(value).trim());

const isEmpty = (value: unknown): boolean =>
	typeof value === 'object' && value !== null ? Object.values(value).every(isEmpty) : !value;
