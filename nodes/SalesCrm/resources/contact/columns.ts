import type { PERSONAL_INFO_NAMES } from '../../../api/types';

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

/** Columns come again with each row. */
const known = new Map<string, PersonalInfoName | undefined>();
const MAX_KNOWN = 1_000;

/** The service's name for a column; undefined when it is none of the nine. */
export function knownName(column: string): PersonalInfoName | undefined {
	if (known.has(column)) return known.get(column);
	const name = NAME_BY_SPELLING.get(spelling(column));
	if (known.size < MAX_KNOWN) known.set(column, name);
	return name;
}
