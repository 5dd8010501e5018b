import { isSamePhone, phonesIn } from './phones';
import { containsWords, searchText, searchWords } from './text';

export interface Search {
	readonly words: readonly string[];
	readonly phones: readonly string[];
}

/** A text of digits and signs alone is a phone number if it has eight digits or more. */
export function readSearch(entered: unknown): Search {
	const text = searchText(entered);
	const phones = /^[\d\s\p{P}\p{S}]+$/u.test(text) ? phonesIn(text) : [];
	return { words: phones.length > 0 ? [] : searchWords(text), phones };
}

/** A phone number may also stand in the text. */
export const matchesSearch = (
	{ words, phones }: Search,
	text: string,
	ownPhone: string | null,
): boolean =>
	phones.length === 0
		? containsWords(text, words)
		: [ownPhone ?? '', text]
				.flatMap(phonesIn)
				.some((own) => phones.some((phone) => isSamePhone(phone, own)));
