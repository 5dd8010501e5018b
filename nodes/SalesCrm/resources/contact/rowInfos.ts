import { PERSONAL_INFO_NAMES, type PersonalInfo } from '../../../api/types';
import { isObject } from '../../../utils/json';
import { textOf, withoutInvisible } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { type Field, mapColumns } from './columns';
import { emailsIn, isSamePhone, phonesIn } from './keys';

/**
 * The personal infos of a row, by the columns of its header.
 *
 * 1. Every value is text, empty ones are left out; the personal infos stand in the service's order.
 * 2. Of several columns for one field the first that is filled counts, of several addresses the first that
 *    has more than a country: Outlook fills that by itself. Where another means something else, the row has
 *    a warning.
 * 3. A tussenvoegsel goes in front of the last name.
 * 4. A value that lost letters when its file was read is a warning, too, and so is one in no column.
 * 5. What is no text is the row's `problem`.
 */

export type ExtraColumns = 'ignore' | 'add';

/** The columns of rows with one header, and what is the same for all of them. */
export interface Header {
	readonly columns: readonly string[];
	/** The places of each field's columns; the country first, for by it phones are compared. */
	readonly fields: ReadonlyArray<readonly [Field, readonly number[]]>;
	readonly addresses: ReadonlyMap<number, string>;
	/** Columns that fit none. */
	readonly others: readonly number[];
	readonly ignored: readonly string[];
}

export function headerOf(columns: readonly string[]): Header {
	const { fields, addresses, ignored } = mapColumns(columns);
	const isLand = ([field]: [Field, unknown]) => Number(field === 'Land');
	return {
		columns,
		fields: [...fields].sort((one, other) => isLand(other) - isLand(one)),
		addresses,
		others: ignored,
		ignored: ignored.map((place) => columns[place]),
	};
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
export function infosOf(header: Header, values: readonly unknown[], extra: ExtraColumns): RowInfos {
	const { columns, fields, others, ignored } = header;
	let problem: unknown;
	const textAt = (place: number): string => {
		const text = toText(values[place]);
		if (text === undefined) problem ??= noText(columns[place], values[place]);
		return text === undefined || isBlank(text) ? '' : text;
	};
	const filled = new Map<number, string>();
	for (const place of fields.flatMap(([, places]) => places)) {
		const text = textAt(place);
		if (text !== '') filled.set(place, text);
	}
	const { found, warnings } = chosenTexts(header, filled);
	const unnamed = values.filter((one, place) => !columns[place]?.trim() && !isBlank(textOf(one)));
	if (unnamed.length > 0) {
		warnings.push(`Values without a column are not sent: ${unnamed.map(textOf).join(', ')}`);
	}
	for (const place of extra === 'add' ? others : []) {
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

/** Rules 2 and 3. @param filled The texts of the row, by place, without empty ones. */
function chosenTexts(
	{ columns, fields, addresses }: Header,
	filled: ReadonlyMap<number, string>,
): { found: Map<string, string>; warnings: string[] } {
	const found = new Map<string, string>();
	const warnings: string[] = [];
	const lands = fields.find(([field]) => field === 'Land')?.[1] ?? [];
	const ofAddress = [...addresses.keys()].filter((place) => filled.has(place));
	const leading = ofAddress.find((place) => !lands.includes(place)) ?? ofAddress[0];
	for (const [field, places] of fields) {
		const own = places.filter((place) => addresses.get(place) === addresses.get(leading));
		const first = (own.length > 0 ? own : places).find((place) => filled.has(place));
		const text = first === undefined ? undefined : filled.get(first)!;
		if (text !== undefined) found.set(field, text);
		for (const place of places.filter((one) => one !== first && filled.has(one))) {
			const other = filled.get(place)!;
			if (text !== undefined && meansTheSame(field, other, text, found.get('Land'))) continue;
			const why =
				first === undefined ? 'another address counts' : `'${columns[first]}' comes first`;
			warnings.push(`'${columns[place]}' (${other.trim()}) is not sent: ${why}`);
		}
	}
	const infix = found.get('Tussenvoegsel');
	if (infix) found.set('Achternaam', `${infix.trim()} ${found.get('Achternaam') ?? ''}`.trim());
	found.delete('Tussenvoegsel');
	return { found, warnings };
}

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
export function toText(value: unknown): string | undefined {
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
