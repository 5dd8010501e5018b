/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../support/noWaiting';

import { type IDataObject, type INode, type INodeExecutionData, sleep } from 'n8n-workflow';

import { createParameters, infosAtService, requestsTo } from '../support/contactRuns';
import { crmOf, type FlowRun, runFlow, startFlow } from '../support/flow';
import { n8nFiles } from '../support/n8nFiles.cjs';
import { startOver } from '../support/startOver';

/** The report of an import, in place of an item for each row. */

beforeEach(async () => await startOver({ contacts: 5 }));

type Settings = Partial<INode>;
const goOn: Settings = { onError: 'continueRegularOutput' };
const withErrorOutput: Settings = { onError: 'continueErrorOutput' };
const skip = { ifExists: 'skip' };
const fail = { ifExists: 'fail' };

type Fault = (typeof sandbox.switches.faults)[number];
const harm = (...faults: Fault[]) =>
	Object.assign(sandbox.switches, { faults: structuredClone(faults) });
const refused: Fault = { route: 'createContact', kind: 'status', status: 422 };

const flowOf = (
	{ ifExists, matchBy, dryRun, ...options }: IDataObject,
	settings: Settings = {},
	more: IDataObject = {},
) => {
	const wanted = { result: 'report', ...options };
	const parameters = createParameters({ ifExists, matchBy, dryRun, options: wanted, ...more });
	return { nodes: [crmOf(parameters, settings)], wires: [['Start', 'Sales CRM'] as const] };
};

async function importOf(rows: IDataObject[], ...[set, settings, more]: Parameters<typeof flowOf>) {
	const flow = flowOf(set, settings, more);
	const run = await runFlow({ ...flow, wires: [['Start', 'Sales CRM']] }, rows);
	return { ...run, ...(await reportIn(run)) };
}

async function reportIn(run: FlowRun) {
	const items = run.items('Sales CRM');
	const [{ json, binary = {} }]: INodeExecutionData[] = items.length > 0 ? items : [{ json: {} }];
	const { notImported } = binary;
	const file = notImported && (await n8nFiles().getAsBuffer(notImported)).toString();
	return { given: items, json, notImported, file };
}

const people = (many: number): IDataObject[] =>
	Array.from({ length: many }, (_, n) => ({ Voornaam: `An ${n}`, email: `an${n}@example.com` }));

const seededEmail = () =>
	sandbox.world
		.profile()
		.contacts.slice(identities.AUDIENCE_ID, 0, 1)[0]
		.standard_personal_infos.find(({ name }) => name === 'E-mailadres')!.value;

const emails = () => infosAtService().map((infos) => infos['E-mailadres']);

const NONE = {
	created: 0,
	existing: 0,
	duplicate: 0,
	foundAfterwards: 0,
	wouldCreate: 0,
	failed: 0,
	uncertain: 0,
	withoutKey: 0,
};
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

