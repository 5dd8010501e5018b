import fc from 'fast-check';

import { readMoment } from '../../../nodes/utils/dates';
import { runs } from '../../support/runs';

/** Texts that people write for a moment, against Intl and arithmetic in place of a parser; and moments told as text. */

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const two = (number: number) => String(number).padStart(2, '0');

/** A wall clock, held as the milliseconds it would show in UTC: `2026-10-25`, `02:30:00`. */
function written(clock: number): { day: string; time: string } {
	const at = new Date(clock);
	const day = [at.getUTCFullYear(), two(at.getUTCMonth() + 1), two(at.getUTCDate())].join('-');
	return {
		day,
		time: [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':'),
	};
}

/** What a clock in a zone shows at a moment. */
function clockIn(zone: string, moment: number): number {
	const { year, month, day, hour, minute, second } = Object.fromEntries(
		new Intl.DateTimeFormat('en', {
			timeZone: zone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		})
			.formatToParts(moment)
			.map(({ type, value }) => [type, Number(value)]),
	);
	return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The first moment at which a clock in the zone shows this; in an hour left out, as if it had gone on. */
function momentOf(clock: number, zone: string): number {
	const offsets = [-24 * HOUR, 24 * HOUR].map(
		(away) => clockIn(zone, clock + away) - (clock + away),
	);
	const shown = offsets.map((offset) => clock - offset).filter((at) => clockIn(zone, at) === clock);
	return shown.length > 0 ? Math.min(...shown) : clock - offsets[0];
}

/** Changes of the clock in 2026: by an hour, by half an hour, in the other season, and none at all. */
const CHANGES: Record<string, string[]> = {
	'Europe/Amsterdam': ['2026-03-29T02:00Z', '2026-10-25T02:00Z'],
	'America/New_York': ['2026-03-08T02:00Z', '2026-11-01T01:00Z'],
	'Australia/Lord_Howe': ['2026-04-05T01:30Z', '2026-10-04T02:00Z'],
	'Asia/Kolkata': ['2026-06-01T00:00Z'],
	UTC: ['2026-10-25T01:00Z'],
};

const place = fc
	.constantFrom(...Object.entries(CHANGES).flatMap(([zone, at]) => at.map((a) => [zone, a])))
	.chain(([zone, at]) =>
		fc.record({
			zone: fc.constant(zone),
			clock: fc.oneof(
				fc.integer({ min: -180, max: 180 }).map((m) => Date.parse(at) + m * MINUTE),
				fc.integer({ min: 0, max: 525_600 }).map((m) => Date.UTC(2026, 0) + m * MINUTE),
			),
			// The answer must not depend on the season in which the workflow happens to run.
			today: fc.constantFrom('2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z').map(Date.parse),
			between: fc.constantFrom('T', 't', ' '),
		}),
	);

const offset = fc
	.record({ minus: fc.boolean(), hours: fc.integer({ min: 0, max: 13 }), half: fc.boolean() })
	.chain(({ minus, hours, half }) => {
		const sign = minus ? '-' : '+';
		const minutes = half ? '30' : '00';
		const forms = [`${sign}${two(hours)}${minutes}`, `${sign}${two(hours)}:${minutes}`];
		if (!half) forms.push(`${sign}${two(hours)}`);
		if (!half && hours === 0) forms.push('Z', 'z');
		const ms = (minus ? -1 : 1) * (hours * HOUR + (half ? 30 * MINUTE : 0));
		return fc.record({ form: fc.constantFrom(...forms), ms: fc.constant(ms) });
	});

const read = (text: string, zone: string, today: number) => {
	const now = jest.spyOn(Date, 'now').mockReturnValue(today);
	try {
		return readMoment(text, 'Timestamp', zone);
	} finally {
		now.mockRestore();
	}
};

it('without an offset: the first moment at which the clocks of the workflow show it', () => {
	fc.assert(
		fc.property(place, ({ zone, clock, today, between }) => {
			const { day, time } = written(clock);
			expect(read(`${day}${between}${time}`, zone, today)).toBe(momentOf(clock, zone));
		}),
		runs(300),
	);
});

it('with an offset, however it is written: the very moment, whatever the zone', () => {
	fc.assert(
		fc.property(place, offset, ({ zone, clock, today, between }, { form, ms }) => {
			const { day, time } = written(clock);

			expect(read(`${day}${between}${time}${form}`, zone, today)).toBe(clock - ms);
		}),
		runs(300),
	);
});

it('with offset and zone, as JavaScript writes it: the offset tells which of two hours', () => {
	const text = (hours: number) => `2026-10-25T02:30:00+0${hours}:00[Europe/Amsterdam]`;
	expect(readMoment(text(2), 'Timestamp', 'UTC')).toBe(Date.parse('2026-10-25T00:30:00Z'));
	expect(readMoment(text(1), 'Timestamp', 'UTC')).toBe(Date.parse('2026-10-25T01:30:00Z'));
	expect(readMoment('2026-10-25T02:30[Europe/Amsterdam]', 'Timestamp', 'UTC')).toBe(
		Date.parse('2026-10-25T00:30:00Z'),
	);
});

it('a day alone: the first moment of it in the zone of the workflow', () => {
	fc.assert(
		fc.property(place, ({ zone, clock, today }) => {
			const { day } = written(clock);
			expect(read(day, zone, today)).toBe(momentOf(Date.parse(`${day}T00:00:00Z`), zone));
		}),
		runs(100),
	);
});
