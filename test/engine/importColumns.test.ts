import '../support/fastClock';

import { createdThere, importFile, NINE } from '../support/importRuns';
import { startOver } from '../support/startOver';

/** Which column is which field, by headers that people really have and by the values below them. */

beforeEach(async () => await startOver());

/** The fields that a column became, of three rows with these values; beside it are a first name and an email. */
async function becomes(header: string, values: readonly string[]): Promise<string[]> {
	await startOver();
	const rows = values.map((value, n) => `An;an${n}@x.example;${value}`);
	const { error } = await importFile([`Voornaam;Email;${header}`, ...rows].join('\n'));
	expect(error).toBeUndefined();
	const contacts = createdThere().map((contact) => contact.split('|'));
	expect(contacts).toHaveLength(values.length);
	return NINE.filter((_, field) =>
		contacts.some((contact, n) => contact[field] === values[n] && values[n] !== ''),
	);
}

const NAMES = ['Jansen', 'de Vries', 'Bos'];
const PHONES = ['0612345678', '0612345679', '0612345670'];
const TOWNS = ['Ede', 'Gent', 'Hoorn'];

it.each<[field: string, values: string[], headers: Array<[header: string, falseFriend: string]>]>([
	[
		'Achternaam',
		NAMES,
		[
			['LAST_NAME', 'Last activity'],
			['Last name', 'Lead name'],
			['Name', 'Display name'],
			['Naam', 'Tweede naam'],
			['Nachname', 'Anzeigename'],
			['Naam deelnemer', 'Weergavenaam'],
			['Customer name', 'Company name'],
			['Billing name', 'Business name'],
			['Contact', 'Contact owner'],
			['Klant', 'Klant sinds'],
			['Kunde', 'Rechnung Kunde'],
			['Wat is uw naam?', 'Wat is de naam van uw partner?'],
			['Nom', 'Autre nom'],
		],
	],
	[
		'Telefoonnummer',
		PHONES,
		[
			['Phone', 'Fax'],
			['Main phone', 'Phone type'],
			['Telefoon (vast)', 'Telefoonlijst'],
		],
	],
	[
		'Straatnaam',
		['Kade 1', 'Dam 2', 'Brink 3'],
		[
			['Street', 'Street view'],
			['Adres', 'IP-adres'],
			['Straat + nr', 'Straatverlichting'],
		],
	],
	[
		'Plaats',
		TOWNS,
		[
			['Plaats', 'Geboorteplaats'],
			['City/Town', 'Birth city'],
		],
	],
	['Postcode', ['1234 AB', '1234 AC', '1234 AD'], [['Postcode', 'Promocode']]],
	['Land', ['Nederland', 'België', 'Nederland'], [['Land', 'Landing page']]],
	['Huisnummer', ['1', '2', '3'], [['Huisnr.', 'Hausnotruf']]],
])('headers of %s, and headers that only look like it', async (field, values, headers) => {
	for (const [header, falseFriend] of headers) {
		expect([header, await becomes(header, values)]).toEqual([header, [field]]);
		expect([falseFriend, await becomes(falseFriend, values)]).toEqual([falseFriend, []]);
	}
});

it.each<[header: string, values: string[], isName: boolean]>([
	['Klant', ['ja', 'nee', 'ja'], false],
	['Is customer?', ['Yes', 'no', 'yes'], false],
	['Kunde', ['wahr', 'falsch', 'wahr'], false],
	['Klant', ['x', '', 'x'], false],
	['Contact', ['C-1001', 'C-1002', 'C-1003'], false],
	['Customer', ['1001', '1002', 'Bos'], false],
	['Achternaam', ['12', '13', '14'], false],
	['Klant', ['Ja', 'Bos', 'de Vries'], true],
	['Naam', ['Familie 2 Bos', 'Bakkerij 7', 'Studio 54'], true],
	['Contact', ['3M', 'Jansen', 'Bos'], true],
])('most values of %s decide whether it is a name: %p', async (header, values, isName) => {
	expect(await becomes(header, values)).toEqual(isName ? ['Achternaam'] : []);
});

