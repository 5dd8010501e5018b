import '../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import {
	byHand,
	goOn,
	idsAtService,
	importRows,
	infosAtService,
	people,
	requestsTo,
	seeded,
} from '../support/contactRuns';
import { startOver } from '../support/startOver';

/** Contact: Create, in n8n's engine: what people are told, and when nothing is created. */

beforeEach(async () => await startOver({ contacts: 5 }));

const oneByOne = { options: { concurrency: 1 } };

describe('people are told', () => {
	it('of an item its row, outcome, reason and contact, then its values', async () => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422, nth: 2 }];
		const { json } = await importRows(people(2), oneByOne, goOn);
		expect(Object.entries(json[0])).toEqual([
			['row', 1],
			['outcome', 'created'],
			['reason', null],
			['contactId', idsAtService().at(-1)],
			['Voornaam', 'An 0'],
			['E-mailadres', 'an0@example.com'],
		]);
		expect(Object.keys(json[1])).toEqual([...Object.keys(json[0]), 'error']);
		expect(json[1]).toMatchObject({ row: 2, outcome: 'failed', contactId: null });
		expect(json[1].error).toBe(json[1].reason);
	});

	it('of a column with a name of our own what the row became, not its value', async () => {
		const rows = [{ ...people(1)[0], error: 'paid late', outcome: 'lost' }];
		const extra = { options: { extraColumns: 'add' } };
		const { json } = await importRows(rows, extra, goOn);
		expect(json[0].outcome).toBe('created');
		// n8n would take the item for a failed one.
		expect(json[0]).not.toHaveProperty('error');
		expect(infosAtService()[0]).toMatchObject({ error: 'paid late', outcome: 'lost' });
	});

	it('in a dry run what would happen, and once what is true of all rows', async () => {
		const rows = [
			...people(3),
			...people(1),
			{ email: seeded(0).email },
			{ email: 'geen' },
			{ email: 'luuk@voorbeeld' },
		];
		const noted = rows.map((row) => ({ ...row, notes: 'x' }));
		const { hints } = await importRows(noted, { dryRun: true });
		expect(hints).toEqual([
			'3 rows have no name, such as row 5. Also rows 6, 7.',
			"1 row has a text that is not an email address, such as row 6: 'email' (geen) is not an email address, so it is not sent.",
			"1 row has an email address with no dot behind the @, such as row 7: 'email' (luuk@voorbeeld) has no dot behind the @.",
			"Dry run, nothing was sent. 4 of 7 rows would be created. 1 already exists, 1 repeats another row: row 4, 1 would fail. 1 of them has no name: row 7. Columns that would not be sent: notes. To create the rows, run it without 'Dry Run'.",
			'Columns: firstName → Voornaam, email → E-mailadres.',
		]);
	});

	it('the columns, if no row has a key', async () => {
		const rows = people(3).map(({ email, firstName }) => ({ firstName, 'Adres v.d. post': email }));
		const { error } = await importRows(rows);
		expect(error?.message).toBe(
			'Nothing was sent: no row has an email address or phone number to match by',
		);
		expect(error?.description).toContain('Columns seen: firstName, Adres v.d. post.');
	});

	it('the fields to fill in, for a single contact that is mapped by hand', async () => {
		const { error } = await importRows([{}], byHand({ Voornaam: 'Sanne' }));
		expect(error?.message).toMatch(/^Fill in Email or Phone, by which .* is recognized/);
	});
});

it('rows that are judged failed stop the run: their number, the first 20, the ways out', async () => {
	const noKey = { firstName: 'No key' };
	const bad = [noKey, { email: ['a@x.example'] }, ...Array<IDataObject>(30).fill(noKey)];
	const { error } = await importRows([...people(3), ...bad]);
	expect(error?.message).toBe('32 of 35 rows cannot be created, so nothing was sent');
	expect(error?.description).toMatch(
		/^Rows 4, 6, 7, .*, 23: It has no email address .* Row 5: The column 'email' contains a list .* And 12 more\. Correct them, choose another 'Match By' or 'Create Anyway', or set 'Result' to 'Report'/,
	);
	expect(requestsTo('createContact')).toEqual([]);
});

describe('nothing is created on the strength of a list', () => {
	const forbidden = { route: 'listContacts', kind: 'status', status: 403, every: 1 } as const;

	it.each<[string, Partial<typeof sandbox.switches>, RegExp, RegExp?, RegExp?]>([
		[
			'that is in doubt',
			{ ignorePage: true, pageCap: 50 },
			/^It is uncertain which contacts exist, so nothing was sent/,
			/^50 contacts were seen\. \w/,
			/so nothing was sent\. 50 contacts were seen\. \w/,
		],
		[
			'of contacts with nothing to be recognized by',
			{ contactFields: 'noInfos' },
			/^It is uncertain which contacts exist, so nothing was sent/,
			/^120 contacts were seen\. None of them has personal info/,
			/so nothing was sent\. 120 contacts were seen\. None of them has personal info/,
		],
		['that is refused', { faults: [forbidden] }, /^Could not list the contacts/],
	])('%s', async (_, switches, words, why = /./, reason = /./) => {
		await startOver({ contacts: 120 });
		Object.assign(sandbox.switches, switches);
		const set = { options: { pageSize: 50 } };
		const { error } = await importRows(people(2), set);
		expect(error?.message).toMatch(words);
		expect(error?.description).toMatch(why);
		const { json } = await importRows(people(2), set, goOn);
		const failed = { outcome: 'failed', error: expect.stringMatching(words) };
		expect(json).toMatchObject([failed, { ...failed, reason: expect.stringMatching(reason) }]);
		expect(idsAtService()).toHaveLength(120);
	});

	it('but contacts without emails are a hint', async () => {
		sandbox.switches.contactFields = 'noEmails';
		const { outcomes, hints } = await importRows(people(2), { matchBy: ['email'] });
		expect(outcomes).toEqual(['created', 'created']);
		expect(hints).toEqual([
			'None of the 5 contacts in this audience has an email address, so none can be matched by it.',
		]);
	});

	it('a list of many pages is read once, and a hint says how long it took', async () => {
		await startOver({ contacts: 60 });
		const { hints } = await importRows(people(40), { options: { pageSize: 5 } });
		expect(requestsTo('listContacts').filter(({ query }) => query.page === '3')).toHaveLength(1);
		expect(hints).toEqual([
			expect.stringMatching(/^Listing 60 contacts took \d+ s.*'Create Anyway'/),
		]);
	});

	it('Create Anyway lists nothing and creates duplicates', async () => {
		const rows = [...people(1), ...people(1), { firstName: 'No key' }];
		const { outcomes } = await importRows(rows, { ifExists: 'createAnyway' });
		expect(outcomes).toEqual(Array(3).fill('created'));
		expect(requestsTo('listContacts')).toEqual([]);
	});
});

it('settings are read at the first item', async () => {
	const rows = people(2).map((row, n) => ({ ...row, dry: n === 0 }));
	const { outcomes } = await importRows(rows, { dryRun: '={{ $json.dry }}', matchBy: 'email' });
	expect(outcomes).toEqual(['wouldCreate', 'wouldCreate']);
});

it('a sign-in that is refused ends the sending: the rows left fail without a request', async () => {
	sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 401, every: 1 }];
	const { json, outcomes } = await importRows(people(20), oneByOne, goOn);
	expect(outcomes).toEqual(Array(20).fill('failed'));
	expect(json[19].reason).toMatch(/refused the sign-in \(401\); it was not sent/);
	expect(requestsTo('createContact').length).toBeLessThan(4);
});
