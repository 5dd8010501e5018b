import { DateTime, Duration } from 'luxon';

import { epochMs, readTime, toDays, toIso } from '../../../nodes/utils/dates';

/** Times in each form in which a user, an expression or the service gives them. */

const TIME = Date.parse('2026-03-01T08:30:00Z');

const read = (value: unknown) => readTime(value, 'Timestamp', 'Europe/Amsterdam');

it.each([
	['milliseconds', TIME],
	['seconds', TIME / 1000],
	['milliseconds as text', String(TIME)],
	['seconds as text', String(TIME / 1000)],
	['a text in UTC', '2026-03-01T08:30:00Z'],
	['a text with a zone', '2026-03-01T03:30:00-05:00'],
	["a text without a zone: the workflow's", ' 2026-03-01T09:30 '],
	['a text as databases write it', '2026-03-01 09:30:00'],
	['a DateTime', DateTime.fromMillis(TIME)],
	['a DateTime of another copy of luxon', { isLuxonDateTime: true, toMillis: () => TIME }],
	['a Date', new Date(TIME)],
])('a time is read from %s', (_form, value) => expect(read(value)).toBe(TIME));

it('a date alone is its beginning in the zone of the workflow', () => {
	for (const date of ['20260301', '2026-03-01']) {
		expect(read(date)).toBe(Date.parse('2026-02-28T23:00:00Z'));
	}
});

it.each([[undefined], [null], ['']])('%p is no time', (empty) => {
	expect(read(empty)).toBeUndefined();
});

it.each([
	// A number of days, a year, a date as a number, one as spreadsheets count it, microseconds.
	...[7, '7', 2026, '2026', 20260301, 46082, TIME * 1000],
	...[Duration.fromObject({ days: 7 }), 'P7D', 'yesterday', '2026-02-30', '01-03-2026'],
	// luxon would read a time alone as a time today.
	...['09:30', 'T09:30', '1 Mar 2026 09:30:00 +0100', '   '],
	...[true, {}, [TIME], Infinity, new Date(Number.NaN)],
])('%p is refused, with the name of the field and an example', (value) => {
	expect(() => read(value)).toThrow(
		expect.objectContaining({
			message: "'Timestamp' is not a date that can be read",
			description: expect.stringMatching(/^Got .+; enter a date such as/),
		}),
	);
});

it.each([
	...[TIME / 1000, TIME, TIME * 1000, TIME * 1e6, String(TIME), ` ${TIME / 1000} `],
	...['2026-03-01T09:30:00+01:00', '2026-03-01T08:30:00', '2026-03-01 08:30:00'],
])('the service sends a time as %j', (sent) => {
	expect(toIso(sent)).toBe('2026-03-01T08:30:00.000Z');
});

it.each([undefined, null, '', 'soon', '7', Number.NaN, Infinity, 1e40, {}])(
	'%p of the service is no time',
	(value) => expect(toIso(value)).toBeNull(),
);

it.each([
	[99_999_999_999, 99_999_999_999_000],
	[100_000_000_000, 100_000_000_000],
	[-5, -5000],
])('seconds are told from milliseconds by their size: %i', (count, ms) => {
	expect(epochMs(count)).toBe(ms);
});

it('days have two decimals, and are never minus zero', () => {
	const day = 86_400_000;
	expect([1.234 * day, 0.004 * day, 14.8 * day, -1].map(toDays)).toEqual([1.23, 0, 14.8, 0]);
});
