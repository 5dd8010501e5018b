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

/** Contact: Search and Find Duplicates, in n8n's engine. */

beforeEach(async () => await startOver({ contacts: 5 }));

type Settings = Parameters<typeof crmOf>[1];

async function ran(parameters: IDataObject, items: IDataObject[] = [{}], settings: Settings = {}) {
	const run = await runFlow({ nodes: [crmOf(parameters, settings)] }, items);
	return {
		...run,
		json: run.items('Sales CRM').map(({ json }) => json),
		hints: run.hints('Sales CRM'),
	};
}

const search = async (items: IDataObject[], set: IDataObject = {}, settings: Settings = {}) =>
	await ran(searchParameters(set), items, settings);

const nobody = { email: 'nobody@example.com' };

describe('Search', () => {
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

	it('has an item for each contact that matches, once, by email before phone', async () => {
		const an = person({ 'E-mailadres': 'an@example.com', Telefoonnummer: '0201234567' }, { id: 1 });
		const bo = person({ Telefoonnummer: '020 123 4567' }, { id: 2 });
		listed([bo, an, an]);
		const { json } = await search([{ email: 'an@example.com', phone: '+31 20 1234567' }]);
		expect(json).toMatchObject([
			{ matchedBy: 'email', matches: 2, contactId: '1' },
			{ matchedBy: 'phone', matches: 2, contactId: '2' },
		]);
	});

	it.each<[name: string, found: Array<string | undefined>]>([
		['JANSEN, Jose\u0301e', ['Josée']],
		['jan', ['Jan-Peter']],
		['jansen', ['Josée', 'Jan-Peter']],
		['janse', [undefined]],
		['an de vries jansen', [undefined]],
	])('finds who has every word in first or last name: %s', async (name, found) => {
		listed([
			person({ Voornaam: 'Jos\u00e9e', Achternaam: 'Jansen' }, { id: 1 }),
			person({ Voornaam: 'Jan-Peter', Achternaam: 'Smit Jansen' }, { id: 2 }),
			person({ Voornaam: 'An', Achternaam: 'de Vries' }, { id: 3 }),
		]);
		const { json } = await search([{ name }]);
		expect(json.map(({ Voornaam }) => Voornaam)).toEqual(found);
	});

	it('gives an item, none or an error if nothing is found', async () => {
		const items = [nobody, seeded(0)];
		const foundWith = async (ifNotFound: string, settings?: Settings) =>
			(await search(items, { ifNotFound }, settings)).json.map(({ found }) => found);
		expect(await foundWith('item')).toEqual([false, true]);
		expect(await foundWith('nothing')).toEqual([true]);
		expect(await foundWith('error', goOn)).toEqual([undefined, true]);
		const { error } = await search(items, { ifNotFound: 'error' });
		expect(error?.message).toContain('has the email address "nobody@example.com"');
	});

	it('lists the audience once for thousands of items, without a wait at its end', async () => {
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

	it('lists each audience of each profile', async () => {
		const { AUDIENCE_ID: full, EMPTY_AUDIENCE_ID: empty, SECOND_AUDIENCE_ID: second } = identities;
		const { PROFILE_ID: own, SECOND_PROFILE_ID: other } = identities;
		const { email, id } = seeded(0);
		// The same person is in the other profile.
		const [there] = sandbox.world.profile(other).contacts.slice(second, 0, 1);
		const rows = [
			{ email, audience: second, profile: other },
			{ email, audience: full, profile: own },
			{ email, audience: empty, profile: own },
		];
		const options = { companyProfileId: '={{ $json.profile }}' };
		const set = { audienceId: '={{ $json.audience }}', options };
		const { json } = await search(rows, set, { scheme: 'serviceAccount' });
		expect(json.map(({ contactId }) => contactId)).toEqual([there.id, id, undefined]);
	});

	const noPhone = '"06-12 34 5" is not a valid phone number. It needs at least 8 digits.';

	it.each<[IDataObject, string]>([
		[{ email: '-', phone: '06-12 34 5' }, `needs an @ with text on both sides. ${noPhone}`],
		[{ email: { of: 'an@x.example' } }, "The object in 'Email' is not a valid email address."],
	])('%j is not found, with the reason', async (item, why) => {
		const { json } = await search([item]);
		const reason = expect.stringContaining(why);
		expect(json).toMatchObject([{ found: false, matches: 0, reason }]);
	});

	it('passes over what cannot be compared, with a hint, if something else can be', async () => {
		const { email, id } = seeded(3);
		const { json, hints } = await search([{ email, phone: '-', name: { of: 'An' } }]);
		expect(json).toMatchObject([{ contactId: id, searchedPhone: '-' }]);
		expect(hints).toEqual([
			expect.stringContaining('is not a valid phone number'),
			expect.stringContaining('is not a name'),
		]);
	});

	it('fails for an item that asks for nothing', async () => {
		const item = { email: ' ', phone: null };
		const { json } = await search([item, { email: seeded(3).email }], {}, goOn);
		const error = expect.stringContaining('There is nothing to search for');
		expect(json).toMatchObject([{ error, item }, { found: true }]);
	});

	it('in a list that is in doubt, found is a hint and not found an error', async () => {
		await startOver({ contacts: 150 });
		Object.assign(sandbox.switches, { ignorePage: true, pageCap: 50 });
		const items = [{ email: seeded(1).email }, nobody];
		const { json, hints } = await search(items, { options: { pageSize: 50 } }, goOn);
		const error = expect.stringMatching(
			/^It is uncertain which contacts exist, so not found proves nothing\. \d+ contacts were seen/,
		);
		expect(json).toMatchObject([{ found: true }, { error }]);
		expect(hints).toEqual([
			expect.stringMatching(/^There may be more contacts than were found: \d+ contacts were seen/),
		]);
	});
});

describe('Find Duplicates', () => {
	const duplicates = async (contacts: IDataObject[], matchBy = ['email', 'phone']) => {
		listed(contacts);
		const { AUDIENCE_ID: audienceId } = identities;
		return await ran({ resource: 'contact', operation: 'findDuplicates', audienceId, matchBy });
	};
	const email = (id: string, value: string) => person({ 'E-mailadres': value }, { id });

	it.each<[string, IDataObject[], groups: string[]]>([
		[
			'an email in any case, with a name before it, or among others',
			[
				email('a', 'jan@x.nl'),
				email('b', 'Jan <JAN@x.nl>'),
				email('c', 'piet@x.nl, jan@x.nl'),
				email('d', 'kees@x.nl'),
			],
			['a b c'],
		],
		[
			'not the email of a bookkeeper whom several share',
			['a', 'b'].map((id) => person({ 'Factuur e-mail': 'books@x.nl' }, { id })),
			[],
		],
		[
			'a group for each kind of key',
			[
				person({ 'E-mailadres': 'p@x.nl', Telefoonnummer: '06 12345678' }, { id: 'a' }),
				person({ Telefoonnummer: '+31 (0)6 1234 5678' }, { id: 'b' }),
				email('c', 'p@x.nl'),
			],
			['a c', 'a b'],
		],
		[
			'all who are connected, by the emails of any of them',
			[email('a', 'p@x.nl'), email('b', 'p@x.nl, q@x.nl'), email('c', 'q@x.nl')],
			['a b c'],
		],
		['no contact that is listed twice', [email('a', 'p@x.nl'), email('a', 'p@x.nl')], []],
		[
			'contacts of another shape, by emails in any field and phones in fields that are named so',
			[
				{ id: 'a', mail: 'p@x.nl', mobile: '0612345678' },
				{ id: 'b', profile: { about: 'P@x.nl' }, number: '0612345678' },
				{ id: 'c', profile: { phoneNumber: '+31612345678' } },
				{ id: 'd', whatsapp_phone: '06-12345678' },
			],
			['a b', 'a c d'],
		],
	])('finds %s', async (_, contacts, expected) => {
		const groups: string[][] = [];
		for (const { group, contactId } of (await duplicates(contacts)).json)
			(groups[Number(group) - 1] ??= []).push(String(contactId));
		expect(groups.map((ids) => ids.join(' '))).toEqual(expected);
	});

	it('has an item with the group, what matched, how many share it, then the contact', async () => {
		const { json } = await duplicates([email('a', 'p@x.nl'), email('b', 'P@x.nl')], ['email']);
		expect(Object.entries(json[1]).slice(0, 5)).toEqual([
			['group', 1],
			['matchedBy', 'email'],
			['key', 'p@x.nl'],
			['matches', 2],
			['E-mailadres', 'P@x.nl'],
		]);
	});
});
