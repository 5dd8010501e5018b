import type { IDataObject } from 'n8n-workflow';

/**
 * Files as people have them (in importSources/, with real headers and rows of our own), and what an import must make of
 * each. A contact is its nine values, in the service's order: first name, last name, email, phone, street, house number,
 * postcode, city, country.
 */
export interface ImportSource {
	file: string;
	/** Where the header was taken from. */
	from: string;
	/** Parameters of the node beyond the defaults. */
	set?: IDataObject;
	/** Contacts that are in the audience before. */
	there?: readonly string[];
	/** Contacts that must be created, in the order of the file. */
	in?: readonly string[];
	/** Rows that must come back, each with words of its reason. */
	back?: Readonly<Record<number, string>>;
	/** Rows of `back` that have the key of somebody else. */
	otherName?: readonly number[];
	/** Rows with a warning, each with a word of it; an empty record: none at all. */
	warned?: Readonly<Record<number, string>>;
	/** Columns with values that are not sent: the summary has to name them. */
	notSent?: readonly string[];
	/** Words that the summary or a hint must have. */
	said?: readonly string[];
	/** Nothing is sent: words that the error must have. */
	error?: readonly string[];
}

const of = (
	file: string,
	from: string,
	expected: Omit<ImportSource, 'file' | 'from'>,
): ImportSource => ({
	file,
	from,
	...expected,
});

const UNSEEN = 'as exported; no public page found';
const CODE = 'as exported; seen in public code on GitHub, no page of the vendor';
const zoe =
	'Zoë|d’Œuvré|zoe@example.com|+31 6 12345678|Caféstraat 12||1234 AB|Bergen op Zoom|Nederland';

