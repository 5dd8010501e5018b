import { waitedMs } from '../support/noWaiting';

import type { IDataObject, INode } from 'n8n-workflow';

import { listContacts, requestsTo, searchParameters } from '../support/contactRuns';
import { crmOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** Contact: Search through the engine. */

const AUDIENCE = 5;
beforeEach(async () => await startOver({ contacts: AUDIENCE }));

type Settings = Parameters<typeof crmOf>[1];
const goOn: Partial<INode> = { onError: 'continueRegularOutput' };

async function search(items: IDataObject[], set: IDataObject = {}, settings: Settings = {}) {
	const run = await runFlow({ nodes: [crmOf(searchParameters(set), settings)] }, items);
	return { ...run, json: run.items('Sales CRM').map(({ json }) => json) };
}

/** The contact at a place of the audience, with what it is asked for by. */
function seeded(place: number) {
	const { contacts } = sandbox.world.profile();
	const [contact] = contacts.slice(identities.AUDIENCE_ID, place, place + 1);
	const infos = contact.standard_personal_infos.map(({ name, value }) => [name, value]);
	const { 'E-mailadres': email, Telefoonnummer: phone } = Object.fromEntries(infos);
	return { id: contact.id, email: email as string, phone: phone as string | undefined };
}

const withPhone = () => [...Array(AUDIENCE).keys()].map(seeded).find(({ phone }) => phone)!;
const searchedBy = (email: string) => ({
	searchedEmail: email,
	searchedPhone: null,
	searchedName: null,
});

const nobody = { email: 'nobody@example.com' };

/** Lists of the audience that were begun. */
const listings = () => requestsTo('listContacts').filter(({ query }) => query.page === '0');

/** The service answers every page of the audience so; the first one, where there is a second answer for others. */
function answer(first: unknown, others: unknown = first) {
	sandbox.switches.faults = [
		{ route: 'listContacts', page: 0, kind: 'failure200', body: first, every: 1 },
		{ route: 'listContacts', kind: 'failure200', body: others, every: 1 },
	];
}

const person = (mark: number, infos: Record<string, string>, more: IDataObject = {}) => ({
	mark,
	standard_personal_infos: Object.entries(infos).map(([name, value]) => ({ name, value })),
	...more,
});

const outcomes = (json: IDataObject[]) =>
	json.map(({ found, mark, error }) => error ?? (found ? mark : null));

describe('what an item looks like', () => {
	it('found first, the contact as Get Many shows it, then who it is by, how many there are, what was searched', async () => {
		const { id, email } = seeded(2);
		const { json, items, hints } = await search([nobody, { email: ` ${email.toUpperCase()} ` }]);
		const [, , { json: contact }] = await listContacts({ simplify: true });
		expect(json).toEqual([
			{ found: false, matchedBy: null, matches: 0, ...searchedBy(nobody.email) },
			{
				found: true,
				...contact,
				matchedBy: 'email',
				matches: 1,
				...searchedBy(email.toUpperCase()),
			},
		]);
		const behind = ['matchedBy', 'matches', 'searchedEmail', 'searchedPhone', 'searchedName'];
		expect(Object.keys(json[0])).toEqual(['found', ...behind]);
		expect(Object.keys(json[1])).toEqual(['found', ...Object.keys(contact), ...behind]);
		expect(contact.contactId).toBe(id);
		expect(items('Sales CRM').map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
		]);
		expect(hints('Sales CRM')).toEqual([]);
	});

	it('email and phone of different contacts: both, each with what it was matched by', async () => {
		const an = person(1, { 'E-mailadres': 'an@example.com' }, { id: 'c1' });
		const bo = person(2, { Telefoonnummer: '020 123 4567' }, { id: 'c2' });
		answer([bo, an], []);
		const { json } = await search([{ email: 'an@example.com', phone: '+31 20 1234567' }]);
		expect(
			json.map(({ matchedBy, matches, contactId }) => [matchedBy, matches, contactId]),
		).toEqual([
			['email', 2, 'c1'],
			['phone', 2, 'c2'],
		]);
	});

	it.each([
		['with an id', { id: 'c1' }],
		['with an id by another name', { contactId: 'c1' }],
		['without one', {}],
	])('a contact that was listed twice, or has both keys, is one: %s', async (_, id) => {
		const infos = { 'E-mailadres': 'an@example.com', Telefoonnummer: '0612345678' };
		const an = person(1, infos, id);
		const others = [2, 3].map((mark) =>
			person(mark, { Voornaam: 'Bo' }, { contactId: `c${mark}` }),
		);
		answer([an, ...others, an], []);
		const { json } = await search([{ email: 'an@example.com', phone: '0612345678' }]);
		expect(json).toMatchObject([{ matches: 1, matchedBy: 'email', mark: 1 }]);
	});

	it.each<[name: string, marks: Array<number | null>]>([
		['jansen', [1, 2]],
		['Josée jansen', [1]],
		['JANSEN, Jose\u0301e', [1]],
		['vries', [3]],
		['jan', [2]],
		['janse', [null]],
		['an de vries jansen', [null]],
	])('by name, of which every word stands in first or last name: %s', async (name, marks) => {
		const named = [
			['Jos\u00e9e', 'Jansen'],
			['Jan-Peter', 'Smit Jansen'],
			['An', 'de Vries'],
		];
		// An object in a contact has an ID of its own.
		const about = (id: number) => ({ id, subscription: { id: 'newsletter' } });
		answer(
			named.map(([Voornaam, Achternaam], n) => person(n + 1, { Voornaam, Achternaam }, about(n))),
			[],
		);
		const { json } = await search([{ name }]);
		expect(outcomes(json)).toEqual(marks);
		expect(json[0].matchedBy).toBe(marks[0] === null ? null : 'name');
	});

	it.each([
		['item', 1],
		['nothing', 0],
	])('if not found, %s', async (ifNotFound, items) => {
		const { json, status } = await search([nobody], { ifNotFound });
		expect(status).toBe('success');
		expect(json.map(({ found }) => found)).toEqual(Array(items).fill(false));
	});

	it('if not found, an error that says what is not there', async () => {
		const set = { ifNotFound: 'error' };
		const { error } = await search([nobody], set);
		expect(error?.message).toBe(
			'No contact in the audience has the email address "nobody@example.com"',
		);
		expect(error?.description).toContain("'Return an Item'");
		const { json } = await search([{ ...nobody, phone: 612345678 }, seeded(0)], set, goOn);
		expect(json[0].error).toContain('"nobody@example.com" or the phone number "612345678"');
		expect(json[1].found).toBe(true);
	});
});

