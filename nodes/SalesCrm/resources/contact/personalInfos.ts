import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../utils/json';
import { UserError } from '../../../utils/userError';
import { textOf, withoutInvisible } from '../../../utils/text';
import type { PERSONAL_INFO_NAMES, PersonalInfo } from '../../../api/types';

/** What becomes of an input column that is none of the nine known names. */
export type ExtraColumns = 'ignore' | 'add' | 'fail';

/** The value of the resource mapper; `value` is null in automatic mode. */
export interface Mapping {
	mappingMode: string;
	value: IDataObject | null;
}

export interface PersonalInfosRead {
	/** As far as they could be read, where there is a failure. */
	infos: PersonalInfo[];
	/** Columns that hold something, and are not sent. */
	ignored: string[];
	/** That nothing is left, a column cannot be text, or two columns disagree. */
	failure?: UserError;
}

/**
 * Reads the personal infos of one contact: from the mapped fields, or from the item's own columns
 * when they are mapped automatically. Every value becomes text; empty ones are left out.
 * @param zone Time zone of the workflow.
 */
export function readPersonalInfos(
	mapping: Mapping,
	item: IDataObject,
	extraColumns: ExtraColumns,
	zone: string,
): PersonalInfosRead {
	const isAutomatic = mapping.mappingMode === 'autoMapInputData';
	const values = new Map<string, { value: string; column: string }>();
	const ignored: string[] = [];
	let failure: UserError | undefined;
	for (const [column, value] of Object.entries(isAutomatic ? item : (mapping.value ?? {}))) {
		const known = isAutomatic ? knownName(column) : column;
		const name = known ?? column;
		const isReports = isAutomatic && isReportColumn(column);
		const isExtra = known === undefined && (extraColumns !== 'add' || isReports);
		try {
			const text =
				isExtra && (extraColumns === 'ignore' || isReports)
					? textOf(value)
					: toText(value, column, zone);
			const before = values.get(name);
			if (text.trim() === '') continue;
			if (isExtra && extraColumns === 'fail' && !isReports) throw notKnown(column);
			if (isExtra) ignored.push(column);
			else if (before && before.value !== text) throw disagreement(name, before.column, column);
			else values.set(name, { value: text, column });
		} catch (reason) {
			failure ??= reason as UserError;
		}
	}
	if (values.size === 0) failure ??= isAutomatic ? nothingRecognized(item) : nothingMapped();
	return { infos: [...values].map(([name, { value }]) => ({ name, value })), ignored, failure };
}

/**
 * Columns that the file of a report adds to those of its rows (import/report.ts), and that come back
 * with it. They are no contact's. n8n's Extract from File leaves a BOM in the first name.
 */
export const REPORT_COLUMNS = { first: 'item', last: 'reason' };

export const isReportColumn = (column: string): boolean =>
	Object.values(REPORT_COLUMNS).includes(withoutInvisible(column));

function toText(value: unknown, column: string, zone: string): string {
	if (value === undefined || value === null) return '';
	if (isDate(value)) return dateText(value, column, zone);
	if (typeof value === 'string' && JSON_DATE.test(value))
		return dayOf(new Date(value), zone) ?? value;
	if (typeof value !== 'object') return String(value);
	throw new UserError(
		`The column '${column}' holds ${Array.isArray(value) ? 'a list' : 'an object'} where text is expected`,
		'Map one of its values, or turn it into text first.',
	);
}

/** A Date, or a DateTime of n8n's own copy of luxon, which instanceof would not recognize. */
const isDate = (value: unknown): value is Date | DateTime =>
	value instanceof Date || (isObject(value) && typeof value.toISO === 'function');

function dateText(value: Date | DateTime, column: string, zone: string): string {
	const day = value instanceof Date ? dayOf(value, zone) : undefined;
	const date = value instanceof Date ? DateTime.fromJSDate(value, { zone: 'utc' }) : value;
	const text = day ?? date.toISO();
	if (text !== null) return text;
	throw new UserError(
		`The column '${column}' holds a date that is none`,
		'Correct the expression or the data that it comes from.',
	);
}

/** What becomes of a Date when n8n stores the item it is in. */
const JSON_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/**
 * The day that a midnight stands for, such as `1980-05-17`. A date column of a database comes as
 * midnight where n8n runs (`postgres-date`, up to version 2.6 of n8n's Postgres node) or in the
 * workflow's zone; in UTC, east of Greenwich, that is the day before.
 */
