import '../support/noWaiting';

import type { IDataObject } from 'n8n-workflow';

import {
	byHand,
	goOn,
	idsAtService,
	importRows,
	infosAtService,
	people,
	requestsTo,
} from '../support/contactRuns';
import { startOver } from '../support/startOver';

/** Contact: Create through n8n's engine: rows are judged, then sent. */

const SEEDED = 5;
beforeEach(async () => await startOver({ contacts: SEEDED }));

const createdCount = () => idsAtService().length - SEEDED;

/** The contact at a place of the audience, as the sandbox made it. */
const seeded = (place: number) => {
	const [contact] = sandbox.world
		.profile()
		.contacts.slice(identities.AUDIENCE_ID, place, place + 1);
	const infos = contact.standard_personal_infos.map(({ name, value }) => [name, value]);
	return { id: contact.id, infos: Object.fromEntries(infos) as Record<string, string> };
};

/** The audience holds these contacts, for all that the service lists. */
const listed = (contacts: IDataObject[]) => {
	sandbox.switches.faults = [
		{ route: 'listContacts', page: 0, kind: 'failure200', body: contacts, every: 1 },
		{ route: 'listContacts', kind: 'failure200', body: [], every: 1 },
	];
};
const contactWith = (infos: Record<string, string>) => ({
	id: 'c1',
	standard_personal_infos: Object.entries(infos).map(([name, value]) => ({ name, value })),
});

describe('what people are told about rows', () => {
	it('a column that was renamed since last night creates nobody, and names the columns seen', async () => {
		const rows = people(3).map(({ email, firstName }) => ({ firstName, 'Adres v.d. post': email }));
		const { error } = await importRows(rows);
		expect(error?.message).toBe(
			'Nothing was sent: no row has an email address or phone number to match by',
		);
		expect(error?.description).toContain('Columns seen: firstName, Adres v.d. post.');
		expect(createdCount()).toBe(0);
	});

	it('a single contact that is mapped by hand is told which fields to fill in', async () => {
		const { error } = await importRows([{}], byHand({ Voornaam: 'Sanne' }));
		expect(error?.message).toMatch(/^Fill in Email or Phone, by which .* is recognized/);
	});

	it.each<[phone: string, other: string, outcome: string]>([
		['06-12345678 / 020-1234567', '0201234567', 'existing'],
		['0612345678/0201234567', '0201234567', 'existing'],
		['02 123 45 67', '+32 2 123 45 67', 'existing'],
		['0475 12 34 56', '+31475123456', 'existing'],
		['030 1234567', '0049 (0)30 1234567', 'existing'],
		['31612345678', '06-12345678', 'existing'],
		['612345678', '+31 (0)6 12345678', 'existing'],
		['+32 475 12 34 56', '+31475123456', 'created'],
		['0044 20 7654321', '+31 20 7654321', 'created'],
		['02 123 45 67', '+32 3 123 45 67', 'created'],
	])('the phone %s, where the audience has %s, is %s', async (phone, other, outcome) => {
		listed([contactWith({ Telefoonnummer: other })]);
		const { outcomes } = await importRows([{ phone }], { matchBy: ['phone'] });
		expect(outcomes).toEqual([outcome]);
	});

	it('an item is flat and short; a failed one says its row and reason first', async () => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422, nth: 2 }];
		const { json } = await importRows(people(2), { options: { concurrency: 1 } }, goOn);
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

	it('hints of a dry run speak in the conditional, and what is true of all rows is said once', async () => {
		const rows = [
			...people(3),
			...people(1),
			{ email: seeded(0).infos['E-mailadres'] },
			{ email: 'geen' },
			{ email: 'geen' },
			{ email: 'luuk@voorbeeld' },
		];
		const { hints } = await importRows(
			rows.map((row) => ({ ...row, notes: 'x' })),
			{ dryRun: true },
		);
		expect(hints).toEqual([
			`3 rows have a text that is not an email address, such as row 6: 'email' (geen) is not an email address, so it is not sent. Also rows 7, 8.`,
			"Dry run, nothing was sent. 3 of 8 rows would be created. 1 already exists, 1 repeats another row, 3 would fail. Columns that would not be sent: notes. To create them, run it without 'Dry Run'.",
			'Columns: firstName → Voornaam, email → E-mailadres.',
		]);
	});

	it('a failure half-way says each thing once, and no advice against executing again', async () => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 500, nth: 3 }];
		const { error } = await importRows(people(9), { options: { concurrency: 1 } });
		expect(error?.message).toMatch(
			/^Row 3: Could not create the contact: .*may have been carried out$/,
		);
		expect(error?.description).toMatch(
			/2 of 9 were imported, 1 is uncertain\. Run it again: existing contacts are skipped\.$/,
		);
	});
});