describe('one listing', () => {
	it('thousands of items are one', async () => {
		await startOver({ contacts: 990 });
		sandbox.switches.total = 'all';
		const items = Array.from({ length: 4950 }, (_, n) =>
			n % 5 ? { email: `nobody${n}@example.com` } : { email: seeded(n / 5).email },
		);
		const { json } = await search(items);
		expect(json.map(({ found }) => found)).toEqual(items.map((_, n) => n % 5 === 0));
		expect(json.filter(({ found }) => found).map(({ contactId = null }) => contactId)).toEqual(
			items.flatMap((_, n) => (n % 5 ? [] : seeded(n / 5).id)),
		);
		// Of 200 each.
		expect(requestsTo('listContacts')).toHaveLength(5);
	});

	it('for each audience and profile one, whatever the options of an item say', async () => {
		const { AUDIENCE_ID: full, EMPTY_AUDIENCE_ID: empty, SECOND_AUDIENCE_ID: second } = identities;
		const { PROFILE_ID: own, SECOND_PROFILE_ID: other } = identities;
		sandbox.switches.total = 'all';
		const { email, id } = seeded(0);
		// The same person, there.
		const [there] = sandbox.world.profile(other).contacts.slice(second, 0, 1);
		const rows: Array<[email: string, audience: string, profile: string, size: number]> = [
			[nobody.email, full, own, 50],
			[nobody.email, second, other, 50],
			[email, full.toUpperCase(), own, 60],
			[nobody.email, empty, own, 70],
			[email, second, other, 80],
			[email, empty, own, 90],
		];
		const options = { companyProfileId: '={{ $json.profile }}', pageSize: '={{ $json.size }}' };
		const { json } = await search(
			rows.map(([of, audience, profile, size]) => ({ email: of, audience, profile, size })),
			{ audienceId: '={{ $json.audience }}', options },
			{ scheme: 'serviceAccount' },
		);
		expect(json.map(({ contactId = null }) => contactId)).toEqual([
			null,
			null,
			id,
			null,
			there.id,
			null,
		]);
		const begun = listings().map(({ query }) => [query.audience_id, query.per_page]);
		expect(begun).toEqual([
			[full, '50'],
			[second, '50'],
			[empty, '70'],
		]);
	});

	it('one that failed fails each item that needed it, and is not asked for again', async () => {
		const none = '00000000-0000-4000-8000-000000000001';
		const items = [none, identities.AUDIENCE_ID, none].map((audience) => ({ ...nobody, audience }));
		const { json } = await search(items, { audienceId: '={{ $json.audience }}' }, goOn);
		expect(json.map(({ error, found }) => error ?? found)).toEqual([
			expect.stringMatching(/^Could not list the contacts.*No such audience/),
			false,
			expect.stringMatching(/^Could not list the contacts.*No such audience/),
		]);
		const asked = requestsTo('listContacts').map(({ query }) => query.audience_id);
		expect(asked.filter((id) => id === none)).toHaveLength(1);
	});
});

