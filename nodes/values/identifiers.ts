import { Failure } from './failure';
import { quoted, textOf } from './text';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/**
 * The UUID in what the user entered, lower case and without surrounding spaces.
 * @throws Failure naming the field, before anything is sent.
 */
export function toUuid(value: unknown, field: string): string {
	const text = textOf(value).trim();
	if (text === '') {
		throw new Failure(`'${field}' is empty`, `Enter the UUID of the ${field.toLowerCase()}.`);
	}
	if (!isUuid(text)) {
		throw new Failure(
			`'${field}' is not a valid UUID`,
			`Got ${quoted(text)}; a UUID looks like 3f2504e0-4f89-41d3-9a0c-0305e82c3301.`,
		);
	}
	return text.toLowerCase();
}

/** What identifies a quotation or a webhook: the interface does not say that it is a UUID. */
export function toIdentifier(value: unknown, field: string): string {
	const text = textOf(value).trim();
	if (text === '') {
		throw new Failure(`'${field}' is empty`, `Enter the ${field.toLowerCase()}.`);
	}
	return text;
}
