import { UserError } from './userError';
import { quoted, withoutInvisible } from './text';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const UUIDS_IN_TEXT = /(?<![0-9a-f])[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/g;

export const isUuid = (text: string): boolean => UUID.test(text);

/** The UUID in a page's address, if it contains exactly one: people paste what their browser shows. */
function uuidOfAddress(text: string): string | undefined {
	if (!/^https?:\/\//i.test(text)) return undefined;
	const [found, ...others] = new Set(text.toLowerCase().match(UUIDS_IN_TEXT));
	return others.length === 0 ? found : undefined;
}

/** The UUID that was entered, or the only one in a pasted address, in lower case. @throws UserError */
export function toUuid(value: unknown, field: string): string {
	const text = requiredText(value, field);
	const uuid = isUuid(text) ? text.toLowerCase() : uuidOfAddress(text);
	if (uuid !== undefined) return uuid;
	throw new UserError(
		`'${field}' is not a valid UUID`,
		// The value is not quoted, because it may be a token.
		'A UUID looks like 3f2504e0-4f89-41d3-9a0c-0305e82c3301. An address that contains exactly one also works.',
	);
}

/** An ID that need not be a UUID, or the only UUID in a pasted address. @throws UserError if it is empty, `.` or `..`. */
export function toIdentifier(value: unknown, field: string): string {
	const text = requiredText(value, field);
	return uuidOfAddress(text) ?? pathSegment(text, `'${field}'`);
}

/** In the path of a request `.` and `..` would name another route. @throws UserError */
export function pathSegment(text: string, field: string): string {
	if (text !== '.' && text !== '..') return text;
	throw new UserError(`${field} is not an ID`, `Got ${quoted(text)}.`);
}

function requiredText(value: unknown, field: string): string {
	const text = withoutInvisible(value);
	if (text !== '') return text;
	const what = field.replace(/ ID$/, '').toLowerCase();
	throw new UserError(`'${field}' is empty`, `Enter the ID of the ${what}.`);
}
