import { DateTime } from 'luxon';

import { quoted } from './text';
import { UserError } from './userError';

/** Smaller numbers are seconds: as milliseconds they would lie before March 1973. */
const MIN_MILLISECONDS = 1e11;

/** The end of the year 9999: larger numbers are microseconds or nanoseconds. */
const MAX_MILLISECONDS = 253_402_300_799_999;

/** Milliseconds since 1970, from seconds, milliseconds, microseconds or nanoseconds. */
export function epochMs(count: number): number {
	const size = Math.abs(count);
	if (size < MIN_MILLISECONDS) return Math.round(count * 1000);
	if (size <= MAX_MILLISECONDS) return Math.round(count);
	return Math.round(size <= MAX_MILLISECONDS * 1000 ? count / 1000 : count / 1e6);
}

/**
 * Milliseconds since 1970, from a date, an ISO text, a luxon DateTime, or epoch seconds or milliseconds; undefined for no
 * value. @param zone Gives the time zone of texts that name none. @throws UserError naming the field.
 */
export function readTime(value: unknown, field: string, zone: () => string): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const ms = timeMs(value, zone());
	if (Number.isFinite(ms)) return ms;
	throw new UserError(
		`'${field}' is not a date that can be read`,
		`Got ${quoted(value)}; enter a date such as 2026-03-01T09:30:00, or seconds or milliseconds since 1970. A week ago is {{ $now.minus({ days: 7 }) }}.`,
	);
}

/**
 * The same for a time in the past. A date without a time means the end of that day; the present is undefined.
 * @throws UserError for the future.
 */
export function readPastTime(
	value: unknown,
	field: string,
	zone: () => string,
): number | undefined {
	const time = readTime(value, field, zone);
	const now = Date.now();
	if (time !== undefined && time > now) {
		throw new UserError(
			`'${field}' is in the future`,
			`Got ${quoted(value)}. Enter a past time, or leave it empty for the present.`,
		);
	}
	const end = endOfDate(value, zone()) ?? time;
	return end !== undefined && end < now ? end : undefined;
}

/** The last millisecond of a date without a time, such as 2026-03-01; undefined for anything else. */
const endOfDate = (value: unknown, zone: string): number | undefined =>
	typeof value === 'string' && /^\d{4}-?\d{2}-?\d{2}$/.test(value.trim())
		? DateTime.fromISO(value.trim(), { zone }).endOf('day').toMillis()
		: undefined;

/** Smaller numbers are something else, such as days: as seconds they would lie before March 1973. */
const MIN_COUNT = 1e8;

/** People count in seconds or milliseconds; a longer number may be anything, such as a phone number. */
function countedMs(count: number): number {
	const size = Math.abs(count);
	return size >= MIN_COUNT && size <= MAX_MILLISECONDS ? epochMs(count) : NaN;
}

function timeMs(value: unknown, zone: string, msOf = countedMs): number {
	if (value instanceof Date) return value.getTime();
	if (typeof value === 'number') return msOf(value);
	// Unlike instanceof, this recognizes a DateTime from n8n's own copy of luxon.
	if (DateTime.isDateTime(value)) return value.toMillis();
	if (typeof value !== 'string') return NaN;
	const text = value.trim();
	if (/^-?\d{9,}(\.\d+)?$/.test(text)) return msOf(Number(text));
	// luxon would read other digits, or a time without a date, as a time today.
	if (!/^\d{4}(-|\d{4}(T|$))/.test(text)) return NaN;
	const read = [DateTime.fromISO, DateTime.fromSQL].map((from) => from(text, { zone }));
	return read.find((date) => date.isValid)?.toMillis() ?? NaN;
}

/** Milliseconds since 1970, from a time as the service sends it; NaN for anything else. */
export const serviceTimeMs = (value: unknown): number => timeMs(value, 'utc', epochMs);

/** A time as the service sends it, in ISO 8601 and UTC; null for anything else. */
export const toIso = (value: unknown): string | null => isoOf(serviceTimeMs(value));

const MAX_DATE_MS = 8.64e15;

let latest = { ms: 0, text: new Date(0).toISOString() };

/**
 * ISO 8601 in UTC, from milliseconds since 1970; null beyond the range of a date. The latest text is kept, because a change
 * usually begins when the one before ends.
 */
export function isoOf(ms: number): string | null {
	if (!(Math.abs(ms) <= MAX_DATE_MS)) return null;
	if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
	return latest.text;
}

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/** Days of 24 hours with two decimals, never minus zero. */
export const toDays = (ms: number): number => Math.round((ms / DAY_MS) * 100) / 100 + 0;
