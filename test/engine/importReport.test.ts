import '../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { importRows, people, seeded } from '../support/contactRuns';
import { type Report, textOf } from '../support/importRuns';
import { startOver } from '../support/startOver';

/** Contact: Create, in n8n's engine: the report. */

beforeEach(async () => await startOver({ contacts: 5 }));

const oneByOne = { options: { concurrency: 1 } };

describe('a report', () => {
	async function reportOf(rows: IDataObject[], more: IDataObject = {}) {
		const run = await importRows(rows, { result: 'report', ...more });
		const [item] = run.items('Sales CRM');
		const notImported = await textOf(item, 'notImported');
		return { ...run, item, report: item.json as Report, notImported };
	}

	const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
	const reason = (words: RegExp) => expect.stringMatching(words) as string;

	it('is one item about all rows, and linked to none', async () => {
		sandbox.switches.faults = [
			{ route: 'createContact', kind: 'status', status: 422, nth: 2 },
			{ route: 'createContact', kind: 'lostReply', nth: 3 },
		];
		const rows = [
			...people(3),
			{ firstName: 'An 0', email: 'AN0@example.com' },
			{ email: seeded(0).email },
			{},
			{ firstName: 'Bo', colour: 'red' },
		];
		const run = await reportOf(rows, oneByOne);
		expect(run.item.pairedItem).toEqual([]);
		const values = (name: string) => people(3).map((one) => one[name]);
		const expected = {
			summary:
				"1 of 7 rows was created. 1 already existed, 1 repeated another row: row 4, 1 was empty, 2 failed, 1 is uncertain. Run it again with 'Skip', also with the file of rows not imported: contacts that were created are found. Columns that were not sent: colour.",
			...{ rows: 7, created: 1, existing: 1, failed: 2, duplicate: 1, otherName: 0 },
			...{ uncertain: 1, empty: 1, wouldCreate: 0 },
			columns: [
				{ column: 'firstName', field: 'Voornaam', values: values('firstName'), rowsSent: 2 },
				{ column: 'email', field: 'E-mailadres', values: values('email'), rowsSent: 2 },
				{ column: 'colour', field: null, values: ['red'], rowsSent: 0 },
			],
			hints: ['1 row has no name, such as row 5.'],
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
			warnings: [{ row: 5, warning: 'It has no name' }],
		};
		expect(Object.entries(run.report)).toEqual(Object.entries(expected));
		expect(run.hints).toEqual([]);
		expect(run.notImported!.split('\r\n').slice(0, 2)).toEqual([
			'\uFEFFrow,firstName,email,colour,reason',
			reason(/^2,An 1,an1@example\.com,,"?Could not create/),
		]);
	});

	it('shows the first 100 failures; its file has all of them', async () => {
		const rows = [...people(1), ...Array<IDataObject>(120).fill({ firstName: 'Bo' })];
		const { report, notImported } = await reportOf(rows);
		expect(report.failures.map(({ row }) => row)).toEqual(
			Array.from({ length: 100 }, (_, n) => n + 2),
		);
		expect(notImported!.trim().split('\r\n')).toHaveLength(121);
	});

	it('has a row that repeats a refused one in the same file', async () => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422 }];
		const { report, notImported } = await reportOf([...people(1), ...people(1)]);
		expect(report).toMatchObject({ failed: 1, duplicate: 1 });
		expect(notImported!.match(/^\d/gm)).toEqual(['1', '2']);
	});

	it('puts a row that repeats one of another name into no file of those that are in', async () => {
		const row = { firstName: 'Dirk', email: seeded(0).email };
		const { item, report, notImported } = await reportOf([row, row]);
		expect(report).toMatchObject({ existing: 1, otherName: 1, duplicate: 1 });
		const reasonOf = (text?: string) => text!.split('\r\n')[1];
		expect(reasonOf(await textOf(item, 'otherNames'))).toMatch(/^1,.*,"?A contact, whose name is /);
		expect(reasonOf(notImported)).toMatch(/^2,.*Same email address as row 1/);
		expect(item.binary).not.toHaveProperty('imported');
	});

	it('shows the first 100 warnings', async () => {
		const nameless = people(120, 1).map(({ email }) => ({ email }));
		const { report } = await reportOf([...people(1), ...nameless]);
		expect(report.warnings).toHaveLength(100);
	});

	it('keeps what was created if the sign-in is refused on the way', async () => {
		const fault = { route: 'createContact', kind: 'status', status: 401 } as const;
		sandbox.switches.faults = [2, 3, 4, 5].map((nth) => ({ ...fault, nth }));
		const { report } = await reportOf(people(5), oneByOne);
		expect(report).toMatchObject({ created: 1, failed: 4 });
	});

	it('does not read the columns that a report added, nor writes them twice', async () => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422 }];
		const row = { '\uFEFFrow': '7', outcome: 'failed', contactId: '', email: 'bo@example.com' };
		const rows = [{ ...row, reason: 'It was refused' }];
		const { report, notImported } = await reportOf(rows, { options: { extraColumns: 'add' } });
		expect(report).toMatchObject({ failed: 1, columns: [{ column: 'email', rowsSent: 0 }] });
		expect(notImported).toMatch(/^\uFEFFrow,email,reason\r\n1,bo@example\.com,"?Could not create/);
	});
});