describe('the one item', () => {
	it('counts what became of the rows, without "Continue" too, and is linked to none', async () => {
		harm({ ...refused, nth: 2 }, { route: 'createContact', kind: 'lostReply', nth: 3 });
		const rows = [
			...people(3),
			{ email: 'AN0@example.com' },
			{ email: seededEmail() },
			{ Voornaam: 'Bo', colour: 'red' },
			{ colour: 'blue' },
		];
		const run = await importOf(rows, { ...skip, concurrency: 1 });
		expect(run.error).toBeUndefined();
		expect(run.given).toHaveLength(1);
		expect(run.given[0].pairedItem).toEqual([]);
		const reason = expect.stringMatching(/^Could not create the contact: .* Correct what/);
		expect(run.json).toEqual({
			...{ ...NONE, rows: 7, created: 2, existing: 1, duplicate: 1, foundAfterwards: 1 },
			...{ failed: 2, withoutKey: 1, ignoredColumns: ['colour'] },
			hints: [
				'1 row got no answer, and stood in the audience afterwards.',
				'1 row came without email address: created without looking whether the contact exists.',
			],
			startedAt: MOMENT,
			endedAt: MOMENT,
			failures: [
				{ item: 1, reason, uncertain: false },
				{ item: 6, reason: expect.stringMatching(/^There is no pers/), uncertain: false },
			],
		});
		expect(String(run.json.startedAt) <= String(run.json.endedAt)).toBe(true);
		expect(run.hints('Sales CRM')).toEqual([]);
	});

	it('with Create Anyway, and at an error output too', async () => {
		harm({ ...refused, nth: 2 }, { route: 'createContact', kind: 'status', status: 500, nth: 3 });
		const rows = [...people(3), { Voornaam: 'Bo' }];
		const run = await importOf(rows, { concurrency: 1 }, withErrorOutput);
		expect(run.given).toHaveLength(1);
		expect(run.given[0].json).toMatchObject({
			...{ ...NONE, rows: 4, created: 2, failed: 1, uncertain: 1 },
			failures: [
				{ item: 1, uncertain: false },
				{ item: 2, uncertain: true },
			],
		});
		expect(run.given).toHaveLength(1);
		expect(run.file!.trim().split('\r\n')).toHaveLength(3);
	});

	it('has no file where all rows got in', async () => {
		const run = await importOf(people(2), {});
		expect(run.json).toMatchObject({ ...NONE, rows: 2, created: 2, failures: [] });
		expect(run.given[0].binary).toBeUndefined();
	});

	it('shows the first 100 failures; all of them stand in the file', async () => {
		const run = await importOf(
			Array.from({ length: 120 }, (_, n) => ({ n })),
			{},
		);
		expect(run.json.failed).toBe(120);
		expect((run.json.failures as IDataObject[]).map(({ item }) => item)).toEqual(
			Array.from({ length: 100 }, (_, n) => n),
		);
		expect(run.file!.trim().split('\r\n')).toHaveLength(121);
	});

	it('a dry run says what would be, warnings included, and sends nothing', async () => {
		const rows = [...people(2), { email: 'an1@example', zip: '12' }, {}];
		const { json } = await importOf(rows, { ...skip, dryRun: true });
		expect(json).toMatchObject({ ...NONE, rows: 4, wouldCreate: 3, failed: 1 });
		expect(json.hints).toEqual([
			'1 row with warnings, counted from 0: item 2: E-mailadres: "an1@example" is no email address; Postcode: "12" is no Dutch postcode such as 1234 AB.',
		]);
		expect(requestsTo('createContact')).toEqual([]);
	});

	it('comes where n8n cannot keep the file, and says so', async () => {
		const prepare = jest
			.spyOn(n8nFiles(), 'store')
			.mockRejectedValue(new Error('no space left on device'));
		const { json, given } = await importOf([...people(1), {}], {}).finally(() =>
			prepare.mockRestore(),
		);
		expect(json).toMatchObject({ created: 1, failed: 1 });
		expect(json.hints).toEqual([
			'The file of the rows that were not imported could not be kept: no space left on device',
		]);
		expect(given[0].binary).toBeUndefined();
	});
});

describe('what concerns all rows is the error of the node, and nothing is sent', () => {
	const none = '00000000-0000-4000-8000-000000000001';
	const unlistable = { audienceId: '={{ $json.id }}' };
	const twoAudiences = () =>
		[identities.AUDIENCE_ID, none].map((id, n) => ({ ...people(2)[n], id }));
	const runs: Array<[string, RegExp, (settings: Settings) => Promise<FlowRun>]> = [
		[
			'a setting',
			/^'Match By' must be/,
			async (settings) => await importOf(people(2), { ...skip, matchBy: [] }, settings),
		],
		[
			'a number of requests that is none',
			/^'Requests at a Time' must be/,
			async (settings) => await importOf(people(2), { concurrency: 0 }, settings),
		],
		[
			'an audience that cannot be listed',
			/^Could not list the contacts/,
			async (settings) => await importOf(twoAudiences(), skip, settings, unlistable),
		],
		[
			'a contact that exists, with Fail',
			/^A contact with this email address is in the audience already/,
			async (settings) => await importOf([...people(2), { email: seededEmail() }], fail, settings),
		],
		[
			'contacts that cannot be recognized',
			/^Existing contacts cannot be recognized here/,
			async (settings) => {
				const listed = [{ id: 'c1' }];
				harm(
					{ route: 'listContacts', page: 0, kind: 'failure200', body: listed, every: 1 },
					{ route: 'listContacts', kind: 'failure200', body: [], every: 1 },
				);
				return await importOf(people(2), skip, settings);
			},
		],
	];

	it.each(runs)('the error of the node: %s', async (_, told, run) => {
		const { error, items } = await run({});
		expect(error!.message).toMatch(told);
		expect(items('Sales CRM')).toEqual([]);
		expect(requestsTo('createContact')).toEqual([]);
	});

	it.each(runs)('with "Continue" it is one item: %s', async (_, told, run) => {
		const { error, items } = await run(goOn);
		expect(error).toBeUndefined();
		expect(items('Sales CRM').map(({ json }) => json)).toEqual([
			{ error: expect.stringMatching(told) },
		]);
		expect(requestsTo('createContact')).toEqual([]);
	});

	it.each(runs)('it leaves by the error output: %s', async (_, told, run) => {
		const { items } = await run(withErrorOutput);
		expect(items('Sales CRM')).toEqual([]);
		expect(items('Sales CRM', 1).map(({ json }) => json)).toEqual([
			{ error: expect.stringMatching(told) },
		]);
	});

	it('with Fail the error says which rows, and a duplicate within the file is a failed row', async () => {
		const rows = [...people(2), { email: seededEmail() }, people(1)[0]];
		const { error } = await importOf(rows, fail);
		expect(error!.description).toContain(
			'Nothing was sent. Of 4 items, counted from 0, 1 cannot be created (2).',
		);
		const { json } = await importOf([people(1)[0], people(1)[0]], fail);
		expect(json).toMatchObject({ ...NONE, created: 1, failed: 1 });
	});

	it.each([1, 5])(
		'a refused sign-in, told by the first row alone (%p at a time)',
		async (width) => {
			harm({ route: 'createContact', kind: 'status', status: 401, every: 1 });
			const { error, given } = await importOf(people(9), { concurrency: width });
			expect(error!.message).toBe(
				'Could not create the contact: the service refused the sign-in (401)',
			);
			expect(given).toEqual([]);
			expect(requestsTo('createContact')).toHaveLength(1);
		},
	);

	it('a sign-in that is refused later is the failure of its row', async () => {
		harm({ route: 'createContact', kind: 'status', status: 401, nth: 3 });
		const { json } = await importOf(people(4), { concurrency: 2 });
		expect(json).toMatchObject({ ...NONE, rows: 4, created: 3, failed: 1 });
	});
});

