import { toIdentifier, toUuid } from '../../../nodes/utils/uuid';

/** IDs as people paste them. */

const UUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

it.each([
	`  ${UUID.toUpperCase()}\n`,
	`\u200b ${UUID.slice(0, 9)}\u2060${UUID.slice(9)} \ufeff`,
	`https://crm.example/app/${UUID}?x=1`,
])('%p is a UUID', (value) => expect(toUuid(value, 'Audience ID')).toBe(UUID));

it.each([`${UUID}0`, UUID.replaceAll('-', ''), 'audience', `https://crm.example/${UUID}/${OTHER}`])(
	'%p is not a UUID, and is not quoted, because it may be a token',
	(value) => {
		expect(() => toUuid(value, 'Audience ID')).toThrow(
			expect.objectContaining({
				message: "'Audience ID' is not a valid UUID",
				description: expect.not.stringContaining(String(value)),
			}),
		);
	},
);

it.each([
	[' Q-2026/17 ', 'Q-2026/17'],
	['\u200bQ-17\u200e', 'Q-17'],
	[` https://crm.example/${UUID} `, UUID],
])('the identifier %p is %p', (value, id) => expect(toIdentifier(value, 'Quotation')).toBe(id));

it.each(['.', '..', ' .. ', '\u200b..'])(
	'%p is not an identifier: it would name another route',
	(value) => expect(() => toIdentifier(value, 'Deal')).toThrow("'Deal' is not an ID"),
);
