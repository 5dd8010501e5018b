import type { IDataObject } from 'n8n-workflow';

import { quoted, withoutInvisible } from './text';
import { UserError } from './userError';

/** A list of texts, from a list, a comma-separated text, or the JSON text of a list. @throws UserError */
export const toList = (value: unknown, field: string): string[] =>
	listOf(value, field, splitAtCommas);

/** As {@link toList}, but a text stays whole, because a name may contain a comma. @throws UserError */
export const toTexts = (value: unknown, field: string): string[] =>
	listOf(value, field, (text) => [text]);

function listOf(value: unknown, field: string, partsOf: (text: string) => string[]): string[] {
	const text = String(value ?? '').trim();
	const parts = isTextLike(value) ? (partsOfJson(text) ?? partsOf(text)) : value;
	if (Array.isArray(parts) && parts.every(isTextLike)) {
		return parts.map((part) => String(part ?? '').trim()).filter((part) => part !== '');
	}
	throw new UserError(
		`'${field}' must be a list of texts`,
		`Got ${quoted(value)}; give a list such as ["a", "b"], or a text with commas such as a, b.`,
	);
}

/** Includes numbers, and empty values, which are left out. */
const isTextLike = (part: unknown): boolean =>
	(part ?? '') === '' || typeof part === 'string' || typeof part === 'number';

/** Parses `["a", "b"]` or `"a", "b"`. Undefined if it is not JSON: a label may be `[New]`. */
function partsOfJson(text: string): unknown[] | undefined {
	if (!/^(\[.*\]|\{.*\}|".*")$/s.test(text)) return undefined;
	return (jsonOrNothing(`[${text}]`) as unknown[] | undefined)?.flat();
}

export const splitAtCommas = (text: string): string[] =>
	text.split(',').map((part) => withoutQuotes(part.trim()));

/** No regular expression: a text of a megabyte may have a million parts. */
const withoutQuotes = (part: string): string =>
	part.length > 1 && part.startsWith('"') && part.endsWith('"') ? part.slice(1, -1) : part;

/** A boolean, also as text in any case. @throws UserError */
export function toSwitch(value: unknown, field: string): boolean {
	const text = lowered(value);
	if (text === 'true' || text === 'false') return text === 'true';
	throw new UserError(`'${field}' must be true or false`, `Got ${quoted(value)}.`);
}

export const lowered = (value: unknown): string => withoutInvisible(value).toLowerCase();

export interface Range {
	readonly minValue?: number;
	readonly maxValue?: number;
	readonly numberPrecision?: number;
}

/** A number in a range, also as text. @throws UserError */
export function toNumber(value: unknown, field: string, range: Range = {}): number {
	const { minValue: least = -Infinity, maxValue: most = Infinity, numberPrecision } = range;
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	const isWhole = numberPrecision === 0;
	const fits = isWhole ? Number.isInteger(number) : Number.isFinite(number);
	if (fits && Number(number) >= least && Number(number) <= most) return Number(number);
	const within = least === -Infinity ? '' : ` of at least ${least}`;
	throw new UserError(
		`'${field}' must be a ${isWhole ? 'whole ' : ''}number${most === Infinity ? within : ` from ${least} to ${most}`}`,
		`Got ${quoted(value)}.`,
	);
}

/** The option with this value or label. @throws UserError listing the values. */
export function chosenOption<O extends { readonly name: string; readonly value: string }>(
	value: unknown,
	field: { readonly displayName: string; readonly options: readonly O[] },
): O {
	const wanted = lowered(value);
	const isWanted = (text: string) => text.toLowerCase() === wanted;
	const chosen = field.options.find((one) => isWanted(one.value) || isWanted(one.name));
	if (chosen) return chosen;
	throw new UserError(
		`'${field.displayName}' must be one of ${field.options.map((one) => one.value).join(', ')}`,
		`Got ${quoted(value)}.`,
	);
}

type Choice = Parameters<typeof chosenOption>[1];

/**
 * The values of several options, given as a list of values or labels. A text is tried whole before it is split at commas.
 * @param isOpen Whether other texts pass as they are. @throws UserError
 */
export function chosenValues(value: unknown, field: Choice & { isOpen?: boolean }): string[] {
	const { displayName, options, isOpen = false } = field;
	const isOption = (text: string) =>
		options.some((one) => [one.value, one.name].some((word) => lowered(word) === lowered(text)));
	const whole = toTexts(value, displayName);
	const texts = isTextLike(value) && !whole.every(isOption) ? toList(value, displayName) : whole;
	return texts.map((text) => (isOpen && !isOption(text) ? text : chosenOption(text, field).value));
}

/** A text, also from a number or a switch. @throws UserError */
export function toPlainText(value: unknown, field: string): string {
	if (typeof value !== 'object') return String(value ?? '');
	if (value === null) return '';
	throw new UserError(`'${field}' must be a text`, `Got ${quoted(value)}.`);
}

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object, from text or an expression; no value is an empty one. @throws UserError */
export function toJsonObject(value: unknown, field: string): IDataObject {
	if (value === undefined || value === null || value === '') return {};
	const parsed = typeof value === 'string' ? jsonOrNothing(value) : value;
	if (isObject(parsed)) return parsed;
	throw new UserError(`'${field}' is not a JSON object`, 'Enter something like {"name": "value"}.');
}

function jsonOrNothing(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