export const IMPORT_SOURCES: readonly ImportSource[] = [
	// Spreadsheets
	of('excel-nl.csv', 'lists with Voornaam;Tussenvoegsel;Achternaam in public code on GitHub', {
		in: [
			'René|van den Berg|rene@example.nl|06-12345678|Caféstraat|12 a|1234 AB|Ede|Nederland',
			'Ank|Jansen|ank@example.nl|0318-123456|Dorpsweg|7|1234AC|Ede|Nederland',
			'Els|van Dijk||0318-223344|Kade|3 bis|1234 AD|Ede|',
		],
		back: { 6: '6,12346E+08' },
		warned: { 3: 'Mobiel', 4: 'Mobiel' },
		notSent: ['Klantnr', 'Opmerking'],
	}),
	of('excel-en.csv', UNSEEN, {
		in: [
			"Ann|O'Neill|ann@example.co.uk|07700900123|12 High Street, Flat 3||LS1 4AB|Leeds|",
			"Bob|'t Hooft|bob@example.co.uk|+447700900456|||YO1 7HH|York|",
		],
		back: { 4: '7.70E+09', 5: '####' },
	}),
	of('excel-de.csv', 'forms with "Straße u. Hausnr." and "PLZ u. Ort" in public code on GitHub', {
		in: [
			'Jördis|Müller|joerdis@example.de|030 123456|Hauptstraße 5||12345|Berlin|',
			'Uwe|Weiß|uwe@example.de||Am Markt 1||01067|Dresden|',
		],
		back: { 4: '#WERT!' },
		warned: { 3: 'keine' },
	}),
	of('excel-fr.csv', UNSEEN, {
		in: ["|Chloé Lefèvre|chloe@example.fr|06 12 34 56 78|5 rue de l'Église||75001|Paris|"],
		back: { 3: '#VALEUR!' },
	}),
	of('excel-pl.csv', 'lists with Imię;Nazwisko in public code on GitHub', {
		in: ['Łukasz|Wójcik|lukasz@example.pl|+48 601 234 567|Długa|5|00-238|Warszawa|'],
	}),
	of('excel-es.csv', 'a list with a title above Nombre;Apellidos;Email in public code on GitHub', {
		in: ['María|Núñez Soler|maria@example.es|612 345 678|Calle Mayor 3||28001|Madrid|ES'],
		warned: {},
		said: ['line 3'],
	}),
	of('excel-it.csv', 'lists with Nome;Cognome;Indirizzo;Civico in public code on GitHub', {
		in: ['Niccolò|De Luca|nic@example.it|+39 347 1234567|Via Roma|10|00184|Roma|'],
	}),
	of('excel-mac.csv', '"CSV (Macintosh)" of Excel for Mac', {
		in: ['François|Müller|francois@example.de||Grüner Weg 5||||'],
	}),
	of('excel-unicode-text.txt', '"Unicode text" of Excel', {
		in: ['Zoë|d’Œuvré|zoe@example.com||||||'],
	}),
	of('utf-16-without-mark.txt', 'the same, as old tools write it', {
		error: ['Encoding'],
	}),
	of('utf-16-without-mark.txt', 'the same', {
		set: { options: { encoding: 'utf-16le' } },
		in: ['Zoë|d’Œuvré|zoe@example.com||||||'],
	}),
	of('libreoffice.csv', 'LibreOffice: all texts quoted', {
		in: [
			'|Jan Boer|jan@example.nl|0612345678|Dorpsweg|12|1234 AB|Ede|',
			'|Piet "de Snelle" Vos|piet@example.nl|0687654321|Kade|7-2|1234 AC|Ede|',
		],
	}),
	of('numbers.csv', 'Numbers: a title and an empty line above the table', {
		in: [
			'|Jan Boer|jan@example.nl|0612345678|Dorpsweg 12||1234 AB|Ede|',
			"|Els Vos|els@example.nl|0687654321|Kade 7||6711JC|'s-Hertogenbosch|",
		],
		said: ['line 3'],
	}),
	// Address books
	of('google-contacts.csv', CODE, {
		in: [
			'Kim|Lee|kim@lee.example|+31 6 12345678|Kade 2||1011 AB|Amsterdam|NL',
			'Zoë|d’Œuvré|zoe@example.com||||||',
		],
		warned: { 2: 'kim2@lee.example' },
		notSent: ['Organization Name', 'Labels'],
	}),
	of('outlook-en.csv', UNSEEN, { in: [zoe] }),
	of('outlook-nl.csv', UNSEEN, { in: [zoe] }),
	of('outlook-de.csv', UNSEEN, { in: [zoe] }),
	of('apple-contacts.csv', CODE, {
		in: [
			'Åke|Ärn|ake@icloud.example|+46\u00A070\u00A0333\u00A022\u00A011|||||',
			'Zara|Zell|zara@icloud.example|06 12345678|||||',
		],
	}),
	of('linkedin.csv', 'https://endearist.com/en/blog/how-to-export-linkedin-connections', {
		in: ['Anna|Çelik|anna@celik.example||||||'],
		back: { 6: 'no email' },
		said: ['line 4'],
	}),
	// Shops and newsletters
	of('mailchimp.csv', CODE, {
		in: ['Zoë|d’Œuvré|zoe@example.com|+31 6 12345678|Caféstraat 12||||'],
	}),
	of('woocommerce-orders.csv', 'https://pastebin.com/8JR3aXGB (names of an order export)', {
		in: ['An|de Boer|an@shop.example|0612345678|Dorpsstraat 1, 2e verdieping||1234 AB|Ede|NL'],
	}),
	of('shopify-customers.csv', CODE, {
		in: [
			'Zoë|d’Œuvré|zoe@example.com|+31612345678|Caféstraat 12, achterhuis||1234 AB|Bergen op Zoom|NL',
		],
		notSent: ['Customer ID'],
	}),
	of('shopify-orders.csv', CODE, {
		in: [
			'|Zoë d’Œuvré|zoe@example.com|+31 6 12345678|Caféstraat 12||1234 AB|Bergen op Zoom|Nederland',
		],
	}),
	// Administration and CRM
	of(
		'teamleader.csv',
		'https://teamleader.freshdesk.com/nl/support/solutions/articles/7000018524; names as exported',
		{
			in: [
				'Joke|Peeters|joke@example.be|0475 12 34 56|Kerkstraat|12 3|9000|Gent|België',
				'Jan|Claes|jan@example.be|475123457|Kerkstraat|14|9000|Gent|België',
			],
			warned: {},
		},
	),
	of('exact-online.csv', UNSEEN, {
		in: ['|Familie de Wit|dewit@example.nl|0318-123456|Dorpsweg 12||1234 AB|Ede|NL'],
	}),
	of('hubspot.csv', CODE, { in: [zoe], notSent: ['Contact owner'] }),
	of(
		'pipedrive.csv',
		'https://getcapt.com/blog/pipedrive-import-csv; names of an export in public code on GitHub',
		{
			in: ['Greta|Gran|greta@gran.example|+31 6 12345678|||||'],
		},
	),
	of('salesforce.csv', 'a report of contacts, its columns in public code on GitHub', {
		in: [
			'Elsa|Ek|elsa@example.com|+31 6 12345678|Caféstraat 12||1234 AB|Bergen op Zoom|Netherlands',
		],
		back: { 5: 'no value in any', 6: 'no value in any' },
	}),
	// Forms and events
	of('eventbrite.csv', CODE, {
		in: ['Anna|Berg|anna@example.com||||||'],
		back: { 3: 'Anna Berg' },
		otherName: [3],
	}),
	of('calendly.csv', CODE, {
		in: ['|Tim Koski|tim@example.com|+31 6 12345678|||||'],
		notSent: ['User Name'],
	}),
	of('google-forms.csv', CODE, {
		in: ['|Xena Xu|xena@example.nl|06 12345678|||||'],
		notSent: ['Heb je nog vragen, wensen of opmerkingen?'],
	}),
	of('microsoft-forms.csv', CODE, {
		in: ['|Zoë d’Œuvré|zoe@example.nl||||||'],
		back: { 3: 'no email' },
		notSent: ['Voor welke dagen, tijden, groepen, of locaties, meldt u zich aan?'],
	}),
	of('facebook-lead-ads.tsv', CODE, {
		in: ['|Zoë d’Œuvré|zoe@example.com|+31612345678|Caféstraat 12||1234 AB|Bergen op Zoom|NL'],
	}),
	// Files of customers, and damage
	of(
		'installers.csv',
		'issue of a customer: Opdrachtgever, Vestiging_…, several emails in a cell',
		{
			in: [
				'|Bakkerij Bos|info@bos.example|0318-123456|Dorpsweg|12 A|1234 AB|Ede|',
				'|Slager Vos|vos@example.nl|0612345678|Kade|7|1234 AC|Ede|',
			],
			warned: { 2: 'ton@bos.example' },
		},
	),
	of('residents.csv', 'a housing list without email and phone', {
		set: { matchBy: ['nameAndAddress'] },
		in: ['|fam. Jansen|||Dorpsweg|12 a|1234 AB|Ede|', '|fam. Jansen|||Dorpsweg|12 b|1234 AB|Ede|'],
		back: { 5: 'house number' },
	}),
	of('participants.csv', 'a list with a calling code as "Country code"', {
		in: [
			'|Fatima el Amrani|fatima@example.nl|+31 6 12345678|||||',
			'|Jan Boer|jan@example.nl|+32 475 12 34 56|||||',
		],
	}),
	of('reception.csv', 'people who share an address and a switchboard', {
		in: [
			'Receptie|Bos|info@bos.example|0318-123456|||||',
			'Kim|Vos|kim@bos.example|0318-123456|||||',
		],
		back: { 3: 'Receptie Bos', 4: 'Receptie Bos', 5: 'Receptie Bos' },
		otherName: [3, 4, 5],
		said: ['3 are other people with the same email address or phone number: rows 3, 4, 5'],
	}),
	of(
		'known-by-the-second.csv',
		'contacts that the audience knows by their second address or phone',
		{
			there: ['Jan|Boer|jan@oud.example||||||', 'Els|Vos||+31 6 12345678|||||Nederland'],
			in: ['Tom|de Wit|tom@example.nl||||||'],
		},
	),
	of('shifted.csv', 'an address with a comma, without quotes', {
		in: ['|Els Vos|els@example.nl||Kade|7|1234 AC|Ede|NL', '|Tom Bos|tom@example.nl||Kade||||'],
		back: { 2: '8 cells' },
	}),
	of('trailing-delimiters.csv', 'Excel, where cells were once filled', {
		in: ['|Jan Boer|jan@example.nl||||||', '|Els Vos|els@example.nl||||||'],
	}),
	of('quotation-marks.csv', 'written by hand', {
		in: ['|Jan "de Snelle" Jansen|jan@example.nl||||||', '|Els Vos|els@example.nl||||||'],
	}),
	of('never-closed.csv', 'written by hand', { error: ['line 3'] }),
	of('tenants.csv', 'a housing list', { error: ['Bezichtiger', 'Complex', 'Do Not Send'] }),
	of('tenants.csv', 'the same, with a column mapped that it has not', {
		set: { options: { columnMapping: { column: [{ name: ' Foo', field: 'ignore' }] } } },
		error: ['not in the file: Foo'],
	}),
	of('tenants.csv', 'the same, with Column Mapping', {
		set: {
			options: {
				columnMapping: {
					column: [
						{ name: 'Bezichtiger', field: 'Achternaam' },
						{ name: 'Complex', field: 'ignore' },
					],
				},
			},
		},
		in: ['|Jan Boer|jan@example.nl||||||', '|Els Vos|els@example.nl||||||'],
	}),
	of('damaged.csv', 'what spreadsheets and wrong encodings leave', {
		in: ['|Pim Pel|pim@example.nl|0612345681||||Ede|'],
		back: { 2: '\uFFFD', 3: 'Ã©', 4: '#WAARDE!', 5: '#NAAM?', 6: '6.12346E+08' },
	}),
];
