import type { IDataObject } from 'n8n-workflow';

import { type NewContact, PERSONAL_INFO_NAMES, type PersonalInfo } from '../../../api/types';
import type { Connection } from '../../../transport/connection';
import { readMoment } from '../../../utils/dates';
import { isObject } from '../../../utils/json';
import { textOf, withoutInvisible } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toUuid } from '../../../utils/uuid';
import { chosenOption } from '../../execution/commonFields';
import { type Batch, type Call, itemsInTurn } from '../../execution/operation';
import { audienceKeyOf } from './audience';
import {
	chooseColumns,
	type ColumnMap,
	type Field,
	mapColumns,
	type PersonalInfoName,
} from './columns';
import { contactType, extraColumns } from './fields';
import { emailsIn, isSamePhone, phonesIn } from './keys';

/**
 * Rows of an import as they came: from input items here, from files in `import.ts`. From here on they
 * are one and the same.
 *
 * 1. Every value is text, empty ones are left out; the personal infos stand in the service's order.
 * 2. Of two columns for one field the first that is filled counts. Where the other means something
 *    else, the row has a warning.
 * 3. A value that lost letters when its file was read is a warning, too.
 * 4. What cannot be read is the row's `problem`: it fails by that alone.
 */
export interface Row {
	/** The input item it came from. */
	readonly itemIndex: number;
	/** What people see: counted from 1, or the line of a spreadsheet. */
	readonly number: number;
	/** Where several files are imported, the name of its own. */
	readonly file?: string;
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
	/** Undefined where it cannot be read. */
	readonly target: Target | undefined;
	/** All its columns as they came, for the file of those that were not imported. */
	cells(): Array<readonly [column: string, value: unknown]>;
}

/** Where a row goes, and as what: the same for all rows of a file. */
export interface Target extends Omit<NewContact, 'timestamp' | 'personalInfos'> {
	readonly connection: Connection;
	/** Tells audiences apart, those of different profiles too. */
	readonly audienceKey: string;
	/** Undefined for the moment of sending. */
	readonly timestamp: number | undefined;
}

/** What is read of each input item of Create and Import alike. */
export interface TargetParameters {
	audienceId: string;
	options: { contactType?: unknown; extraColumns?: unknown; timestamp?: unknown };
}

/** @throws UserError */
export function targetOf({ connection, parameters, zone }: Call<TargetParameters>): Target {
	const { options } = parameters;
	const audienceId = toUuid(parameters.audienceId, 'Audience ID');
	const moment = readMoment(options.timestamp, 'Timestamp', zone);
	const type = textOf(options.contactType ?? contactType.default).trim();
	if (type === '') {
		throw new UserError("'Contact Type' is empty", 'Enter a kind of contact, such as CONSUMER.');
	}
	// The service takes 13 digits (operation `createContact`).
	if (moment !== undefined && !(moment >= 1e12 && moment < 1e13)) {
		throw new UserError(
			"'Timestamp' is out of range",
			'The service takes moments from 9 September 2001 to November 2286.',
		);
	}
	const audienceKey = audienceKeyOf(connection, audienceId);
	return { connection, audienceId, audienceKey, contactType: type, timestamp: moment };
}

export type ExtraColumns = 'ignore' | 'add';

/** @throws UserError */
export const chosenExtraColumns = ({ options }: TargetParameters): ExtraColumns =>
	chosenOption(options.extraColumns ?? extraColumns.default, extraColumns);

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
export type RowInfos = Pick<
	Row,
	'infos' | 'isEmpty' | 'warnings' | 'lostLetters' | 'problem' | 'ignored'
>;

/** The personal infos of a row, by the columns of its header. */
export function infosOf(
	{ columns, map, ignored }: Header,
	values: readonly unknown[],
	extra: ExtraColumns,
): RowInfos {
	const found = new Map<string, string>();
	const warnings: string[] = [];
	let problem: unknown;
	const textAt = (place: number): string => {
		try {
			return toText(values[place], columns[place]);
		} catch (reason) {
			problem ??= reason;
			return '';
		}
	};
	const filled = new Map<number, string>();
	for (const place of [...map.fields.values()].flat()) {
		const text = textAt(place);
		if (!isBlank(text)) filled.set(place, text);
	}
	const choices = chooseColumns(map, filled);
	for (const { field, place } of choices) if (place >= 0) found.set(field, filled.get(place)!);
	const country = found.get('Land');
	for (const { field, place, others } of choices) {
		for (const other of others) {
			const text = filled.get(other)!;
			if (place >= 0 && meansTheSame(field, found.get(field)!, text, country)) continue;
			const why =
				place < 0 ? 'for another address counts' : `for '${columns[place]}' is the ${field}`;
			warnings.push(`'${columns[other]}' (${text.trim()}) is not sent, ${why}`);
		}
	}
	const infix = found.get('Tussenvoegsel');
	if (infix !== undefined) {
		found.delete('Tussenvoegsel');
		const last = [infix.trim(), found.get('Achternaam')?.trim()];
		found.set('Achternaam', last.filter(Boolean).join(' '));
	}
	if (extra === 'add') {
		for (const place of map.ignored) {
			const text = textAt(place);
			if (!isBlank(text)) found.set(columns[place], text);
		}
	}
	const infos = inServiceOrder(found);
	const unnamed = values.filter((one, place) => !columns[place]?.trim() && !isBlank(textOf(one)));
	if (unnamed.length > 0) {
		warnings.push(`What stands in no column is not sent: ${unnamed.map(textOf).join(', ')}`);
	}
	const isEmpty = infos.length === 0 && !problem && values.every((one) => isBlank(textOf(one)));
	const lost = infos.filter(({ value }) => LOST_LETTERS.test(value));
	for (const { name } of lost) warnings.push(`${name} lost letters when its file was read`);
	const notSent = extra === 'add' ? [] : ignored;
	return { infos, isEmpty, warnings, lostLetters: lost.length > 0, problem, ignored: notSent };
}

