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

const rowsOf = async (content: string) =>
	(await importItems([fileItem({ content })], { result: 'rows' }, goOn)).json;

describe('a file', () => {
	it('numbers its rows as a spreadsheet does, blank lines counted', async () => {
		const text =
			'sep=;\r\nNaam;E-mail\r\n\r\nAn;an@example.com\r\n;;\r\nBo;"bo@example.com;\r\nbo2@example.com"\r\nCo;geen\r\n;\r\n';
		const rows = await rowsOf(text);
		expect(rows.map(({ row, outcome }) => [row, outcome])).toEqual([
			[2, 'empty'],
			[3, 'created'],
			[4, 'empty'],
			[5, 'created'],
			[6, 'failed'],
			[7, 'empty'],
		]);
	});

	it('that comes back from a report has its columns under their own names', async () => {
		const set = { result: 'report', options: { extraColumns: 'add' } };
		const row = 'An,an@x.example,020 1234567,0612345678,####';
		const content = `Naam,E-mail,Telefoon,06-nummer,=A1\n${row}\n`;
		const { items } = await importItems([fileItem({ content })], set);
		const back = (await textOf(items[0], 'notImported'))!;
		expect(back).toContain("row,Naam,E-mail,Telefoon,'06-nummer,'=A1,reason");
		await importItems([fileItem({ content: back.replace('####', 'x') })], set);
		expect(infosAtService()).toMatchObject([{ '06-nummer': '0612345678', '=A1': 'x' }]);
	});

	it('has a row with too many cells if a delimiter was not quoted; that row comes back whole', async () => {
		const { report, notImported } = await importFile(
			'Naam,Email\nAn,an@x.example\nBo,bo@x.example,\nCas,,cas@x.example\n',
		);
		const reason =
			'It has 3 cells, the header 2: put quotes around the one that holds the delimiter';
		expect(report.failures).toMatchObject([
			{ row: 3, reason },
			{ row: 4, reason },
		]);
		expect(notImported!.split('\r\n').map((line) => line.split(',"It has')[0])).toEqual([
			'\uFEFFrow,Naam,Email,reason',
			'3,Bo,bo@x.example,',
			'4,Cas,,cas@x.example',
			'',
		]);
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
		['an xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This is a spreadsheet file'],
		['of blank lines', '\r\n;;\r\n', 'The file is empty'],
		['a web page', '<!DOCTYPE html>\n<title>Log in</title>', 'Columns seen: !DOCTYPE html.'],
		[
			'without column names',
			'Jan,Boer,jan@example.com\n',
			'Columns seen: Jan, Boer, jan@example.com.',
		],
	])('that is %s is an error, and nothing is sent', async (_, content, words) => {
		const { error } = await importItems([fileItem({ content })]);
		expect(error).toContain(words);
		expect(sandbox.log.requests).toEqual([]);
	});
});

it.each<[what: string, file: string, created: string[], words: RegExp]>([
	[
		'an email address without an end is not sent, and is not a key',
		'Name,Email,Phone\nJan Bos,"jan.bos@gmail,com",0612345678\nJo Vis,jo@gmail,',
		['|Jan Bos||0612345678|||||'],
		/jan\.bos@gmail,com\) is not an email address.*3,Jo Vis.*no email/s,
	],
	[
		'house number and addition in one column',
		'Naam;Email;Straat;Huisnummer + toevoeging\nJan Bos;jan@x.example;Kerkweg;12 A',
		['|Jan Bos|jan@x.example||Kerkweg|12 A|||'],
		/^1 of 1 row was created\.$/m,
	],
	[
		'a column of a field that is sent in no row is named',
		'Klant;Contactpersoon;E-mail\nBos BV;Jan Vis;jan@x.example',
		['|Bos BV|jan@x.example||||||'],
		/Columns that were not sent: Contactpersoon/,
	],
	[
		'a column with few names is not asked about',
		'Email,Nr\njan@x.example,12\njo@x.example,13\nan@x.example,Annex',
		['||jan@x.example||||||', '||jo@x.example||||||', '||an@x.example||||||'],
		/Columns that were not sent: Nr/,
	],
	[
		'a row of placeholders is empty',
		'Name,Email\n-,n/a\nJo,jo@x.example',
		['|Jo|jo@x.example||||||'],
		/1 was empty/,
	],
	[
		'a column of the user may be called row',
		'row,Name,Email\nA1,Jo,jo@x.example',
		['|Jo|jo@x.example||||||'],
		/"A1"|,A1,/,
	],
])('%s', async (_what, file, created, words) => {
	const { report, imported, notImported } = await importFile(file);
	expect(createdThere()).toEqual(created);
	const warnings = report.warnings.map(({ warning }) => warning);
	expect([report.summary, ...warnings, notImported, imported].join('\n')).toMatch(words);
});

