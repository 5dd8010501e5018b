/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../support/noWaiting';

import type { IDataObject, INode } from 'n8n-workflow';

import { createParameters, idsAtService, infosAtService, requestsTo } from '../support/contactRuns';
import { crmOf, type Flow, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** Imports that can be run again, through the engine. */

const AUDIENCE = 5;
beforeEach(async () => await startOver({ contacts: AUDIENCE }));

type Settings = Partial<INode>;
const goOn: Settings = { onError: 'continueRegularOutput' };
const skip = { ifExists: 'skip' };

const importOf = async (
	rows: IDataObject[],
	{ ifExists, matchBy, dryRun, ...options }: IDataObject,
	settings: Settings = {},
	more: IDataObject = {},
) => {
	const parameters = createParameters({ ifExists, matchBy, dryRun, options, ...more });
	const flow: Flow = { nodes: [crmOf(parameters, settings)], wires: [['Start', 'Sales CRM']] };
	const run = await runFlow(flow, rows);
	return { ...run, json: run.items('Sales CRM').map(({ json }) => json) };
};

const CONTACT_ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const infos = [{ name: 'E-mailadres', value: 'bo@example.com' }];

const people = (many: number, from = 0): IDataObject[] =>
	Array.from({ length: many }, (_, n) => ({
		firstName: `An ${from + n}`,
		email: `an${from + n}@example.com`,
	}));

/** The contact at a place of the audience, as the sandbox made it. */
const seeded = (place: number, audience = identities.AUDIENCE_ID) => {
	const [contact] = sandbox.world.profile().contacts.slice(audience, place, place + 1);
	const infos = contact.standard_personal_infos.map(({ name, value }) => [name, value]);
	return { id: contact.id, infos: Object.fromEntries(infos) as Record<string, string> };
};

const outcomes = (json: IDataObject[]) => json.map(({ outcome, error }) => error ?? outcome);
const createdCount = () => idsAtService().length - AUDIENCE;

describe('skip', () => {
	it('creates what is not there, and says of the others which contact they are', async () => {
		const { id, infos } = seeded(3);
		const rows = [people(1)[0], { email: `  ${infos['E-mailadres'].toUpperCase()} ` }];
		const { json } = await importOf(rows, skip);
		expect(outcomes(json)).toEqual(['created', 'existing']);
		const [created] = sandbox.world.profile().contacts.createdIn(identities.AUDIENCE_ID);
		expect(json).toEqual([
			{
				outcome: 'created',
				warnings: null,
				contactId: created.id,
				matchedBy: null,
				firstItem: null,
				Voornaam: 'An 0',
				'E-mailadres': 'an0@example.com',
				response: { contact: JSON.parse(JSON.stringify(created)) },
			},
			{
				outcome: 'existing',
				warnings: null,
				contactId: id,
				matchedBy: 'email',
				firstItem: null,
				Voornaam: null,
				'E-mailadres': rows[1].email,
				response: null,
			},
		]);
		expect(createdCount()).toBe(1);
	});

	it('a second run creates nothing', async () => {
		const first = await importOf(people(20), skip);
		expect(outcomes(first.json)).toEqual(Array(20).fill('created'));
		const second = await importOf(people(20), skip);
		expect(outcomes(second.json)).toEqual(Array(20).fill('existing'));
		expect(createdCount()).toBe(20);
		expect(second.hints('Sales CRM')).toEqual(['20 rows skipped: in the audience already.']);
	});

	it('duplicates within the input: the first row counts', async () => {
		const [an, bo] = people(2);
		const { json, hints } = await importOf([an, bo, { ...an, firstName: 'Again' }], skip);
		expect(outcomes(json)).toEqual(['created', 'created', 'duplicate']);
		expect(json[2]).toMatchObject({ firstItem: 0, matchedBy: 'email', contactId: null });
		expect(hints('Sales CRM')).toEqual([
			'1 row skipped: with the email address of an earlier row.',
		]);
	});

	it('skipped for more than one reason: each is told with its number', async () => {
		const [an, bo] = people(2);
		await importOf([an], skip);
		const { json, hints } = await importOf([an, bo, bo, bo], skip);
		expect(outcomes(json)).toEqual(['existing', 'created', 'duplicate', 'duplicate']);
		expect(hints('Sales CRM')).toEqual([
			'3 rows skipped: 1 in the audience already, 2 with the email address of an earlier row.',
		]);
	});

	it.each([
		['phone', ['phone'], ['created', 'existing', 'existing', 'created']],
		['any one of two', ['email', 'phone'], ['existing', 'existing', 'existing', 'created']],
	])('by %s', async (_, matchBy, expected) => {
		const withPhone = [...Array(AUDIENCE).keys()]
			.map((n) => seeded(n))
			.find(({ infos }) => infos.Telefoonnummer)!;
		const national = withPhone.infos.Telefoonnummer.replace(/\D/g, '');
		const rows = [
			{ email: seeded(0).infos['E-mailadres'] },
			{ email: 'other@example.com', phone: `+31 (0)${national.slice(1)}` },
			{ phone: `0031-${national.slice(1)}` },
			{ firstName: 'Short', phone: '12345' },
		];
		// The second and the third are duplicates of each other: so one at a time.
		const run = async (row: IDataObject) =>
			(await importOf([row], { ...skip, matchBy })).json[0].outcome;
		const told = [];
		for (const row of rows) told.push(await run(row));
		expect(told).toEqual(expected);
	});

	it('a row without the key is created, and a hint says how many there were', async () => {
		const rows = [{ firstName: 'An' }, { firstName: 'Bo', email: 'unknown' }, ...people(1)];
		const { json, hints } = await importOf(rows, skip);
		expect(outcomes(json)).toEqual(['created', 'created', 'created']);
		expect(hints('Sales CRM')).toEqual([
			'2 rows came without email address: created without looking whether the contact exists.',
		]);
	});

	it('the audience is listed once, however many rows there are', async () => {
		sandbox.reset({ contacts: 120 });
		await importOf([{ email: 'one@example.com' }], skip);
		const ofOne = requestsTo('listContacts').length;
		await startOver({ contacts: 120 });
		await importOf(people(40), skip);
		expect(requestsTo('listContacts')).toHaveLength(ofOne);
	});

	it('audience and profile are read for each item, and each is listed', async () => {
		const { EMPTY_AUDIENCE_ID: empty, AUDIENCE_ID: full } = identities;
		const { email, audience } = { email: seeded(1).infos['E-mailadres'], audience: [full, empty] };
		const rows = audience.map((id) => ({ email, id }));
		const { json } = await importOf(rows, skip, {}, { audienceId: '={{ $json.id }}' });
		expect(outcomes(json)).toEqual(['existing', 'created']);
		const listed = requestsTo('listContacts').map(({ query }) => query.audience_id);
		expect([...new Set(listed)]).toEqual([full, empty]);
	});

	it('settings are read at the first item', async () => {
		const ofFirst = (value: string, other: string) =>
			`={{ $itemIndex === 0 ? ${value} : ${other} }}`;
		const set = {
			ifExists: ofFirst('"skip"', '"nonsense"'),
			matchBy: ofFirst('["phone"]', '[]'),
			dryRun: ofFirst('false', 'true'),
		};
		const row = { email: 'an@example.com', phone: '06 12345678' };
		const run = await importOf([row, row, { email: row.email }], set);
		expect(outcomes(run.json)).toEqual(['created', 'duplicate', 'created']);
		expect(run.json[1].matchedBy).toBe('phone');
	});

	it('an audience that cannot be listed fails its rows alone, and nothing of it is sent', async () => {
		const none = '00000000-0000-4000-8000-000000000001';
		const rows = [none, identities.AUDIENCE_ID].map((id, n) => ({ ...people(2)[n], id }));
		const { json } = await importOf(rows, skip, goOn, { audienceId: '={{ $json.id }}' });
		expect(outcomes(json)).toEqual([
			expect.stringMatching(/^Could not list the contacts/),
			'created',
		]);
		expect(requestsTo('createContact')).toHaveLength(1);
	});

	it('a contact with a list of personal infos, though an empty one, is matched by it alone', async () => {
		const hidden = {
			id: 'c1',
			standard_personal_infos: [],
			entered_by: 'an0@example.com',
			audience: { owner: { email: 'an0@example.com', phone: '06 12345678' } },
		};
		const listed = [hidden, { ...hidden, id: 'c2', standard_personal_infos: infos }];
		sandbox.switches.faults = [
			{ route: 'listContacts', page: 0, kind: 'failure200', body: listed, every: 1 },
			{ route: 'listContacts', kind: 'failure200', body: [], every: 1 },
		];
		const rows = [people(1)[0], { email: 'bo@example.com' }];
		const { json } = await importOf(rows, { ...skip, matchBy: ['email', 'phone'] });
		expect(outcomes(json)).toEqual(['created', 'existing']);
	});

	it('a phone that lost its zero, and characters that cannot be seen, on either side', async () => {
		const rows = ['0612345678', 'an\u200B1@example.com'].map((text) =>
			text.includes('@') ? { email: text } : { phone: text },
		);
		const again = [{ phone: 612345678 }, { email: 'AN1@example\u00AD.com' }];
		const matchBy = ['email', 'phone'];
		expect(outcomes((await importOf(rows, { ...skip, matchBy })).json)).toEqual(
			Array(2).fill('created'),
		);
		const { json } = await importOf(again, { ...skip, matchBy });
		expect(outcomes(json)).toEqual(['existing', 'existing']);
		const others = [{ phone: 612345678, country: 'Spanje' }, { phone: '+352621123' }];
		expect(outcomes((await importOf(others, { ...skip, matchBy })).json)).toEqual(
			Array(2).fill('created'),
		);
	});

	it('a bad setting fails every row with "Continue": the input is never handed on as if it was done', async () => {
		const { json } = await importOf(people(2), { ...skip, matchBy: [] }, goOn);
		expect(outcomes(json)).toEqual(Array(2).fill(expect.stringMatching(/^'Match By' must be/)));
		expect(createdCount()).toBe(0);
	});

	it('Retry On Fail: what was skipped and created stays so, the refused row is sent again', async () => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422 }];
		const rows = [...people(3), { email: seeded(0).infos['E-mailadres'] }, people(1)[0]];
		const retry = { ...goOn, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { json } = await importOf(rows, { ...skip, concurrency: 1 }, retry);
		// The row that was refused left its place to the last one, which the second try then finds.
		expect(outcomes(json)).toEqual(['existing', 'created', 'created', 'existing', 'created']);
		expect(json[0].contactId).toBe(json[4].contactId);
		expect(createdCount()).toBe(3);
	});
});

