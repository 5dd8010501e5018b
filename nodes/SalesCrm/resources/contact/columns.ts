import type { PERSONAL_INFO_NAMES } from '../../../api/types';
import { withoutInvisible } from '../../../utils/text';

/**
 * Which column is which personal info, by the spellings that people and programs use.
 */

export type PersonalInfoName = keyof typeof PERSONAL_INFO_NAMES;

/** What a column holds of a contact; a `Tussenvoegsel` goes in front of the last name. */
export type Field = PersonalInfoName | 'Tussenvoegsel';

/** Columns by their places in the header. */
export interface ColumnMap {
	/** Those of each field, in the order in which they count. */
	readonly fields: ReadonlyMap<Field, readonly number[]>;
	/** Those that fit none. Columns of our own report are neither. */
	readonly ignored: readonly number[];
}

/** Columns that the file of a report adds to those of its rows, and that come back with it. */
export const REPORT_COLUMNS = { first: 'row', last: 'reason' };

export const isReportColumn = (column: string): boolean =>
	Object.values(REPORT_COLUMNS).includes(withoutInvisible(column).toLowerCase());

export function mapColumns(columns: readonly string[]): ColumnMap {
	const fields = new Map<Field, number[]>();
	const ignored: number[] = [];
	for (const [place, column] of columns.entries()) {
		const field = knownName(column);
		if (field) fields.set(field, [...(fields.get(field) ?? []), place]);
		else if (!isReportColumn(column)) ignored.push(place);
	}
	return { fields, ignored };
}

/** Common spellings of a column, English and Dutch, as `spelling` leaves them. */
const SPELLINGS: Record<Field, string[]> = {
	Voornaam: ['voornaam', 'firstname', 'givenname', 'forename', 'roepnaam'],
	Tussenvoegsel: ['tussenvoegsel', 'tussenvoegsels'],
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

const FIELD_BY_SPELLING = new Map(
	Object.entries(SPELLINGS).flatMap(([name, spellings]) =>
		spellings.map((spelling) => [spelling, name as Field] as const),
	),
);

/** A column's name without case, accents, spaces and punctuation. */
const spelling = (column: string): string =>
	column
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^\p{Letter}\p{Number}]/gu, '');

/** What a single column holds; undefined when it is none of them. */
export const knownName = (column: string): Field | undefined =>
	FIELD_BY_SPELLING.get(spelling(column));
