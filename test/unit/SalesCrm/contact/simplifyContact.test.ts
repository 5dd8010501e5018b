import { simplifyContact } from '../../../../nodes/api/contacts';

/** "Simplify" of contacts loses nothing of a contact. */

const info = (name: string, value: unknown) => ({ name, value });
const simplified = (contact: object) => Object.entries(simplifyContact(contact as never));
const NOTHING_ELSE = { createdAt: null, contactType: null, contactId: null };

it('personal infos have their names, the nine first; then come time, type, ID and the rest', () => {
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
	expect(simplified(contact)).toEqual([
		['Voornaam', 'Sanne'],
		['E-mailadres', 's@z.example'],
		['Geboortedatum', '1980-05-17'],
		['createdAt', '2026-03-01T08:30:00.000Z'],
		['contactType', 'CONSUMER'],
		['contactId', 'c1'],
		['score', 7],
	]);
});

it('contact_info is read like personal infos, without empty fields', () => {
	const contact_info = { phone: '06 1', email: 's@z.example', city: null, country: '', score: 7 };
	expect(simplified({ id: 'c1', contact_info })).toEqual([
		['E-mailadres', 's@z.example'],
		['Telefoonnummer', '06 1'],
		['score', 7],
		['createdAt', null],
		['contactType', null],
		['contactId', 'c1'],
	]);
});

it.each<[object, string | null]>([
	[{ id: 17 }, '17'],
	[{ id: '', _id: 'c1' }, 'c1'],
	[{ uuid: 'c1' }, 'c1'],
	[{ contactId: 'c1' }, 'c1'],
	[{ subscription: { id: 'newsletter' } }, null],
])('the contactId of %j is %j: its own, never that of an object in it', (contact, contactId) => {
	expect(simplifyContact(contact as never).contactId).toBe(contactId);
});

it.each<[string, object, object]>([
	[
		'a second value under one name',
		{
			standard_personal_infos: [info('Voornaam', 'Sanne'), info('Telefoonnummer', '06 1')],
			contact_info: { first_name: 'Sanne', phone: '06 2', city: 'Ede' },
		},
		{
			...{ Voornaam: 'Sanne', Telefoonnummer: '06 1', Plaats: 'Ede', ...NOTHING_ELSE },
			standard_personal_infos: [info('Telefoonnummer', '06 2')],
		},
	],
	[
		'an info without a name',
		{ standard_personal_infos: [{ naam: 'Sanne' }] },
		{ ...NOTHING_ELSE, standard_personal_infos: [{ naam: 'Sanne' }] },
	],
	[
		'infos that are not a list',
		{ standard_personal_infos: { Voornaam: 'Sanne' } },
		{ ...NOTHING_ELSE, standard_personal_infos: [{ Voornaam: 'Sanne' }] },
	],
	['a contact_info that is a text', { contact_info: 'x' }, { ...NOTHING_ELSE, contact_info: 'x' }],
	[
		'an info that is named like a part of every object',
		{ standard_personal_infos: [info('toString', 'x')] },
		{ ...NOTHING_ELSE, toString: 'x' },
	],
])('%s stays', (_, contact, expected) => {
	expect(simplifyContact(contact as never)).toEqual(expected);
});
