import '../support/fastClock';

import type { IDataObject, INode } from 'n8n-workflow';

import { goOn, importRows, people, requestsTo, seeded } from '../support/contactRuns';
import { type Report, textOf } from '../support/importRuns';
import { n8nFiles } from '../support/n8nFiles.cjs';
import { startOver } from '../support/startOver';

/** The report of Contact: Create. That of a file: importFile.test.ts. */

beforeEach(async () => await startOver({ contacts: 5 }));

async function reportOf(
	rows: IDataObject[],
	more: IDataObject = {},
	settings: Partial<INode> = {},
) {
	const run = await importRows(rows, { result: 'report', ...more }, settings);
	const items = run.items('Sales CRM');
	const notImported = await textOf(items[0], 'notImported');
	return { ...run, given: items, report: (items[0]?.json ?? {}) as Report, notImported };
}

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const reason = (words: RegExp) => expect.stringMatching(words) as string;

it.each<INode['onError']>(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'])(
	'one item reports all rows, and is linked to none: %s',
	async (onError) => {
		sandbox.switches.faults = [
			{ route: 'createContact', kind: 'status', status: 422, nth: 2 },
			{ route: 'createContact', kind: 'lostReply', nth: 3 },
		];
		const rows = [
			...people(3),
			{ email: 'AN0@example.com' },
			{ email: seeded(0).email },
			{},
			{ firstName: 'Bo', colour: 'red' },
		];
		const run = await reportOf(rows, { options: { concurrency: 1 } }, { onError });
		expect(run.given.map(({ pairedItem }) => pairedItem)).toEqual([[]]);
		const values = (name: string) => people(3).map((one) => one[name]);
		const expected = {
			summary:
				"1 of 7 rows was created. 1 already existed, 1 repeated another row, 1 was empty, 2 failed, 1 is uncertain. Run it again with 'Skip', also with the file of rows not imported: contacts that were created are found. Columns that were not sent: colour.",
			...{ rows: 7, created: 1, existing: 1, failed: 2, duplicate: 1, otherName: 0 },
			...{ uncertain: 1, empty: 1, wouldCreate: 0 },
			columns: [
				{ column: 'firstName', field: 'Voornaam', values: values('firstName'), rowsSent: 2 },
				{ column: 'email', field: 'E-mailadres', values: values('email'), rowsSent: 2 },
				{ column: 'colour', field: null, values: ['red'], rowsSent: 0 },
			],
			hints: [],
			startedAt: MOMENT,
			endedAt: MOMENT,
			failures: [
				{
					row: 2,
					reason: reason(/^Could not create the contact: .*\. The Sales CRM answered: /),
					uncertain: false,
				},
				{ row: 3, reason: reason(/it may have been carried out$/), uncertain: true },
				{
					row: 7,
					reason: 'It has no email address or phone number to match it by',
					uncertain: false,
				},
			],
			warnings: [],
		};
		expect(Object.entries(run.report)).toEqual(Object.entries(expected));
		expect(run.hints).toEqual([]);
		expect(run.notImported!.split('\r\n').slice(0, 2)).toEqual([
			'\uFEFFrow,firstName,email,colour,reason',
			reason(/^2,An 1,an1@example\.com,,"?Could not create/),
		]);
	},
);

it('shows the first 100 failures; the file has all of them', async () => {
	const rows = [...people(1), ...Array<IDataObject>(120).fill({ firstName: 'Bo' })];
	const { report, notImported } = await reportOf(rows);
	expect(report.failures.map(({ row }) => row)).toEqual(
		Array.from({ length: 100 }, (_, n) => n + 2),
	);
	expect(notImported!.trim().split('\r\n')).toHaveLength(121);
});

it('a row that repeats a refused one comes back with it', async () => {
	sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422 }];
	const { report, notImported } = await reportOf([...people(1), ...people(1)]);
	expect(report).toMatchObject({ failed: 1, duplicate: 1 });
	expect(notImported!.match(/^\d/gm)).toEqual(['1', '2']);
});

it('if n8n cannot store a file, the error has the number of rows that were imported', async () => {
	const store = jest.spyOn(n8nFiles(), 'store').mockRejectedValue(new Error('no space left'));
	const { error } = await reportOf([...people(1), { firstName: 'Bo' }]);
	store.mockRestore();
	expect(`${error?.message} ${error?.description}`).toBe(
		'no space left 1 of 2 was imported. Run it again: existing contacts are skipped.',
	);
});

it('what concerns all rows is the error of the node; with "Continue" it is one item', async () => {
	sandbox.switches.faults = [{ route: 'listContacts', kind: 'status', status: 403, every: 1 }];
	expect((await reportOf(people(2))).error?.message).toMatch(/\(403\)/);
	const { given } = await reportOf(people(2), {}, goOn);
	expect(given.map(({ json }) => json)).toEqual([{ error: reason(/\(403\)/) }]);
	expect(requestsTo('createContact')).toEqual([]);
});

it.each(['ignore', 'add'])(
	'the columns that a report added are not read, nor written twice (%s)',
	async (extraColumns) => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422 }];
		const row = { '\uFEFFrow': '7', outcome: 'failed', contactId: '', email: 'bo@example.com' };
		const rows = [{ ...row, reason: 'It was refused' }];
		const { report, notImported } = await reportOf(rows, { options: { extraColumns } });
		expect(report).toMatchObject({ failed: 1, columns: [{ column: 'email', rowsSent: 0 }] });
		expect(notImported).toMatch(/^\uFEFFrow,email,reason\r\n1,bo@example\.com,"?Could not create/);
	},
);
