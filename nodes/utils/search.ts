import { containsWords, searchWords, withoutInvisible } from './text';

export interface Search {
	readonly words: readonly string[];
	readonly phone: string | undefined;
}

const MIN_PHONE_DIGITS = 8;

/** A text of digits and signs alone is a phone number if it has eight digits or more. */
export function readSearch(entered: unknown): Search {
	const text = withoutInvisible(entered);
	const isPhone = /^[\d\s\p{P}\p{S}]+$/u.test(text) && digitsIn(text).length >= MIN_PHONE_DIGITS;
	return isPhone
		? { words: [], phone: endOfPhone(text) }
		: { words: searchWords(text), phone: undefined };
}

export const matchesSearch = (
	{ words, phone }: Search,
	text: string,
	ownPhone: string | null,
): boolean =>
	phone === undefined ? containsWords(text, words) : isSameEnd(phone, endOfPhone(ownPhone ?? ''));

const digitsIn = (text: string): string => text.replace(/\D/g, '');

const COMPARED_DIGITS = 9;

/** `612345678` of `06 12345678`, `+31 6 12345678` and `0031612345678`. */
const endOfPhone = (text: string): string =>
	digitsIn(text).replace(/^0+/, '').slice(-COMPARED_DIGITS);

/** One of them may lack the area code. */
const isSameEnd = (one: string, other: string): boolean =>
	other.length >= MIN_PHONE_DIGITS - 1 && (one.endsWith(other) || other.endsWith(one));
