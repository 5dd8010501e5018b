import fc from 'fast-check';

import { keyOf, keysOf } from '../../../../../nodes/SalesCrm/resources/contact/import/keys';

/** What contacts are recognized by: emails in lower case and trimmed, phones by their digits. */

const digits = (from: number, to: number) =>
	fc.string({ unit: fc.constantFrom(...'123456789'), minLength: from, maxLength: to });
const between = fc.constantFrom('', ' ', '-', '.', ' - ', '/', '(', ') ');

it('emails compare trimmed and in lower case', () => {
	fc.assert(
		fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\n\t'), (email, space) => {
			const key = keyOf('email', email);
			expect(key).toBeDefined();
			expect(keyOf('email', `${space}${email.toUpperCase()}${space}`)).toBe(key);
			expect(keyOf('email', `x${email}`)).not.toBe(key);
		}),
	);
});

it.each(['unknown', '-', 'n/a', '@', 'an @ home', ''])('%p is no email', (text) => {
	expect(keyOf('email', text)).toBeUndefined();
});

it('phones compare by their digits, a Dutch 0 and +31 and 0031 alike', () => {
	fc.assert(
		fc.property(digits(8, 9), fc.array(between, { minLength: 9, maxLength: 9 }), (rest, signs) => {
			const spread = [...rest].map((digit, n) => digit + signs[n % signs.length]).join('');
			const key = keyOf('phone', `0${rest}`);
			expect(key).toBe(`phone:31${rest}`);
			for (const start of ['0', '+31', '0031', '+31 (0)', '0031-(0)', '31']) {
				expect(keyOf('phone', `${start}${spread}`)).toBe(key);
			}
			expect(keyOf('phone', `+32${rest}`)).not.toBe(key);
			expect(keyOf('phone', `+32${rest}`)).toBe(keyOf('phone', `0032 ${spread}`));
		}),
	);
});

it('only the 0 behind the Dutch 31 is dropped', () => {
	for (const start of ['+49', '0049']) {
		expect(keyOf('phone', `${start} 310 12345`)).toBe('phone:4931012345');
	}
	expect(keyOf('phone', '06 310 12345')).toBe('phone:31631012345');
});

it('a text with fewer than 8 digits is no phone', () => {
	fc.assert(fc.property(digits(0, 7), (few) => expect(keyOf('phone', few)).toBeUndefined()));
	expect(keyOf('phone', '1234 5678')).toBe('phone:12345678');
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
