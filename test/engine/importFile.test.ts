import '../support/fastClock';

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { goOn, idsAtService, infosAtService, requestsTo } from '../support/contactRuns';
import { createdThere, fileItem, importFile, startImport, textOf } from '../support/importRuns';
import { startOver } from '../support/startOver';

/** Contact: Import From File. What it does with rows is in the tests of Create. */

beforeEach(async () => await startOver({ contacts: 5 }));

async function importItems(
	items: INodeExecutionData[],
	more: IDataObject = {},
	settings: Partial<INode> = {},
) {
	const run = await startImport(items, more, settings).ended;
	return {
		items: run.items('Sales CRM'),
		json: run.items('Sales CRM').map(({ json }) => json),
		error: run.error && `${run.error.message} ${run.error.description}`,
	};
}

describe('a file', () => {
	it('numbers its rows as a spreadsheet does, blank lines counted', async () => {
		const text =
			'sep=;\r\nNaam;E-mail\r\n\r\nAn;an@example.com\r\n;;\r\nBo;"bo@example.com;\r\nbo2@example.com"\r\nCo;geen\r\n;\r\n';
		const items = [fileItem({ content: text })];
		const { json } = await importItems(items, { result: 'rows' }, goOn);
		expect(json.map(({ row, outcome }) => [row, outcome])).toEqual([
			[2, 'empty'],
			[3, 'created'],
			[4, 'empty'],
			[5, 'created'],
			[6, 'failed'],
			[7, 'empty'],
		]);
	});

	it('has a row with too many cells if a delimiter was not quoted', async () => {
		const { report, notImported } = await importFile(
			'Naam,Email\nAn,an@x.example\nBo,bo@x.example,x\n',
		);
		const reason =
			'It has 3 cells, the header 2: put quotes around the one that holds the delimiter';
		expect(report.failures).toMatchObject([{ row: 3, reason }]);
		expect(notImported).toContain('\r\n3,Bo,bo@x.example,x,"It has');
	});

	it('has no row with too many cells if most have an empty one more than the header', async () => {
		const usual = ['An,an@x.example,', 'Bo,bo@x.example,'];
		const { report } = await importFile(['Naam,Email', ...usual, 'Cas,cas@x.example'].join('\n'));
		expect(report).toMatchObject({ created: 3, failed: 0 });
	});

	it('counts a row once that has two texts of a kind', async () => {
		const { report } = await importFile(
			'Naam;Email;E-mail 2;Telefoon\nAn;geen;ook niet;0612345678',
		);
		expect(report.hints.join()).toMatch(
			/1 row has a text that is not an email address, such as row 2/,
		);
	});

	it('has a row with too many cells in either order, if another has as many as the header', async () => {
		const rows = ['An,an@x.example,', 'Bo,bo@x.example'];
		for (const lines of [rows, rows.toReversed()]) {
			await startOver();
			const { report } = await importFile(['Naam,Email', ...lines, ''].join('\n'));
			expect(report.failures).toMatchObject([{ row: 2 + lines.indexOf('An,an@x.example,') }]);
		}
	});

	it('may have lines above the header, which is said', async () => {
		const { report } = await importFile('Customers, 2026\n\nName;Email\nAn;an@x.example');
		expect(report.hints.join()).toContain('line 3');
		expect(createdThere()).toEqual(['|An|an@x.example||||||']);
	});

	it('in an encoding that few letters leave uncertain is a hint with one of its words', async () => {
		const content = Buffer.from('Email;Naam\nan@example.com;Dani\x89l\n', 'latin1');
		const { report } = await importFile(content);
		expect(report.hints.join()).toContain("Letters may be wrong, as in 'Daniâl'");
	});

	it('is read with the encoding and the delimiter that were chosen', async () => {
		const content = Buffer.from('Email|Naam\nan@example.com|Ren\x8e\n', 'latin1');
		const options = { delimiter: '|', encoding: 'macintosh' };
		await importItems([fileItem({ content })], { options });
		expect(infosAtService()).toEqual([{ 'E-mailadres': 'an@example.com', Achternaam: 'René' }]);
	});

	it.each<[string, string | Buffer, string]>([
		[
			'an xlsx or ods',
			Buffer.from('504b030414000600', 'hex'),
			'Extract from File and pass the rows to Contact: Create',
		],
		[
			'more than 500,000 rows',
			Buffer.from(`Naam,E-mail${'\n'.repeat(500_002)}`),
			'The file has more than 500,000 rows',
		],
		['an xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This is a spreadsheet file'],
		['UTF-16 without a mark', Buffer.from('Email\nan@x.example', 'utf16le'), "'Encoding'"],
		['with a quote that is never closed', 'Naam,Email\nAn,"an@x.example\n', 'line 2'],
		['with one that the next row closes', 'Naam,Email\nAn,"a@x\nBo,"b@x","c"\n', 'line 2'],
		['without column names', 'Jan,jan@example.com\n', 'Columns seen: Jan, jan@example.com.'],
	])('that is %s is an error, and nothing is sent', async (_, content, words) => {
		const { error } = await importItems([fileItem({ content })]);
		expect(error).toContain(words);
		expect(sandbox.log.requests).toEqual([]);
	});
});

