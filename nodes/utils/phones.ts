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

/** Eight digits or more, up to the end or to a sign in front of eight others: a shorter part is not a number of its own. */
const NUMBER =
	/(?:\D*\d){8,}?(?:\D*$|(?=\s*(?:\/(?:[^\d/]*\d){8}|[\u2010-\u2015\u2212-](?:[^\d/\u2010-\u2015\u2212-]*\d){8})|[\s/-]+\(?0(?:\D*\d){7}))/g;

/** The phone numbers in a text as they are written, without the words around them. */
export function numbersIn(text: string): string[] {
	const read = withoutInvisible(text.slice(0, MAX_PHONE_CHARACTERS)).replace(/^(\d+)[.,]0$/, '$1');
	const runs = (read.match(RUN) ?? []).map((run) => run.trim()).filter((run) => !DATE.test(run));
	const numbersOf = (run: string) => (run.length > MAX_DIGITS ? (run.match(NUMBER) ?? []) : [run]);
	return runs.flatMap(numbersOf).flatMap(trimmed);
}

/** Without a bracket behind the number, such as `(18` and `(2)`, but `(020) 1234567` is one number. */
function trimmed(part: string): string[] {
	const alone = part.replace(/^((?:\D*\d){8}.*)\([^(]*$/s, '$1');
	const bare = alone.replace(/^[^\d+(]+|[^\d)]+$/g, '');
	const { length } = digitsIn(bare.replace('(0)', ''));
	return length >= MIN_DIGITS && length <= MAX_DIGITS ? [bare] : [];
}

/** Countries whose numbers lose their 0 behind the country code. Italian ones keep it. */
const LOSES_ZERO = /^(31|32|33|41|43|44|49)0+/;

/** Dutch, Belgian and French numbers have a fixed length, so what is behind them is an extension or a note. */
const BEFORE_EXTENSION = [
	/^(\(?(?:\+|00)\s?3[13]\)?\D*(?:\(0\)|0)?(?!0)(?:\D*\d){9})\s*[\s/.]\s*\d{1,4}$/,
	/^(\(?(?:\+|00)\s?32\)?\D*(?:\(0\)|0)?(?!0)(?:\D*\d){8,9})\s*[\s/.]\s*\d{1,4}$/,
	/^(0(?!0)(?:\D*\d){8,9})\s*\/\s*\d{1,4}$/,
];

/** `+31612345678` with a country code, otherwise without leading zeros. */
function comparedPhone(number: string): string {
	const bare = BEFORE_EXTENSION.map((pattern) => pattern.exec(number)?.[1]).find(Boolean) ?? number;
	const digits = digitsIn(bare.replace(/\(0\)/g, '')).replace(/^0+/, '');
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
