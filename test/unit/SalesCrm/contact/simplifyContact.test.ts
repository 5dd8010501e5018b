import { simplifyContact } from '../../../../nodes/api/contacts';

/** "Simplify" of contacts: nothing of a contact may get lost by it. */

const info = (name: string, value: unknown) => ({ name, value });

it('personal infos by their names, the nine first, then moment, type and id, then what else there is', () => {
	const contact = {
		_id: 'c1',
		audience: { id: 'a1', company_profile: { id: 'p1' } },
		company_profile_id: 'p1',
		score: 7,
		contact_type: 'CONSUMER',
		time_stamp: 1772353800000,
		standard_personal_infos: [
			info('Geboortedatum', '1980-05-17'),
			info('E-mailadres', 's@z.example'),
			info('Voornaam', 'Sanne'),
		],
	};
	expect(Object.entries(simplifyContact(contact))).toEqual([
		['Voornaam', 'Sanne'],
		['E-mailadres', 's@z.example'],
		['Geboortedatum', '1980-05-17'],
		['createdAt', '2026-03-01T08:30:00.000Z'],
		['contactType', 'CONSUMER'],
		['contactId', 'c1'],
		['score', 7],
	]);
});

it.each<[unknown, unknown]>([
	[1772353800, '2026-03-01T08:30:00.000Z'],
	['2026-03-01T08:30:00Z', '2026-03-01T08:30:00.000Z'],
	[undefined, null],
])('the time_stamp %p is createdAt %p', (timestamp, createdAt) => {
	expect(simplifyContact({ time_stamp: timestamp } as never).createdAt).toBe(createdAt);
});

it.each<[object, string | null]>([
	[{ id: 17 }, '17'],
	[{ id: '', _id: 'c1' }, 'c1'],
	[{ uuid: 'c1' }, 'c1'],
	[{ contactId: 'c1' }, 'c1'],
	[{ id: 'c1', subscription: { id: 'newsletter' } }, 'c1'],
	[{ subscription: { id: 'newsletter' } }, null],
])('the contactId of %j is %j: its own, never that of an object in it', (contact, contactId) => {
	expect(simplifyContact(contact as never).contactId).toBe(contactId);
});

it('what is no name with a value stays as it is', () => {
	const infos = [info('Telefoonnummer', '06 1'), info('Telefoonnummer', '06 2'), { naam: 'Sanne' }];
	expect(simplifyContact({ standard_personal_infos: infos } as never)).toEqual({
		Telefoonnummer: '06 1',
		createdAt: null,
		contactType: null,
		contactId: null,
		standard_personal_infos: infos.slice(1),
	});
	const odd = { Voornaam: 'Sanne' };
	expect(simplifyContact({ naam: 'Sanne', standard_personal_infos: odd })).toMatchObject({
		naam: 'Sanne',
		standard_personal_infos: [odd],
	});
});

it('contact_info is read like personal infos, its other fields too; what is empty is left out', () => {
	const contact_info = { phone: '06 1', email: 's@z.example', city: null, country: '', score: 7 };
	expect(Object.entries(simplifyContact({ id: 'c1', contact_info }))).toEqual([
		['E-mailadres', 's@z.example'],
		['Telefoonnummer', '06 1'],
		['score', 7],
		['createdAt', null],
		['contactType', null],
		['contactId', 'c1'],
	]);
	expect(simplifyContact({ id: 'c1', contact_info: 'Sanne' })).toHaveProperty(
		'contact_info',
		'Sanne',
	);
});

it('of a contact with both the personal infos go first, and nothing gets lost', () => {
	const contact = {
		standard_personal_infos: [info('Voornaam', 'Sanne'), info('Telefoonnummer', '06 1')],
		contact_info: { first_name: 'Sanne', phone: '06 2', city: 'Ede' },
	};
	expect(simplifyContact(contact)).toEqual({
		Voornaam: 'Sanne',
		Telefoonnummer: '06 1',
		Plaats: 'Ede',
		...{ createdAt: null, contactType: null, contactId: null },
		standard_personal_infos: [info('Telefoonnummer', '06 2')],
	});
});

it('an info named like a part of every object is a field like any other', () => {
	const infos = [info('__proto__', { admin: true }), info('toString', 'x')];
	const simple = simplifyContact({ id: 'c1', standard_personal_infos: infos } as never);
	expect(simple.toString).toBe('x');
	expect((simple as { admin?: boolean }).admin).toBeUndefined();
	expect(JSON.stringify(simple)).toContain('admin');
});
