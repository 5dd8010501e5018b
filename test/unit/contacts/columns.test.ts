import { fieldOf } from '../../../nodes/contacts/headers';
import { readRow, readRows } from '../../support/contactValues';

/** Which field a column is: by its header, and by the values below it. */

const fieldAndPart = (header: string) => {
	const { field, part } = fieldOf(header) ?? {};
	return [field, part].filter(Boolean).join(' ');
};

it.each<[field: string, ...headers: string[]]>([
	['Voornaam', 'Voornaam', 'First name', 'FIRST_NAME', 'firstName', 'Vorname*', 'Prénom :', 'Imię'],
	['Voornaam', 'Voorletters', 'Initials', 'first'],
	['Achternaam', 'Achternaam', 'Nachname', 'Apellidos', 'Cognome', 'Nom de famille', 'last'],
	['Achternaam', 'Achternaam + tussenvoegsel', 'Naam (voor- en achternaam)', 'Naam aanvrager'],
	[
		'Achternaam',
		'Weergavenaam',
		'Display name',
		'Persoon - Naam',
		'Full Name',
		'Klantnaam',
		'Klant',
	],
	['Achternaam infix', 'Tussenvoegsel', 'TV', 'Voorvoegsel'],
	[
		'E-mailadres',
		'E-mail',
		'Wat is uw e-mailadres?',
		'Persoon - E-mail',
		'Primair e-mailadres',
		'klantmail',
	],
	[
		'Telefoonnummer',
		'SMS',
		'LANDLINE_NUMBER',
		'Tel. mob.',
		'En je telefoonnummer?',
		'TEL;type=CELL',
	],
	['Telefoonnummer', 'Persoon - Telefoon', 'Werktelefoon', 'GSM', 'Handy'],
	['Straatnaam', 'Straat', 'Klantadres', 'Adres', 'addressBillingStreet', 'Rue'],
	['Straatnaam secondLine', 'Address 2', 'Adresregel 2'],
	['Huisnummer', 'Huisnummer', 'Hausnr.', 'House no'],
	['Huisnummer addition', 'Toev. aan huisnr.', 'Toevoeging', 'Bus', 'Huisletter'],
	['Postcode', 'Postcode', 'PLZ', 'ZIP', 'Code postal'],
	['Postcode withTown', 'Postcode en gemeente', 'PLZ/Ort'],
	['Plaats', 'Plaats', 'Gemeente', 'Town/City'],
	['Land', 'Land of regio', 'Country/Region', 'Kraj'],
	[
		'',
		'First contact',
		'Last contact',
		'Laatste contact',
		'Lead name',
		'Klant sinds',
		'Klantnummer',
	],
	[
		'',
		'Wat is de naam van uw partner?',
		'Tel: 0612345678',
		'Mail: an@x.example',
		'Nummer',
		'Notitie',
	],
	['', 'Naam en telefoon', 'a '.repeat(60)],
])('%s: %s, %s, %s', (field, ...headers) => {
	expect(headers.map((header) => [header, fieldAndPart(header)])).toEqual(
		headers.map((header) => [header, field]),
	);
});

it.each<[headers: string, ...fields: Array<string | undefined>]>([
	['Straat;Nr', 'Straatnaam', 'Huisnummer'],
	['N°;Rue', 'Huisnummer', 'Straatnaam'],
	['Postcode;Nr;Ext', 'Postcode', 'Huisnummer', 'Huisnummer'],
	['Plaats;Nummer', 'Plaats', undefined],
	['addressBillingStreet;addressBillingNumber', 'Straatnaam', 'Huisnummer'],
])('a number belongs to the address beside it: %s', (header, ...fields) => {
	const headers = header.split(';');
	const row = headers.map((_, n) => `Kade ${n}1`);
	expect(readRows(headers, [row])[0]!.fields).toEqual(fields);
});

const NAMES = ['Jansen', 'de Vries', 'Bos'];