describe('what cannot be compared', () => {
	const digits = '"06-12 34 5" is not a valid phone number. It needs at least 8 digits.';
	const object = { value: [{ address: 'sanne@example.com' }] };
	const unusable: Array<[IDataObject, string]> = [
		[{ phone: '06-12 34 5' }, digits],
		[{ email: 'unknown' }, '"unknown" is not a valid email address. It needs an @'],
		[
			{ email: '-', phone: '06-12 34 5' },
			`"-" is not a valid email address. It needs an @ with text on both sides. ${digits}`,
		],
		[{ email: object }, "The object in 'Email' is not a valid email address."],
		[{ name: '., -' }, '"., -" is not a name. It needs at least one letter or digit.'],
	];

	it.each(unusable)(
		'%j is not found, with the reason, and nothing is asked for it',
		async (item, why) => {
			const { json, hints } = await search([item]);
			expect(json).toEqual([
				expect.objectContaining({ found: false, matches: 0, reason: expect.stringContaining(why) }),
			]);
			expect(hints('Sales CRM')).toEqual([]);
			const nothing = await search([item], { ifNotFound: 'nothing' });
			expect(nothing.json).toEqual([]);
			expect(nothing.hints('Sales CRM')[0]).toMatch(/^Not searched by a text that is not a/);
			const { error } = await search([item], { ifNotFound: 'error' });
			expect(error?.message).toMatch(/^No contact in the audience has the /);
			expect(error?.description).toContain(why);
			expect(requestsTo('listContacts')).toEqual([]);
		},
	);

	it('is passed over with a hint where something else can', async () => {
		const { email, id } = seeded(3);
		const { json, hints } = await search([
			{ email, phone: '-', name: object },
			{ email: '-', phone: '12', name: 'Nobody Atall' },
		]);
		expect(json.map(({ found, contactId, reason }) => [found, contactId, reason])).toEqual([
			[true, id, undefined],
			[false, undefined, undefined],
		]);
		expect(json[0]).toMatchObject({ searchedPhone: '-', searchedName: JSON.stringify(object) });
		expect(hints('Sales CRM')).toEqual([
			'Not searched by a text that is not a valid phone number. It needs at least 8 digits. (2 times)',
			'Not searched by a text that is not a name. It needs at least one letter or digit.',
			expect.stringMatching(/^Not searched by a text that is not a valid email address/),
		]);
	});

	it.each([[{}], [{ email: ' ', phone: null }]])(
		'an item that asks for nothing fails: %j',
		async (item) => {
			const { json } = await search([item, { email: seeded(3).email }], {}, goOn);
			expect(json[0]).toMatchObject({
				error: expect.stringContaining('There is nothing to search for'),
				item,
			});
			expect(json[1].found).toBe(true);
		},
	);
});

