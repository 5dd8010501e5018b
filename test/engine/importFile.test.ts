import '../support/noWaiting';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { idsAtService, infosAtService, requestsTo } from '../support/contactRuns';
import type { FlowRun } from '../support/flow';
import { createdThere, fileItem, importFile, startImport, textOf } from '../support/importRuns';
import { startOver } from '../support/startOver';

/** Contact: Import From File. What Create does with rows is not tried again here. */

beforeEach(async () => await startOver({ contacts: 5 }));

async function importItems(...given: Parameters<typeof startImport>) {
	const run = await startImport(...given).ended;
	return { run, items: run.items('Sales CRM'), json: run.items('Sales CRM')[0]?.json ?? {} };
}

const importText = async (content: string | Buffer, more: IDataObject = {}, settings = {}) =>
	await importItems([fileItem({ content })], more, settings);

const rowsOf = async (content: string | Buffer, more: IDataObject = {}) =>
	(await importText(content, { result: 'rows', ...more }, goOn)).items.map(({ json }) => json);

const goOn = { onError: 'continueRegularOutput' } as const;

const messageOf = ({ error }: FlowRun) => `${error?.message} ${error?.description}`;

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

	it('with a blank cell more in one row alone has a long row', async () => {
		const rows = await rowsOf('Naam,Email\nAn,an@x.example\nBo,bo@x.example,\n');
		expect(rows.map(({ outcome }) => outcome)).toEqual(['created', 'failed']);
		expect(rows[1].reason).toBe(
			'It has 3 cells, the header 2: put quotes around the one that holds the delimiter',
		);
	});

	it('a long row comes back with all its cells', async () => {
		const { notImported } = await importFile('Naam,Email\nBos,,bos@x.example\n');
		expect(notImported).toMatch(/^\uFEFFrow,Naam,Email,reason\r\n2,Bos,,bos@x\.example,/);
	});

	it('is read as was chosen, where something was chosen', async () => {
		const content = Buffer.from('Email|Naam\nan@example.com|Ren\x8e\n', 'latin1');
		await importText(content, { options: { delimiter: '|', encoding: 'macintosh' } });
		expect(infosAtService()).toEqual([{ 'E-mailadres': 'an@example.com', Achternaam: 'René' }]);
	});

	it.each<[string, string | Buffer, string]>([
		[
			'an xlsx or ods',
			Buffer.from('504b030414000600', 'hex'),
			'Extract from File and pass the rows to Contact: Create',
		],
		['an xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This is a spreadsheet file'],
		['empty', '', 'The file is empty'],
		['of blank lines', '\r\n;;\r\n', 'The file is empty'],
		['a web page', '<!DOCTYPE html>\n<title>Log in</title>', 'Columns seen: !DOCTYPE html.'],
		[
			'without column names',
			'Jan,Boer,jan@example.com\n',
			'Columns seen: Jan, Boer, jan@example.com.',
		],
	])('that is %s is an error that says so, and nothing is sent', async (_, content, words) => {
		const { run } = await importText(content);
		expect(run.status).toBe('error');
		expect(messageOf(run)).toContain(words);
		expect(sandbox.log.requests).toEqual([]);
	});
});

