import '../support/noWaiting';

import { type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';

import { goOn, importRows, infosAtService, people, requestsTo } from '../support/contactRuns';
import { textOf } from '../support/importRuns';
import { n8nFiles } from '../support/n8nFiles.cjs';
import { startOver } from '../support/startOver';

/** The report of Contact: Create, in place of an item for each row; that of a file: importFile.test.ts. */

beforeEach(async () => await startOver({ contacts: 5 }));

type Fault = (typeof sandbox.switches.faults)[number];
const harm = (...faults: Fault[]) =>
	Object.assign(sandbox.switches, { faults: structuredClone(faults) });
const refused: Fault = { route: 'createContact', kind: 'status', status: 422 };

async function reportOf(
	rows: IDataObject[],
	more: IDataObject = {},
	settings: Partial<INode> = {},
) {
	const run = await importRows(rows, { result: 'report', ...more }, settings);
	const items: INodeExecutionData[] = run.items('Sales CRM');
	const file = await textOf(items[0], 'notImported');
	return { ...run, given: items, report: items[0]?.json ?? {}, file };
}

const seededEmail = () =>
	sandbox.world
		.profile()
		.contacts.slice(identities.AUDIENCE_ID, 0, 1)[0]
		.standard_personal_infos.find(({ name }) => name === 'E-mailadres')!.value;

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

it.each<INode['onError']>(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'])(
	'one item says what became of all rows, and is linked to none: %s',
	async (onError) => {
		harm({ ...refused, nth: 2 }, { route: 'createContact', kind: 'lostReply', nth: 3 });
		const rows = [
			...people(3),
			{ email: 'AN0@example.com' },
			{ email: seededEmail() },
			{},
			{ firstName: 'Bo', colour: 'red' },
		];
		const run = await reportOf(rows, { options: { concurrency: 1 } }, { onError });
		expect(run.given).toHaveLength(1);
		expect(run.given[0].pairedItem).toEqual([]);
		const reason = (words: RegExp) => expect.stringMatching(words) as string;
		expect(Object.entries(run.report)).toEqual([
			[
				'summary',
				"1 of 7 rows was created. 1 already existed, 1 repeated another row, 1 was empty, 2 failed, 1 is uncertain. Run it again with 'Skip', also with the file of rows not imported: contacts that were created are found. Columns that were not sent: colour.",
			],
			['rows', 7],
			['created', 1],
			['existing', 1],
			['failed', 2],
			['duplicate', 1],
			['otherName', 0],
			['uncertain', 1],
			['empty', 1],
			['wouldCreate', 0],
			[
				'columns',
				[
					{ column: 'firstName', field: 'Voornaam', values: ['An 0', 'An 1', 'An 2'], rowsSent: 2 },
					{
						column: 'email',
						field: 'E-mailadres',
						values: ['an0@example.com', 'an1@example.com', 'an2@example.com'],
						rowsSent: 2,
					},
					{ column: 'colour', field: null, values: ['red'], rowsSent: 0 },
				],
			],
			['hints', []],
			['startedAt', MOMENT],
			['endedAt', MOMENT],
			[
				'failures',
				[
					{
						row: 2,
						reason: reason(/^Could not create the contact: .*\. The Sales CRM answered: /),
						uncertain: false,
					},
					{ row: 3, reason: reason(/it may have been carried out$/), uncertain: true },
					{
						row: 7,
						reason: reason(/^It has no email address or phone number to match it by$/),
						uncertain: false,
					},
				],
			],
			['warnings', []],
		]);
		expect(run.hints).toEqual([]);
		expect(run.file!.split('\r\n').slice(0, 2)).toEqual([
			'\uFEFFrow,firstName,email,colour,reason',
			expect.stringMatching(/^2,An 1,an1@example\.com,,"?Could not create/),
		]);
	},
);

it('shows the first 100 failures; all of them stand in the file', async () => {
	const { report, file } = await reportOf([...people(1), ...Array(120).fill({ firstName: 'Bo' })]);
	expect((report.failures as IDataObject[]).map(({ row }) => row)).toEqual(
		Array.from({ length: 100 }, (_, n) => n + 2),
	);
	expect(file!.trim().split('\r\n')).toHaveLength(121);
});

it('where n8n cannot keep the file, an error says what is in', async () => {
	const store = jest
		.spyOn(n8nFiles(), 'store')
		.mockRejectedValue(new Error('no space left on device'));
	const { error } = await reportOf([...people(1), { firstName: 'Bo' }]).finally(() =>
		store.mockRestore(),
	);
	expect(error?.message).toBe('no space left on device');
	expect(error?.description).toBe(
		'1 of 2 was imported. Run it again: existing contacts are skipped.',
	);
});

it('what concerns all rows is the error of the node, with "Continue" one item; nothing is sent', async () => {
	sandbox.switches.faults = [{ route: 'listContacts', kind: 'status', status: 403, every: 1 }];
	expect((await reportOf(people(2))).error?.message).toMatch(/\(403\)/);
	const { given, report } = await reportOf(people(2), {}, goOn);
	expect(given).toHaveLength(1);
	expect(report).toEqual({ error: expect.stringMatching(/\(403\)/) });
	expect(requestsTo('createContact')).toEqual([]);
});

it.each(['ignore', 'add'])(
	'the file comes back: its own columns are no contact’s (%s)',
	async (extraColumns) => {
		const back = {
			'\uFEFFrow': '7',
			outcome: 'failed',
			contactId: '',
			email: 'bo@example.com',
			reason: 'It was refused',
		};
		harm(refused);
		const { report, file } = await reportOf([back], { options: { extraColumns } });
		expect(report).toMatchObject({ failed: 1, columns: [{ column: 'email' }] });
		expect(file).toMatch(/^\uFEFFrow,email,reason\r\n1,bo@example\.com,"?Could not create/);
		await reportOf([back], { options: { extraColumns } });
		expect(infosAtService()).toEqual([{ 'E-mailadres': 'bo@example.com' }]);
	},
);
