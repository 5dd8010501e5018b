import type { PersonalInfo } from '../../../../api/types';
import { folded } from '../../../../utils/text';
import { columnOf, type PersonalInfoName } from '../columns/columns';

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
		infos.find(({ name }) => columnOf(name)?.field === field && !columnOf(name)?.part)?.value ?? '';
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
		const [last, otherLast] = [counting(one.last), counting(other.last)];
		return !isSameFirst(one.first, other.first) || shareNoWord(last, otherLast);
	}
	const [words, others] = [one, other].map(({ first, last }) => counting([...first, ...last]));
	const own = words.filter((word) => !others.includes(word));
	const foreign = others.filter((word) => !words.includes(word));
	if (own.length === 0 || foreign.length === 0) return false;
	return shareNoWord(words, others) || !isSameFirst(own, foreign);
}

const shareNoWord = (words: readonly string[], others: readonly string[]): boolean =>
	words.length > 0 && others.length > 0 && !words.some((word) => others.includes(word));

/** Rule 1. An initial counts in front alone: Jan P. is not Piet. */
const isSameFirst = (words: readonly string[], others: readonly string[]): boolean =>
	words.some((word, place) =>
		others.some((other, otherPlace) => {
			const counts = place + otherPlace === 0 || (word.length > 1 && other.length > 1);
			return counts && (word.startsWith(other) || other.startsWith(word));
		}),
	);
