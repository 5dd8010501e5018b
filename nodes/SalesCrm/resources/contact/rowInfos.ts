import { PERSONAL_INFO_NAMES, type PersonalInfo } from '../../../api/types';
import { isObject } from '../../../utils/json';
import { textOf, withoutInvisible } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { chooseColumns, type ColumnMap, type Field, mapColumns } from './columns';
import { emailsIn, isSamePhone, phonesIn } from './keys';

/**
 * The personal infos of a row, by the columns of its header.
 *
 * 1. Every value is text, empty ones are left out; the personal infos stand in the service's order.
 * 2. Of two columns for one field the first that is filled counts (columns.ts). Where the other means
 *    something else, the row has a warning.
 * 3. A value that lost letters when its file was read is a warning, too, and so is one in no column.
 * 4. What is no text is the row's `problem`.
 */

export type ExtraColumns = 'ignore' | 'add';

/** The columns of rows with one header, and what is the same for all of them. */
export interface Header {
	readonly columns: readonly string[];
	readonly map: ColumnMap;
	readonly ignored: readonly string[];
}

export function headerOf(columns: readonly string[]): Header {
	const map = mapColumns(columns);
	return { columns, map, ignored: map.ignored.map((place) => columns[place]) };
}

/** What a row holds. */
export interface RowInfos {
	readonly infos: PersonalInfo[];
	/** There is nothing in it at all. */
	readonly isEmpty: boolean;
	readonly warnings: readonly string[];
	/** Letters were lost when its file was read. */
	readonly lostLetters: boolean;
	/** Why it cannot be sent. */
	readonly problem?: unknown;
	/** Columns that are not sent; the same list for all rows of a header. */
	readonly ignored: readonly string[];
}

/** The personal infos of a row, by the columns of its header. */
export function infosOf(
	{ columns, map, ignored }: Header,
	values: readonly unknown[],
	extra: ExtraColumns,
): RowInfos {
	const found = new Map<string, string>();
	let problem: unknown;
	const textAt = (place: number): string => {
		const text = toText(values[place]);
		if (text === undefined) problem ??= noText(columns[place], values[place]);
		return text === undefined || isBlank(text) ? '' : text;
	};
	const filled = new Map<number, string>();
	for (const place of [...map.fields.values()].flat()) {
		const text = textAt(place);
		if (text !== '') filled.set(place, text);
	}
	const choices = chooseColumns(map, filled);
	for (const { field, place } of choices) if (place >= 0) found.set(field, filled.get(place)!);
	const warnings: string[] = [];
	for (const { field, place, others } of choices) {
		for (const other of others) {
			const text = filled.get(other)!;
			const first = found.get(field);
			if (first !== undefined && meansTheSame(field, text, first, found.get('Land'))) continue;
			const why = place < 0 ? 'another address counts' : `'${columns[place]}' comes first`;
			warnings.push(`'${columns[other]}' (${text.trim()}) is not sent: ${why}`);
		}
	}
	const unnamed = values.filter((one, place) => !columns[place]?.trim() && !isBlank(textOf(one)));
	if (unnamed.length > 0) {
		warnings.push(`Values without a column are not sent: ${unnamed.map(textOf).join(', ')}`);
	}
	const infix = found.get('Tussenvoegsel');
	if (infix) found.set('Achternaam', `${infix.trim()} ${found.get('Achternaam') ?? ''}`.trim());
	found.delete('Tussenvoegsel');
	for (const place of extra === 'add' ? map.ignored : []) {
		const text = textAt(place);
		if (text !== '') found.set(columns[place], text);
	}
	const names = new Set([...Object.keys(PERSONAL_INFO_NAMES), ...found.keys()]);
	const infos = [...names].flatMap((name) => {
		const value = found.get(name);
		return value === undefined ? [] : { name, value };
	});
	const lost = infos.filter(({ value }) => LOST_LETTERS.test(value)).map(({ name }) => name);
	if (lost.length > 0)
		warnings.push(`${lost.join(', ')}: letters were lost when the file was read`);
	return {
		infos,
		isEmpty: infos.length === 0 && values.every((value) => isBlank(textOf(value))),
		warnings,
		lostLetters: lost.length > 0,
		problem,
		ignored: extra === 'add' ? NONE : ignored,
	};
}

const NONE: readonly string[] = [];

/** What a decoder puts in place of what it cannot read, and what Windows-1252 read as Latin-1 gives. */
const LOST_LETTERS = /[\uFFFD\u0080-\u009F]/;

const isBlank = (text: string): boolean => text.trim() === '' || withoutInvisible(text) === '';

/** Whether a second column says what the first one does, as emails and phones are compared. */
function meansTheSame(field: Field, text: string, first: string, country?: string): boolean {
	if (text.trim().toLowerCase() === first.trim().toLowerCase()) return true;
	if (field !== 'E-mailadres' && field !== 'Telefoonnummer') return false;
	const isEmail = field === 'E-mailadres';
	const keys = isEmail ? emailsIn(text) : phonesIn(text, country);
	const known = isEmail ? emailsIn(first) : phonesIn(first, country);
	const isKnown = (key: string) =>
		known.some((one) => (isEmail ? one === key : isSamePhone(one, key)));
	return keys.length > 0 && keys.every(isKnown);
}

/** Undefined for what is no text. */
function toText(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object') return String(value);
	if (value instanceof Date) return Number.isNaN(+value) ? undefined : value.toISOString();
	// A DateTime of n8n's own copy of luxon, which instanceof would not recognize.
	return isObject(value) && typeof value.toISO === 'function'
		? (value.toISO() ?? undefined)
		: undefined;
}

const noText = (column: string, value: unknown) =>
	new UserError(
		`The column '${column}' holds ${Array.isArray(value) ? 'a list' : 'an object'} where text is expected`,
		'Map one of its values, or turn it into text first.',
	);