describe('rows that are judged failed', () => {
	const bad = [
		{ firstName: 'No key' },
		{ email: ['a@x.example'] },
		...Array(30).fill({ firstName: 'No key' }),
	];

	it('stop the run before anything is sent: their number, the first 20, the ways out', async () => {
		const { error } = await importRows([...people(3), ...bad]);
		expect(error?.message).toBe('32 of 35 rows cannot be created, so nothing was sent');
		expect(error?.description).toMatch(
			/^Row 4, 6, 7, .*, 23: It has no email address .* Row 5: The column 'email' contains a list .* And 12 more\. Correct them, choose another 'Match By' or 'Create Anyway', or set 'Result' to 'Report'/,
		);
		expect(requestsTo('createContact')).toEqual([]);
		expect(requestsTo('listContacts')).toEqual([]);
	});

	it.each([{ result: 'report' }, { dryRun: true }, {}])('stop no others: %p', async (set) => {
		const settings = Object.keys(set).length === 0 ? goOn : {};
		const { status, json } = await importRows([...people(3), ...bad], set, settings);
		expect(status).toBe('success');
		expect(json).toHaveLength('result' in set ? 1 : 35);
		expect(createdCount()).toBe('dryRun' in set ? 0 : 3);
	});

	it('at an error output are the error alone', async () => {
		const run = await importRows([...people(1), bad[0]], {}, { onError: 'continueErrorOutput' });
		expect(run.outcomes).toEqual(['created']);
		const [{ json }] = run.items('Sales CRM', 1);
		expect(json).toEqual({
			error: expect.stringMatching(/^Row 2: It has no email/),
			firstName: 'No key',
		});
	});
});