/** What a decoder puts in place of what it cannot read, and what Windows-1252 read as Latin-1 gives. */
// eslint-disable-next-line no-control-regex
const LOST_LETTERS = /[\uFFFD\u0080-\u009F]/;

const isBlank = (text: string): boolean => text.trim() === '' || withoutInvisible(text) === '';

function meansTheSame(field: Field, one: string, other: string, country?: string): boolean {
	if (one.trim().toLowerCase() === other.trim().toLowerCase()) return true;
	if (field === 'E-mailadres') return isAllIn(emailsIn(other), emailsIn(one), Object.is);
	if (field !== 'Telefoonnummer') return false;
	return isAllIn(phonesIn(other, country), phonesIn(one, country), isSamePhone);
}

const isAllIn = (keys: string[], others: string[], same: (a: string, b: string) => boolean) =>
	keys.length > 0 && keys.every((key) => others.some((other) => same(key, other)));

function inServiceOrder(found: ReadonlyMap<string, string>): PersonalInfo[] {
	const known = Object.keys(PERSONAL_INFO_NAMES);
	const names = [...known, ...[...found.keys()].filter((name) => !known.includes(name))];
	return names.flatMap((name) => (found.has(name) ? { name, value: found.get(name)! } : []));
}

/** @throws UserError for what is no text. */
function toText(value: unknown, column: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object') return String(value);
	const date = dateText(value);
	if (typeof date === 'string') return date;
	throw new UserError(
		`The column '${column}' holds ${Array.isArray(value) ? 'a list' : date === null ? 'a date that is none' : 'an object'} where text is expected`,
		'Map one of its values, or turn it into text first.',
	);
}

/** Of a Date, or a DateTime of n8n's own copy of luxon; null for one that is none. */
function dateText(value: object): string | null | undefined {
	if (value instanceof Date) return Number.isNaN(+value) ? null : value.toISOString();
	return isObject(value) && typeof value.toISO === 'function'
		? (value.toISO() as string | null)
		: undefined;
}

/** The value of the resource mapper; `value` is null in automatic mode. */
interface Mapping {
	mappingMode: string;
	value: IDataObject | null;
}

export interface CreateParameters extends TargetParameters {
	personalInfos: IDataObject;
}

/** The rows of Create: one an input item. */
export async function rowsOfItems(batch: Batch<CreateParameters>): Promise<Row[]> {
	const rows: Row[] = [];
	const items = batch.context.getInputData();
	let header = headerOf([]);
	for await (const itemIndex of itemsInTurn(batch)) {
		const { json } = items[itemIndex];
		const automatic = (extra: ExtraColumns) => {
			const columns = Object.keys(json);
			const isSame =
				columns.length === header.columns.length &&
				columns.every((one, n) => one === header.columns[n]);
			if (!isSame) header = headerOf(columns);
			return infosOf(header, Object.values(json), extra);
		};
		const base = { itemIndex, number: itemIndex + 1, cells: () => Object.entries(json) };
		try {
			const call = batch.callOf(itemIndex);
			const { mappingMode, value } = call.parameters.personalInfos as unknown as Mapping;
			const extra = chosenExtraColumns(call.parameters);
			const isAutomatic = mappingMode === 'autoMapInputData';
			const read = isAutomatic ? automatic(extra) : mappedByHand(value ?? {});
			try {
				rows.push({ ...base, ...read, target: targetOf(call) });
			} catch (problem) {
				rows.push({ ...base, ...read, target: undefined, problem });
			}
		} catch (problem) {
			// Its own columns tell which it is.
			rows.push({ ...base, ...automatic('ignore'), isEmpty: false, target: undefined, problem });
		}
	}
	return rows;
}

/** @param values By the service's names, which the fields of the mapper have. */
function mappedByHand(values: IDataObject): RowInfos {
	const names = Object.keys(values);
	const fields = new Map(names.map((name, place) => [name as PersonalInfoName, [place]]));
	const header = {
		columns: names,
		map: { fields, addresses: new Map(), ignored: [] },
		ignored: [],
	};
	const read = infosOf(header, Object.values(values), 'ignore');
	return names.length > 0 ? read : { ...read, isEmpty: false, problem: nothingMapped() };
}

const nothingMapped = () =>
	new UserError(
		'No field is mapped',
		"Map at least one field of 'Personal Information', or choose 'Map Automatically'.",
	);