it.each<[what: string, file: string, created: string[], words: RegExp]>([
	[
		'an address without an end is none, and no key',
		'Name,Email,Phone\nJan Bos,"jan.bos@gmail,com",0612345678\nJo Vis,jo@gmail,',
		['|Jan Bos||0612345678|||||'],
		/jan\.bos@gmail,com\) is not an email address.*3,Jo Vis.*no email/s,
	],
	[
		'the type of a phone is no phone',
		'Name,Phone 1 - Type,Phone 1 - Value\nJan Bos,Work 2,0612345678\nJo Vis,Mobile,0687654321',
		['|Jan Bos||0612345678|||||', '|Jo Vis||0687654321|||||'],
		/Columns that were not sent: Phone 1 - Type/,
	],
	[
		'house number and addition in one column',
		'Naam;Email;Straat;Huisnummer + toevoeging\nJan Bos;jan@x.example;Kerkweg;12 A',
		['|Jan Bos|jan@x.example||Kerkweg|12 A|||'],
		/^1 of 1 row was created\.$/m,
	],
	[
		'a column that is known, of which nothing is sent',
		'Klant;Contactpersoon;E-mail\nBos BV;Jan Vis;jan@x.example',
		['|Bos BV|jan@x.example||||||'],
		/Columns that were not sent: Contactpersoon/,
	],
	[
		'a column with a name now and then is none of names',
		'Email,Nr\njan@x.example,12\njo@x.example,13\nan@x.example,Annex',
		['||jan@x.example||||||', '||jo@x.example||||||', '||an@x.example||||||'],
		/Columns that were not sent: Nr/,
	],
	[
		'a row of placeholders alone',
		'Name,Email\n-,n/a\nJo,jo@x.example',
		['|Jo|jo@x.example||||||'],
		/1 was empty/,
	],
	[
		'a first column that the user calls row',
		'row,Name,Email\nA1,Jo,jo@x.example',
		['|Jo|jo@x.example||||||'],
		/"A1"|,A1,/,
	],
])('%s', async (_what, file, created, words) => {
	const { report, imported, notImported } = await importFile(file, { result: 'report' });
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
	const emails = () =>
		infosAtService()
			.map((infos) => infos['E-mailadres'].split('@')[0])
			.sort();

	it.each<[string, INodeExecutionData, entered: string | undefined, imported: string[]]>([
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
		const { items } = await importItems([item as INodeExecutionData], {
			...(binaryPropertyName !== undefined && { binaryPropertyName }),
		});
		expect(items.map(({ json }) => json.created)).toEqual(imported.map(() => 1));
		expect(emails()).toEqual(imported);
	});

	it.each<[string, INodeExecutionData, string, RegExp]>([
		['several, none of which is named', both, 'data', / 2 files\. .*: File_an, File_bo$/],
		['one of the named ones', both, 'File_an, File_co', / 2 files\. .*: File_an, File_bo$/],
		['several in the JSON', inJson({ a: an, b: bo }), 'data', /: _files\.a, _files\.b$/],
		['none', { json: { data: 'Email' } }, 'data', /It has no file at all\./],
	])('an item with %s is an error that says so', async (_, item, binaryPropertyName, words) => {
		const { run } = await importItems([item], { binaryPropertyName });
		expect(run.error?.message).toBe(`The item has no file '${binaryPropertyName}'`);
		expect(run.error?.description).toMatch(words);
		expect(requestsTo('createContact')).toEqual([]);
	});
});