describe('a list that could not be shown to be complete', () => {
	const doubtful: Array<[string, Partial<typeof sandbox.switches>]> = [
		['page is ignored, and pages are capped', { ignorePage: true, pageCap: 50 }],
		['a refusal behind a full page', { emptyPage: 404 }],
		['a total that is not reached', { total: 'more' }],
	];

	it.each(doubtful)('%s: found comes with a hint, not found is an error', async (_, switches) => {
		await startOver({ contacts: 150 });
		Object.assign(sandbox.switches, switches);
		const items = [{ email: seeded(1).email }, nobody, { email: seeded(2).email }];
		const set = { options: { pageSize: 50 } };
		const { json, hints } = await search(items, set, goOn);
		expect(json.map(({ found, error }) => found ?? error)).toEqual([
			true,
			expect.stringMatching(
				/^The contacts of the audience could not be listed completely, so not found proves nothing\. \d+ contacts were seen\. .{20,} Try again/,
			),
			true,
		]);
		expect(hints('Sales CRM')).toEqual([
			expect.stringMatching(
				/^There may be more contacts than were found: \d+ contacts were seen.*\(2 times\)$/,
			),
		]);
		for (const ifNotFound of ['item', 'nothing', 'error']) {
			const { error } = await search(items, { ...set, ifNotFound });
			expect(error?.message).toMatch(/so not found proves nothing$/);
			// The error says it all.
			expect(error?.description).not.toContain('There may be more');
		}
	});

	it('nobody waits for the end of a list', async () => {
		answer({ contacts: [] });
		await search([nobody]);
		expect(waitedMs()).toBeLessThan(500);
		expect(requestsTo('listContacts')).toHaveLength(3);
	});
});

describe('what contacts show', () => {
	it('nothing to be recognized by: an error', async () => {
		sandbox.switches.contactFields = 'noInfos';
		for (const item of [{ email: seeded(0).email }, { phone: withPhone().phone }]) {
			const { error } = await search([item], { ifNotFound: 'nothing' });
			expect(error?.message).toBe(
				'Existing contacts cannot be recognized here, so not found proves nothing',
			);
			expect(error?.description).toContain('None of the 5 contacts');
		}
	});

	it('no email addresses: a hint, and phones are found all the same', async () => {
		sandbox.switches.contactFields = 'noEmails';
		const { email } = seeded(0);
		const { phone, id } = withPhone();
		const notShown =
			'None of the 5 contacts in this audience has an email address, so none can be matched by it.';
		const { json, hints } = await search([{ email }, { email: nobody.email, phone }]);
		expect(json.map(({ found, contactId = null }) => [found, contactId])).toEqual([
			[false, null],
			[true, id],
		]);
		expect(hints('Sales CRM')).toEqual([`${notShown} (2 times)`]);
		// Of a node that throws n8n drops the hints.
		const { error } = await search([{ email }], { ifNotFound: 'error' });
		expect(error?.description).toContain(notShown);
		// Nobody asked by email.
		expect((await search([{ phone }])).hints('Sales CRM')).toEqual([]);
	});
});