function dayOf(date: Date, zone: string): string | undefined {
	const readings = ['system', zone].map((one) => DateTime.fromJSDate(date, { zone: one }));
	const midnight = readings.find((one) => one.isValid && +one === +one.startOf('day'));
	return midnight?.toISODate() ?? undefined;
}

function notKnown(column: string): UserError {
	return new UserError(
		`The column '${column}' is no known personal info`,
		"Rename or remove it, or choose in the option 'Extra Columns' to ignore or add such columns.",
	);
}

function disagreement(name: string, first: string, second: string): UserError {
	return new UserError(
		`The columns '${first}' and '${second}' both mean ${name} and hold different values`,
		'Remove one of them, or map the fields by hand.',
	);
}

const NOTHING_TO_SEND = 'There is no personal information to create a contact from';

const nothingMapped = () =>
	new UserError(
		NOTHING_TO_SEND,
		"All mapped fields are empty for this item. Give one of them a value, or choose 'Map Automatically'.",
	);

function nothingRecognized(item: IDataObject): UserError {
	const columns = Object.keys(item);
	const separator = SEPARATORS.find(({ sign }) =>
		columns.some((column) => column.split(sign).filter(knownName).length > 1),
	);
	const shown = columns.slice(0, 12).join(', ') || 'none';
	return new UserError(
		NOTHING_TO_SEND,
		separator
			? `The columns of the file came as one, for they are separated by ${separator.name}. Set 'Delimiter' in the options of the node that reads the file, such as Extract from File. Columns of this item: ${shown}.`
			: `All values are empty or no column was recognized. Columns of this item: ${shown}.`,
	);
}

/** Other than the comma, which is what n8n expects: a Dutch Excel writes semicolons. */
const SEPARATORS = [
	{ sign: ';', name: 'semicolons (;)' },
	{ sign: '\t', name: 'tabs (\\t)' },
	{ sign: '|', name: 'bars (|)' },
];

export type PersonalInfoName = keyof typeof PERSONAL_INFO_NAMES;

/** Common spellings of a column, English and Dutch, as `spelling` leaves them. */
const SPELLINGS: Record<PersonalInfoName, string[]> = {
	Voornaam: ['voornaam', 'firstname', 'givenname', 'forename', 'roepnaam'],
	Achternaam: ['achternaam', 'lastname', 'surname', 'familyname'],
	'E-mailadres': ['emailadres', 'email', 'emailaddress', 'mail', 'mailadres'],
	Telefoonnummer: [
		'telefoonnummer',
		'telefoon',
		'phone',
		'phonenumber',
		'telephone',
		'telephonenumber',
		'tel',
		'mobile',
		'mobilephone',
		'mobiel',
		'mobielnummer',
	],
	Straatnaam: ['straatnaam', 'straat', 'street', 'streetname'],
	Huisnummer: ['huisnummer', 'housenumber', 'houseno', 'streetnumber'],
	Postcode: ['postcode', 'zip', 'zipcode', 'postalcode'],
	Plaats: ['plaats', 'plaatsnaam', 'woonplaats', 'city', 'town', 'stad'],
	Land: ['land', 'country', 'landnaam'],
};

const NAME_BY_SPELLING = new Map(
	Object.entries(SPELLINGS).flatMap(([name, spellings]) =>
		spellings.map((spelling) => [spelling, name as PersonalInfoName] as const),
	),
);

/** A column's name without case, accents, spaces and punctuation. */
const spelling = (column: string): string =>
	column
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^\p{Letter}\p{Number}]/gu, '');

/** Names by column, as each row brings the same columns. */
const namesByColumn = new Map<string, PersonalInfoName | undefined>();
const MAX_COLUMNS_KEPT = 1_000;

/** The service's name for a column; undefined when it is none of the nine. */
export function knownName(column: string): PersonalInfoName | undefined {
	if (namesByColumn.has(column)) return namesByColumn.get(column);
	const name = NAME_BY_SPELLING.get(spelling(column));
	if (namesByColumn.size < MAX_COLUMNS_KEPT) namesByColumn.set(column, name);
	return name;
}