it.each<[header: string, values: string[], isField: boolean]>([
	['Klant', ['ja', 'nee', 'ja'], false],
	['Kunde', ['wahr', 'falsch', 'wahr'], false],
	['Contact', ['C-1001', 'C-1002', 'C-1003'], false],
	['Achternaam', ['12', '13', '14'], false],
	['Last name', ['12-03-2026', '1-4-2026', '2026-05-01'], false],
	['TV', ['ja', 'nee', 'ja'], false],
	['Bus', ['ja', 'nee', 'ja'], false],
	['PC', ['ja', 'nee', 'ja'], false],
	['Postcode', ['Ede', 'Utrecht', '3511 AB'], false],
	['Internet-adres', ['www.a.nl', 'www.b.nl', 'www.c.nl'], false],
	['Mobile', ['ja', 'nee', 'ja'], false],
	['Klant', ['Ja', 'Bos', 'de Vries'], true],
	['Naam', ['Familie 2 Bos', 'Bakkerij 7', 'Studio 54'], true],
	['Naam', ['Tak', 'No'], true],
	['Mobile', ['ja', 'nee', '0612345678'], true],
	['Land', ['D', 'F', 'B'], true],
	['Huisnummer', ['12', 'A', '7'], true],
	['Achternaam', NAMES, true],
])('values speak against a column: %s with %p', (header, values, isField) => {
	const rows = readRows(
		[header],
		values.map((value) => [value]),
	);
	expect(rows[0]!.fields[0] !== undefined).toBe(isField);
});

type Row = Record<string, string>;

