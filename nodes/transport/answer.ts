import { textOf } from '../utils/text';
import { isObject } from '../utils/values';
import type { HttpResponse } from './types';

export function redirectTarget(
	from: string,
	{ status, headers: { location } }: Pick<HttpResponse, 'status' | 'headers'>,
): URL | undefined {
	const isRedirect = [301, 302, 303, 307, 308].includes(status);
	return isRedirect && location !== undefined && URL.canParse(location, from)
		? new URL(location, from)
		: undefined;
}

/** `cutShort` if the text begins like data but ends too early; `unexpected` is in the user's words. */
export type Parsed =
	| { ok: true; value: unknown }
	| { ok: false; unexpected: string; cutShort: boolean };

export const isPage = (body: unknown): boolean =>
	typeof body === 'string' && body.trimStart().startsWith('<');

/** Parses JSON; an empty body is undefined. @param mayBeWord A write may be answered with one, such as OK or an ID. */
export function parseJson(body: unknown, mayBeWord = false): Parsed {
	if (typeof body !== 'string') return { ok: true, value: body };
	const text = body.trim();
	if (text === '') return { ok: true, value: undefined };
	try {
		return { ok: true, value: JSON.parse(text) };
	} catch {
		const cutShort = /^[[{"]/.test(text);
		if (cutShort) return { ok: false, unexpected: 'incomplete data', cutShort };
		if (isPage(text)) return { ok: false, unexpected: 'a web page instead of data', cutShort };
		if (mayBeWord) return { ok: true, value: text };
		return { ok: false, unexpected: 'something that is not JSON', cutShort };
	}
}

/** Whether a field says that a write failed, despite a successful status and even if the answer has an ID. */
export const saysFailure = (value: unknown): boolean =>
	value === false || fieldsIn(value).some((fields) => [...fields].some(isMarkOfFailure));

/** The same for a read. Its records may have such fields, so all but `success` and `ok` count only without data. */
export function isFailedRead(body: unknown): boolean {
	const fields = Object.entries(Object(body));
	if (fields.some(([name, value]) => /^(ok|success)$/i.test(name) && saysNo(value))) return true;
	const hasData = fields.some(([name, value]) => !ABOUT_FIELDS.test(name) && !holdsNothing(value));
	return !hasData && saysFailure(body);
}

/** Names of fields that describe a request or a page rather than contain data. */
export const ABOUT_FIELDS =
	/^_?(type|status|code|(error|status)_?code|messages?|msg|errors?|error_?(message|description)|warnings?|notices?|info|details?|description|title|reason|hint|success|ok|timestamp|path|instance|(request|trace)_?id|links?|meta|page|pagination|sorts?|sorting|filters?)$/i;

/** The ID of what was created, if any. Inner ones come first, since the outer one may identify the call (JSON-RPC). */
export const createdId = (value: unknown): string | undefined =>
	fieldsIn(value)
		.flatMap((fields) => ID_NAMES.map((name) => fields.get(name)))
		.map((id) => (['string', 'number'].includes(typeof id) ? String(id).trim() : ''))
		.find((id) => id !== '');

const ID_NAMES = ['id', 'contactid', 'contact_id', 'uuid'];

const ENVELOPES = ['contact', 'subscription', 'data', 'result'];
const MAX_ENVELOPES = 5;

/** The fields of each object that may describe the write, innermost first, with names in lower case. */
function fieldsIn(value: unknown, depth = 0): Array<Map<string, unknown>> {
	if (depth > MAX_ENVELOPES) return [];
	if (Array.isArray(value)) return value.length === 1 ? fieldsIn(value[0], depth + 1) : [];
	if (!isObject(value)) return [];
	const fields = new Map(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]));
	return [...ENVELOPES.flatMap((name) => fieldsIn(fields.get(name), depth + 1)), fields];
}

function isMarkOfFailure([name, value]: [name: string, value: unknown]): boolean {
	if (/^(ok|success)$/.test(name)) return saysNo(value);
	if (/^errors?$/.test(name)) return !holdsNothing(value);
	if (!/^(type|status)$/.test(name)) return false;
	return /^\s*(error|failed|failure)\s*$/i.test(textOf(value)) || Number(textOf(value)) >= 400;
}

const saysNo = (value: unknown): boolean => /^(false|no|0)$/i.test(textOf(value).trim());

/** What is nested deeper is not empty, or it would take more than the stack. */
const MAX_DEPTH = 100;

function holdsNothing(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return !value;
	return depth < MAX_DEPTH && Object.values(value).every((one) => holdsNothing(one, depth + 1));
}