describe('Retry On Fail', () => {
	const retry: Settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	it.each<[string, Settings]>([
		['without "Continue"', retry],
		['with "Continue"', { ...retry, ...goOn }],
	])('a list that fails is asked again, and each row is sent once (%s)', async (_, settings) => {
		harm({ route: 'listContacts', kind: 'status', status: 401, times: 1 });
		const run = await importOf(people(3), skip, settings);
		expect(run.json).toMatchObject({ ...NONE, rows: 3, created: 3 });
		expect(requestsTo('createContact')).toHaveLength(3);
	});

	it('failed rows are no reason for another try', async () => {
		harm(refused);
		const run = await importOf(people(3), {}, { ...retry, ...goOn });
		expect(run.json).toMatchObject({ ...NONE, created: 2, failed: 1 });
		expect(requestsTo('createContact')).toHaveLength(3);
	});
});

it('an import that is stopped by hand ends without a report', async () => {
	harm({ route: 'createContact', kind: 'stall', nth: 2 });
	const flow = flowOf({ concurrency: 1 });
	const rows = people(4).map((json) => ({ json }));
	const { cancel, ended } = startFlow({ ...flow, wires: [['Start', 'Sales CRM']] }, rows);
	while (requestsTo('createContact').length < 2) await sleep(1);
	cancel();
	const run = await ended;
	expect(run.status).toBe('canceled');
	expect(run.items('Sales CRM')).toEqual([]);
	expect(requestsTo('createContact')).toHaveLength(2);
});

describe('the file', () => {
	it('holds the rows as they came, between their number and the reason', async () => {
		const rows: IDataObject[] = [
			{ email: 'bo@example.com' },
			{ note: 'a "quoted", word\nof two lines', list: [1, { a: 'b' }], empty: null },
			{ day: new Date(Date.UTC(2026, 4, 17, 10)) as unknown as string, note: ' =1+1', yes: false },
		];
		const { file, notImported } = await importOf(rows, {});
		expect(notImported).toMatchObject({ fileName: 'not-imported.csv', mimeType: 'text/csv' });
		const reason = (columns: string) =>
			`"There is no personal information to create a contact from. All values are empty or no column was recognized. Columns of this item: ${columns}."`;
		expect(file!.split(/(?<=\r\n)/)).toEqual([
			'\uFEFFitem,note,list,empty,day,yes,reason\r\n',
			`1,"a ""quoted"", word\nof two lines","[1,{""a"":""b""}]",,,,${reason('note, list, empty')}\r\n`,
			`2, =1+1,,,2026-05-17T10:00:00.000Z,false,${reason('day, note, yes')}\r\n`,
		]);
	});

	it.each(['ignore', 'add', 'fail'])(
		'that comes back: its own columns are no contact’s (%s)',
		async (extraColumns) => {
			const back = { '\uFEFFitem': '7', email: 'bo@example.com', reason: 'It was refused' };
			harm(refused);
			const { json, file } = await importOf([back], { extraColumns });
			expect(json).toMatchObject({ failed: 1, ignoredColumns: ['\uFEFFitem', 'reason'] });
			expect(file).toMatch(/^\uFEFFitem,email,reason\r\n0,bo@example\.com,"Could not create/);
			expect((await importOf([back], { extraColumns })).json.created).toBe(1);
			expect(infosAtService()).toEqual([{ 'E-mailadres': 'bo@example.com' }]);
			expect(emails()).toEqual(['bo@example.com']);
		},
	);
});
