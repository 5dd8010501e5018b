import type { IDataObject } from 'n8n-workflow';

import { quoted, withoutInvisible } from './text';
import { UserError } from './userError';

/**
 * What people, expressions and assistants give for a list, a switch, a number, a choice or an object. Each is read
 * here for all nodes; what cannot be read is an error that names the field and what it takes.
 */

/**
 * A list of texts: a list, a text with commas, or the JSON text of a list. No value is an empty list.
 * @param field Its name in the editor.
 * @throws UserError
 */
export const toList = (value: unknown, field: string): string[] =>
	listOf(value, field, splitAtCommas);

/**
 * A list of names: as {@link toList}, but a text stays whole, for a name may have a comma in it. Whoever
 * knows the names splits it.
 * @throws UserError
 */
export const toTexts = (value: unknown, field: string): string[] =>
	listOf(value, field, (text) => [text]);

function listOf(value: unknown, field: string, partsOf: (text: string) => string[]): string[] {
	const text = String(value ?? '').trim();
	const parts = isText(value) ? (partsOfJson(text) ?? partsOf(text)) : value;
	if (Array.isArray(parts) && parts.every(isText)) {
		return parts.map((part) => String(part ?? '').trim()).filter((part) => part !== '');
	}
	throw new UserError(
		`'${field}' must be a list of texts`,
		`Got ${quoted(value)}; give a list such as ["a", "b"], or a text with commas such as a, b.`,
	);
}

/** Nothing among others is left out, as a cell without a value is. */
const isText = (part: unknown): boolean =>
	part === null || ['string', 'number', 'undefined'].includes(typeof part);

/** Of `["a", "b"]` or `"a", "b"`. Undefined for what is not JSON: a label may be `[New]`. */
function partsOfJson(text: string): unknown[] | undefined {
	if (!/^(\[.*\]|\{.*\}|".*")$/s.test(text)) return undefined;
	return (jsonOrNothing(`[${text}]`) as unknown[] | undefined)?.flat();
}

/** Without the quotes around a part. */
export const splitAtCommas = (text: string): string[] =>
	text.split(',').map((part) => part.trim().replace(/^"(.*)"$/s, '$1'));

/** A switch: true or false, also as text in any case. @throws UserError */
export function toSwitch(value: unknown, field: string): boolean {
	const text = lowered(value);
	if (text === 'true' || text === 'false') return text === 'true';
	throw new UserError(`'${field}' must be true or false`, `Got ${quoted(value)}.`);
}

const lowered = (value: unknown): string => withoutInvisible(value).toLowerCase();

export interface Range {
	readonly minValue?: number;
	readonly maxValue?: number;
	/** 0 for whole numbers. */
	readonly numberPrecision?: number;
}

/** A number within a range, also as text. @throws UserError */
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

/** One of the options of a field, given by its value or its label. @throws UserError that lists the values. */
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

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object, entered as text or given by an expression. @throws UserError */
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
