import type { PersonalInfo } from '../../../api/types';
import { folded } from '../../../utils/text';
import { fieldOf, type PersonalInfoName } from './columns';

/**
 * Whether two contacts with one key are two people: families share an address, firms a switchboard.
 *
 * 1. First names differ where no word of one is a word of the other, a short form of it (`Rob`, `Robert`), or its
 *    initial.
 * 2. Last names differ where they share no word; infixes and words of one or two letters do not count.
 * 3. Where one has no first name, the last name may hold all of it: `Jan Jansen` and `Piet Jansen` differ in what they
 *    do not share.
 * 4. Who has no name is nobody else.
 */

/** As names are compared. */
export const wordsIn = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

export function personNameOf(infos: readonly PersonalInfo[]) {
	const valueOf = (field: PersonalInfoName) =>
		infos.find(({ name }) => fieldOf(name) === field)?.value ?? '';
	const values = [valueOf('Voornaam'), valueOf('Achternaam')];
	const [first, last] = values.map((value) => wordsIn(value.slice(0, 200)));
	/** Of those that are written the same it is the same. */
	const spelled = [...first, ...last].join(' ');
	return { first, last, spelled, text: values.filter(Boolean).join(' ') };
}

export type PersonName = Readonly<ReturnType<typeof personNameOf>>;

const NOT_COUNTED = new Set(
	`VAN DEN DER HET TEN TER AAN BIJ UIT VON VOM ZUM ZUR UND DES LES LAS LOS DEL DEI DELLA DELLO DEGLI DOS DAS AND THE
	GMBH LTD INC LLC SARL VOF`.split(/\s+/),
);

const counting = (words: readonly string[]): readonly string[] => {
	const left = words.filter((word) => word.length > 2 && !NOT_COUNTED.has(word));
	return left.length > 0 ? left : words;
};

export function isOtherName(one: PersonName, other: PersonName): boolean {
	if (one.spelled === other.spelled) return false;
	if (one.first.length > 0 && other.first.length > 0) {
		if (!isSameFirst(one.first, other.first)) return true;
		if (one.last.length === 0 || other.last.length === 0) return false;
		const last = counting(other.last);
		return !counting(one.last).some((word) => last.includes(word));
	}
	const [words, others] = [one, other].map(({ first, last }) => counting([...first, ...last]));
	if (words.length === 0 || others.length === 0) return false;
	const [own, foreign] = [
		words.filter((word) => !others.includes(word)),
		others.filter((word) => !words.includes(word)),
	];
	if (own.length === words.length) return true;
	return own.length > 0 && foreign.length > 0 && !isSameFirst(own, foreign);
}

/** Rule 1. */
const isSameFirst = (words: readonly string[], others: readonly string[]): boolean =>
	isInitial(words[0], others[0]) ||
	words.some((word) =>
		others.some(
			(one) => one === word || (word.length > 1 && one.length > 1 && isShortForm(word, one)),
		),
	);

const isInitial = (word: string, other: string): boolean =>
	(word.length === 1 || other.length === 1) && word[0] === other[0];

const isShortForm = (word: string, other: string): boolean =>
	word.startsWith(other) || other.startsWith(word);
