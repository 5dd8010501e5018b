import { DateTime, Duration } from 'luxon';

import { epochMs, readMoment, toDays, toIso } from '../../../nodes/utils/dates';

/** Moments in every form a user, an expression or the service gives them. */

const ZONE = 'Europe/Amsterdam';

const MOMENT = Date.parse('2026-03-01T08:30:00Z');

const read = (value: unknown) => readMoment(value, 'Timestamp', ZONE);

describe('read from', () => {
	it.each([
		['milliseconds', MOMENT],
		['seconds', MOMENT / 1000],
		['milliseconds as text', String(MOMENT)],
		['seconds as text', String(MOMENT / 1000)],
		['an ISO text in UTC', '2026-03-01T08:30:00Z'],
		['an ISO text with a zone', '2026-03-01T03:30:00-05:00'],
		['an ISO text without a zone: the one of the workflow', '2026-03-01T09:30:00'],
		['a text with spaces around', ' 2026-03-01T09:30 '],
		['the form of a database', '2026-03-01 09:30:00'],
		['a DateTime', DateTime.fromMillis(MOMENT)],
		['a DateTime of another copy of luxon', { isLuxonDateTime: true, toMillis: () => MOMENT }],
		['a Date', new Date(MOMENT)],
	])('%s', (_form, value) => {
		expect(read(value)).toBe(MOMENT);
	});

	it('a day alone without its dashes', () => {
		expect(read('20260301')).toBe(Date.parse('2026-02-28T23:00:00Z'));
	});

	it.each([[undefined], [null], ['']])('%p: nothing', (empty) => {
		expect(read(empty)).toBeUndefined();
	});

	it.each([
		// A number of days, a year, a day without its dashes, one as spreadsheets count them, microseconds.
		...[7, '7', 2026, '2026', 20260301, 46082, MOMENT * 1000],
		...[Duration.fromObject({ days: 7 }), 'P7D', '7 days', 'yesterday', '2026-02-30', '01-03-2026'],
		// luxon would take a time alone for a time today.
		...['09:30', '0930', 'T09:30', '1 Mar 2026 09:30:00 +0100', '   '],
		...[true, {}, [MOMENT], Infinity, new Date(Number.NaN)],
	])('%p: refused, naming the field and what is taken', (value) => {
		expect(() => read(value)).toThrow(
			expect.objectContaining({
				message: "'Timestamp' is not a date that can be read",
				description: expect.stringMatching(/^Got .+; enter a date such as/),
			}),
		);
	});
});

it.each([
	['2026-03-28T12:00:00', '2026-03-28T11:00:00Z', 'winter'],
	['2026-03-30T12:00:00', '2026-03-30T10:00:00Z', 'summer'],
	['2026-03-29T02:30:00', '2026-03-29T01:30:00Z', 'an hour that does not exist: one later'],
	['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00Z', 'the second of two, when it says so'],
])('where clocks change %s is %s (%s)', (text, moment) => {
	expect(read(text)).toBe(Date.parse(moment));
});

describe('told in ISO 8601', () => {
	it('seconds, milliseconds, microseconds and nanoseconds alike', () => {
		for (const count of [MOMENT / 1000, MOMENT, MOMENT * 1000, MOMENT * 1e6]) {
			expect(toIso(count)).toBe('2026-03-01T08:30:00.000Z');
		}
	});

	it('also as text, and ISO texts, which are in UTC if they name no zone', () => {
		const counts = [MOMENT / 1000, MOMENT, MOMENT * 1000].map(String);
		const texts = ['2026-03-01T09:30:00+01:00', '2026-03-01T08:30:00', '2026-03-01 08:30:00'];
		for (const text of [...counts, ` ${MOMENT} `, ...texts]) {
			expect(toIso(text)).toBe('2026-03-01T08:30:00.000Z');
		}
	});

	it('what is no moment is null', () => {
		for (const value of [undefined, null, '', ' ', 'soon', '7', Number.NaN, Infinity, 1e40, {}]) {
			expect(toIso(value)).toBeNull();
		}
	});
});

it('tells seconds from milliseconds by size: the border is 1973 in one, 5138 in the other', () => {
	expect(epochMs(99_999_999_999)).toBe(99_999_999_999_000);
	expect(epochMs(100_000_000_000)).toBe(100_000_000_000);
	expect(epochMs(-5)).toBe(-5000);
	expect(epochMs(0)).toBe(0);
});

it('days have two decimals, and are never a minus zero', () => {
	const day = 86_400_000;
	expect([1.234 * day, 0.004 * day, 14.8 * day, 0].map(toDays)).toEqual([1.23, 0, 14.8, 0]);
	expect(Object.is(toDays(-1), 0)).toBe(true);
});
