export interface PersonalInfo {
	name: string;
	value: string;
}

/** Names used in `standard_personal_infos` (schema `PersonalInfo`), with their English meaning. */
export const PERSONAL_INFO_NAMES = {
	Voornaam: 'First Name',
	Achternaam: 'Last Name',
	'E-mailadres': 'Email',
	Telefoonnummer: 'Phone',
	Straatnaam: 'Street',
	Huisnummer: 'House Number',
	Postcode: 'Postal Code',
	Plaats: 'City',
	Land: 'Country',
} as const;

/** The fields of `contact_info`, with the names that `standard_personal_infos` has for them. */
export const CONTACT_INFO_NAMES: ReadonlyMap<string, keyof typeof PERSONAL_INFO_NAMES> = new Map([
	['first_name', 'Voornaam'],
	['last_name', 'Achternaam'],
	['email', 'E-mailadres'],
	['phone', 'Telefoonnummer'],
	['address_street', 'Straatnaam'],
	['address_number', 'Huisnummer'],
	['postal_code', 'Postcode'],
	['city', 'Plaats'],
	['country', 'Land'],
]);
