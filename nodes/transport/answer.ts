import { isObject } from '../utils/values';
import type { HttpResponse } from './types';

/**
 * What the body of an answer is, and what one of success says of itself. The shape of the answer to a write is
 * not known (operations `createContact` and `subscribe` of tools/sandbox/openapi.yaml), so those of the common
 * frameworks are read.
 *
 * 1. A write fails where `success` or `ok` says no, where `error` or `errors` hold something, and where a
 *    `type`, `status` or `result` names a failure, or is an HTTP status of one, as a
 *    number under `code`, too. No id changes that.
 * 2. Sentences are not read: "Contact saved, no duplicate found" is no failure.
 * 3. The fields stand at the top, inside `data`, `contact`, `subscription` or `result`, or in the only
 *    element of a list. All names count in any case, with or without underscores.
 * 4. Data that was read may have fields of such names. So a read fails only where `success` or `ok` says no,
 *    or where nothing but a failure is told.
 * 5. An id inside goes before one at the top, which may be that of the call (JSON-RPC).
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

/** Whether the service says that it did not do what was asked, whatever its status. */
export const saysFailure = (value: unknown): boolean =>
	value === false || fieldsIn(value).some((fields) => [...fields].some(isMarkOfFailure));

/** The same of a read (rule 4). */
export function isFailedRead(body: unknown): boolean {
	const fields = Object.entries(Object(body));
	if (fields.some(([name, value]) => /^(ok|success)$/i.test(name) && saysNo(value))) return true;
	const tellsData = fields.some(([name, value]) => !ABOUT_FIELDS.test(name) && !holdsNone(value));
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

const ID_NAMES = ['id', 'contactid', 'subscriptionid', 'uuid'];

const HOLDERS = ['contact', 'subscription', 'data', 'result'];

/** The fields of every object that may speak of the write, the innermost first. */
function fieldsIn(value: unknown): Array<Map<string, unknown>> {
	if (Array.isArray(value)) return value.length === 1 ? fieldsIn(value[0]) : [];
	if (!isObject(value)) return [];
	const plain = (name: string) => name.toLowerCase().replaceAll('_', '');
	const fields = new Map(Object.entries(value).map(([name, one]) => [plain(name), one]));
	return [...HOLDERS.flatMap((name) => fieldsIn(fields.get(name))), fields];
}

function isMarkOfFailure([name, value]: [name: string, value: unknown]): boolean {
	if (/^(is)?(ok|success(ful)?)$/.test(name)) return saysNo(value);
	if (/^errors?(code|message|description)?$/.test(name)) return !holdsNone(value);
	const named =
		name === 'code' ? typeof value === 'number' : /^(type|status(code)?|result)$/.test(name);
	return named && namesFailure(value);
}

const saysNo = (value: unknown): boolean => /^(false|nok?|nee|n|0)$/i.test(String(value).trim());

/** How a field of errors says that there are none. */
const holdsNone = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).every(holdsNone)
		: /^(undefined|null|none|false|ok|success|0*)$/i.test(String(value).trim());

/** A name of one word, such as `VALIDATION_ERROR`, or a status such as 422 or "400 BAD_REQUEST". */
const namesFailure = (value: unknown): boolean =>
	/^([45]\d\d\b|nok$|false$|\S*(error|fail|exception|invalid|denied|reject|refuse|forbidden|unauthori|unsuccess|duplicate|conflict|expired|not[_-]?(ok|found|allowed|created))\S*$)/i.test(
		String(value).trim(),
	);
