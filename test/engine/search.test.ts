import { waitedMs } from '../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import {
	goOn,
	listContacts,
	listed,
	person,
	requestsTo,
	searchParameters,
	seeded,
} from '../support/contactRuns';
import { crmOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** Contact: Search, in n8n's engine. */

beforeEach(async () => await startOver({ contacts: 5 }));

type Settings = Parameters<typeof crmOf>[1];

async function search(items: IDataObject[], set: IDataObject = {}, settings: Settings = {}) {
	const run = await runFlow({ nodes: [crmOf(searchParameters(set), settings)] }, items);
	return {
		...run,
		json: run.items('Sales CRM').map(({ json }) => json),
		hints: run.hints('Sales CRM'),
	};
}

const nobody = { email: 'nobody@example.com' };

describe('an item', () => {
	it('has found first, then the contact as Get Many shows it, then how it was found', async () => {
		const { email } = seeded(2);
		const { json, hints } = await search([nobody, { email: ` ${email.toUpperCase()} ` }]);
		const [, , { json: contact }] = await listContacts({ simplify: true });
		const searched = { searchedPhone: null, searchedName: null };
		expect(json.map((one) => Object.entries(one))).toEqual(
			[
				{ found: false, matchedBy: null, matches: 0, searchedEmail: nobody.email, ...searched },
				{
					...{ found: true, ...contact, matchedBy: 'email', matches: 1 },
					...{ searchedEmail: email.toUpperCase(), ...searched },
				},
			].map((one) => Object.entries(one)),
		);
		expect(hints).toEqual([]);
	});

	it('comes for each contact that matches, by email before phone', async () => {
		const an = person({ 'E-mailadres': 'an@example.com' }, { id: 'c1' });
		const bo = person({ Telefoonnummer: '020 123 4567' }, { id: 'c2' });
		listed([bo, an]);
		const { json } = await search([{ email: 'an@example.com', phone: '+31 20 1234567' }]);
		expect(json).toMatchObject([
			{ matchedBy: 'email', matches: 2, contactId: 'c1' },
			{ matchedBy: 'phone', matches: 2, contactId: 'c2' },
		]);
	});

	it.each([{ id: 'c1' }, { contactId: 'c1' }, {}])(
		'comes once for a contact that is listed twice and has both keys: %j',
		async (id) => {
			const an = person({ 'E-mailadres': 'an@example.com', Telefoonnummer: '0612345678' }, id);
			listed([an, person({ Voornaam: 'Bo' }, { contactId: 'c2' }), an]);
			const { json } = await search([{ email: 'an@example.com', phone: '0612345678' }]);
			expect(json).toMatchObject([
				{ matches: 1, matchedBy: 'email', 'E-mailadres': 'an@example.com' },
			]);
		},
	);

	it.each<[name: string, found: Array<string | undefined>]>([
		['jansen', ['Josée', 'Jan-Peter']],
		['JANSEN, Jose\u0301e', ['Josée']],
		['vries', ['An']],
		['jan', ['Jan-Peter']],
		['janse', [undefined]],
		['an de vries jansen', [undefined]],
	])('comes if every word is in first or last name: %s', async (name, found) => {
		// An object in a contact has an ID of its own.
		const subscription = { id: 'newsletter' };
		listed([
			person({ Voornaam: 'Jos\u00e9e', Achternaam: 'Jansen' }, { id: 1, subscription }),
			person({ Voornaam: 'Jan-Peter', Achternaam: 'Smit Jansen' }, { id: 2, subscription }),
			person({ Voornaam: 'An', Achternaam: 'de Vries' }, { id: 3, subscription }),
		]);
		const { json } = await search([{ name }]);
		expect(json.map(({ Voornaam }) => Voornaam)).toEqual(found);
		expect(json[0].matchedBy).toBe(found[0] === undefined ? null : 'name');
	});
});

describe('if nothing is found', () => {
	it.each<[ifNotFound: string, found: boolean[]]>([
		['item', [false]],
		['nothing', []],
	])('%s', async (ifNotFound, found) => {
		const { json } = await search([nobody], { ifNotFound });
		expect(json.map((one) => one.found)).toEqual(found);
	});

	it('an error says what was searched', async () => {
		const items = [{ ...nobody, phone: 612345678 }, seeded(0)];
		const { json, error } = await search(items, { ifNotFound: 'error' });
		expect(json).toEqual([]);
		expect(error?.message).toBe(
			'No contact in the audience has the email address "nobody@example.com" or the phone number "612345678"',
		);
		expect(error?.description).toContain("'Return an Item'");
		const continued = await search(items, { ifNotFound: 'error' }, goOn);
		expect(continued.json.map(({ found = false }) => found)).toEqual([false, true]);
	});
});

describe('the audience is listed once', () => {
	it('for thousands of items, without a wait at its end', async () => {
		await startOver({ contacts: 990 });
		const items = Array.from({ length: 4950 }, (_, n) =>
			n % 5 ? { email: `nobody${n}@example.com` } : { email: seeded(n / 5).email },
		);
		const { json } = await search(items);
		expect(json.map(({ contactId }) => contactId)).toEqual(
			items.map((_, n) => (n % 5 ? undefined : seeded(n / 5).id)),
		);
		expect(requestsTo('listContacts').filter(({ query }) => query.page === '0')).toHaveLength(1);
		expect(waitedMs()).toBeLessThan(500);
	});

	it('for each audience and profile', async () => {
		const { AUDIENCE_ID: full, EMPTY_AUDIENCE_ID: empty, SECOND_AUDIENCE_ID: second } = identities;
		const { PROFILE_ID: own, SECOND_PROFILE_ID: other } = identities;
		sandbox.switches.total = 'all';
		const { email, id } = seeded(0);
		// The same person is in the other profile.
		const [there] = sandbox.world.profile(other).contacts.slice(second, 0, 1);
		const rows = [
			{ ...nobody, audience: full, profile: own },
			{ ...nobody, audience: second, profile: other },
			{ email, audience: full.toUpperCase(), profile: own },
			{ email, audience: second, profile: other },
			{ email, audience: empty, profile: own },
		];
		const options = { companyProfileId: '={{ $json.profile }}' };
		const set = { audienceId: '={{ $json.audience }}', options };
		const { json } = await search(rows, set, { scheme: 'serviceAccount' });
		expect(json.map(({ contactId }) => contactId)).toEqual([
			...[undefined, undefined, id, there.id, undefined],
		]);
		const begun = requestsTo('listContacts').filter(({ query }) => query.page === '0');
		expect(begun.map(({ query }) => query.audience_id)).toEqual([full, second, empty]);
	});

	it('and if that fails, each item that needed it fails', async () => {
		const none = '00000000-0000-4000-8000-000000000001';
		const items = [none, identities.AUDIENCE_ID, none].map((audience) => ({ ...nobody, audience }));
		const { json } = await search(items, { audienceId: '={{ $json.audience }}' }, goOn);
		const error = expect.stringMatching(/^Could not list the contacts.*No such audience/);
		expect(json).toMatchObject([{ error }, { found: false }, { error }]);
		const asked = requestsTo('listContacts').filter(({ query }) => query.audience_id === none);
		expect(asked).toHaveLength(1);
	});
});

describe('what cannot be compared', () => {
	const digits = '"06-12 34 5" is not a valid phone number. It needs at least 8 digits.';
	const object = { value: [{ address: 'sanne@example.com' }] };

	it.each<[IDataObject, string]>([
		[
			{ email: '-', phone: '06-12 34 5' },
			`"-" is not a valid email address. It needs an @ with text on both sides. ${digits}`,
		],
		[{ email: object }, "The object in 'Email' is not a valid email address."],
		[{ name: '., -' }, '"., -" is not a name. It needs at least one letter or digit.'],
	])('%j is not found, with the reason', async (item, why) => {
		const { json } = await search([item]);
		expect(json).toMatchObject([
			{ found: false, matches: 0, reason: expect.stringContaining(why) },
		]);
		const nothing = await search([item], { ifNotFound: 'nothing' });
		expect(nothing.json).toEqual([]);
		expect(nothing.hints[0]).toMatch(/^Not searched by a text that is not a/);
		const { error } = await search([item], { ifNotFound: 'error' });
		expect(error?.description).toContain(why);
	});

	it('is passed over with a hint if something else can be compared', async () => {
		const { email, id } = seeded(3);
		const { json, hints } = await search([
			{ email, phone: '-', name: object },
			{ email: '-', phone: '12', name: 'Nobody Atall' },
		]);
		expect(json).toMatchObject([
			{ contactId: id, searchedPhone: '-', searchedName: JSON.stringify(object) },
			{ found: false },
		]);
		expect(json[1]).not.toHaveProperty('reason');
		expect(hints).toEqual([
			'Not searched by a text that is not a valid phone number. It needs at least 8 digits. (2 times)',
			'Not searched by a text that is not a name. It needs at least one letter or digit.',
			expect.stringMatching(/^Not searched by a text that is not a valid email address/),
		]);
	});

	it.each([[{}], [{ email: ' ', phone: null }]])('%j asks for nothing and fails', async (item) => {
		const { json } = await search([item, { email: seeded(3).email }], {}, goOn);
		const error = expect.stringContaining('There is nothing to search for');
		expect(json).toMatchObject([{ error, item }, { found: true }]);
	});
});

it.each<[string, Partial<typeof sandbox.switches>]>([
	['ignores page', { ignorePage: true, pageCap: 50 }],
	['refuses the page behind a full one', { emptyPage: 404 }],
	['does not reach its total', { total: 'more' }],
])('in a list that %s, found is a hint and not found an error', async (_, switches) => {
	await startOver({ contacts: 150 });
	Object.assign(sandbox.switches, switches);
	const items = [{ email: seeded(1).email }, nobody];
	const { json, hints } = await search(items, { options: { pageSize: 50 } }, goOn);
	expect(json).toMatchObject([
		{ found: true },
		{
			error: expect.stringMatching(
				/^The contacts of the audience could not be listed completely, so not found proves nothing\. \d+ contacts were seen\. .{20,} Try again/,
			),
		},
	]);
	expect(hints).toEqual([
		expect.stringMatching(/^There may be more contacts than were found: \d+ contacts were seen/),
	]);
});

it('contacts with nothing to be recognized by are an error', async () => {
	sandbox.switches.contactFields = 'noInfos';
	const { error } = await search([{ email: seeded(0).email }], { ifNotFound: 'nothing' });
	expect(error?.message).toBe(
		'Existing contacts cannot be recognized here, so not found proves nothing',
	);
	expect(error?.description).toContain('None of the 5 contacts');
});

it('contacts without email addresses are a hint, and phones are found', async () => {
	sandbox.switches.contactFields = 'noEmails';
	const { email } = seeded(0);
	const { phone, id } = [0, 1, 2, 3, 4].map(seeded).find((one) => one.phone)!;
	const hint =
		'None of the 5 contacts in this audience has an email address, so none can be matched by it.';
	const { json, hints } = await search([{ email }, { email: nobody.email, phone }]);
	expect(json.map(({ contactId }) => contactId)).toEqual([undefined, id]);
	expect(hints).toEqual([`${hint} (2 times)`]);
	// n8n shows no hints of a node that throws.
	const { error } = await search([{ email }], { ifNotFound: 'error' });
	expect(error?.description).toContain(hint);
});