describe('a duplicate', () => {
	const [an] = people(1);
	/** A row with a person's email and phone, as far as given. */
	const rowOf = (email?: string, phone?: string): IDataObject => ({
		...(email && { email: `${email}@example.com` }),
		...(phone && { phone: `06 1234567${phone}` }),
	});
	const refuse = (nth: number, status = 422) =>
		sandbox.switches.faults.push({ route: 'createContact', kind: 'status', status, nth });

	it.each([1, 5])(
		'of a row that was plainly refused gets its own turn (%p at a time)',
		async (concurrency) => {
			refuse(1);
			refuse(2);
			const { json } = await importOf([an, an, an, an], { ...skip, concurrency }, goOn);
			expect(outcomes(json)).toEqual([
				expect.stringContaining('422'),
				expect.stringContaining('422'),
				'created',
				'duplicate',
			]);
			expect(json[3].firstItem).toBe(2);
			expect(createdCount()).toBe(1);
		},
	);

	it('where existing rows fail, too', async () => {
		refuse(1);
		const { json } = await importOf([an, an, an], { ifExists: 'fail' }, goOn);
		expect(outcomes(json)).toEqual([
			expect.stringContaining('422'),
			'created',
			expect.stringMatching(/^An earlier row has the same email address: item 1/),
		]);
	});

	it('of a row that may have been created has none', async () => {
		refuse(1, 500);
		const set = { ...skip, lookUpUncertain: false };
		const { json } = await importOf([an, an], set, goOn);
		expect(json.map(({ outcome, firstItem }) => [outcome, firstItem])).toEqual([
			['uncertain', null],
			['duplicate', 0],
		]);
		expect(requestsTo('createContact')).toHaveLength(1);
	});

	it('Retry On Fail: the row whose place it took is not sent again, though the list lags behind', async () => {
		refuse(1);
		sandbox.switches.faults.push({ route: 'listContacts', kind: 'failure200', body: [], every: 1 });
		const retry = { ...goOn, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { json } = await importOf([an, an], skip, retry);
		expect(outcomes(json)).toEqual(['duplicate', 'created']);
		expect(json[0].firstItem).toBe(1);
		expect(createdCount()).toBe(1);
	});

	it('stands for no one itself: what it alone has is free', async () => {
		const rows = [rowOf('a', '1'), rowOf('b', '1'), rowOf('b')];
		const { json } = await importOf(rows, { ...skip, matchBy: ['email', 'phone'] });
		expect(
			json.map(({ outcome, firstItem, matchedBy }) => [outcome, firstItem, matchedBy]),
		).toEqual([
			['created', null, null],
			['duplicate', 0, 'phone'],
			['created', null, null],
		]);
	});

	it('that gets a turn leaves alone what others have taken meanwhile', async () => {
		refuse(1);
		const rows = [rowOf('a'), rowOf('a', '1'), rowOf('b', '1')];
		const both = { ...skip, matchBy: ['email', 'phone'], concurrency: 3 };
		const { json } = await importOf(rows, both, goOn);
		expect(outcomes(json)).toEqual([expect.stringContaining('422'), 'duplicate', 'created']);
		expect(json[1]).toMatchObject({ firstItem: 2, matchedBy: 'phone' });
	});

	it('is one in its audience alone', async () => {
		const { EMPTY_AUDIENCE_ID: empty, AUDIENCE_ID: full } = identities;
		const rows = [full, empty, full].map((id) => ({ ...an, id }));
		const { json } = await importOf(rows, skip, {}, { audienceId: '={{ $json.id }}' });
		expect(outcomes(json)).toEqual(['created', 'created', 'duplicate']);
	});
});

describe('what an item looks like', () => {
	const keys = ['outcome', 'warnings', 'contactId', 'matchedBy', 'firstItem'];
	const rows = [
		{ firstName: 'An', email: 'an@example.com' },
		{ zip: '1234 AB', email: 'an@example.com' },
		{ firstName: ['Bo'], city: 'Ede' },
		{ city: 'Ede' },
	];
	const names = ['Voornaam', 'E-mailadres', 'Postcode', 'Plaats'];

	it.each<[string, IDataObject]>([
		['skip', { ifExists: 'skip' }],
		['fail', { ifExists: 'fail' }],
		['a dry run', { dryRun: true }],
	])(
		'with %s all items have the same keys, and a failed one its error and its values',
		async (_, set) => {
			sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 500, nth: 2 }];
			const off = { lookUpUncertain: false, concurrency: 1 };
			const { json } = await importOf(rows, { ...set, ...off }, goOn);
			for (const item of json) {
				const isFailed = ['failed', 'uncertain'].includes(String(item.outcome));
				const all = [...keys, ...names, 'response', ...(isFailed ? ['error'] : [])];
				expect(Object.keys(item)).toEqual(all);
			}
			expect(json[2]).toMatchObject({
				outcome: 'failed',
				Voornaam: null,
				Plaats: 'Ede',
				error:
					"The column 'firstName' holds a list where text is expected. Map one of its values, or turn it into text first.",
			});
			if (!set.dryRun) expect(json[3].outcome).toBe('uncertain');
		},
	);

	it('a row that failed with its parameters holds what could be read', async () => {
		const more = { audienceId: '={{ $json.city ? "none" : "" }}' };
		const { json } = await importOf(rows.slice(3), skip, goOn, more);
		expect(json).toMatchObject([{ outcome: 'failed', Plaats: 'Ede' }]);
	});

	it('a row whose parameters cannot be read at all holds its own columns', async () => {
		const more = { audienceId: '={{ $json.city ? $json.no.such.field() : "" }}' };
		const { json } = await importOf([{ city: 'Ede', colour: 'red' }], skip, goOn, more);
		expect(json).toMatchObject([{ outcome: 'failed', Plaats: 'Ede' }]);
	});

	it('an error output gets the error alone', async () => {
		const { items } = await importOf(rows, skip, { onError: 'continueErrorOutput' });
		expect(items('Sales CRM').map(({ json }) => json.outcome)).toEqual([
			'created',
			'duplicate',
			'created',
		]);
		expect(items('Sales CRM', 1).map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/^The column 'firstName' holds a list/),
		]);
		expect(items('Sales CRM', 1)[0].json).not.toHaveProperty('outcome');
	});

	it('a personal info that is called like a key of the item is sent, and not shown', async () => {
		const row = { firstName: 'An', outcome: 'won', __proto__: 'x' };
		const { json } = await importOf([row], { ...skip, extraColumns: 'add' });
		expect(json[0]).toMatchObject({ outcome: 'created', Voornaam: 'An' });
		expect(infosAtService()).toEqual([{ Voornaam: 'An', outcome: 'won' }]);
	});

	it.each<[unknown, unknown, unknown]>([
		[{ _id: 17, message: 'ok' }, '17', { _id: 17, message: 'ok' }],
		[{ contact: { uuid: 'u' } }, 'u', { contact: { uuid: 'u' } }],
		[{ id: '', contact: { id: 'c' } }, 'c', { id: '', contact: { id: 'c' } }],
		[['done'], null, ['done']],
		// As JSON: a text between quotation marks.
		['"OK"', null, 'OK'],
		[`"${CONTACT_ID}"`, CONTACT_ID, CONTACT_ID],
	])('the answer %j to a create: contactId %j', async (body, contactId, response) => {
		sandbox.switches.faults = [
			{ route: 'createContact', kind: 'failure200', body: body as never, afterWork: true },
		];
		const { json } = await importOf(people(1), skip);
		expect(json[0]).toMatchObject({ outcome: 'created', contactId, response });
	});

	it('an empty answer is none', async () => {
		sandbox.switches.createAnswer = 'empty';
		const { json } = await importOf(people(1), skip);
		expect(json[0]).toMatchObject({ outcome: 'created', contactId: null, response: null });
	});
});