describe('which file of an item', () => {
	const [one, other] = ['an', 'bo'].map((name) => ({
		field: `File_${name}`,
		content: `Email\n${name}@example.com`,
	}));
	const both = fileItem(one, other);
	const [an, bo] = Object.values(both.binary!);
	const inJson = (_files: IDataObject) => ({ json: { _files } });
	it.each<[string, item: object, entered: string, imported: string[]]>([
		['the only one, whatever its name', fileItem(one), 'data', ['an']],
		['several by their names', both, 'File_an, File_bo', ['an', 'bo']],
		['the only one that n8n keeps in the JSON', inJson({ File: an }), 'data', ['an']],
		['one in the JSON by its path', inJson({ a: an, b: bo }), '_files.b', ['bo']],
	])('%s', async (_, item, binaryPropertyName, imported) => {
		const { json } = await importItems([item as INodeExecutionData], { binaryPropertyName });
		expect(json.map(({ created }) => created)).toEqual(imported.map(() => 1));
		const emails = infosAtService().map((infos) => infos['E-mailadres']);
		expect(emails.sort()).toEqual(imported.map((name) => `${name}@example.com`));
	});

	it('several of which none is named are an error that lists them', async () => {
		const { error } = await importItems([both]);
		expect(error).toMatch(/The item has no file 'data'.*: File_an, File_bo$/);
	});
});

describe('several files', () => {
	const first = fileItem({ content: 'Email\nan@example.com\n', fileName: 'one.csv' });
	const second = fileItem({ content: 'E-mail;Tel\nAN@example.com;\nCo <co@example.com>;\n' });
	const workbook = fileItem({ content: Buffer.from('504b0304', 'hex') });

	it('have a report each, and the keys of one count in the others', async () => {
		const { items } = await importItems([first, second]);
		expect(items).toMatchObject([
			{ json: { rows: 1, created: 1, duplicate: 0 }, pairedItem: { item: 0 } },
			{ json: { rows: 2, created: 1, duplicate: 1 }, pairedItem: { item: 1 } },
		]);
		await startOver();
		const { json } = await importItems([first, second], { result: 'rows' });
		expect(json[1]).toMatchObject({
			...{ row: 2, outcome: 'duplicate' },
			reason: 'Same email address as row 2 of one.csv: an@example.com',
		});
	});

	it('are named in the error for rows that cannot be sent, also if the first and the last have one name', async () => {
		const named = (name: string) =>
			fileItem({ content: `Email\nno email\n${name}@x.example\n`, fileName: `${name}.csv` });
		const items = [named('an'), named('bo'), named('an')];
		const { error } = await importItems(items, { result: 'rows' });
		expect(error).toMatch(/Rows 2 of an\.csv, 2 of bo\.csv, 2 of an\.csv: /);
	});

	it('stop the run if one cannot be read; with "Continue" that one is an error item', async () => {
		expect((await importItems([first, workbook])).error).toContain('is a spreadsheet file');
		expect(requestsTo('createContact')).toEqual([]);
		const { json } = await importItems([workbook, first], {}, goOn);
		expect(json[0].error).toContain('is a spreadsheet file');
		expect(infosAtService()).toHaveLength(1);
	});
});

