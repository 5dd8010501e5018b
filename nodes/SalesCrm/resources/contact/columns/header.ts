import { folded, withoutInvisible } from '../../../../utils/text';
import { type FieldPart, HEADERS, type PersonalInfoName, QUALIFIERS } from './words';

/**
 * Which field a header names. Headers are compared without case, accents and signs. Some words of it, side by side, must
 * be known (words.ts), and each other one must say nothing (`Wat is uw …`), or whose or which one it is (`Werk`, `2`).
 */

/** What a known word stands for. */
interface KnownWord {
	readonly field: PersonalInfoName;
	readonly part?: FieldPart;
	/** Less exact than other columns: a whole name, or a whole address. */
	readonly isWhole: boolean;
	readonly isAlone?: boolean;
	/** A street with its house number. */
	readonly hasNumber?: boolean;
	/** On which side the column of an address has to stand. */
	readonly neighbour?: 'before' | 'after';
}

/** What a header stands for. */
export interface KnownField extends KnownWord {
	/** It belongs to a role, such as billing, which several people may share. */
	readonly isRole: boolean;
	/** The words that say whose or which one it is. */
	readonly qualifierWords: string;
}

/** Whether it is a first or last name; a part of one, such as an infix, is not. */
export const isName = ({ field, part }: Partial<KnownWord> = {}): boolean =>
	!part && (field === 'Voornaam' || field === 'Achternaam');

const ADDRESS: readonly unknown[] = ['Straatnaam', 'Huisnummer', 'Postcode', 'Plaats', 'Land'];

export const isOfAddress = (field: PersonalInfoName | undefined): boolean =>
	ADDRESS.includes(field);

const wordsOf = (text: string): string[] => text.split(/\s+/);

const known = new Map<string, KnownWord>();
const besideAddress = new Map<string, KnownWord>();
for (const [key, names] of Object.entries(HEADERS)) {
	const [field, ...traits] = key.split(' ') as [PersonalInfoName, ...string[]];
	const oneOf = <T extends string>(...some: T[]) => some.find((trait) => traits.includes(trait));
	const part = oneOf('infix', 'addition', 'secondLine', 'withTown');
	const neighbour = oneOf('before', 'after');
	const [isWhole, isAlone, hasNumber] = ['whole', 'alone', 'number'].map((one) => !!oneOf(one));
	const words = neighbour ? besideAddress : known;
	for (const name of wordsOf(names))
		if (!words.has(name)) words.set(name, { field, part, isWhole, isAlone, hasNumber, neighbour });
}

const setOf = (...lists: string[]): ReadonlySet<string> => new Set(lists.flatMap(wordsOf));

const { notOfNames, kinds, destinations, ofFirms } = QUALIFIERS;
const fillers = setOf(QUALIFIERS.fillers, notOfNames);
const qualifiers = setOf(kinds, destinations, QUALIFIERS.roles, ofFirms);
const roles = setOf(QUALIFIERS.roles, ofFirms);
/** Beside them, a word for a name means something else. */
const notBesideNames = setOf(notOfNames, kinds, ofFirms);

const saysWhose = (word: string): boolean => qualifiers.has(word) || /^\d+$/.test(word);

const isQualifier = (word: string): boolean => fillers.has(word) || saysWhose(word);

/** What is longer is not a header. */
const MAX_CHARACTERS = 80;
const MAX_WORDS = 12;

/** A header's words: those of `firstName`, `FIRST_NAME` and `First name:` are the same. */
function headerWords(header: string): string[] {
	if (header.length > MAX_CHARACTERS) return [];
	const text = withoutInvisible(header)
		// As a vCard has it: TEL;type=CELL.
		.replace(/\btype=/gi, ' ')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
	const plain = folded(text).toLowerCase().replaceAll('ł', 'l');
	const words = plain.match(/\d+|\p{L}+/gu) ?? [];
	return words.length > MAX_WORDS ? [] : words.flatMap(compound);
}

/** `werktelefoon`, `factuuradres`: a word that says whose, and one that is known. */
function compound(word: string): string[] {
	if (known.has(word) || isQualifier(word)) return [word];
	for (let at = 3; at < word.length - 2; at++) {
		const [whose, what] = [word.slice(0, at), word.slice(at)];
		const found = known.get(what);
		if (found && !isName(found) && saysWhose(whose)) return [whose, what];
	}
	return [word];
}

/** By the longest run of words that is known. */
function recognized(header: string): KnownField | undefined {
	const all = headerWords(header);
	for (let size = all.length; size > 0; size--) {
		for (let start = 0; start + size <= all.length; start++) {
			const found = known.get(all.slice(start, start + size).join(''));
			const others = [...all.slice(0, start), ...all.slice(start + size)];
			const field = found && withOthers(found, others);
			if (field) return field;
		}
	}
	return undefined;
}

function withOthers(found: KnownWord, others: readonly string[]): KnownField | undefined {
	if (!others.every(isQualifier)) return undefined;
	if (isName(found) && others.some((word) => notBesideNames.has(word))) return undefined;
	const telling = others.filter((word) => !fillers.has(word));
	if (found.isAlone && telling.length > 0) return undefined;
	const isRole = telling.some((word) => roles.has(word));
	return { ...found, isRole, qualifierWords: telling.join(' ') };
}

const MAX_NAMES_KEPT = 1_000;
const kept = new Map<string, KnownField | undefined>();

/** What a header stands for by itself; the name of a listed personal info, too. */
export function fieldOf(header: string): KnownField | undefined {
	if (kept.has(header)) return kept.get(header);
	const field = recognized(header);
	if (kept.size < MAX_NAMES_KEPT && header.length <= MAX_CHARACTERS) kept.set(header, field);
	return field;
}

/** What stands for something only beside a column of an address: `Nr` behind a street, `Via` before a town. */
export function fieldBesideAddress(
	header: string,
	before: KnownField | undefined,
	after = '',
): KnownField | undefined {
	const left = headerWords(header).filter((word) => !isQualifier(word));
	const found = besideAddress.get(left.join(''));
	const other = found?.neighbour === 'before' ? before : fieldOf(after);
	if (!found || !other || !isOfAddress(other.field) || other.field === 'Land') return undefined;
	return { ...found, isRole: other.isRole, qualifierWords: other.qualifierWords };
}
