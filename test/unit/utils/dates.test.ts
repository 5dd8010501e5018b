import { DateTime, Duration } from 'luxon';

import { readTime, toIso } from '../../../nodes/utils/dates';

/** Times in each form in which a user, an expression or the service gives them. */

const TIME = Date.parse('2026-03-01T08:30:00Z');

const read = (value: unknown) => readTime(value, 'Timestamp', () => 'Europe/Amsterdam');

it.each([
	['milliseconds', TIME],
	['seconds', TIME / 1000],
	['milliseconds as text', String(TIME)],
	['a text in UTC', '2026-03-01T08:30:00Z'],
	['a text with a zone', '2026-03-01T03:30:00-05:00'],
	["a text without a zone: the workflow's", ' 2026-03-01T09:30 '],
	['a DateTime', DateTime.fromMillis(TIME)],
])('a time is read from %s', (_form, value) => expect(read(value)).toBe(TIME));

it('a date alone is its beginning in the zone of the workflow', () => {
	for (const date of ['20260301', '2026-03-01']) {
		expect(read(date)).toBe(Date.parse('2026-02-28T23:00:00Z'));
	}
});

it.each([
	// A number of days, a date as a number, one as spreadsheets count it, microseconds.
	...[7, 20260301, 46082, TIME * 1000, Duration.fromObject({ days: 7 }), 'yesterday', '2026-02-30'],
	// luxon would read a time alone as a time today.
	...['09:30', '   ', true, {}, new Date(Number.NaN)],
])('%p is refused, with the name of the field and an example', (value) => {
	expect(() => read(value)).toThrow(
		expect.objectContaining({
			message: "'Timestamp' is not a date that can be read",
			description: expect.stringMatching(/^Got .+; enter a date such as/),
		}),
	);
});

it.each([TIME / 1000, TIME, TIME * 1000, ` ${TIME / 1000} `, '2026-03-01T08:30:00'])(
	'the service sends a time as %j',
	(sent) => expect(toIso(sent)).toBe('2026-03-01T08:30:00.000Z'),
);

it('from 100,000,000,000 on a number is milliseconds', () =>
	expect([1e11 - 1, 1e11].map(toIso)).toEqual([
		'5138-11-16T09:46:39.000Z',
		'1973-03-03T09:46:40.000Z',
	]));