describe('existing contacts that cannot be recognized', () => {
	it('contacts without personal infos and emails: stops before anything is sent', async () => {
		sandbox.switches.contactFields = 'noInfos';
		const run = await importOf(people(2), skip);
		expect(run.error?.message).toBe(
			'Existing contacts cannot be recognized here, so nothing was sent',
		);
		const { json } = await importOf(people(2), skip, goOn);
		expect(outcomes(json)).toEqual(
			Array(2).fill(expect.stringMatching(/^Existing contacts cannot/)),
		);
		expect(createdCount()).toBe(0);
	});

	it('only the chosen kind is missing: goes on with a hint', async () => {
		sandbox.switches.contactFields = 'noEmails';
		const { json, hints } = await importOf(people(2), skip);
		expect(outcomes(json)).toEqual(['created', 'created']);
		expect(hints('Sales CRM')).toEqual([
			'No contact that the service listed shows its email address: by that, none can be recognized.',
		]);
	});

	it('an email anywhere shows that contacts hold more than their ids, whatever they match by', async () => {
		sandbox.switches.faults = [
			{
				route: 'listContacts',
				page: 0,
				kind: 'failure200',
				body: [{ id: 1, mail: 'x@y.example' }],
				every: 1,
			},
			{ route: 'listContacts', kind: 'failure200', body: [], every: 1 },
		];
		const { json } = await importOf([{ phone: '0612345678' }], { ...skip, matchBy: ['phone'] });
		expect(outcomes(json)).toEqual(['created']);
	});

	it('an empty audience is no reason to stop', async () => {
		sandbox.switches.contactFields = 'noInfos';
		const { json } = await importOf(
			people(2),
			skip,
			{},
			{ audienceId: identities.EMPTY_AUDIENCE_ID },
		);
		expect(outcomes(json)).toEqual(['created', 'created']);
	});

	it('without such a list emails are sought in any text, phones in fields named like a phone', async () => {
		sandbox.switches.contactFields = 'flat';
		const withPhone = [...Array(AUDIENCE).keys()]
			.map((n) => seeded(n))
			.find(({ infos }) => infos.Telefoonnummer)!;
		const { 'E-mailadres': email, Telefoonnummer: phone } = withPhone.infos;
		const rows = [{ email }, { phone }];
		const { json } = await importOf(rows, { ...skip, matchBy: ['email', 'phone'] });
		expect(json.map(({ contactId }) => contactId)).toEqual([withPhone.id, withPhone.id]);
	});

	it('several contacts have the email: it exists, and which one is not guessed', async () => {
		sandbox.switches.sharedEmails = true;
		const { json, hints } = await importOf([{ email: 'familie1@voorbeeld.example' }], skip);
		expect(json[0]).toMatchObject({ outcome: 'existing', contactId: null });
		expect(hints('Sales CRM')).toContain(
			"1 row fits several contacts of the audience; 'contactId' is null there.",
		);
	});

	const bo = { email: 'bo@example.com' };
	it.each<[string, IDataObject[], string | null]>([
		['one, also where it is listed twice', [{ id: 7, ...bo }, { id: 8 }, { id: 7, ...bo }], '7'],
		[
			'none of two',
			[
				{ id: 7, ...bo },
				{ id: 8, ...bo },
			],
			null,
		],
		['none of two without an id, as far as one can tell', [bo, bo], null],
		['one without an id', [bo], null],
	])('contacts with the email of a row: %s', async (_, listed, contactId) => {
		sandbox.switches.faults = [
			{ route: 'listContacts', page: 0, kind: 'failure200', body: listed, every: 1 },
			{ route: 'listContacts', kind: 'failure200', body: [], every: 1 },
		];
		const { json, hints } = await importOf([bo], skip);
		expect(json[0]).toMatchObject({ outcome: 'existing', contactId });
		const areSeveral = hints('Sales CRM').some((hint) => hint.includes('fits several contacts'));
		expect(areSeveral).toBe(listed.length === 2);
	});

	it.each(['front', 'end'] as const)(
		'an audience that grows at its %s meanwhile',
		async (where) => {
			const audienceId = identities.EMPTY_AUDIENCE_ID;
			await importOf(people(12), skip, {}, { audienceId });
			sandbox.switches.growingAudience = where;
			const more = { audienceId };
			const { json } = await importOf(people(14), skip, {}, more);
			expect(outcomes(json)).toEqual([...Array(12).fill('existing'), 'created', 'created']);
		},
	);
});

