import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../../../nodes/api/contacts';

/** "Simplify" of contacts: nothing of a contact may get lost by it. */

const info = (name: string, value: unknown) => ({ name, value });

it('makes a field of each personal info, in place of the list', () => {
	const contact = {
		id: 'c1',
		contact_type: 'CONSUMER',
		standard_personal_infos: [info('Voornaam', 'Sanne'), info('E-mailadres', 's@z.example')],
	};
	expect(simplifyContact(contact)).toEqual({
		id: 'c1',
		contact_type: 'CONSUMER',
		Voornaam: 'Sanne',
		'E-mailadres': 's@z.example',
	});
});

it('leaves out where the contact belongs, and shows its ids last', () => {
	const contact = {
		id: 'c1',
		audience: { id: 'a1', company_profile: { id: 'p1' } },
		audience_id: 'a1',
		company_profile: { id: 'p1' },
		company_profile_id: 'p1',
		contact_type: 'CONSUMER',
		standard_personal_infos: [info('Voornaam', 'Sanne')],
	};
	expect(Object.entries(simplifyContact(contact))).toEqual([
		['Voornaam', 'Sanne'],
		['contact_type', 'CONSUMER'],
		['id', 'c1'],
	]);
});

it.each([
	['no list', { id: 'c1', naam: 'Sanne' }],
	['something else under its name', { id: 'c1', standard_personal_infos: { Voornaam: 'Sanne' } }],
])('leaves a contact with %s alone', (_what, contact: IDataObject) => {
	expect(simplifyContact(contact)).toEqual(contact);
});

it('an empty list leaves nothing behind', () => {
	expect(simplifyContact({ id: 'c1', standard_personal_infos: [] })).toEqual({ id: 'c1' });
});

it('keeps in the list what has no place as a field', () => {
	const infos = [
		info('Telefoonnummer', '06 1'),
		info('Telefoonnummer', '06 2'), // a second value under one name
		info('id', 'i9'), // the name of a field that is there already
		{ naam: 'Sanne' }, // no name at all
		'Sanne',
	];
	expect(simplifyContact({ id: 'c1', standard_personal_infos: infos } as never)).toEqual({
		id: 'c1',
		Telefoonnummer: '06 1',
		standard_personal_infos: infos.slice(1),
	});
});

it('does not change the contact it was given', () => {
	const contact = { id: 'c1', standard_personal_infos: [info('Voornaam', 'Sanne')] } as never;
	const before = structuredClone(contact);
	simplifyContact(contact);
	expect(contact).toEqual(before);
});

it('an info named like a part of every object is a field like any other', () => {
	const infos = [info('__proto__', { admin: true }), info('toString', 'x')];
	const simple = simplifyContact({ id: 'c1', standard_personal_infos: infos } as never);
	expect(simple.toString).toBe('x');
	expect((simple as { admin?: boolean }).admin).toBeUndefined();
	expect(JSON.stringify(simple)).toContain('admin');
});
