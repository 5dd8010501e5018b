import '../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import {
	byHand,
	created,
	goOn,
	idsAtService,
	importRows,
	infosAtService,
	listed,
	people,
	person,
	requestsTo,
	seeded,
} from '../support/contactRuns';
import { type Report, textOf } from '../support/importRuns';
import { startOver } from '../support/startOver';

/** Contact: Create, in n8n's engine. */

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

describe('who is the same', () => {
	it.each<[phone: string, other: string, outcome: string]>([
		['06-12345678 / 020-1234567', '0201234567', 'existing'],
		['02 123 45 67', '+32 2 123 45 67', 'existing'],
		['+49 30 1234567', '0049 (0)30 1234567', 'existing'],
		['612345678', '+31 (0)6 12345678', 'existing'],
		['+32 475 12 34 56', '+31475123456', 'created'],
		['02 123 45 67', '+32 3 123 45 67', 'created'],
	])('the phone %s, where the audience has %s, is %s', async (phone, other, outcome) => {
		listed([person({ Telefoonnummer: other })]);
		const { outcomes } = await importRows([{ phone }], { matchBy: ['phone'] });
		expect(outcomes).toEqual([outcome]);
	});

	it('the first of Match By that both have decides', async () => {
		listed([
			person({ 'E-mailadres': 'an@x.example', Telefoonnummer: '0612345678' }, { id: 'c1' }),
			person({ Telefoonnummer: '0687654321' }, { id: 'c2' }),
		]);
		const { json } = await importRows([
			// A couple with one phone.
			{ email: 'bo@x.example', phone: '0612345678' },
			{ email: 'cas@x.example', phone: '06 87654321' },
			{ phone: '06-12345678' },
		]);
		expect(json).toMatchObject([
			{ outcome: 'created' },
			{ outcome: 'existing', contactId: 'c2' },
			{ outcome: 'duplicate', reason: 'Same phone number as row 1: 612345678' },
		]);
	});

	it.each<[string, string, boolean]>([
		['Jan|Jansen', 'Piet|Jansen', true],
		['Jan|van de Berg', 'Jan|van de Kamp', true],
		['Rob|Jansen', 'Robert|Jansen-de Boer', false],
		['J.|Jansen', 'Jan|Jansen', false],
		['Jan P.|Jansen', 'Piet|Jansen', true],
		['|Jan Jansen', 'Jan|Jansen', false],
	])('two names with one phone: %s, %s', async (one, two, isOther) => {
		const rows = [one, two].map((both) => {
			const [Voornaam, Achternaam] = both.split('|');
			return { Voornaam, Achternaam, phone: '0612345678' };
		});
		const { json } = await importRows(rows);
		expect(json[1].outcome).toBe('duplicate');
		expect(String(json[1].reason).includes('whose name is')).toBe(isOther);
	});

	it('several contacts with one email give no ID, but one that is listed twice does', async () => {
		const contact = (id: string) => person({ 'E-mailadres': 'an@x.example' }, { id });
		for (const [ids, contactId] of [
			[['c1', 'c2'], null],
			[['c1', 'c1'], 'c1'],
		] as const) {
			listed(ids.map(contact));
			const { json } = await importRows([{ email: 'an@x.example' }]);
			expect(json).toMatchObject([{ outcome: 'existing', contactId }]);
		}
	});

	it('of contacts with another name, the one with the first of Match By', async () => {
		listed([
			person({ Voornaam: 'Piet', 'E-mailadres': 'an@x.example' }, { id: 'c1' }),
			person({ Voornaam: 'Kees', Telefoonnummer: '0612345678' }, { id: 'c2' }),
		]);
		const row = { Voornaam: 'Jan', email: 'an@x.example', phone: '0612345678' };
		expect((await importRows([row])).json).toMatchObject([{ contactId: 'c1' }]);
	});

	it('colleagues who share an address of their firm are two people', async () => {
		const rows = ['an', 'bo'].map((name) => ({
			...{ email: `${name}@x.example`, 'Company email': 'info@x.example' },
		}));
		expect((await importRows(rows)).outcomes).toEqual(['created', 'created']);
	});

	it('a contact with the same name goes before a row with another', async () => {
		listed([person({ Voornaam: 'Jan', Telefoonnummer: '0612345678' })]);
		const rows = ['Piet', 'Jan'].map((Voornaam) => ({ Voornaam, phone: '0612345678' }));
		const { json } = await importRows(rows);
		expect(json.map(({ outcome, reason }) => [outcome, reason])).toEqual([
			['existing', expect.stringContaining('whose name is Jan')],
			['existing', expect.not.stringContaining('whose name is')],
		]);
	});

	it('an address of a role identifies a row without another, but never a contact', async () => {
		const role = { 'Factuur e-mail': 'books@x.example' };
		listed([person({ 'E-mailadres': 'books@x.example' }), person({ ...role, Voornaam: 'Jan' })]);
		const { json } = await importRows([{ email: 'an@x.example', ...role }, role]);
		expect(json.map(({ outcome }) => outcome)).toEqual(['created', 'existing']);
		expect(json[1].reason).toMatch(/^A contact has/);
	});

	it('a contact is read by its personal infos; without such a list, by its texts', async () => {
		const row = { email: 'bo@x.example', phone: '0612345678' };
		listed([{ ...person({ Voornaam: 'An' }), owner: { email: row.email } }]);
		expect((await importRows([row])).outcomes).toEqual(['created']);
		await startOver();
		listed([{ ...person(), owner: { email: row.email } }, person({ Voornaam: 'An' })]);
		expect((await importRows([row])).outcomes).toEqual(['created']);
		for (const contact of [{ about: { notes: 'mail bo@x.example' } }, { mobile: 612345678 }]) {
			listed([contact, person({ Voornaam: 'An' })]);
			expect((await importRows([row])).outcomes).toEqual(['existing']);
		}
	});

	it('by name and address: last name, postcode and house number, however they are written', async () => {
		listed([person({ Achternaam: 'Müller', Straatnaam: 'Kade 7-2', Postcode: '2611AB' })]);
		const rows = [
			{ Achternaam: 'muller', Straat: 'Kade', Huisnummer: '7', Huisletter: '2', PC: '2611 ab' },
			{ Achternaam: 'Müller', Straat: 'Kade', Huisnummer: '7', Huisletter: '3', PC: '2611 ab' },
			{ Achternaam: 'Müller', Straat: 'Kade', PC: '2611 ab' },
		];
		const { outcomes } = await importRows(rows, { matchBy: ['nameAndAddress'] }, goOn);
		expect(outcomes).toEqual(['existing', 'created', 'failed']);
	});

	it('rows of different audiences are not compared', async () => {
		const [full, empty] = [identities.AUDIENCE_ID, identities.EMPTY_AUDIENCE_ID];
		const rows = [full, empty, empty].map((id) => ({ email: seeded(0).email, id }));
		const { outcomes } = await importRows(rows, { audienceId: '={{ $json.id }}' });
		expect(outcomes).toEqual(['existing', 'created', 'duplicate']);
	});
});

