import { DateTime } from 'luxon';

import { quoted } from './text';
import { UserError } from './userError';

/**
 * Moments: read from what people enter (`readMoment`) and from what the service sends (`sentMs`), and
 * written as ISO 8601 (`toIso`).
 *
 * 1. The size of a count tells its unit: none is of a moment before March 1973 or after the year 9999.
 * 2. The service may count in seconds, milliseconds, microseconds or nanoseconds; a person counts in
 *    seconds or milliseconds. Both may give a count as text. A number of days, a duration or a time of day
 *    alone is no moment.
 * 3. A text without an offset is of the zone given.
 */

/** Smaller counts are of seconds: as milliseconds they would lie before March 1973. */
const MIN_MILLISECONDS = 1e11;

/** The end of the year 9999, in milliseconds: larger counts are of microseconds, or less. */
const MAX_MILLISECONDS = 253_402_300_799_999;

/** Milliseconds since the Unix epoch, from a count since then (rules 1 and 2). */
export function epochMs(count: number): number {
	const size = Math.abs(count);
	if (size < MIN_MILLISECONDS) return Math.round(count * 1000);
	if (size <= MAX_MILLISECONDS) return Math.round(count);
	return Math.round(size <= MAX_MILLISECONDS * 1000 ? count / 1000 : count / 1e6);
}

/**
 * Milliseconds since the Unix epoch, from whatever a user or an expression gives for a moment: a
 * date, an ISO string, a luxon DateTime, epoch seconds or milliseconds (as number or text).
 * @param zone Time zone of texts that name none.
 * @returns Undefined for an empty value.
 * @throws UserError naming the field when it cannot be read.
 */
export function readMoment(value: unknown, field: string, zone: string): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const ms = momentMs(value, zone);
	if (Number.isFinite(ms)) return ms;
	throw new UserError(
		`'${field}' is not a date that can be read`,
		`Got ${quoted(value)}; enter a date such as 2026-03-01T09:30:00, or seconds or milliseconds since 1970. A week ago is {{ $now.minus({ days: 7 }) }}.`,
	);
}

/** The last millisecond of a date that stands alone, such as 2026-03-01; undefined for anything else. */
export const endOfDate = (value: unknown, zone: string): number | undefined =>
	typeof value === 'string' && /^\d{4}-?\d{2}-?\d{2}$/.test(value.trim())
		? DateTime.fromISO(value.trim(), { zone }).endOf('day').toMillis()
		: undefined;

/** Smaller counts are of something else, such as days: as seconds they would lie before March 1973. */
const MIN_COUNT = 1e8;

/** Rule 2: more digits may be of anything, such as a phone number. */
function countedMs(count: number): number {
	const size = Math.abs(count);
	return size >= MIN_COUNT && size <= MAX_MILLISECONDS ? epochMs(count) : NaN;
}

/** Not a number for what is no moment. */
function momentMs(value: unknown, zone: string, msOf = countedMs): number {
	if (value instanceof Date) return value.getTime();
	if (typeof value === 'number') return msOf(value);
	// Also one of n8n's own copy of luxon, which instanceof would not recognize; a Duration is none.
	if (DateTime.isDateTime(value)) return value.toMillis();
	if (typeof value !== 'string') return NaN;
	const text = value.trim();
	if (/^-?\d{9,}(\.\d+)?$/.test(text)) return msOf(Number(text));
	// luxon would take other digits, and a time alone, for a moment of today.
	if (!/^\d{4}(-|\d{4}(T|$))/.test(text)) return NaN;
	const read = [DateTime.fromISO, DateTime.fromSQL].map((from) => from(text, { zone }));
	return read.find((date) => date.isValid)?.toMillis() ?? NaN;
}

/** Milliseconds since the Unix epoch, from what the service gives for a time; not a number for anything else. */
export const sentMs = (value: unknown): number => momentMs(value, 'utc', epochMs);

/** The same in ISO 8601, in UTC; null for anything else. */
export const toIso = (value: unknown): string | null => isoOf(sentMs(value));

/** No date reaches further from 1970, either way. */
const MAX_MS = 8.64e15;

/** The moment that was written last. A history repeats it: one entry ends where the next begins. */
let latest: { ms: number; iso: string | null } = { ms: NaN, iso: null };

/** ISO 8601 in UTC, from milliseconds since the Unix epoch; null beyond what a date can hold. */
export function isoOf(ms: number): string | null {
	if (ms !== latest.ms) {
		latest = { ms, iso: Math.abs(ms) <= MAX_MS ? new Date(ms).toISOString() : null };
	}
	return latest.iso;
}

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/** Days of 24 hours, two decimals; never the minus zero that rounding may give. */
export const toDays = (ms: number): number => Math.round((ms / DAY_MS) * 100) / 100 + 0;