describe('who is the same', () => {
	it('the first of Match By that both have decides', async () => {
		listed([
			contactWith({ 'E-mailadres': 'an@x.example', Telefoonnummer: '0612345678' }),
			{ ...contactWith({ Telefoonnummer: '0687654321' }), id: 'c2' },
		]);
		const { json } = await importRows([
			// A couple with one phone.
			{ email: 'bo@x.example', phone: '0612345678' },
			{ email: 'cas@x.example', phone: '06 87654321' },
			{ phone: '06-12345678' },
		]);
		expect(json.map(({ outcome, contactId }) => [outcome, contactId])).toEqual([
			['created', expect.any(String)],
			['existing', 'c2'],
			['duplicate', null],
		]);
		expect(json[2].reason).toBe('Same phone number as row 1: 612345678');
	});

	it.each<[string, string, boolean]>([
		['Jan|Jansen', 'Piet|Jansen', true],
		['Jan|van de Berg', 'Jan|van de Kamp', true],
		['Rob|Jansen', 'Robert|Jansen-de Boer', false],
		['J.|Jansen', 'Jan|Jansen', false],
		['|Jan Jansen', '|Piet Jansen', true],
		['|Jan Jansen', 'Jan|Jansen', false],
		['Wei Chang|Li', 'Wei|Chang Li', false],
		['|', 'Jan|Jansen', false],
	])('two names with one phone: %s, %s', async (one, two, isOther) => {
		const rows = [one, two].map((both) => {
			const [Voornaam, Achternaam] = both.split('|');
			return { Voornaam, Achternaam, phone: '0612345678' };
		});
		const { json } = await importRows(rows);
		expect(json[1].outcome).toBe('duplicate');
		expect(String(json[1].reason).includes('whose name is')).toBe(isOther);
	});

	it('a contact with the same name goes before a row with another', async () => {
		listed([contactWith({ Voornaam: 'Jan', Telefoonnummer: '0612345678' })]);
		const rows = ['Piet', 'Jan'].map((Voornaam) => ({ Voornaam, phone: '0612345678' }));
		const { json } = await importRows(rows);
		expect(json.map(({ outcome, reason }) => [outcome, reason])).toEqual([
			['existing', expect.stringContaining('whose name is Jan')],
			['existing', expect.not.stringContaining('whose name is')],
		]);
	});

	it('a contact is not known by an address of a role', async () => {
		listed([contactWith({ Voornaam: 'Jan', 'Factuur e-mail': 'info@x.example' })]);
		expect((await importRows([{ email: 'info@x.example' }])).outcomes).toEqual(['created']);
	});

	it.each<[string, IDataObject[], string | null]>([
		['one that is listed twice', [{ id: 'c1' }, { id: 'c1' }], 'c1'],
		['two: which is not guessed', [{ id: 'c1' }, { id: 'c2' }], null],
		['one with an object that has an id', [{ subscription: { id: 'newsletter' } }], null],
	])('several contacts have the email of a row: %s', async (_, contacts, contactId) => {
		listed(contacts.map((id) => ({ ...id, email: 'bo@x.example' })));
		const { json } = await importRows([{ email: 'bo@x.example' }]);
		expect(json[0]).toMatchObject({ outcome: 'existing', contactId });
		expect(json[0].reason).toMatch(
			contacts.length > 1 && contactId === null ? /^Several/ : /^A contact/,
		);
		expect(json[0].reason).toMatch(/: bo@x\.example\. Nothing was changed$/);
	});

	it('a contact is read by its personal infos; without such a list, by its texts', async () => {
		const row = { email: 'bo@x.example', phone: '0612345678' };
		listed([{ ...contactWith({ Voornaam: 'An' }), owner: { email: row.email } }]);
		expect((await importRows([row])).outcomes).toEqual(['created']);
		for (const contact of [{ about: { notes: 'mail bo@x.example' } }, { mobile: 612345678 }]) {
			listed([contact, contactWith({ Voornaam: 'An' })]);
			expect((await importRows([row])).outcomes).toEqual(['existing']);
		}
	});

	it.each<[string, string, string | null]>([
		['Mobiel', '+31 20 123 45 67', null],
		['Mobiel', '0612345678', '0612345678'],
		['E-mail 2', 'AN@x.example', null],
		['E-mail 2', 'an@x.example, bo@x.example', 'an@x.example, bo@x.example'],
		['Naam', 'An de Wit', null],
		['Naam', 'Bo de Wit', 'Bo de Wit'],
	])('a value that is not sent is told where it means something else: %s %s', async (...given) => {
		const [column, value, told] = given;
		const first = { 'E-mail': 'an@x.example', Telefoon: '0201234567', Land: 'NL' };
		const name = { Voornaam: 'An', Achternaam: 'de Wit' };
		const { json } = await importRows([{ ...first, ...name, [column]: value }]);
		expect(json[0].reason).toBe(told && `Not sent: '${column}' (${told})`);
	});

	it.each([
		['', true],
		['Nederland', true],
		['31', true],
		['49', false],
		['België', false],
	])('nine digits in "%s" may have lost a 0: %p', async (Land, isLost) => {
		const { json } = await importRows([{ email: 'an@x.example', phone: '612345678', Land }]);
		expect(String(json[0].reason).includes('may have lost its leading 0')).toBe(isLost);
	});

	it.each<[column: string, value: string, what: string]>([
		['E-mail 2', 'none yet', 'an email address'],
		['Mobiel', 'niet bellen', 'a phone number'],
		['Land', '+31', 'a country'],
	])('%s with "%s" is not sent, because it is not %s', async (column, value, what) => {
		const row = { email: 'an@x.example', [column]: value };
		const { json } = await importRows([row, row], { result: 'report' });
		const warning = `'${column}' (${value}) is not ${what}, so it is not sent`;
		expect(json[0].warnings).toEqual([1, 2].map((n) => ({ row: n, warning })));
		expect(json[0].hints).toEqual([
			`2 rows have a text that is not ${what}, such as row 1: ${warning}. Also row 2.`,
		]);
	});

	it('an addition without a house number stands behind the street', async () => {
		const { json } = await importRows([{ ...people(1)[0], Adres: 'Kade 3', Bus: 'B' }]);
		expect(json[0]).toMatchObject({ Straatnaam: 'Kade 3 B' });
		expect(json[0]).not.toHaveProperty('Huisnummer');
	});

	it.each(['ignore', 'add'])(
		'what n8n adds to an item is not a name, is not sent, and was not left out (%s)',
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

	it('a list or an object in a column that is not recognized is told, and never sent', async () => {
		const row = { ...people(1)[0], tags: ['a', 'b'], size: 'L' };
		const { json } = await importRows([row], { options: { extraColumns: 'add' } });
		expect(json[0]).toMatchObject({
			outcome: 'created',
			size: 'L',
			reason: `Not sent: 'tags' (["a","b"])`,
		});
		expect(infosAtService()[0]).not.toHaveProperty('tags');
	});

	it.each<[value: string, asName: string | undefined]>([
		['Null', 'Null'],
		['n/a', 'n/a'],
		['n.v.t.', 'n.v.t.'],
		['-', undefined],
		['?', undefined],
	])('%s is empty, but for a name only if it is a sign', async (value, asName) => {
		await importRows([{ ...people(1)[0], Achternaam: value, Plaats: value }]);
		const [sent] = infosAtService();
		expect([sent.Achternaam, sent.Plaats]).toEqual([asName, undefined]);
	});

	it('of two addresses one is sent, and no value of the other', async () => {
		const billing = { Factuuradres: 'Ring 1', Factuurpostcode: '2611 AB', Factuurplaats: 'Delft' };
		const own = { Adres: 'Kade 3', Postcode: '', Plaats: 'Ede' };
		const { json } = await importRows([{ ...people(1)[0], ...billing, ...own }]);
		expect(json[0]).toMatchObject({ Straatnaam: 'Kade 3', Plaats: 'Ede' });
		expect(json[0]).not.toHaveProperty('Postcode');
	});

	it('a postcode with its town goes out as two values, unless there are columns for them', async () => {
		const [row] = people(1);
		const { json } = await importRows([
			{ ...row, Postcode: '12345', Ort: 'Berlin', 'PLZ/Ort': '53111 Bonn' },
			{ ...people(1, 1)[0], 'PLZ/Ort': '53111 Bonn' },
		]);
		expect(json).toMatchObject([
			{ Postcode: '12345', Plaats: 'Berlin', reason: "Not sent: 'PLZ/Ort' (53111 Bonn)" },
			{ Postcode: '53111', Plaats: 'Bonn', reason: null },
		]);
	});

	it('rows of different audiences and profiles have nothing to do with one another', async () => {
		const [full, empty] = [identities.AUDIENCE_ID, identities.EMPTY_AUDIENCE_ID];
		const email = seeded(0).infos['E-mailadres'];
		const rows = [full, empty, empty].map((id) => ({ email, id }));
		const { outcomes } = await importRows(rows, { audienceId: '={{ $json.id }}' });
		expect(outcomes).toEqual(['existing', 'created', 'duplicate']);
	});

	it('the audience is listed once; where that was many pages, a hint says what it took', async () => {
		await startOver({ contacts: 60 });
		const { hints } = await importRows(people(40), { options: { pageSize: 5 } });
		expect(requestsTo('listContacts').length).toBeLessThan(30);
		expect(hints).toEqual([
			expect.stringMatching(/^Listing 60 contacts took \d+ s.*'Create Anyway'/),
		]);
	});
});

describe('nothing is created on the strength of a list', () => {
	it.each<[string, () => void, RegExp]>([
		[
			'that is in doubt',
			() => Object.assign(sandbox.switches, { ignorePage: true, ignorePageSize: false }),
			/^The contacts of the audience could not be listed completely, so nothing was sent/,
		],
		[
			'that shows nobody',
			() => (sandbox.switches.contactFields = 'noInfos'),
			/^Existing contacts cannot be recognized here, so nothing was sent/,
		],
		[
			'that cannot be had',
			() =>
				(sandbox.switches.faults = [
					{ route: 'listContacts', kind: 'status', status: 403, every: 1 },
				]),
			/^Could not list the contacts/,
		],
	])('%s', async (_, harm, words) => {
		await startOver({ contacts: 120 });
		harm();
		const before = idsAtService().length;
		const set = { options: { pageSize: 50 } };
		const run = await importRows(people(2), set);
		expect(run.error?.message).toMatch(words);
		const { json, outcomes } = await importRows(people(2), set, goOn);
		expect(outcomes).toEqual(['failed', 'failed']);
		expect(json[1].error).toMatch(words);
		expect(idsAtService()).toHaveLength(before);
	});

	it('but a kind that no contact shows is a hint, and an empty audience is no doubt', async () => {
		sandbox.switches.contactFields = 'noEmails';
		const { outcomes, hints } = await importRows(people(2), { matchBy: ['email'] });
		expect(outcomes).toEqual(['created', 'created']);
		expect(hints).toEqual([
			'None of the 5 contacts in this audience has an email address, so none can be matched by it.',
		]);
		sandbox.switches.contactFields = 'noInfos';
		const more = { audienceId: identities.EMPTY_AUDIENCE_ID };
		expect((await importRows(people(2), more)).outcomes).toEqual(['created', 'created']);
	});

	it('with Create Anyway it is not listed; duplicates are created, and a failure warns of the next run', async () => {
		const again = { ifExists: 'createAnyway', options: { concurrency: 1 } };
		const { outcomes } = await importRows(
			[...people(1), ...people(1), { firstName: 'No key' }],
			again,
		);
		expect(outcomes).toEqual(['created', 'created', 'created']);
		expect(requestsTo('listContacts')).toEqual([]);
		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422, nth: 2 }];
		const { error } = await importRows(people(3), again);
		expect(error?.description).toMatch(/1 of 3 was imported\. Running it again would .* 'Skip'/);
	});
});

