import type { IDataObject } from 'n8n-workflow';

import { person } from '../../../support/contactRuns';
import { crmOf, runFlow } from '../../../support/flow';
import { startOver } from '../../../support/startOver';

/** Contact: Find Duplicates, in lists that the test writes itself. */

beforeEach(async () => await startOver());

async function duplicates(contacts: object[], matchBy: unknown = ['email', 'phone']) {
	const body = { contacts, total: contacts.length };
	sandbox.switches.faults = [{ route: 'listContacts', kind: 'failure200', body, every: 1 }];
	const { AUDIENCE_ID: audienceId } = identities;
	const parameters = { resource: 'contact', operation: 'findDuplicates', audienceId, matchBy };
	const run = await runFlow({ nodes: [crmOf(parameters as IDataObject)] }, [{}]);
	const rows = run.items('Sales CRM').map(({ json }) => json);
	return { rows, hints: run.hints('Sales CRM'), error: run.error };
}

const infos = (id: string, values: Record<string, string>, more: IDataObject = {}) =>
	person(values, { id, ...more });
const email = (id: string, value: string, more: IDataObject = {}) =>
	infos(id, { 'E-mailadres': value }, more);
const phone = (id: string, value: string) => infos(id, { Telefoonnummer: value });

it.each<[string, object[], groups: string[]]>([
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
		['a', 'b'].map((id) => infos(id, { 'Factuur e-mail': 'books@x.nl' })),
		[],
	],
	[
		'groups in the order of their first contacts',
		[email('a', 'p@x.nl'), email('b', 'q@x.nl'), email('c', 'q@x.nl'), email('d', 'p@x.nl')],
		['a d', 'b c'],
	],
	[
		'one group of two contacts that a third one shares an email with each',
		[email('a', 'p@x.nl'), email('b', 'p@x.nl; q@x.nl'), email('c', 'q@x.nl')],
		['a b c'],
	],
	[
		'a group for each kind of key',
		[
			infos('a', { 'E-mailadres': 'p@x.nl', Telefoonnummer: '06 12345678' }),
			phone('b', '+31 (0)6 1234 5678'),
			email('c', 'p@x.nl'),
		],
		['a c', 'a b'],
	],
	['no contact that is listed twice', [email('a', 'p@x.nl'), email('a', 'p@x.nl')], []],
	[
		'contacts with an object of one and the same ID',
		['a', 'b'].map((id) => email(id, 'p@x.nl', { subscription: { id: 'newsletter' } })),
		['a b'],
	],
	[
		'contacts of either shape, by all values of both',
		[
			email('a', 'p@x.nl', { contact_info: { email: 'q@x.nl', phone: '0612345678' } }),
			{ id: 'b', contact_info: { email: 'Q@x.nl' } },
			{ id: 'c', contact_info: { phone: '+31612345678', other: 'p@x.nl' } },
		],
		['a b', 'a c'],
	],
	[
		'contacts of another shape, by emails in any field and phones in fields that are named so',
		[
			{ id: 'a', mail: 'p@x.nl', mobile: '0612345678' },
			{ id: 'b', profile: { about: 'P@x.nl' }, number: '0612345678' },
			{ id: 'c', profile: { phoneNumber: '+31612345678' } },
		],
		['a b', 'a c'],
	],
])('finds %s', async (_, contacts, expected) => {
	const { rows } = await duplicates(contacts);
	const groups: string[][] = [];
	for (const { group, contactId } of rows)
		(groups[Number(group) - 1] ??= []).push(String(contactId));
	expect(groups.map((ids) => ids.join(' '))).toEqual(expected);
});

it('an item has the group, what matched, how many share it, then the contact', async () => {
	const { rows } = await duplicates([email('a', 'p@x.nl', { key: 'x' }), email('b', 'P@x.nl')]);
	expect(Object.entries(rows[0]).slice(0, 5)).toEqual([
		['group', 1],
		['matchedBy', 'email'],
		['key', 'p@x.nl'],
		['matches', 2],
		['E-mailadres', 'p@x.nl'],
	]);
	expect(rows.map(({ key, contactId }) => [key, contactId])).toEqual([
		['p@x.nl', 'a'],
		['p@x.nl', 'b'],
	]);
});

it('ten thousand contacts with one phone are a single group', async () => {
	const contacts = Array.from({ length: 10_000 }, (_, n) => phone(String(n), '0612345678'));
	const { rows } = await duplicates(contacts);
	expect(rows).toHaveLength(10_000);
	expect(rows.every(({ group, matches }) => group === 1 && matches === 10_000)).toBe(true);
});

it('only the chosen keys count, and a kind that no contact has is a hint', async () => {
	const contacts = ['a', 'b'].map((id) => phone(id, '0612345678'));
	const { rows, hints } = await duplicates(contacts, ['email']);
	expect(rows).toEqual([]);
	expect(hints).toContain(
		'None of the 2 contacts in this audience has an email address, so none can be matched by it.',
	);
});

it.each([[[]], [['name']]])('Match By %j is an error', async (matchBy) => {
	const { error } = await duplicates([], matchBy);
	expect(error?.message).toMatch(/^'Match By' (is empty|must be one of email, phone)$/);
});
