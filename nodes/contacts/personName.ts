import { folded } from '../utils/text';

export const wordsIn = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether two texts have the same letters and digits. */
export const isAlike = (one: string, other: string): boolean =>
	wordsIn(one).join('') === wordsIn(other).join('');

export function personNameOf(firstName = '', lastName = '') {
	const names = [firstName, lastName];
	const [first, last] = names.map((name) => wordsIn(name.slice(0, 200)));
	const spelled = [...first, ...last].join(' ');
	return { first, last, spelled, text: names.filter(Boolean).join(' ') };
}

export type PersonName = Readonly<ReturnType<typeof personNameOf>>;

const INFIXES = new Set(
	`V D VD VDR VAN VN DEN DER DE T HET TEN TER TE OP IN AAN BIJ UIT VON VOM ZU ZUM ZUR DU LA LE LES LAS LOS DES DEL DEI
	DELLA DELLO DEGLI DOS DAS`.split(/\s+/),
);
const OF_FIRMS = new Set('UND AND THE GMBH LTD INC LLC SARL VOF'.split(' '));

/** `van der Berg` and `v.d. Berg` are alike. */
export function withoutInfix(words: readonly string[]): readonly string[] {
	const left = words.filter((word) => !INFIXES.has(word));
	return left.length > 0 ? left : words;
}

const distinctive = (words: readonly string[]): readonly string[] => {
	const left = withoutInfix(words).filter((word) => word.length > 2 && !OF_FIRMS.has(word));
	return left.length > 0 ? left : words;
};

/**
 * Whether two with the same key are different people, as in a family: first names differ, or last names share no word. If
 * one has no first name, its last name may be the whole name, so the words that they do not share are compared.
 */
export function isOtherName(one: PersonName, other: PersonName): boolean {
	if (one.spelled === other.spelled) return false;
	if (one.first.length > 0 && other.first.length > 0) {
		const [last, otherLast] = [distinctive(one.last), distinctive(other.last)];
		return !isSameFirst(one.first, other.first) || shareNoWord(last, otherLast);
	}
	const [words, others] = [one, other].map(({ first, last }) => distinctive([...first, ...last]));
	const own = words.filter((word) => !others.includes(word));
	const foreign = others.filter((word) => !words.includes(word));
	if (own.length === 0 || foreign.length === 0) return false;
	return shareNoWord(words, others) || !isSameFirst(own, foreign);
}

const shareNoWord = (words: readonly string[], others: readonly string[]): boolean =>
	words.length > 0 && others.length > 0 && !words.some((word) => others.includes(word));

/** They share a word, a short form (`Rob`, `Robert`) or, as first words, an initial: Jan P. is not Piet. */
const isSameFirst = (words: readonly string[], others: readonly string[]): boolean =>
	words.some((word, index) =>
		others.some((other, otherIndex) => {
			const areFirst = index === 0 && otherIndex === 0;
			const areWords = word.length > 1 && other.length > 1;
			return (areFirst || areWords) && (word.startsWith(other) || other.startsWith(word));
		}),
	);