describe('fail', () => {
	const fail = { ifExists: 'fail' };

	it('all rows are checked before the first write; without "Continue" nothing is sent', async () => {
		const rows = [...people(9), { email: seeded(2).infos['E-mailadres'] }, people(1)[0]];
		const { error, status } = await importOf(rows, fail);
		expect(status).toBe('error');
		expect(error?.message).toBe(
			`A contact with this email address is in the audience already: ${seeded(2).id}`,
		);
		expect(error?.description).toContain(
			'Nothing was sent. Of 11 items, counted from 0, 2 cannot be created (9–10).',
		);
		expect(requestsTo('createContact')).toEqual([]);
	});

	it('a row that cannot be sent is found before the first write, too', async () => {
		const { error } = await importOf([...people(2), {}], fail);
		expect(error?.message).toBe('There is no personal information to create a contact from');
		expect(requestsTo('createContact')).toEqual([]);
	});

	it('with "Continue" the others are created', async () => {
		const rows = [people(1)[0], { email: seeded(2).infos['E-mailadres'] }, people(1)[0]];
		const { json } = await importOf(rows, fail, goOn);
		expect(outcomes(json)).toEqual([
			'created',
			expect.stringMatching(
				`^A contact with this email address is in the audience already: ${seeded(2).id}. Choose 'Skip'`,
			),
			expect.stringMatching(/^An earlier row has the same email address: item 0, counted from 0/),
		]);
		expect(createdCount()).toBe(1);
	});
});

