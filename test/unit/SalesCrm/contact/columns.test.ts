import { headerOf } from '../../../../nodes/SalesCrm/resources/contact/columns';
import { csvFormatOf, readCsv } from '../../../../nodes/SalesCrm/resources/contact/csv';
import { decodeText } from '../../../../nodes/SalesCrm/resources/contact/encoding';
import { infosOf } from '../../../../nodes/SalesCrm/resources/contact/rowInfos';
import { contactFile, contactFiles } from '../../../support/contactFiles.cjs';

/** What counts of a row, by field. */
const fieldsOf = (headers: string[], cells: string[]): Record<string, string> =>
	Object.fromEntries(
		infosOf(headerOf(headers), cells, false).infos.map(({ name, value }) => [name, value]),
	);

const person = {
	Voornaam: 'Zoë',
	Achternaam: 'd’Œuvré',
	'E-mailadres': 'zoe@example.com',
	Telefoonnummer: '+31 6 12345678',
	Straatnaam: 'Caféstraat 12',
};
const contact = { ...person, Postcode: '1234 AB', Plaats: 'Bergen op Zoom', Land: 'Nederland' };
const withHouseNumber = { ...contact, Straatnaam: 'Caféstraat', Huisnummer: '12' };
const withWholeName = Object.fromEntries(
	Object.entries({ ...contact, Achternaam: 'Zoë d’Œuvré' }).slice(1),
);

const EXPECTED: Record<string, Record<string, string>> = {
	'french.csv': withHouseNumber,
	'mailchimp.csv': person,
	'shopify-orders.csv': withWholeName,
	'webshop-dutch.csv': { ...withHouseNumber, Achternaam: 'van den d’Œuvré' },
	'webshop-german.csv': withHouseNumber,
};

it.each(contactFiles)('the contact of %s is read with nothing done by hand', (name) => {
	const text = decodeText(contactFile(name));
	const { delimiter, start } = csvFormatOf(text);
	const [headers, cells] = [...readCsv(text, delimiter, start)].map(({ fields }) => fields);
	expect(fieldsOf(headers, cells)).toEqual(EXPECTED[name] ?? contact);
});

const meaning = (header: string) => [...headerOf([header]).fields.keys()][0];

it.each([
	[
		'Voornaam',
		'Voornaam|voornaam |First name|firstName|FIRST_NAME|Vorname|Prénom|FNAME|Name (First)',
	],
	[
		'Achternaam',
		'Last Name|Nachname|Nom de famille|Familienaam|Name|Naam|Nom|full_name|Contactpersoon',
	],
	['Achternaam', 'Volledige naam|Wat is je naam?|Naam contactpersoon'],
	[
		'E-mailadres',
		'E-Mail-Adresse|E-mail 1 - Value|EMAIL;type=INTERNET;type=HOME|Email (werk)|EMAIL',
	],
	[
		'E-mailadres',
		'E-mail *|billing_email|Adresse e-mail|Courriel|Wat is je e-mailadres?|Primary Email',
	],
	['Telefoonnummer', 'Telefoonnr.|Tel. nr|Tel.|Mobiele telefoon|Mobile number|GSM|Handy|Téléphone'],
	[
		'Telefoonnummer',
		'N° de téléphone|Portable|Telefoon thuis|billing_phone|TEL;type=CELL;type=pref',
	],
	['Telefoonnummer', 'Telefoonnummer (mobiel)|Vaste telefoon|Mobiltelefonnummer'],
	['Straatnaam', 'Street address|Adres|Straße|Rue|Straat + huisnummer|Adres + huisnummer|Str./Nr.'],
	['Straatnaam', 'Straße/Nr.|billing_address_1|Mailing Street|Address Line 1'],
	['Huisnummer', 'Huisnr|Huisnr.|House no.|Hausnummer'],
	[
		'Postcode',
		'PLZ|Code postal|ZIP / Postal Code|zip_code|Mailing Zip/Postal Code|billing_postcode',
	],
	['Plaats', 'Woonplaats|Ort|Ville|Town / City|Gemeente|Address (City)'],
	['Land', 'Country/Region|Country / Region|Landcode|Pays|billing_country'],
	['Tussenvoegsel', 'Tussenvoegsel|tussenvoegsels|Tussenv.|Voorvoegsel'],
])('%s has many names: %s', (field, headers) => {
	for (const header of headers.split('|'))
		expect([header, meaning(header)]).toEqual([header, field]);
});

it.each([
	'Email opt-in|Email Domain|E-mail 1 - Type|E-mailtype|Company phone|Telefoon assistent|Fax op werk',
	'Company name|Username|ad_name|form_name|Contact owner|Nr|Number|Shipping|Billing|| |1|__proto__',
	'constructor|Toelichting|State/Region|Kundennummer|Klantnummer|Row|reason',
])('no columns of a contact: %s', (headers) => {
	for (const header of headers.split('|'))
		expect([header, meaning(header)]).toEqual([header, undefined]);
});

it.each<[string, string[], string[], Record<string, string>]>([
	[
		'a name beside a first name is the last name',
		['Naam', 'Voornaam'],
		['Boer', 'Jan'],
		{ Achternaam: 'Boer', Voornaam: 'Jan' },
	],
	[
		'a name beside a last name is nothing',
		['Name', 'First name', 'Last name'],
		['Jan Boer', 'Jan', 'Boer'],
		{ Voornaam: 'Jan', Achternaam: 'Boer' },
	],
	[
		'an address beside a street is nothing',
		['Adres', 'Straat'],
		['Dorpsstraat 1, Ede', 'Dorpsstraat 1'],
		{ Straatnaam: 'Dorpsstraat 1' },
	],
	[
		'a number behind a street is the house number',
		['Nr', 'Billing street', 'Billing number'],
		['7', 'Dorpsstraat', '12'],
		{ Straatnaam: 'Dorpsstraat', Huisnummer: '12' },
	],
	[
		'a mobile number behind a street is a phone',
		['Street address', 'Mobile number'],
		['Dam 1', '0612345678'],
		{ Straatnaam: 'Dam 1', Telefoonnummer: '0612345678' },
	],
	[
		'the first that is filled counts',
		['Telefoon', 'Mobiel'],
		['', '0612345678'],
		{ Telefoonnummer: '0612345678' },
	],
	[
		'no street gets the city of another address',
		['Business Street', 'Business City', 'Home Street', 'Home City'],
		['Dorpsstraat 1', '', 'Kade 2', 'Ede'],
		{ Straatnaam: 'Dorpsstraat 1' },
	],
	[
		'what an address has no column for is taken from the others',
		['Home Street', 'City', 'Country'],
		['Kade 2', 'Ede', 'NL'],
		{ Straatnaam: 'Kade 2', Plaats: 'Ede', Land: 'NL' },
	],
])('%s', (__, headers, cells, expected) => {
	expect(fieldsOf(headers, cells)).toEqual(expected);
});

it('says which columns fit none; those of a report, and those without a name, are neither', () => {
	const { ignored } = headerOf(['\uFEFFrow', 'Email', 'Notes', '', 'Reason']);
	expect([...ignored]).toEqual([[2, 'Notes']]);
});
