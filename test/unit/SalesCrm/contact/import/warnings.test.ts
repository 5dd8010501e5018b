import { valueWarnings } from '../../../../../nodes/SalesCrm/resources/contact/import/hints';

/** Values that cannot be right, by a small well-known rule each. */

const warned = (name: string, value: string, land?: string) =>
	valueWarnings([{ name, value }, ...(land ? [{ name: 'Land', value: land }] : [])]).length > 0;

it.each(['1234 AB', '1234ab', '9999ZZ', ' 1016 GV '])('%p may be a Dutch postcode', (value) => {
	expect(warned('Postcode', value)).toBe(false);
});

it.each([
	'0123 AB',
	'1234',
	'1234 A',
	'1234 ABC',
	'1234 SS',
	'1234SA',
	'1234 sd',
	'AB 1234',
	'12345',
])('%p is no Dutch postcode', (value) => {
	expect(warned('Postcode', value)).toBe(true);
	expect(warned('Postcode', value, 'Nederland')).toBe(true);
	expect(warned('Postcode', value, ' NL ')).toBe(true);
});

it('a postcode of another country is not looked at', () => {
	expect(warned('Postcode', '1000', 'België')).toBe(false);
});

it.each([
	'06 12345678',
	'+31 6 1234 5678',
	'0031 (0)20-123 45 67',
	'020/1234567',
	'0800 1234',
	'0900-1234567',
	'+32 2 123 45 67',
	'0049 30 12345678',
	'612345678',
	' 06 12345678 ',
	'+123456789012345',
	'+32 31 123 45 67',
	'0097 123 456 78',
	'06 00 123456',
	'+31 (0)6 1234 5678',
	'030-1234567',
	'(+31) 6 1234 5678',
])('%p may be a telephone number', (value) => {
	expect(warned('Telefoonnummer', value)).toBe(false);
});

it.each([
	'06 123',
	'06 1234 56789',
	'+31 6 123',
	'unknown',
	'06 1234567x',
	'x06 12345678',
	'06 12345678 x',
	'06 12345678+',
	'+31 20 123 45 00 31',
	'+1234567890123456',
	'112',
])('%p is no telephone number', (value) => expect(warned('Telefoonnummer', value)).toBe(true));

it.each(['an@example.com', ' an.de-vries+crm@mail.example.nl ', "o'neil@example.ie"])(
	'%p may be an email address',
	(value) => expect(warned('E-mailadres', value)).toBe(false),
);

it.each([
	'an',
	'an@example',
	'an@@example.com',
	'an@.com',
	'an@example..com',
	'a n@example.com',
	'.an@example.com',
	'an@example.com, bo@example.com',
	`${'a'.repeat(243)}@example.com`,
])('%p is no email address', (value) => expect(warned('E-mailadres', value)).toBe(true));

it.each([
	['E-mailadres', 'an\u200B@example.com'],
	['E-mailadres', '\uFEFFan@example.com'],
	['Telefoonnummer', '\u202A06 12345678\u202C'],
])('%s: %j holds characters that cannot be seen', (name, value) => {
	expect(valueWarnings([{ name, value }])).toEqual([
		expect.stringMatching(/^\S+: ".*" holds characters that cannot be seen$/),
	]);
});

it('the longest email address has 254 characters', () => {
	expect(warned('E-mailadres', `${'a'.repeat(242)}@example.com`)).toBe(false);
});

it('says the name, the value and what is wrong; of other infos nothing', () => {
	expect(
		valueWarnings([
			{ name: 'Voornaam', value: '123' },
			{ name: 'E-mailadres', value: 'an' },
		]),
	).toEqual(['E-mailadres: "an" is no email address']);
});
