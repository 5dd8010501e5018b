import type { IDataObject } from 'n8n-workflow';

import { type NewContact, PERSONAL_INFO_NAMES, type PersonalInfo } from '../../../api/types';
import type { Connection } from '../../../transport/connection';
import { readMoment } from '../../../utils/dates';
import { isObject } from '../../../utils/json';
import { textOf, withoutInvisible } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toUuid } from '../../../utils/uuid';
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
	options: { contactType?: unknown; extraColumns?: ExtraColumns; timestamp?: unknown };
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

export const chosenExtraColumns = ({ options }: TargetParameters): ExtraColumns =>
	options.extraColumns ?? extraColumns.default;

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
		warnings.push(`What stands in no column is not sent: ${unnamed.map(textOf).join(', ')}`);
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

export interface CreateParameters extends TargetParameters {
	/** The value of the resource mapper; null in automatic mode. */
	personalInfos: { value?: IDataObject | null };
}

/** The rows of Create: one an input item. */
export async function rowsOfItems(batch: Batch<CreateParameters>): Promise<Row[]> {
	const { context } = batch;
	const items = context.getInputData();
	const mode = context.getNodeParameter('personalInfos.mappingMode', 0, '');
	const isAutomatic = mode === 'autoMapInputData';
	const rows: Row[] = [];
	let header = headerOf([]);
	for await (const itemIndex of itemsInTurn(batch)) {
		const { json } = items[itemIndex];
		const automatic = (extra: ExtraColumns) => {
			const columns = Object.keys(json);
			const { length } = header.columns;
			const isSame =
				columns.length === length && columns.every((one, n) => one === header.columns[n]);
			if (!isSame) header = headerOf(columns);
			return infosOf(header, Object.values(json), extra);
		};
		const row = { itemIndex, number: itemIndex + 1, cells: () => Object.entries(json) };
		let read: RowInfos | undefined;
		try {
			const call = batch.callOf(itemIndex);
			const extra = chosenExtraColumns(call.parameters);
			read = isAutomatic
				? automatic(extra)
				: mappedByHand(call.parameters.personalInfos.value ?? {});
			rows.push({ ...row, ...read, target: targetOf(call) });
		} catch (problem) {
			// Its own columns tell which it is.
			read ??= isAutomatic ? automatic('ignore') : { ...automatic('ignore'), isEmpty: false };
			rows.push({ ...row, ...read, target: undefined, problem });
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
