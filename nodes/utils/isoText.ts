const DAY_MS = 86_400_000;

/** The first moment of the year 10000: from there on years are written with more digits. */
const END_OF_YEARS = 253_402_300_800_000;

/** More days than these are not kept: some thirty years of history. */
const MAX_DAYS = 10_000;

const days = new Map<number, string>();

const text = Buffer.from('0000-00-00T00:00:00.000Z');

/**
 * As `Date.toISOString`, of any moment that a date can hold. That costs a microsecond, which is
 * half of what is done for a change of a long history; here only the first moment of a day does.
 * @param ms Milliseconds since the Unix epoch.
 */
export function isoText(ms: number): string {
	const isUsual = ms >= 0 && ms < END_OF_YEARS;
	if (!isUsual) return new Date(ms).toISOString();
	const day = Math.floor(ms / DAY_MS);
	const time = ms - day * DAY_MS;
	text.write(dateOf(day));
	put(11, 2, Math.floor(time / 3_600_000));
	put(14, 2, Math.floor(time / 60_000) % 60);
	put(17, 2, Math.floor(time / 1000) % 60);
	put(20, 3, time % 1000);
	return text.toString('latin1');
}

function dateOf(day: number): string {
	const known = days.get(day);
	if (known !== undefined) return known;
	if (days.size === MAX_DAYS) days.clear();
	const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
	days.set(day, date);
	return date;
}

function put(at: number, digits: number, number: number): void {
	let left = number;
	for (let place = at + digits - 1; place >= at; place--) {
		text[place] = 48 + (left % 10);
		left = Math.floor(left / 10);
	}
}