it('a line of 50,000 words, phones of 80,000 signs and a phone of 4,000 rows take little time', async () => {
	const rows = Array.from({ length: 4_000 }, (_, n) => `An ${n},0600000000,an${n}@x.example`);
	const lines = [
		Array(50_000).fill('dear').join(' '),
		'Name,Phone,Email',
		`Bo,1x${'+'.repeat(80_000)},bo@x.example`,
		`Cas,06 12345678${' '.repeat(80_000)}x,cas@x.example`,
		...rows,
	];
	const { report } = await importFile(lines.join('\n'), { dryRun: true });
	expect(report).toMatchObject({ rows: 4_002, wouldCreate: 4_002 });
});

it('the files of a report have each row as it was; corrected rows can be imported', async () => {
	const text =
		'Klantnr;Naam;Telefoon;Telefoon;E-mail;Notitie\r\n' +
		'-2+3+cmd|x;An;+31;=1+1;geen;"a; ""b"""\r\n' +
		'08;Bo;0612345678;;bo@example.com;\r\n' +
		'09;Co;-;;;x\r\n' +
		'10;Bo;0612345678;;bo@example.com;\r\n' +
		'11;Dirk;;;bo@example.com;\r\n';
	const { items, json } = await importItems([fileItem({ content: text })]);
	expect(json[0]).toMatchObject({
		...{ created: 1, failed: 2, duplicate: 2, otherName: 1 },
		summary: expect.stringMatching(
			/ 1 repeated another row: row 5, 2 failed, 1 is another person with the same email address or phone number: row 6\./,
		),
		failures: [
			{ row: 2, uncertain: false },
			{ row: 4, uncertain: false },
		],
	});
	const id = idsAtService().at(-1);
	const header = 'Klantnr;Naam;Telefoon;Telefoon;E-mail;Notitie';
	const linesOf = async (name: string) => (await textOf(items[0], name))!.split('\r\n');
	expect(await linesOf('imported')).toEqual([
		`\uFEFFrow;outcome;contactId;${header};reason`,
		`3;created;${id};'08;Bo;'0612345678;;bo@example.com;;`,
		`5;duplicate;${id};10;Bo;'0612345678;;bo@example.com;;Same email address as row 3: bo@example.com`,
		'',
	]);
	expect(await linesOf('notImported')).toEqual([
		`\uFEFFrow;${header};reason`,
		expect.stringMatching(/^2;'-2\+3\+cmd\|x;An;'\+31;'=1\+1;geen;"a; ""b""";It has no/),
		expect.stringMatching(/^4;'09;Co;'-;;;x;It has no/),
		'',
	]);
	expect(await linesOf('otherNames')).toEqual([
		`\uFEFFrow;${header};reason`,
		expect.stringMatching(/^6;11;Dirk;;;bo@example.com;;Same email .* row 3, whose name is Bo/),
		'',
	]);
	await startOver();
	const corrected = (await textOf(items[0], 'notImported'))!
		.replace('geen', 'an@example.com')
		.replace(";'-;", ';0687654321;');
	const again = await importItems([fileItem({ content: corrected })]);
	expect(again.json[0]).toMatchObject({ rows: 2, created: 2 });
	expect(infosAtService()[0]).toMatchObject({ Achternaam: 'An' });
});