it.each<[what: string, row: Row, sent: Row, said?: RegExp]>([
	['an infix once', { Achternaam: 'Wit, de', Tussenvoegsel: 'de' }, { Achternaam: 'Wit, de' }],
	['an infix in front', { Achternaam: 'Wit', Tussenvoegsel: 'de' }, { Achternaam: 'de Wit' }],
	['no infix', { Achternaam: 'Jansen', Tussenvoegsel: 'geen' }, { Achternaam: 'Jansen' }],
	['no addition', { Huisnummer: '12', Toevoeging: 'geen' }, { Huisnummer: '12' }],
	['no addition', { Huisnummer: '12', Toevoeging: '0' }, { Huisnummer: '12' }],
	['no addition', { Huisnummer: '12', Toevoeging: 'nee' }, { Huisnummer: '12' }],
	['an addition', { Huisnummer: '12', Toevoeging: 'A' }, { Huisnummer: '12 A' }],
	['an addition once', { Huisnummer: '12A', Toevoeging: 'a' }, { Huisnummer: '12A' }],
	['a yes in three columns', { Naam: 'Bos', TV: 'ja', PC: 'ja' }, { Achternaam: 'Bos' }, /PC/],
	[
		'a whole name once',
		{ Voornaam: 'Jan', 'Volledige naam': 'Jan de Wit' },
		{ Voornaam: 'Jan', Achternaam: 'de Wit' },
	],
	[
		'a whole name once',
		{ Voornaam: 'Jan', Naam: 'Wit, Jan' },
		{ Voornaam: 'Jan', Achternaam: 'Wit' },
	],
	['a whole name once', { Voornaam: 'Jan', Naam: 'Jan' }, { Voornaam: 'Jan' }],
	[
		'a number once',
		{ Straat: 'Kade 12', Huisnummer: '12' },
		{ Straatnaam: 'Kade', Huisnummer: '12' },
	],
	[
		'a number of its own',
		{ Straat: 'Plein 1944', Huisnummer: '12' },
		{ Straatnaam: 'Plein 1944', Huisnummer: '12' },
	],
	[
		'nobody called Null',
		{ Voornaam: 'NULL', Achternaam: 'NULL', Plaats: 'Ede' },
		{ Plaats: 'Ede' },
	],
	[
		'the name that is one',
		{ Naam: 'Bakkerij Bos', Contactpersoon: 'Els Bos', 'E-mail': 'els@bos.example' },
		{ Achternaam: 'Bakkerij Bos', 'E-mailadres': 'els@bos.example' },
		/Not sent: 'Contactpersoon' \(Els Bos\)/,
	],
	[
		'the name before the customer',
		{ Klant: 'Nieuw', Naam: 'Jansen' },
		{ Achternaam: 'Jansen' },
		/Not sent: 'Klant'/,
	],
	[
		'the country, with the code that is its own',
		{ Land: 'Duitsland', Landcode: 'DE' },
		{ Land: 'Duitsland' },
	],
	[
		'the country, with another code',
		{ Land: 'Nederland', Landcode: 'BE' },
		{ Land: 'Nederland' },
		/Not sent: 'Landcode' \(BE\)/,
	],
	['the code without a country', { Land: '', Landcode: 'BE' }, { Land: 'BE' }],
	[
		'a name of the only column',
		{ Klant: 'Bos', Plaats: 'Ede' },
		{ Achternaam: 'Bos', Plaats: 'Ede' },
	],
	[
		'the first of two phones',
		{ Telefoon: '0201234567', Mobiel: '0612345678' },
		{ Telefoonnummer: '0201234567' },
		/Not sent: 'Mobiel'/,
	],
	[
		'one phone, written twice',
		{ Telefoon: '0201234567', Mobiel: '+31 20 123 45 67' },
		{ Telefoonnummer: '0201234567' },
	],
	[
		'the first that is one',
		{ 'E-mail': 'anonymous', 'E-mail 2': 'an@x.example' },
		{ 'E-mailadres': 'an@x.example' },
		/not an email/,
	],
	[
		'no addition to a street that is not there',
		{ 'Adres 2': 'Hal 3', Toevoeging: 'A' },
		{ Straatnaam: 'Hal 3' },
		/Not sent: 'Toevoeging' \(A\)/,
	],
	[
		'one of two addresses',
		{
			Factuuradres: 'Ring 1',
			Factuurpostcode: '2611 AB',
			Factuurplaats: 'Delft',
			Adres: 'Kade 3',
			Postcode: '',
			Plaats: 'Ede',
		},
		{ Straatnaam: 'Kade 3', Plaats: 'Ede' },
		/'Factuuradres' \(Ring 1\)/,
	],
	[
		'a whole address',
		{ Adres: 'Dorpsstraat 12, 3511 AB Utrecht' },
		{ Straatnaam: 'Dorpsstraat', Huisnummer: '12', Postcode: '3511 AB', Plaats: 'Utrecht' },
	],
	[
		'a whole address',
		{ Adres: 'Kade 7\n6711 AB Ede\nNederland' },
		{ Straatnaam: 'Kade', Huisnummer: '7', Postcode: '6711 AB', Plaats: 'Ede', Land: 'Nederland' },
	],
	[
		'an address that another town denies',
		{ Adres: 'Kade 7, 6711 AB Ede', Plaats: 'Delft' },
		{ Straatnaam: 'Kade 7, 6711 AB Ede', Plaats: 'Delft' },
		/a postal code behind/,
	],
	[
		'a vCard',
		{ Adres: ';;Kade 7;Ede;;6711 AB;NL' },
		{ Straatnaam: 'Kade', Huisnummer: '7', Postcode: '6711 AB', Plaats: 'Ede', Land: 'NL' },
	],
	[
		'an address that another postcode denies',
		{ Adres: 'Kade 7, 6711 AB Ede', Factuurpostcode: '2611 AB' },
		{ Straatnaam: 'Kade 7, 6711 AB Ede', Postcode: '2611 AB' },
		/a postal code behind/,
	],
	[
		'the first of two whole addresses',
		{ Adres: 'Kade 7, 6711 AB Ede', Factuuradres: 'Ring 1, 2611 AB Delft' },
		{ Straatnaam: 'Kade', Huisnummer: '7', Postcode: '6711 AB', Plaats: 'Ede' },
		/Not sent: 'Factuuradres'/,
	],
	[
		'one street, without the number of another',
		{ Adres: 'Kade 7, 6711 AB Ede', Factuurstraat: 'Ring' },
		{ Straatnaam: 'Ring' },
		/Not sent: 'Adres'/,
	],
	[
		'a postcode with a town',
		{ 'Postcode/plaats': '7100 LA LOUVIERE' },
		{ Postcode: '7100', Plaats: 'LA LOUVIERE' },
	],
	[
		'a postcode with a town',
		{ 'Postcode/plaats': '7100 La Louvière' },
		{ Postcode: '7100', Plaats: 'La Louvière' },
	],
	[
		'a postcode with a town',
		{ 'Postcode/plaats': 'Utrecht 3511 AB' },
		{ Postcode: '3511 AB', Plaats: 'Utrecht' },
	],
	[
		'a postcode with a town',
		{ 'Postcode/plaats': 'CH-8000 Zürich' },
		{ Postcode: '8000', Plaats: 'Zürich' },
	],
	[
		'a postcode with a town',
		{ 'Postcode/plaats': 'SW1A 1AA London' },
		{ Postcode: 'SW1A 1AA', Plaats: 'London' },
	],
	[
		'a postcode with a town',
		{ 'Postcode/plaats': '1421 DE Uithoorn' },
		{ Postcode: '1421 DE', Plaats: 'Uithoorn' },
	],
	[
		'the town of a postcode',
		{ Postcode: '3511 AB Utrecht' },
		{ Postcode: '3511 AB', Plaats: 'Utrecht' },
	],
	[
		'the postcode of a town',
		{ Plaats: '3511 AB Utrecht' },
		{ Postcode: '3511 AB', Plaats: 'Utrecht' },
	],
	[
		'a serial number in the USA',
		{ Huisnummer: '45392', Straat: 'Main St', Land: 'USA' },
		{ Huisnummer: '45392', Straatnaam: 'Main St', Land: 'USA' },
	],
])('what is sent is %s: %p', (...[, row, sent, said]: [string, Row, Row, unknown?]) => {
	const read = readRow(row);
	expect(read.sent).toEqual(sent);
	if (said instanceof RegExp) expect(read.said).toMatch(said);
	else expect(read.said).toBe('');
});

