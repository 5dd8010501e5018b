import '../support/noWaiting';

import { createdThere, importFile, NINE } from '../support/importRuns';
import { startOver } from '../support/startOver';

/** Which column is which field: headers that people really have, beside an email, and the values under them. */

beforeEach(async () => await startOver());

const NAMES = ['Jansen', 'de Vries', 'Bos'];

/** The fields that a column became, of three rows with these values; beside them a first name and an email. */
async function becomes(header: string, values: readonly string[]): Promise<string[]> {
	const rows = values.map((value, n) => `An;an${n}@x.example;${value}`);
	const { error } = await importFile([`Voornaam;Email;${header}`, ...rows].join('\n'));
	expect(error).toBeUndefined();
	const contacts = createdThere().map((contact) => contact.split('|'));
	expect(contacts).toHaveLength(values.length);
	return NINE.filter((_, field) =>
		contacts.some((contact, n) => contact[field] === values[n] && values[n] !== ''),
	);
}

it.each<[header: string, field: string, falseFriend: string]>([
	['Last name', 'Achternaam', 'Lead name'],
	['LAST_NAME', 'Achternaam', 'Last activity'],
	['Full name', 'Achternaam', 'Preferred name'],
	['Name', 'Achternaam', 'Display name'],
	['Naam', 'Achternaam', 'Weergavenaam'],
	['Nachname', 'Achternaam', 'Anzeigename'],
	['Surname', 'Achternaam', 'Second name'],
	['Naam deelnemer', 'Achternaam', 'Tweede naam'],
	['Customer name', 'Achternaam', 'Company name'],
	['Billing name', 'Achternaam', 'Business name'],
	['Shipping name', 'Achternaam', 'Alternative name'],
	['Contact', 'Achternaam', 'Contact owner'],
	['Klant', 'Achternaam', 'Klant sinds'],
	['Kunde', 'Achternaam', 'Rechnung Kunde'],
	['Relatie', 'Achternaam', 'Relatiebeheerder'],
	['Wat is uw naam?', 'Achternaam', 'Wat is de naam van uw partner?'],
	['Nom', 'Achternaam', 'Autre nom'],
	['Kunde', 'Achternaam', 'Kunde seit'],
])('%s is %s, %s is not', async (header, field, falseFriend) => {
	expect(await becomes(header, NAMES)).toEqual([field]);
	await startOver();
	expect(await becomes(falseFriend, NAMES)).toEqual([]);
});

it.each<[header: string, field: string, values: string[], falseFriend: string]>([
	['Phone', 'Telefoonnummer', ['0612345678', '0612345679', '0612345670'], 'Fax'],
	['Main phone', 'Telefoonnummer', ['0612345678', '0612345679', '0612345670'], 'Phone type'],
	[
		'Telefoon (vast)',
		'Telefoonnummer',
		['0101234567', '0101234568', '0101234569'],
		'Telefoonlijst',
	],
	['Street', 'Straatnaam', ['Kade', 'Dam', 'Brink'], 'Street view'],
	['Adres', 'Straatnaam', ['Kade 1', 'Dam 2', 'Brink 3'], 'IP-adres'],
	['Postcode', 'Postcode', ['1234 AB', '1234 AC', '1234 AD'], 'Promocode'],
	['Plaats', 'Plaats', ['Ede', 'Gent', 'Hoorn'], 'Geboorteplaats'],
	['City/Town', 'Plaats', ['Ede', 'Gent', 'Hoorn'], 'Birth city'],
	['Land', 'Land', ['Nederland', 'België', 'Nederland'], 'Landing page'],
	['Huisnr.', 'Huisnummer', ['1', '2', '3'], 'Hausnotruf'],
])('%s is %s: %p, %s is not', async (header, field, values, falseFriend) => {
	expect(await becomes(header, values)).toEqual([field]);
	await startOver();
	expect(await becomes(falseFriend, values)).toEqual([]);
});