describe('which file of an item', () => {
	const [one, other] = ['an', 'bo'].map((name) => ({
		field: `File_${name}`,
		content: `Email\n${name}@example.com`,
	}));
	const both = fileItem(one, other);
	const [an, bo] = Object.values(both.binary!);
	const inJson = (_files: IDataObject, more = {}) => ({ json: { _files, ...more } });
	it.each<[string, item: object, entered: string | undefined, imported: string[]]>([
		['the only one, whatever its name', fileItem(one), undefined, ['an']],
		['the named one of several', both, 'File_bo', ['bo']],
		['several by their names', both, 'File_an, File_bo', ['an', 'bo']],
		['the only one that n8n keeps in the JSON', inJson({ File: an }), undefined, ['an']],
		['one in the JSON by its name', inJson({ data: an, File: bo }), undefined, ['an']],
		['one in the JSON by its path', inJson({ a: an, b: bo }), '_files.b', ['bo']],
		['a file object', inJson({ a: an, b: bo }), '={{ $json._files.b }}', ['bo']],
		[
			'a list of them',
			inJson({ a: an, b: bo }),
			'={{ Object.values($json._files) }}',
			['an', 'bo'],
		],
		['the only one, in a field of a node', { json: { mail: { file: bo } } }, undefined, ['bo']],
	])('%s', async (_, item, binaryPropertyName, imported) => {
		const entered = binaryPropertyName === undefined ? {} : { binaryPropertyName };
		const { json } = await importItems([item as INodeExecutionData], entered);
		expect(json.map(({ created }) => created)).toEqual(imported.map(() => 1));
		const emails = infosAtService().map((infos) => infos['E-mailadres']);
		expect(emails.sort()).toEqual(imported.map((name) => `${name}@example.com`));
	});

	it.each<[string, item: object, entered: string, words: RegExp]>([
		['none of the named ones', both, 'File_an, File_co', / 2 files\. .*: File_an, File_bo$/],
		['several in the JSON', inJson({ a: an, b: bo }), 'data', /: _files\.a, _files\.b$/],
		['none', { json: { data: 'Email' } }, 'data', /It has no file at all\./],
	])('an item with %s is an error', async (_, item, binaryPropertyName, words) => {
		const { error } = await importItems([item as INodeExecutionData], { binaryPropertyName });
		expect(error).toContain(`The item has no file '${binaryPropertyName}'`);
		expect(error).toMatch(words);
	});
});

describe('several files', () => {
	const first = fileItem({
		content: 'Email\nan@example.com\nbo@example.com\n',
		fileName: 'one.csv',
	});
	const second = fileItem({ content: 'E-mail;Tel\nAN@example.com;1\nCo <co@example.com>;\n' });
	const workbook = fileItem({ content: Buffer.from('504b0304', 'hex') });

	it('have a report each, and the keys of one count in the others', async () => {
		const { items } = await importItems([first, second]);
		expect(items).toMatchObject([
			{ json: { rows: 2, created: 2, duplicate: 0 }, pairedItem: { item: 0 } },
			{ json: { rows: 2, created: 1, duplicate: 1 }, pairedItem: { item: 1 } },
		]);
		await startOver();
		const { json } = await importItems([first, second], { result: 'rows' });
		expect(json[2]).toMatchObject({
			...{ row: 2, outcome: 'duplicate' },
			reason: 'Same email address as row 2 of one.csv: an@example.com',
		});
	});

	it('that are refused are named with their rows', async () => {
		const third = fileItem({ content: 'Email;Tel\nnobody;\n', fileName: 'three.csv' });
		const { error } = await importItems([first, third], { result: 'rows' });
		expect(error).toContain('Row 2 of three.csv: It has no value');
	});

	it.each(['report', 'rows'])(
		'stop the run if one cannot be read; with "Continue" that one is an error item (%s)',
		async (result) => {
			const stopped = await importItems([first, workbook], { result });
			expect(stopped.error).toContain('is a spreadsheet file');
			expect(requestsTo('createContact')).toEqual([]);
			const { json } = await importItems([workbook, first], { result }, goOn);
			expect(json[0].error).toContain('is a spreadsheet file');
			expect(infosAtService()).toHaveLength(2);
		},
	);
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
			/ 1 repeated another row, 2 failed, 1 is another person with the same email address or phone number: row 6\./,
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
		`\uFEFFrow;outcome;contactId;${header}`,
		`3;created;${id};'08;Bo;'0612345678;;bo@example.com;`,
		`5;duplicate;${id};10;Bo;'0612345678;;bo@example.com;`,
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
	expect(infosAtService()[0]).toMatchObject({ Telefoonnummer: '+31' });
});