describe('dryRun', () => {
	it('does everything but the write, and each item shows what would be sent', async () => {
		const rows = [...people(1), { email: seeded(1).infos['E-mailadres'] }, people(1)[0]];
		const { json } = await importOf(rows, { ...skip, dryRun: true });
		expect(outcomes(json)).toEqual(['wouldCreate', 'existing', 'duplicate']);
		expect(json[0]).toEqual({
			outcome: 'wouldCreate',
			warnings: [],
			contactId: null,
			matchedBy: null,
			firstItem: null,
			Voornaam: 'An 0',
			'E-mailadres': 'an0@example.com',
			response: null,
		});
		expect(json[2].warnings).toEqual(['The same email address as in item 0, counted from 0']);
		expect(requestsTo('createContact')).toEqual([]);
	});

	it('warns of values that cannot be right and of duplicates; columns not recognized are told once', async () => {
		const odd = { Email: 'an@example', zip: '0123 AB', phone: '06 123', colour: 'red', size: '' };
		const { json, hints } = await importOf([odd, odd], { dryRun: true });
		const warnings = [
			'E-mailadres: "an@example" is no email address',
			'Postcode: "0123 AB" is no Dutch postcode such as 1234 AB',
			'Telefoonnummer: "06 123" is no telephone number',
		];
		expect(json.map(({ warnings: told }) => told)).toEqual([
			warnings,
			[...warnings, 'The same email address as in item 0, counted from 0'],
		]);
		expect(outcomes(json)).toEqual(['wouldCreate', 'wouldCreate']);
		expect(hints('Sales CRM')).toEqual([
			"Columns that were not recognized, and are not sent: colour. 'Extra Columns' in the options says what becomes of them.",
		]);
		expect(sandbox.log.requests).toEqual([]);
	});

	it('fails what the run would fail', async () => {
		const rows = [{}, { email: seeded(1).infos['E-mailadres'] }, ...people(1)];
		const { json } = await importOf(rows, { ifExists: 'fail', dryRun: true }, goOn);
		expect(outcomes(json)).toEqual([
			expect.stringMatching(/^There is no personal information/),
			expect.stringMatching(/^A contact with this email address is in the audience/),
			'wouldCreate',
		]);
	});
});