describe('what most values of a column are goes before what it is called', () => {
	it.each<[header: string, values: string[]]>([
		['Klant', ['ja', 'nee', 'ja']],
		['Is customer?', ['Yes', 'no', 'yes']],
		['Kunde', ['wahr', 'falsch', 'wahr']],
		['Klient', ['tak', 'nie', 'tak']],
		['Cliente', ['sí', 'no', 'sí']],
		['Klant', ['x', '', 'x']],
		['Contact', ['C-1001', 'C-1002', 'C-1003']],
		['Relatie', ['R-20', 'R21', 'Bos']],
		['Customer', ['1001', '1002', 'Bos']],
		['Achternaam', ['12', '13', '14']],
	])('%s with %p is no name', async (header, values) => {
		expect(await becomes(header, values)).toEqual([]);
	});

	it.each<[header: string, values: string[]]>([
		['Klant', ['Ja', 'Bos', 'de Vries']],
		['Naam', ['Familie 2 Bos', 'Bakkerij 7', 'Studio 54']],
		['Contact', ['3M', 'Jansen', 'Bos']],
	])('%s with %p is one', async (header, values) => {
		expect(await becomes(header, values)).toEqual(['Achternaam']);
	});

	it('rows whose values are shifted do not say what a column is', async () => {
		await importFile(
			'Email;Straat;Achternaam\nan@x.example;Kade;12;Bos\nbo@x.example;Dam;13;Vos\ncas@x.example;Brink;Meijer',
		);
		expect(createdThere()).toEqual(['|Meijer|cas@x.example||Brink||||']);
	});

	it('a customer that is yes or no does not stand in for a name, nor go before it', async () => {
		await importFile(
			'Klant;Naam;Email\nja;Bos;bos@x.example\nnee;;vos@x.example\nja;Null;nul@x.example',
		);
		expect(createdThere()).toEqual([
			'|Bos|bos@x.example||||||',
			'||vos@x.example||||||',
			'|Null|nul@x.example||||||',
		]);
	});
});

it.each<[header: string, value: string]>([
	['Adres', 'Kerkstraat 1'],
	['Straat + nr', 'Lange Weg 12-2 A'],
	['Straße und Hausnummer', 'Am Markt 7a'],
])('a street goes out as it was written: %s %s', async (header, value) => {
	await importFile(`Email;${header}\nan@x.example;${value}`);
	expect(createdThere()).toEqual([`||an@x.example||${value}||||`]);
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

it('each column is told with its field, up to three values, and in how many rows it was sent', async () => {
	const file = [
		'Naam;Klant;Email;Mobiel;Telefoon werk;Notitie',
		'Bos;ja;an@x.example;0612345678;;',
		'Vos;nee;bo@x.example;;0201234567;a',
		';ja;geen;0612345679;;b',
		'Vos;nee;bo@x.example;;0201234567;c',
		'Kok;nee;co@x.example;;;d',
	].join('\n');
	for (const dryRun of [true, false]) {
		const { report } = await importFile(file, { dryRun });
		expect(report.columns).toEqual([
			{ column: 'Naam', field: 'Achternaam', values: ['Bos', 'Vos', 'Kok'], rowsSent: 3 },
			{ column: 'Klant', field: null, values: ['ja', 'nee'], rowsSent: 0 },
			{
				column: 'Email',
				field: 'E-mailadres',
				values: ['an@x.example', 'bo@x.example', 'geen'],
				rowsSent: 3,
			},
			{
				column: 'Mobiel',
				field: 'Telefoonnummer',
				values: ['0612345678', '0612345679'],
				rowsSent: 2,
			},
			{
				column: 'Telefoon werk',
				field: 'Telefoonnummer',
				values: ['0201234567'],
				rowsSent: 1,
			},
			{ column: 'Notitie', field: null, values: ['a', 'b', 'c'], rowsSent: 0 },
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