it.each<[one: string, other: string, isSame: boolean]>([
	['v.d. Berg', 'van der Berg', true],
	['vd Berg', 'Van Den Berg', true],
	["'t Hart", 'Hart', true],
	['van Berg', 'van Kamp', false],
	['Jansen', 'Jansen-de Boer', false],
])('by name and address: %s, %s', (one, other, isSame) => {
	const [key, otherKey] = [one, other].map((Achternaam) => {
		const { keys } = readRow({ Achternaam, Postcode: '2611 AB', Huisnummer: '7' });
		return keys.nameAndAddress[0]!;
	});
	expect(key === otherKey).toBe(isSame);
});

it.each([
	{ Naam: 'FALSE', Email: '0' },
	{ Naam: '', Email: ' ' },
	{ Naam: '-', Email: '(leeg)' },
])('a row is empty: %p', (row) => expect(readRow(row).isEmpty).toBe(true));

it('a column without a name is a column', () => {
	const [row] = readRows(['Telefoon', '', ''], [['0612345678', 'Jansen', '']]);
	expect(row!.fields).toEqual(['Telefoonnummer', undefined]);
});

it('by name and address, a last name is the same with a short infix, a long one, or one behind it', () => {
	const names = ['v.d. Berg', 'van der Berg', 'vd Berg', 'Berg, van der'];
	const keys = names.map((Achternaam) => {
		const row = { Achternaam, Postcode: '6711 AB', Huisnummer: '7' };
		return readRow(row).keys.nameAndAddress;
	});
	expect(keys).toEqual(names.map(() => keys[0]));
	expect(keys[0]).toHaveLength(1);
});
