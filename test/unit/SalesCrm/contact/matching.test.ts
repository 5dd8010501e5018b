import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	matchKeyOf,
	keysOf,
	keysOfListed,
	shownBy,
} from '../../../../nodes/SalesCrm/resources/contact/matching';

/** When a row and a listed contact, whose fields are unknown, are the same. */

const digits = (from: number, to: number) =>
	fc.string({ unit: fc.constantFrom(...'123456789'), minLength: from, maxLength: to });
const between = fc.constantFrom('', ' ', '-', '.', ' - ', '/', '(', ') ');

it('emails compare trimmed and in lower case', () => {
	fc.assert(
		fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\n\t'), (email, space) => {
			const key = matchKeyOf('email', email);
			expect(key).toBeDefined();
			expect(matchKeyOf('email', `${space}${email.toUpperCase()}${space}`)).toBe(key);
			expect(matchKeyOf('email', `x${email}`)).not.toBe(key);
		}),
	);
});

it.each(['unknown', '-', 'n/a', '@', 'an @ home', ''])('%p is no email', (text) => {
	expect(matchKeyOf('email', text)).toBeUndefined();
});

it('phones compare by their digits, a Dutch 0 and +31 and 0031 alike', () => {
	fc.assert(
		fc.property(digits(8, 9), fc.array(between, { minLength: 9, maxLength: 9 }), (rest, signs) => {
			const spread = [...rest].map((digit, n) => digit + signs[n % signs.length]).join('');
			const key = matchKeyOf('phone', `0${rest}`);
			expect(key).toBe(`phone:31${rest}`);
			for (const start of ['0', '+31', '0031', '+31 (0)', '0031-(0)', '31']) {
				expect(matchKeyOf('phone', `${start}${spread}`)).toBe(key);
			}
			expect(matchKeyOf('phone', `+32${rest}`)).not.toBe(key);
			expect(matchKeyOf('phone', `+32${rest}`)).toBe(matchKeyOf('phone', `0032 ${spread}`));
		}),
	);
});

it('only the 0 behind the Dutch 31 is dropped', () => {
	for (const start of ['+49', '0049']) {
		expect(matchKeyOf('phone', `${start} 310 12345`)).toBe('phone:4931012345');
	}
	expect(matchKeyOf('phone', '06 310 12345')).toBe('phone:31631012345');
});

it('a text with fewer than 8 digits is no phone', () => {
	fc.assert(fc.property(digits(0, 7), (few) => expect(matchKeyOf('phone', few)).toBeUndefined()));
	expect(matchKeyOf('phone', '1234 5678')).toBe('phone:12345678');
});

it('keys of a row are those of the chosen kinds, from the infos of that name', () => {
	const infos = [
		{ name: 'Telefoonnummer', value: '06 1234 5678' },
		{ name: 'E-mailadres', value: 'An@example.com' },
		{ name: 'Opmerking', value: 'bo@example.com' },
	];
	expect(keysOf(infos, ['email'])).toEqual(['email:an@example.com']);
	expect(keysOf(infos, ['email', 'phone'])).toEqual(['email:an@example.com', 'phone:31612345678']);
	expect(keysOf([{ name: 'E-mailadres', value: 'none' }], ['email'])).toEqual([]);
});

it.each([
	['an\u200B@exam\u00ADple.com', 'an@example.com'],
	['\uFEFFan@example.com', 'an@example.com'],
	['an@example\u2060.com\u200D', ' AN@example.com'],
])('characters that cannot be seen do not count in the email %j', (hidden, email) => {
	const key = matchKeyOf('email', email);
	expect(matchKeyOf('email', hidden)).toBe(key);
	expect(keysOfListed(shownBy({ note: `Mail ${hidden} now` }), ['email'])).toContain(key);
});

it('nor in a phone', () => {
	expect(matchKeyOf('phone', '\u202A06\u200B12345678\u202C')).toBe('phone:31612345678');
});

