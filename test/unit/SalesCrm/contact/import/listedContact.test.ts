import type { IDataObject } from 'n8n-workflow';

import { Audience } from '../../../../../nodes/SalesCrm/resources/contact/import/audience';
import { keyOf } from '../../../../../nodes/SalesCrm/resources/contact/import/keys';
import {
	shownBy,
	showsAll,
} from '../../../../../nodes/SalesCrm/resources/contact/import/listedContact';

/** What listed contacts show, whose fields are unknown. */

const both = (contact: IDataObject) => shownBy(contact, ['email', 'phone']);
const infos = (list: Record<string, string>) =>
	Object.entries(list).map(([name, value]) => ({ name, value }));
const found = ['email:an@example.com', 'phone:31612345678'];

it.each<[string, IDataObject]>([
	[
		'at the top',
		{
			standard_personal_infos: infos({
				'E-mailadres': 'An@example.com',
				Telefoonnummer: '06 12345678',
			}),
		},
	],
	[
		'inside',
		{
			contact: {
				standard_personal_infos: infos({
					'E-mailadres': 'An@example.com',
					Telefoonnummer: '0612345678',
				}),
			},
		},
	],
	[
		'under another name',
		{ infos: infos({ 'E-mailadres': 'An@example.com', Telefoonnummer: '0612345678' }) },
	],
])('personal infos %s', (_, contact) => {
	expect(both(contact)).toEqual({ keys: found, infos: true });
});

it('where personal infos are shown, an email elsewhere is none of the contact', () => {
	const contact = { standard_personal_infos: infos({ Voornaam: 'An' }), owner: 'bo@example.com' };
	expect(both(contact)).toEqual({ keys: [], infos: true });
});

it.each<[string, IDataObject]>([
	['fields', { email: 'an@example.com', phone: '06 12345678' }],
	['deeper ones', { person: { reach: ['<An@example.com>'], mobile: 31612345678 } }],
	['a text among others', { note: 'Mail an@example.com.', gsm_nummer: '+31612345678' }],
	[
		'named values',
		{
			attributes: [
				{ name: 'Work phone', value: '0612345678' },
				{ name: 'x', value: 'an@example.com' },
			],
		},
	],
])('without them they are sought: %s', (_, contact) => {
	const { keys, ...others } = both(contact);
	// A text in which an email stands is a key as a whole, too.
	expect(keys.filter((key) => !/[<\s]|\.$/.test(key))).toEqual(found);
	expect(others).toEqual({ infos: false });
});

it.each<[string, IDataObject]>([
	['an info of another name', { standard_personal_infos: infos({ Opmerking: 'an@example.com' }) }],
	['nothing', { email: null, phone: undefined, tags: [null, 7, { name: 'E-mailadres' }, {}] }],
	['a text that is no email, though it looks like one', { note: 'x@(y)', account: '"@"an' }],
	['a name that is none', { tags: [{ name: 5, value: { email: true } }], more: [[], {}] }],
	['too deep', { a: { b: { c: { d: { email: 'an@example.com', phone: '0612345678' } } } } }],
	['too deep, as infos', { a: [[[[{ name: 'E-mailadres', value: 'an@example.com' }]]]] }],
])('%s holds no key', (_, contact) => {
	expect(both(contact).keys).toEqual([]);
});

it('an empty list of personal infos is none: keys are sought elsewhere', () => {
	const contact = { standard_personal_infos: [], email: 'an@example.com', 'Tel.': '0612345678' };
	expect(both(contact)).toEqual({ keys: found, infos: false });
});

it.each([
	"o'brien@example.com",
	'an@example.com.',
	`${'a'.repeat(70)}@example.com`,
	'An <an@example.com>',
])('a row with %p is recognized where the contact shows that very text', (email) => {
	const { keys } = both({ mail: ` ${email.toUpperCase()} ` });
	expect(keys).toContain(keyOf('email', email));
});

it.each([
	["Mail o'brien@example.com now", "o'brien@example.com"],
	["'brien@example.com'", 'brien@example.com'],
])('the email in %p is %p alone', (note, email) => {
	const addresses = both({ note }).keys.filter((key) => /^email:\S+@example\.com$/.test(key));
	expect(addresses).toEqual([`email:${email}`]);
});

it('a number in a field that is not named like a phone is none', () => {
	expect(both({ customer: '0612345678', id: 12345678 }).keys).toEqual([]);
});

it('a very long text takes no time', () => {
	const text = `${'a'.repeat(200_000)}@`;
	const start = Date.now();
	expect(both({ note: text }).keys).toEqual([]);
	expect(Date.now() - start).toBeLessThan(8_000);
});

it('shows all values: by their names where it shows names, else in any text', () => {
	const row = infos({ Voornaam: 'An', Huisnummer: '12' });
	expect(showsAll({ standard_personal_infos: [...row, { name: 'Land', value: 'NL' }] }, row)).toBe(
		true,
	);
	expect(
		showsAll({ standard_personal_infos: infos({ Voornaam: '12', Huisnummer: 'An' }) }, row),
	).toBe(false);
	expect(showsAll({ name: { first: 'An' }, house: 12 }, row)).toBe(true);
	expect(showsAll({ name: 'Anna', house: 12 }, row)).toBe(false);
});

describe('an audience', () => {
	const contact = (id: unknown, email: string) => ({ id, email }) as IDataObject;
	const audienceOf = (...contacts: IDataObject[]) => {
		const audience = new Audience(new Set(['email:an@example.com']), ['email']);
		for (const one of contacts) audience.add(one);
		return audience;
	};
	const match = (audience: Audience) => audience.match(['email:an@example.com']);

	it('knows the contact of a key, also where it comes twice', () => {
		const an = contact(7, 'an@example.com');
		expect(match(audienceOf(an, contact(8, 'bo@example.com'), an))).toEqual({
			by: 'email',
			contactId: '7',
			shared: false,
		});
	});

	it('does not guess which of several is meant, nor an id that is not shown', () => {
		const two = audienceOf(contact('a', 'an@example.com'), contact('b', 'an@example.com'));
		expect(match(two)).toMatchObject({ contactId: null, shared: true });
		expect(match(audienceOf(contact(null, 'an@example.com')))).toMatchObject({ contactId: null });
	});

	it('knows nothing of keys that are not wanted, and tells kinds that are shown', () => {
		const audience = audienceOf(contact(1, 'bo@example.com'));
		expect(audience.match(['email:bo@example.com'])).toBeUndefined();
		expect(audience.missing).toEqual([]);
		expect(audienceOf().missing).toEqual([]);
	});

	it('two that show no id are two, as far as one can tell', () => {
		const [one, other] = [null, undefined].map((id) => contact(id, 'an@example.com'));
		expect(match(audienceOf(one, other))).toMatchObject({ contactId: null, shared: true });
	});

	it('tells what it does not show', () => {
		expect(audienceOf().isUnrecognizable).toBe(false);
		expect(audienceOf({ id: 1 }, { id: 2, phone: '0612345678' }).isUnrecognizable).toBe(true);
		expect(audienceOf({ id: 1 }, contact(2, 'x@example.com')).isUnrecognizable).toBe(false);
		expect(audienceOf({ id: 1, standard_personal_infos: infos({ Voornaam: 'An' }) })).toMatchObject(
			{
				isUnrecognizable: false,
				missing: ['email'],
			},
		);
	});
});