it('rows with too many cells do not decide what a column is', async () => {
	await importFile(
		'Email;Straat;Achternaam\nan@x.example;Kade;12;Bos\nbo@x.example;Dam;13;Vos\ncas@x.example;Brink;Meijer',
	);
	expect(createdThere()).toEqual(['|Meijer|cas@x.example||Brink||||']);
});

it.each<[header: string, sent: string]>([
	['Straat;Nr;Bus', 'Kade|12 3'],
	['Postcode;Nr;Letter', '|12 3'],
	['Land;Nr;Letter', '|'],
	['Straat;Klant nr;Notitie', 'Kade|'],
])('a word for a number is a house number only behind an address: %s', async (header, sent) => {
	await importFile(`Email;${header}\nan@x.example;Kade;12;3`);
	const [contact] = createdThere();
	expect(contact.split('|').slice(4, 6).join('|')).toBe(sent);
});

it.each<[name: string, field: string, sent: string, notSent: string]>([
	[
		' OMSCHRIJVING ',
		'Achternaam',
		'|Vos|an@x.example|||||Ede|',
		' Columns that were not sent: Naam.',
	],
	['Plaats', 'ignore', '|Bos|an@x.example||||||', ' Columns that were not sent: Omschrijving.'],
	['Omschrijving', 'ignore', '|Bos|an@x.example|||||Ede|', ''],
])(
	'Column Mapping goes before what is recognized: %s is %s',
	async (name, field, sent, notSent) => {
		const options = { columnMapping: { column: [{ name, field }] } };
		const file = 'Naam;Omschrijving;Email;Plaats\nBos;Vos;an@x.example;Ede';
		const { report } = await importFile(file, { options });
		expect(createdThere()).toEqual([sent]);
		expect(report.summary).toBe(`1 of 1 row was created.${notSent}`);
	},
);

it('each column is reported with its field, up to three values, and in how many rows it is sent', async () => {
	const file = [
		'Naam;Klant;Email;Telefoon;Telefoon werk;Notitie',
		'Bos;ja;an@x.example;0612345678;;',
		'Vos;nee;bo@x.example;;0201234567;a',
		';ja;geen;0612345679;;b',
		'Vos;nee;bo@x.example;;0201234567;c',
		'Kok;nee;co@x.example;;;d',
	].join('\n');
	for (const dryRun of [true, false]) {
		const { report } = await importFile(file, { dryRun });
		expect(report.columns.map((one) => Object.values(one))).toEqual([
			['Naam', 'Achternaam', ['Bos', 'Vos', 'Kok'], 3],
			['Klant', null, ['ja', 'nee'], 0],
			['Email', 'E-mailadres', ['an@x.example', 'bo@x.example', 'geen'], 3],
			['Telefoon', 'Telefoonnummer', ['0612345678', '0612345679'], 2],
			['Telefoon werk', 'Telefoonnummer', ['0201234567'], 1],
			['Notitie', null, ['a', 'b', 'c'], 0],
		]);
		expect(report.hints).toContain(
			"2 rows have a phone from 'Telefoon werk', such as row 3: 0201234567.",
		);
		expect(report.summary).toContain('sent: Klant, Notitie.');
		expect(report.warnings.map(({ row }) => row)).toEqual([4]);
	}
});

it.each(['skip', 'createAnyway'])('a total below the list is nobody (%s)', async (ifExists) => {
	const file =
		'Naam;Email;Plaats\nBos;bos@x.example;Ede\nTotaal 38;;\nSom;som@x.example;Ede\nAantal;;38';
	const { report, notImported } = await importFile(file, { ifExists });
	expect(createdThere()).toEqual(['|Bos|bos@x.example|||||Ede|', '|Som|som@x.example|||||Ede|']);
	expect(report).toMatchObject({ created: 2, failed: 2 });
	expect(notImported).toContain('It is a total, not a person');
});
