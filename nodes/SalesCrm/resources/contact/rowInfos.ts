import { PERSONAL_INFO_NAMES, type PersonalInfo } from '../../../api/types';
import { isObject } from '../../../utils/json';
import { textOf, withoutInvisible } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import type { Field, Header } from './columns';
import { hasKey, isSamePhone, type Keys, keysOf } from './keys';

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

/** What a row holds. */
export interface RowInfos {
	readonly infos: PersonalInfo[];
	/** What it can be recognized by. */
	readonly keys: Keys;
	/** There is nothing in it at all. */
	readonly isEmpty: boolean;
	readonly warnings: readonly string[];
	/** Letters were lost when its file was read. */
	readonly lostLetters: boolean;
	/** Why it cannot be sent. */
	readonly problem?: unknown;
	/** Columns that are not sent; the same for all rows of a header. */
	readonly ignored: Header['ignored'];
}

const NONE: Header['ignored'] = new Map();

/** @param addsOthers Whether columns that fit no field are sent, too. */
export function infosOf(header: Header, values: readonly unknown[], addsOthers: boolean): RowInfos {
	const { columns, fields } = header;
	const [added, ignored] = addsOthers ? [header.ignored, NONE] : [NONE, header.ignored];
	let problem: unknown;
	const filled = new Map<number, string>();
	for (const place of [...[...fields.values()].flat(), ...added.keys()]) {
		const text = toText(values[place]);
		if (text === undefined) problem ??= noText(`The column '${columns[place]}'`, values[place]);
		else if (!isBlank(text)) filled.set(place, text);
	}
	const { found, warnings } = chosenTexts(header, filled);
	for (const [place, name] of added) if (filled.has(place)) found.set(name, filled.get(place)!);
	const unnamed = values.filter((one, place) => !columns[place]?.trim() && !isBlank(textOf(one)));
	if (unnamed.length > 0) {
		warnings.push(`Values without a column are not sent: ${unnamed.map(textOf).join(', ')}`);
	}
	const names = new Set([...Object.keys(PERSONAL_INFO_NAMES), ...found.keys()]);
	const infos = [...names]
		.filter((name) => found.has(name))
		.map((name) => ({ name, value: found.get(name)! }));
	const lost = infos.filter(({ value }) => LOST_LETTERS.test(value)).map(({ name }) => name);
	if (lost.length > 0)
		warnings.push(`${lost.join(', ')}: letters were lost when the file was read`);
	return {
		infos,
		keys: keysOf(infos),
		isEmpty: values.every((value) => isBlank(textOf(value))),
		warnings,
		lostLetters: lost.length > 0,
		problem,
		ignored,
	};
}

/** Rules 2 and 3. @param filled The texts of the row, by place, without empty ones. */
function chosenTexts(
	{ columns, fields, addresses }: Header,
	filled: ReadonlyMap<number, string>,
): { found: Map<string, string>; warnings: string[] } {
	const found = new Map<string, string>();
	const warnings: string[] = [];
	const lands = fields.get('Land') ?? [];
	const ofAddress = [...addresses.keys()].filter((place) => filled.has(place));
	const leading = ofAddress.find((place) => !lands.includes(place)) ?? ofAddress[0];
	// The country first: by it phones are compared.
	for (const field of new Set<Field>(['Land', ...fields.keys()])) {
		const places = fields.get(field) ?? [];
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
function meansTheSame(name: Field, text: string, first: string, country = ''): boolean {
	if (text.trim().toLowerCase() === first.trim().toLowerCase()) return true;
	const land = { name: 'Land', value: country };
	const [keys, known] = [text, first].map((value) => keysOf([{ name, value }, land]));
	const isKnownPhone = (key: string) => known.phone.some((one) => isSamePhone(one, key));
	const isKnown = keys.email.every((key) => known.email.includes(key));
	return hasKey(keys) && isKnown && keys.phone.every(isKnownPhone);
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

export const noText = (what: string, value: unknown) =>
	new UserError(
		`${what} holds ${Array.isArray(value) ? 'a list' : 'an object'} where text is expected`,
		'Map one of its values, or turn it into text first.',
	);
