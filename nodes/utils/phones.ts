import { withoutInvisible } from './text';

/** One rule of phone numbers, for imports and for every search. */

/** A text with fewer digits is not a phone number. */
export const MIN_DIGITS = 8;
/** The most that E.164 allows. */
const MAX_DIGITS = 15;
const MAX_PHONE_CHARACTERS = 200;

const digitsIn = (text: string): string => text.replace(/\D/g, '');

const RUN = /\+?[\s(]*\+?\d[\d\s().\-\u2010-\u2015\u2212/]*/g;

const DATE =
	/^(?:[0-3]?\d([-./])[01]?\d\1(?:19|20)\d\d|(?:19|20)\d\d([-./])[01]?\d\2[0-3]?\d)(?!\S)/;

/** The phone numbers in a text as they are written, without the words around them. */
export function numbersIn(text: string): string[] {
	const read = withoutInvisible(text.slice(0, MAX_PHONE_CHARACTERS)).replace(/^(\d+)[.,]0$/, '$1');
	const runs = (read.match(RUN) ?? []).map((run) => run.trim());
	return runs.flatMap((run) => (DATE.test(run) ? [] : numbersOfRun(run)));
}

function numbersOfRun(run: string): string[] {
	const count = digitsIn(run).length;
	const isNumber = (part: string) => digitsIn(part).length >= MIN_DIGITS;
	for (const sign of [/\//, /[-\u2010-\u2015\u2212]/]) {
		const parts = run.split(sign);
		if (parts.length > 1 && parts.every(isNumber)) return parts.flatMap(bareNumber);
	}
	return count > MAX_DIGITS ? run.split(/[\s/-]+(?=\(?0)|\//).flatMap(bareNumber) : bareNumber(run);
}

/** Without a bracket behind the number, such as `(18-20u)`. */
function bareNumber(part: string): string[] {
	const bare = withoutBracket(part).replace(/^[\s./-]+|[^\d)]+$/g, '');
	const { length } = digitsIn(bare);
	return length >= MIN_DIGITS && length <= MAX_DIGITS ? [bare] : [];
}

/** `0612345678 (18` and `0612345678 (2)`, but not `(020) 1234567`. */
const withoutBracket = (text: string): string => {
	const at = text.lastIndexOf('(');
	return at > 0 && digitsIn(text.slice(0, at)).length >= MIN_DIGITS ? text.slice(0, at) : text;
};

/** Countries whose numbers lose their 0 behind the country code. Italian ones keep it. */
const LOSES_ZERO = /^(31|32|33|41|43|44|49)0+/;

/** Without an extension or a note behind a Dutch, Belgian or French number, which has a fixed length. */
function withoutExtension(number: string): string {
	const [start, country] =
		/^(?:\(?(?:\+|00)\s?3([123])\)?\D*(?:\(0\)|0)?|0(?!0))/.exec(number) ?? [];
	if (start === undefined) return number;
	const [lengths, signs] = [country?.match(/[13]/) ? [9] : [9, 8], country ? '[\\s/.]' : '/'];
	const rest = number.slice(start.length);
	for (const length of lengths) {
		const own = new RegExp(`^((?:\\D*\\d){${length}})\\s*${signs}\\s*\\d{1,4}$`).exec(rest)?.[1];
		if (own) return start + own;
	}
	return number;
}

/** What is compared: `+31612345678` with a country code, otherwise without leading zeros. */
export function comparedPhone(number: string): string {
	const digits = digitsIn(withoutExtension(number).replace(/\(0\)/g, '')).replace(/^0+/, '');
	return /^\(*(\+|00)/.test(number) ? `+${digits.replace(LOSES_ZERO, '$1')}` : digits;
}

/** The phone numbers in a text, as they are compared. */
export const phonesIn = (text: string): string[] =>
	numbersIn(text)
		.map(comparedPhone)
		.filter((phone) => phone.length >= SHARED_DIGITS);

/** Phones that may be equal share this many last digits. */
export const SHARED_DIGITS = 7;
const COMPARED_DIGITS = 9;

/**
 * Two numbers with a country code must be equal. Otherwise the longer one must end with the shorter one, of which at most
 * nine digits count: `02 123 45 67` is `+32 2 123 45 67`.
 */
export function isSamePhone(one: string, other: string): boolean {
	if (one.startsWith('+') && other.startsWith('+')) return one === other;
	const [end, otherEnd] = [one, other].map((phone) => digitsIn(phone).slice(-COMPARED_DIGITS));
	return end.endsWith(otherEnd) || otherEnd.endsWith(end);
}
