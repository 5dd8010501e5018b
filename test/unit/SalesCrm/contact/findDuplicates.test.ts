import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { runNode } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { FAKE_URL, useNock } from '../../../support/fakeService';
import { runFlow, crmOf } from '../../../support/flow';
import { startOver } from '../../../support/startOver';

/** Contact: Find Duplicates, in lists that the test writes itself. */

useNock();
beforeEach(async () => await startOver({ contacts: 12 }));

const parametersOf = (matchBy?: unknown): IDataObject => ({
	resource: 'contact',
	operation: 'findDuplicates',
	audienceId: identities.AUDIENCE_ID,
	...(matchBy !== undefined && { matchBy: matchBy as string[] }),
});

const person = (id: string, email?: string, phone?: string, more: object = {}) => ({
	id,
	contact_type: 'CONSUMER',
	standard_personal_infos: [
		...(email === undefined ? [] : [{ name: 'E-mailadres', value: email }]),
		...(phone === undefined ? [] : [{ name: 'Telefoonnummer', value: phone }]),
	],
	...more,
});

async function duplicates(contacts: object[], matchBy?: unknown): Promise<IDataObject[]> {
	nock(FAKE_URL)
		.persist()
		.get(/contacts/)
		.query(true)
		.reply(200, { contacts, total: contacts.length });
	const credential = { baseUrl: FAKE_URL };
	const items = await runNode({ parameters: parametersOf(matchBy), credential });
	nock.cleanAll();
	return items.map(({ json }) => json);
}

/** Each group as the ids of its contacts. */
const groups = (rows: IDataObject[]) => {
	const byGroup: string[] = [];
	for (const { group, contactId } of rows) {
		const place = Number(group) - 1;
		byGroup[place] = [byGroup[place] ?? [], contactId].flat().join(' ');
	}
	return byGroup;
};

const both = ['email', 'phone'];

it.each<[string, object[], unknown, string[]]>([
	[
		'an email in any case, with a name before it, or among others',
		[
			person('a', 'jan@x.nl'),
			person('b', 'Jan <JAN@x.nl>'),
			person('c', 'piet@x.nl, jan@x.nl'),
			person('d', 'kees@x.nl'),
		],
		undefined,
		['a b c'],
	],
	[
		'no bookkeeper whom several share',
		['a', 'b'].map((id) => ({
			...person(id),
			standard_personal_infos: [{ name: 'Factuur e-mail', value: 'books@x.nl' }],
		})),
		undefined,
		[],
	],
	[
		'groups in the order of their first contacts',
		[person('a', 'p@x.nl'), person('b', 'q@x.nl'), person('c', 'q@x.nl'), person('d', 'p@x.nl')],
		['email'],
		['a d', 'b c'],
	],
	[
		'two emails, one shared with each of two others: one group',
		[person('a', 'p@x.nl'), person('b', 'p@x.nl; q@x.nl'), person('c', 'q@x.nl')],
		['email'],
		['a b c'],
	],
	[
		'phones however they are written, not asked for: none',
		[person('a', 'p@x.nl', '06 12345678'), person('b', undefined, '+31612345678')],
		['email'],
		[],
	],
	[
		'phones, each kind a group of its own',
		[
			person('a', 'p@x.nl', '06 12345678'),
			person('b', undefined, '+31 (0)6 1234 5678'),
			person('c', 'p@x.nl', '0612345679'),
		],
		both,
		['a c', 'a b'],
	],
	['nothing that one could be recognized by', [person('a'), person('b'), person('c')], both, []],
	[
		'a contact that the service lists twice is one',
		[person('a', 'p@x.nl'), person('b', 'q@x.nl'), person('a', 'p@x.nl')],
		both,
		[],
	],
	[
		'contacts that hold an object with one and the same ID are still two',
		['a', 'b'].map((id) => person(id, 'p@x.nl', undefined, { subscription: { id: 'newsletter' } })),
		undefined,
		['a b'],
	],
	[
		'contacts in either shape, and one in both, by all values of both',
		[
			person('a', 'p@x.nl', '0612345678', { contact_info: { email: 'q@x.nl' } }),
			{ id: 'b', contact_info: { email: 'Q@x.nl' } },
			{ id: 'c', contact_info: { phone: '+31612345678', other: 'p@x.nl' } },
		],
		both,
		['a b', 'a c'],
	],
	[
		'phones in fields that are named like one, where there are no personal infos',
		[
			{ id: 'a', phoneNumber: '0612345678' },
			{ id: 'b', profile: { mobile: '+31612345678' } },
			{ id: 'c', number: '0612345678' },
		],
		['phone'],
		['a b'],
	],
	[
		'fields of other names, where there are no personal infos',
		[
			{ id: 'a', mail: 'p@x.nl' },
			{ id: 'b', profile: { contactEmail: 'P@x.nl' } },
		],
		undefined,
		['a b'],
	],
])('%s', async (_what, contacts, matchBy, expected) => {
	expect(groups(await duplicates(contacts, matchBy))).toEqual(expected);
});

it('an item: group, what matched, how many share it, then the contact', async () => {
	const twins = [person('a', 'p@x.nl', undefined, { note: 1, key: 'x' }), person('b', 'P@x.nl')];
	const [row, other] = await duplicates(twins);
	expect(row).toEqual({
		group: 1,
		matchedBy: 'email',
		key: 'p@x.nl',
		matches: 2,
		'E-mailadres': 'p@x.nl',
		createdAt: null,
		contactType: 'CONSUMER',
		contactId: 'a',
		note: 1,
	});
	expect(Object.keys(row).slice(0, 5)).toEqual([
		'group',
		'matchedBy',
		'key',
		'matches',
		'E-mailadres',
	]);
	expect(other).toMatchObject({ group: 1, key: 'p@x.nl', matches: 2, contactId: 'b' });
});

it('ten thousand with one number are one group, without comparing each with each', async () => {
	const contacts = Array.from({ length: 10_000 }, (_, n) =>
		person(String(n), undefined, '0612345678'),
	);
	const rows = await duplicates(contacts, ['phone']);
	expect(rows).toHaveLength(10_000);
	expect(new Set(rows.map(({ group, matches }) => `${group} ${matches}`))).toEqual(
		new Set(['1 10000']),
	);
});

it('what no contact shows is told, and a kind that there is not is refused', async () => {
	const nobody = Array.from({ length: 3 }, (_, n) => ({ id: n, name: 'x' }));
	sandbox.switches.faults = [{ route: 'listContacts', kind: 'failure200', body: nobody, every: 1 }];
	const nodes = [crmOf(parametersOf(both))];
	const run = await runFlow({ nodes }, [{}]);
	expect(run.items('Sales CRM')).toEqual([]);
	expect(run.hints('Sales CRM')).toContain(
		'None of the 3 contacts in this audience has an email address or phone number, so none can be matched by it.',
	);
	for (const matchBy of [[], ['name'], 'name']) {
		const { message } = await failure(runNode({ parameters: parametersOf(matchBy) }));
		expect(message).toMatch(/^'Match By' (is empty|must be one of email, phone)$/);
	}
});