describe('what is sent', () => {
	it.each<[string, string, string | null]>([
		['Mobiel', '+31 20 123 45 67', null],
		['Mobiel', '0612345678', '0612345678'],
		['Mobiel', '020-1234567 / 06-12345678', '020-1234567 / 06-12345678'],
		['E-mail 2', 'an@x.example, bo@x.example', 'an@x.example, bo@x.example'],
	])('is warned about if another value means something else: %s %s', async (...given) => {
		const [column, value, told] = given;
		const first = { 'E-mail': 'an@x.example', Telefoon: '0201234567', Land: 'NL' };
		const name = { Voornaam: 'An', Achternaam: 'de Wit' };
		const { json } = await importRows([{ ...first, ...name, [column]: value }]);
		expect(json[0].reason).toBe(told && `Not sent: '${column}' (${told})`);
	});

	it.each<[column: string, value: string, what: string]>([
		['E-mail 2', 'none yet', 'an email address'],
		['Mobiel', 'niet bellen', 'a phone number'],
	])('is never %s with "%s": it is not %s', async (column, value, what) => {
		const row = { email: 'an@x.example', [column]: value };
		const { json } = await importRows([row, row], { result: 'report' });
		const warning = `'${column}' (${value}) is not ${what}, so it is not sent`;
		expect(json[0].warnings).toEqual([1, 2].map((n) => ({ row: n, warning })));
		expect(json[0].hints).toEqual([
			`2 rows have a text that is not ${what}, such as row 1: ${warning}. Also row 2.`,
		]);
	});

	it('is never a damaged value', async () => {
		const { outcomes } = await importRows([{ ...people(1)[0], Plaats: '#WERT!' }], {}, goOn);
		expect(outcomes).toEqual(['failed']);
		expect(requestsTo('createContact')).toEqual([]);
	});

	it.each<[string, row: IDataObject, sent: object]>([
		[
			'one of two addresses',
			{
				...{ Factuuradres: 'Ring 1', Factuurpostcode: '2611 AB', Factuurplaats: 'Delft' },
				...{ Adres: 'Kade 3', Postcode: '', Plaats: 'Ede' },
			},
			{ Straatnaam: 'Kade 3', Plaats: 'Ede' },
		],
		[
			'an infix once',
			{ Achternaam: 'Wit, de', Tussenvoegsel: 'de', Plaats: 'Ede' },
			{ Achternaam: 'Wit, de', Plaats: 'Ede' },
		],
	])('is %s', async (_, row, sent) => {
		await importRows([{ email: 'an@x.example', ...row }]);
		expect(infosAtService()).toEqual([{ 'E-mailadres': 'an@x.example', ...sent }]);
	});

	it.each(['ignore', 'add'])(
		'is never what n8n adds to an item, nor is that reported (%s)',
		async (extraColumns) => {
			const form = { submittedAt: 'Monday', formMode: 'production', headers: { host: 'x' } };
			const sheet = { row_number: 2, createdAt: 'today', updatedAt: 'now', _files: { data: {} } };
			const rows = [{ email: 'bo@x.example', ...form, ...sheet }, { row_number: 3 }];
			const set = { options: { extraColumns }, result: 'report' };
			const { json } = await importRows(rows, set);
			expect(json[0]).toMatchObject({ created: 1, empty: 1, hints: [] });
			expect(json[0].columns).toMatchObject([{ column: 'email', field: 'E-mailadres' }]);
			expect(infosAtService()).toEqual([{ 'E-mailadres': 'bo@x.example' }]);
		},
	);

	it.each(['', ' '])('is of a consumer if Contact Type is "%s"', async (kind) => {
		const options = { contactType: '={{ $json.kind }}' };
		await importRows([{ ...people(1)[0], kind }], { options });
		expect(created().map(({ contact_type: type }) => type)).toEqual(['CONSUMER']);
	});

	it('is never a list or an object of an extra column', async () => {
		const row = { ...people(1)[0], tags: ['a', 'b'], size: 'L' };
		const { json } = await importRows([row], { options: { extraColumns: 'add' } });
		const reason = `Not sent: 'tags' (["a","b"])`;
		expect(json[0]).toMatchObject({ outcome: 'created', size: 'L', reason });
		expect(infosAtService()[0]).not.toHaveProperty('tags');
	});
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

describe("what n8n's Webhook node received", () => {
	const received = (more: IDataObject): IDataObject => ({
		...{ headers: { host: 'x' }, params: {}, query: {}, body: {} },
		...{ webhookUrl: 'https://n8n.example/webhook/1', executionMode: 'production' },
		...more,
	});
	const piet = { voornaam: 'Piet', email: 'piet@x.example' };

	it.each<[string, IDataObject]>([
		['its body', received({ body: piet })],
		['its body, if it was signed in with a token', received({ body: piet, jwtPayload: {} })],
		['its query, if the body is empty', received({ query: piet })],
	])('is read by %s', async (_, item) => {
		const { outcomes } = await importRows([item]);
		expect(outcomes).toEqual(['created']);
		expect(infosAtService()).toEqual([{ Voornaam: 'Piet', 'E-mailadres': 'piet@x.example' }]);
	});

	it('has a row for each entry of a list', async () => {
		const { json } = await importRows([received({ body: [piet, { email: 'an@x.example' }] })]);
		expect(json).toMatchObject([
			{ row: 1, outcome: 'created' },
			{ row: 2, outcome: 'created' },
		]);
	});
});

it('values that are all one level deeper are an error that says where', async () => {
	const { error } = await importRows([{ lead: { voornaam: 'Piet', email: 'piet@x.example' } }]);
	expect(`${error?.message} ${error?.description}`).toMatch(/inside 'lead'.*Edit Fields/);
});
