import '../support/fastClock';

import { createdThere, importFile } from '../support/importRuns';
import { startOver } from '../support/startOver';

/** Which column is which field, by headers that people really have and by the values below them. */

beforeEach(async () => await startOver());

const NAMES = ['Jansen', 'de Vries', 'Bos'];

it.each<[header: string, values: string[], isName: boolean]>([
	['Lead name', NAMES, false],
	['Klant sinds', NAMES, false],
	['Wat is de naam van uw partner?', NAMES, false],
	['Klant', ['ja', 'nee', 'ja'], false],
	['Kunde', ['wahr', 'falsch', 'wahr'], false],
	['Contact', ['C-1001', 'C-1002', 'C-1003'], false],
	['Achternaam', ['12', '13', '14'], false],
	['Klant', ['Ja', 'Bos', 'de Vries'], true],
	['Naam', ['Familie 2 Bos', 'Bakkerij 7', 'Studio 54'], true],
])('whether %s is a name depends on its words and most of its values: %p', async (...given) => {
	const [header, values, isName] = given;
	const rows = values.map((value, n) => `An;an${n}@x.example;${value}`);
	await importFile([`Voornaam;Email;${header}`, ...rows].join('\n'));
	const lastNames = createdThere().map((contact) => contact.split('|')[1]);
	expect(lastNames).toEqual(isName ? values : ['', '', '']);
});

describe('Column Mapping', () => {
	const importWith = async (name: string, field: string) => {
		const options = { columnMapping: { column: [{ name, field }] } };
		return await importFile('Naam;Wie;Email;Plaats\nBos;Vos;an@x.example;Ede', { options });
	};

	it.each([
		[' WIE ', 'Achternaam', '|Vos|an@x.example|||||Ede|', 'Columns that were not sent: Naam.'],
		['Wie', 'Plaats', '|Bos|an@x.example|||||Vos|', 'Columns that were not sent: Plaats.'],
		['Plaats', 'ignore', '|Bos|an@x.example||||||', 'Columns that were not sent: Wie.'],
		['Wie', 'ignore', '|Bos|an@x.example|||||Ede|', 'created.'],
	])('goes before what is recognized: %s is %s', async (name, field, sent, summary) => {
		const { report } = await importWith(name, field);
		expect(createdThere()).toEqual([sent]);
		expect(report.summary).toMatch(new RegExp(`${summary}$`));
	});

	it('is an error if the file has no such column', async () => {
		const { error } = await importWith('Foo', 'ignore');
		expect(error).toMatch(/not in the file: Foo.*Naam, Wie, Email, Plaats/);
		expect(createdThere()).toEqual([]);
	});
});

it('a dry run says first that no column is a name, and counts the rows without', async () => {
	const { report } = await importFile('Wie;Email\nBos;an@x.example', { dryRun: true });
	expect(report.hints[0]).toMatch(/^No column is recognized as a first or last name.*Wie.*'Do Not/);
	expect(report.wouldCreate).toBe(1);
});

it('an empty column of names is no answer to which column holds the names', async () => {
	const { error } = await importFile('Voornaam;Wie;Email\n;Bos;an@x.example');
	expect(error).toMatch(/Wie/);
	expect(createdThere()).toEqual([]);
});

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
		expect(report.hints).toContain("'Telefoon werk' is sent as the phone of 1 row.");
		expect(report.summary).toContain('sent: Klant, Notitie.');
		expect(report.warnings.map(({ row }) => row)).toEqual([4, 4]);
	}
});

it('a total below the list is nobody, also with Create Anyway', async () => {
	const lines = ['Totaal 38;;;', 'Som;som@x.example;;Ede', 'Som;;0612345678;', 'Aantal;;;38'];
	const file = ['Naam;Email;Telefoon;Plaats', ...lines].join('\n');
	const { report, notImported } = await importFile(file, { ifExists: 'createAnyway' });
	expect(createdThere()).toEqual(['|Som|som@x.example|||||Ede|', '|Som||0612345678|||||']);
	expect(report).toMatchObject({ created: 2, failed: 2 });
	expect(notImported).toContain('It is a total, not a person');
});

describe('nobody and nothing is dropped without a word', () => {
	it('a column without a name is shown by its letter, and mapped by it', async () => {
		const file = 'Naam;;Telefoon\nPiet;Jansen;0612345678';
		const { report } = await importFile(file);
		expect(report.columns[1]).toMatchObject({ column: 'Column B', field: null });
		expect(report.summary).toContain('sent: Column B.');
		const { error } = await importFile(';Telefoon\nJansen;0612345679\nBos;0612345670');
		expect(error).toMatch(/Column A may be one/);
	});

	it('one of two columns with the same name is mapped by its letter', async () => {
		const column = [{ name: 'Column B', field: 'Voornaam' }];
		const options = { columnMapping: { column } };
		await importFile('Naam;Naam;Email\nJansen;Piet;p@x.example', { options });
		expect(createdThere()).toEqual(['Piet|Jansen|p@x.example||||||']);
	});

	it('an infix, an addition, and a postcode with a city can be mapped', async () => {
		const column = [
			{ name: 'A', field: 'infix' },
			{ name: 'B', field: 'addition' },
			{ name: 'C', field: 'postcodeAndCity' },
		];
		const options = { columnMapping: { column } };
		const file = 'Achternaam;A;Email;Huisnummer;B;C\nWit;de;p@x.example;12;A;6711 AB Ede';
		await importFile(file, { options });
		expect(createdThere()).toEqual(['|de Wit|p@x.example|||12 A|6711 AB|Ede|']);
	});

	it('rows of FALSE are empty, a note beyond the header fails its row alone', async () => {
		const file = 'Naam;Email\nAn;an@x.example;;\nBo;bo@x.example;;a note\nFALSE;FALSE;;\n0;FALSE;;';
		const { report } = await importFile(file);
		expect(report).toMatchObject({ created: 1, failed: 1, empty: 2 });
	});

	it.each([
		['', 'Tel: 0612345678\nNaam;Email\nAn;an@x.example'],
		[' of phones alone', 'Interne nummers\nNaam;Toestel\nAn;0201234567\nCo;0201234568'],
	])('a second table%s above is told, and a cell with a phone is no header', async (_, above) => {
		const { report } = await importFile(`${above}\n\nNaam;Email;Plaats\nBo;bo@x.example;Ede`);
		expect(report.summary).toMatch(
			/The column names are in line [56] .*lines above it were left out/,
		);
		expect(createdThere()).toEqual(['|Bo|bo@x.example|||||Ede|']);
	});

	it('rows without a name are counted in the summary', async () => {
		const file = 'Naam;Email\nAn;an@x.example\n;bo@x.example';
		const { report } = await importFile(file);
		expect(report.summary).toContain('1 of them has no name: row 3.');
	});
});