describe('hints beside the output', () => {
	it('columns ignored and rows failed, also where nothing is looked up', async () => {
		const { hints } = await importOf([{ firstName: 'An', colour: 'red' }, {}], {}, goOn);
		expect(hints('Sales CRM')).toEqual([
			"1 row failed: see 'error' of their items.",
			"Columns that were not recognized, and are not sent: colour. 'Extra Columns' in the options says what becomes of them.",
		]);
	});

	it.each([{}, skip])(
		'Retry On Fail: those of rows that an earlier try created, too (%j)',
		async (options) => {
			const rows = [{}, { firstName: 'An', colour: 'red' }, { firstName: 'Bo' }];
			const retry = { ...goOn, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const retried = await importOf(rows, options, retry);
			await startOver({ contacts: AUDIENCE });
			const once = await importOf(rows, options, goOn);
			expect(once.hints('Sales CRM').join()).toContain('colour');
			expect(retried.hints('Sales CRM')).toEqual(once.hints('Sales CRM'));
		},
	);

	it.each(['Fail', 'no'])(
		'extra columns %p is no choice there is: the row is not sent',
		async (extraColumns) => {
			const { json } = await importOf([{ firstName: 'An', colour: 'red' }], { extraColumns }, goOn);
			expect(outcomes(json)).toEqual([expect.stringMatching(/^'Extra Columns' must be one of/)]);
			expect(createdCount()).toBe(0);
		},
	);

	it('extra columns that an expression leaves empty are ignored, and told', async () => {
		const { hints } = await importOf([{ firstName: 'An', colour: 'red' }], {
			extraColumns: '={{ null }}',
		});
		expect(hints('Sales CRM').join()).toContain('colour');
	});

	it('of a node that throws, what must be known stands in the error', async () => {
		const rows = [{ firstName: 'No email' }, {}];
		const { error } = await importOf(rows, { ...skip, concurrency: 1 });
		expect(error?.description).toContain('Of 2 items, counted from 0, 1 was created (0)');
		expect(error?.description).toContain('1 row came without email address');
	});
});

it('without these settings items are as the service answers them', async () => {
	const { json } = await importOf(people(1), {});
	expect(Object.keys(json[0])).toEqual(['contact']);
});