describe('several files', () => {
	const first = fileItem({
		content: 'Email\nan@example.com\nbo@example.com\n',
		fileName: 'one.csv',
	});
	const second = fileItem({
		content: 'E-mail;Tel\nAN@example.com;1\nCo <co@example.com>;\n',
		fileName: 'two.csv',
	});
	const none = fileItem({ content: Buffer.from('504b0304', 'hex'), fileName: 'three.xlsx' });

	it('have a report each, and nobody stands twice across them', async () => {
		const { items } = await importItems([first, second]);
		expect(
			items.map(({ json, pairedItem }) => [json.rows, json.created, json.duplicate, pairedItem]),
		).toEqual([
			[2, 2, 0, { item: 0 }],
			[2, 1, 1, { item: 1 }],
		]);
		expect(infosAtService().map((infos) => infos['E-mailadres'])).toEqual(
			expect.arrayContaining(['an@example.com', 'bo@example.com', 'co@example.com']),
		);
	});

	it('say of a duplicate in which file the other one stands', async () => {
		const { items } = await importItems([first, second], { result: 'rows' });
		expect(items.map(({ json }) => [json.row, json.outcome, json.reason])).toEqual([
			[2, 'created', null],
			[3, 'created', null],
			[2, 'duplicate', 'Same email address as row 2 of one.csv: an@example.com'],
			[3, 'created', null],
		]);
	});

	it('that are refused say in which file a row stands', async () => {
		const third = fileItem({ content: 'Email;Tel\nnobody;\n', fileName: 'three.csv' });
		const { run } = await importItems([first, third], { result: 'rows' });
		expect(messageOf(run)).toContain('Row 2 of three.csv: It has no value');
	});

	it.each(['report', 'rows'])(
		'with "Continue" one that cannot be read is an error item of its own (%s)',
		async (result) => {
			const { items } = await importItems([none, first], { result }, goOn);
			expect(items[0]).toMatchObject({
				json: { error: expect.stringContaining('is a spreadsheet file') as string },
			});
			expect(infosAtService()).toHaveLength(2);
		},
	);

	it('without "Continue" one that cannot be read stops the run before anything is sent', async () => {
		const { run } = await importItems([first, none]);
		expect(messageOf(run)).toContain('is a spreadsheet file');
		expect(requestsTo('createContact')).toEqual([]);
	});
});

describe('the files of a report', () => {
	const text =
		'Klantnr;Naam;Telefoon;Telefoon;E-mail;Notitie\r\n' +
		'-2+3+cmd|x;An;+31;=1+1;geen;"a; ""b"""\r\n' +
		'08;Bo;0612345678;;bo@example.com;\r\n' +
		'09;Co;-;;;x\r\n' +
		'10;Bo;0612345678;;bo@example.com;\r\n' +
		'11;Dirk;;;bo@example.com;\r\n';

	it('hold each row as it was, in the delimiter of its file; what did not get in goes in once corrected', async () => {
		const { items, json } = await importText(Buffer.from(text, 'latin1'));
		expect(json).toMatchObject({
			...{ created: 1, failed: 2, duplicate: 2, otherName: 1 },
			summary: expect.stringMatching(
				/ 1 repeated another row, 2 failed, 1 is another person with the same email address or phone number: row 6\./,
			) as string,
			failures: [
				{ row: 2, uncertain: false },
				{ row: 4, uncertain: false },
			],
		});
		const id = idsAtService().at(-1);
		expect((await textOf(items[0], 'imported'))!.split('\r\n')).toEqual([
			'\uFEFFrow;outcome;contactId;Klantnr;Naam;Telefoon;Telefoon;E-mail;Notitie',
			`3;created;${id};'08;Bo;'0612345678;;bo@example.com;`,
			`5;duplicate;${id};10;Bo;'0612345678;;bo@example.com;`,
			'',
		]);
		const file = (await textOf(items[0], 'notImported'))!;
		expect(file.split('\r\n')).toEqual([
			'\uFEFFrow;Klantnr;Naam;Telefoon;Telefoon;E-mail;Notitie;reason',
			expect.stringMatching(/^2;'-2\+3\+cmd\|x;An;'\+31;'=1\+1;geen;"a; ""b""";It has no/),
			expect.stringMatching(/^4;'09;Co;'-;;;x;It has no/),
			'',
		]);
		expect((await textOf(items[0], 'otherNames'))!.split('\r\n')).toEqual([
			'\uFEFFrow;Klantnr;Naam;Telefoon;Telefoon;E-mail;Notitie;reason',
			expect.stringMatching(
				/^6;11;Dirk;;;bo@example.com;;Same email address as row 3, whose name is Bo/,
			),
			'',
		]);
		await startOver();
		const again = await importText(
			file.replace('geen', 'an@example.com').replace(";'-;", ';0687654321;'),
		);
		expect(again.json).toMatchObject({ rows: 2, created: 2 });
		expect(infosAtService()[0]).toMatchObject({ Telefoonnummer: '+31' });
	});
});