describe('nine digits that begin with no 0', () => {
	const key = (phone: string, country?: string) =>
		keysOf(
			[
				{ name: 'Telefoonnummer', value: phone },
				...(country === undefined ? [] : [{ name: 'Land', value: country }]),
			],
			['phone'],
		)[0];

	it.each(['612345678', '6 12 34 56 78', '(20) 123 45 67', '313123456'])(
		'%p has lost it',
		(phone) => {
			const digits = phone.replace(/\D/g, '');
			expect(key(phone)).toBe(`phone:31${digits}`);
			expect(key(phone, 'Nederland')).toBe(key(`0${digits}`));
			expect(key(phone, ' ')).toBe(key(`+31 ${digits}`));
			expect(keysOfListed(shownBy({ phone: Number(digits) }), ['phone'])).toEqual([key(phone)]);
		},
	);

	it.each([
		['612345678', 'Spanje'],
		['+352621123', undefined],
		['(+352) 621123', 'NL'],
	])('%p of %p has not', (phone, country) => {
		expect(key(phone, country)).toBe(`phone:${phone.replace(/\D/g, '')}`);
	});

	it.each(['61234567', '6123456789', '012345678'])('%p is not nine of them', (phone) => {
		expect(key(phone)).toBe(`phone:${phone.replace(/^0/, '31')}`);
	});
});

const both = (contact: IDataObject) => keysOfListed(shownBy(contact), ['email', 'phone']);
const infos = (list: Record<string, string>) =>
	Object.entries(list).map(([name, value]) => ({ name, value }));
const found = ['email:an@example.com', 'phone:31612345678'];

const shown = infos({ 'E-mailadres': 'An@example.com', Telefoonnummer: '06 12345678' });
it.each<[string, IDataObject]>([
	['at the top', { standard_personal_infos: shown }],
	['inside', { contact: { standard_personal_infos: shown } }],
	['under another name', { infos: shown }],
	['in several lists', { mails: [shown[0]], phones: [shown[1]] }],
])('personal infos %s', (_, contact) => {
	expect(both(contact)).toEqual(found);
});

it('where personal infos are shown, an email elsewhere is none of the contact', () => {
	const contact = { standard_personal_infos: infos({ Voornaam: 'An' }), owner: 'bo@example.com' };
	expect(both(contact)).toEqual([]);
});

it.each<[string, IDataObject]>([
	['fields', { email: 'an@example.com', phone: '06 12345678' }],
	['columns of a table', { Mail: 'an@example.com', 'Tel.': '06 12345678' }],
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
	// A text in which an email stands is a key as a whole, too.
	expect(both(contact).filter((key) => !/[<\s]|\.$/.test(key))).toEqual(found);
});

/** In a contact with a list of personal infos it says nothing of the contact. */
const elsewhere = {
	email: 'an@example.com',
	'Tel.': '0612345678',
	partner: { emails: ['an@example.com'] },
};

it.each<[string, IDataObject]>([
	['an info of another name', { standard_personal_infos: infos({ Opmerking: 'an@example.com' }) }],
	['nothing', { email: null, phone: undefined, tags: [null, 7, { name: 'E-mailadres' }, {}] }],
	['a text that is no email, though it looks like one', { note: 'x@(y)', account: '"@"an' }],
	['a name that is none', { tags: [{ name: 5, value: { email: true } }], more: [[], {}] }],
	['a number in a field that is not named like a phone', { customer: '0612345678', id: 12345678 }],
	['an empty list of personal infos', { ...elsewhere, standard_personal_infos: [] }],
	['one inside', { contact: { ...elsewhere, standard_personal_infos: [] } }],
	[
		'one of other names',
		{ ...elsewhere, standard_personal_infos: infos({ Opmerking: 'an@example.com' }) },
	],
	['too deep', { a: { b: { c: { d: { email: 'an@example.com', phone: '0612345678' } } } } }],
	['too deep, as infos', { a: [[[[{ name: 'E-mailadres', value: 'an@example.com' }]]]] }],
])('%s holds no key', (_, contact) => {
	expect(both(contact)).toEqual([]);
});

it.each([
	"o'brien@example.com",
	'an@example.com.',
	`${'a'.repeat(70)}@example.com`,
	'An <an@example.com>',
])('a row with %p is recognized where the contact shows that very text', (email) => {
	const keys = both({ mail: ` ${email.toUpperCase()} ` });
	expect(keys).toContain(matchKeyOf('email', email));
});

it.each([
	["Mail o'brien@example.com now", "o'brien@example.com"],
	["'brien@example.com'", 'brien@example.com'],
])('the email in %p is %p alone', (note, email) => {
	const addresses = both({ note }).filter((key) => /^email:\S+@example\.com$/.test(key));
	expect(addresses).toEqual([`email:${email}`]);
});

it('a very long text takes no time', () => {
	const text = `${'a'.repeat(200_000)}@`;
	const start = Date.now();
	expect(both({ note: text })).toEqual([]);
	expect(Date.now() - start).toBeLessThan(8_000);
});
