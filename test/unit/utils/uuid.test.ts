import fc from 'fast-check';

import type { UserError } from '../../../nodes/utils/userError';
import { toIdentifier, toUuid } from '../../../nodes/utils/uuid';

const UUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('a UUID', () => {
	it.each([[UUID], [UUID.toUpperCase()], [`  ${UUID}\n`]])('%p is taken', (value) => {
		expect(toUuid(value, 'Audience ID')).toBe(UUID);
	});

	it.each([
		[`${UUID}0`],
		[UUID.replaceAll('-', '')],
		[`{${UUID}}`],
		['audience'],
		[42],
		[`${UUID}/../..`],
	])('%p is refused by the name of its field', (value) => {
		expect(() => toUuid(value, 'Audience ID')).toThrow("'Audience ID' is not a valid UUID");
	});

	it.each([[''], [' '], [null], [undefined]])('%p is called empty', (value) => {
		expect(() => toUuid(value, 'Audience ID')).toThrow("'Audience ID' is empty");
	});
});

it('an empty field asks for the ID of the thing, whatever the field is called', () => {
	const advice = (read: () => string) => {
		try {
			return read();
		} catch (error) {
			return (error as UserError).description;
		}
	};
	expect(advice(() => toUuid('', 'Company Profile ID'))).toBe(
		'Enter the ID of the company profile.',
	);
	expect(advice(() => toIdentifier('', 'Quotation'))).toBe('Enter the ID of the quotation.');
});

describe('any other identifier', () => {
	it('is taken as it is, a number too: the interface does not say that it is a UUID', () => {
		expect(toIdentifier(' Q-2026/17 ', 'Quotation')).toBe('Q-2026/17');
		expect(toIdentifier(17, 'Quotation')).toBe('17');
		expect(toIdentifier(0, 'Quotation')).toBe('0');
	});

	it.each([[''], [' '], [null], [undefined]])('%p is called empty', (value) => {
		expect(() => toIdentifier(value, 'Quotation')).toThrow("'Quotation' is empty");
	});
});

describe('a pasted id', () => {
	const INVISIBLE = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u200e'];

	it.each(INVISIBLE)('with the invisible sign %j before, in and behind it is the id', (sign) => {
		const pasted = (id: string) => `${sign} ${id.slice(0, 9)}${sign}${id.slice(9)} ${sign}`;
		expect(toUuid(pasted(UUID), 'Audience ID')).toBe(UUID);
		expect(toUuid(pasted(`https://crm.example/${UUID}`), 'Audience ID')).toBe(UUID);
		expect(toIdentifier(pasted('Q-2026/17 b'), 'Quotation')).toBe('Q-2026/17 b');
		expect(() => toIdentifier(sign, 'Quotation')).toThrow("'Quotation' is empty");
	});
});

describe('a pasted address', () => {
	const word = fc.stringMatching(/^[a-z]{1,8}$/);
	const address = (ids: fc.Arbitrary<string[]>) =>
		fc
			.tuple(fc.constantFrom('https://', 'http://', 'HTTPS://'), fc.array(word), ids)
			.map(([scheme, words, held]) => ({
				text: `${scheme}crm.example/${[...words, ...held].join('/')}?x=1`,
				held,
			}));

	it('with exactly one UUID in it does, in any case, said once or more', () => {
		const one = fc.tuple(fc.uuid(), fc.integer({ min: 1, max: 3 }), fc.boolean());
		const ids = one.map(([id, times, upper]) =>
			Array.from({ length: times }, () => (upper ? id.toUpperCase() : id)),
		);
		fc.assert(
			fc.property(address(ids), ({ text, held: [id] }) => {
				expect(toUuid(text, 'Audience ID')).toBe(id.toLowerCase());
				expect(toIdentifier(` ${text} `, 'Quotation')).toBe(id.toLowerCase());
			}),
		);
	});

	it('with several or none is no UUID, and any other identifier as it is', () => {
		const ids = fc.oneof(
			fc.constant<string[]>([]),
			fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 4 }),
		);
		fc.assert(
			fc.property(address(ids), ({ text }) => {
				expect(() => toUuid(text, 'Audience ID')).toThrow("'Audience ID' is not a valid UUID");
				expect(toIdentifier(text, 'Quotation')).toBe(text);
			}),
		);
	});

	it.each([`${UUID}0`, `0${UUID}`, `x-${UUID}`])('a part of %p is no UUID', (part) => {
		expect(() => toUuid(`https://crm.example/${part}`, 'Audience ID')).toThrow('not a valid UUID');
	});
});