describe('settings', () => {
	it.each<[IDataObject, RegExp]>([
		[{ ifExists: 'fail' }, /^'If Contact Exists' must be one of/],
		[{ matchBy: 'name' }, /^'Match By' must be one of email/],
		[{ result: 'both' }, /^'Result' must be one of/],
		[{ personalInfos: { mappingMode: 'defineBelow', value: null } }, /^No field is mapped/],
	])('%p is an error, with "Continue" of each row', async (set, words) => {
		expect((await importRows(people(1), set)).error?.message).toMatch(words);
		const { json } = await importRows(people(2), set, goOn);
		const error = expect.stringMatching(words);
		expect(json).toEqual(people(2).map((item) => ({ error, item })));
		expect(createdCount()).toBe(0);
	});

	it('are read at the first item, values at each', async () => {
		const rows = people(2).map((row, n) => ({ ...row, dry: n === 0 }));
		const { outcomes } = await importRows(rows, { dryRun: '={{ $json.dry }}', matchBy: 'email' });
		expect(outcomes).toEqual(['wouldCreate', 'wouldCreate']);
	});

	it('a sign-in that is refused ends the sending: the rows left fail without a request', async () => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 401, every: 1 }];
		const set = { options: { concurrency: 1 } };
		const { json } = await importRows(people(20), set, goOn);
		expect(json.map(({ outcome }) => outcome)).toEqual(Array(20).fill('failed'));
		expect(json[19].reason).toMatch(/refused the sign-in \(401\); it was not sent/);
		expect(requestsTo('createContact').length).toBeLessThan(4);
		const { error } = await importRows(people(20), { ...set, result: 'report' });
		expect(error?.message).toContain('refused the sign-in (401)');
	});

	it('a row with fields mapped by hand that are all empty is empty', async () => {
		const mapped = byHand({ Voornaam: '={{ $json.a }}', 'E-mailadres': '={{ $json.b }}' });
		const { outcomes } = await importRows([{ a: 'An', b: 'an@x.example' }, { c: 'else' }], mapped);
		expect(outcomes).toEqual(['created', 'empty']);
	});
});
