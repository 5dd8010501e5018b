import { toIdentifier, toUuid } from '../../../nodes/values/identifiers';

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
