import { folded, withoutInvisible } from '../utils/text';
import { FIELD_PARTS, type FieldPart, HEADERS, type PersonalInfoName, QUALIFIERS } from './words';

/**
 * Decides which field a header means. Adjacent words must be known (words.ts), and each other word must mean nothing
 * (`Wat is uw …`), or say whose or which one it is (`Werk`, `2`). Case, accents and signs do not count.
 */

interface KnownWord {
	readonly field: PersonalInfoName;
	readonly part?: FieldPart;
	/** Sent if no column is more exact: a whole name or address, or the code of a country. */
	readonly isWhole: boolean;
	/** Means a field only without a word that says whose it is. */
	readonly onlyUnqualified?: boolean;
	/** Means a field only in an address: `Nr` behind a street or a postcode, or before a street. */
	readonly isAfterAddress?: boolean;
	/** Means no field at all: `Last contact`. */
	readonly isNothing?: boolean;
}

export interface KnownField extends KnownWord {
	/** It belongs to a role, such as billing, which several people may share. */
	readonly isRole: boolean;
	readonly qualifierWords: string;
}

/** A field that is known without a header. */
export const plainField = (field: PersonalInfoName, part?: FieldPart): KnownField => ({
	...{ field, part, isWhole: false, isRole: false, qualifierWords: '' },
});

export const NAME_FIELDS: readonly PersonalInfoName[] = ['Voornaam', 'Achternaam'];

/** Whether it is a first or last name; a part of one, such as an infix, is not. */
export const isName = ({ field, part }: Partial<KnownWord> = {}): boolean =>
	!part && field !== undefined && NAME_FIELDS.includes(field);

/** A country alone is not enough for an address. */
export const ADDRESS_FIELDS: readonly PersonalInfoName[] = [
	'Straatnaam',
	'Huisnummer',
	'Postcode',
	'Plaats',
];

const wordsOf = (text: string): string[] => text.split(/\s+/);

const knownWords = new Map<string, KnownWord>();
for (const [key, names] of Object.entries(HEADERS)) {
	const [field, ...traits] = key.split(' ') as [PersonalInfoName, ...string[]];
	const is = (trait: string) => traits.includes(trait);
	const word: KnownWord = {
		...{ field, part: FIELD_PARTS.find(is), isWhole: is('whole'), onlyUnqualified: is('alone') },
		...{ isAfterAddress: is('afterAddress'), isNothing: is('nothing') },
	};
	for (const name of wordsOf(names)) if (!knownWords.has(name)) knownWords.set(name, word);
}

const setOf = (...lists: string[]): ReadonlySet<string> => new Set(lists.flatMap(wordsOf));

const { notOfNames, kinds, destinations, ofFirms } = QUALIFIERS;
const fillers = setOf(QUALIFIERS.fillers, notOfNames);
const qualifiers = setOf(kinds, destinations, QUALIFIERS.roles, ofFirms);
const roles = setOf(QUALIFIERS.roles, ofFirms);
/** With these words, a word for a name means something else: `Business name`. */
const notWithNames = setOf(notOfNames, kinds, ofFirms);

const isQualifier = (word: string): boolean =>
	fillers.has(word) || qualifiers.has(word) || /^\d{1,2}$/.test(word);

const MAX_HEADER_CHARACTERS = 80;
const MAX_WORDS = 12;

/** The words of a header: those of `firstName`, `FIRST_NAME` and `First name:` are the same. */
function headerWords(header: string): string[] {
	// A value, such as `Tel: 0612345678`.
	if (header.length > MAX_HEADER_CHARACTERS || /@|\d{3}/.test(header)) return [];
	const text = withoutInvisible(header)
		// A vCard has TEL;type=CELL.
		.replace(/\btype=/gi, ' ')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
	const plain = folded(text).toLowerCase().replaceAll('ł', 'l');
	const words = plain.match(/\d+|\p{L}+/gu) ?? [];
	return words.length > MAX_WORDS ? [] : words.flatMap(splitCompound);
}

/** Splits `werktelefoon` and `factuuradres` into a word that says whose, and one that is known. */
function splitCompound(word: string): string[] {
	if (knownWords.has(word) || isQualifier(word)) return [word];
	for (let at = 3; at < word.length - 2; at++) {
		const [whose, what] = [word.slice(0, at), word.slice(at)];
		const found = knownWords.get(what);
		if (found && !isName(found) && isQualifier(whose)) return [whose, what];
	}
	return [word];
}

function recognized(header: string): KnownField | undefined {
	// A form has `Naam (Voornaam)` beside `Naam (Achternaam)`.
	const [, outer, inner] = /^([^()]+)\(([^()]+)\)$/.exec(header.trim()) ?? [];
	const inside = inner && isName(recognized(outer)) ? recognized(inner) : undefined;
	if (inside && !inside.isWhole && NAME_FIELDS.includes(inside.field)) return inside;
	const all = headerWords(header);
	for (let size = all.length; size > 0; size--) {
		for (let start = 0; start + size <= all.length; start++) {
			const found = knownWords.get(all.slice(start, start + size).join(''));
			const others = [...all.slice(0, start), ...all.slice(start + size)];
			const field = found && withOthers(found, others);
			if (field) return field.isNothing ? undefined : field;
		}
	}
	return undefined;
}

function withOthers(found: KnownWord, others: readonly string[]): KnownField | undefined {
	if (!others.every(isQualifier)) return undefined;
	if (isName(found) && others.some((word) => notWithNames.has(word))) return undefined;
	const qualifying = others.filter((word) => !fillers.has(word));
	if (found.onlyUnqualified && qualifying.length > 0) return undefined;
	if (found.isAfterAddress && others.length > 0 && qualifying.length === 0) return undefined;
	const isRole = qualifying.some((word) => roles.has(word));
	return { ...found, isRole, qualifierWords: qualifying.join(' ') };
}

const MAX_KEPT = 1_000;
/** The contacts of an audience all have the same names. */
const kept = new Map<string, KnownField | undefined>();

/** The field that a header, or the name of a listed personal info, means. @param next The header behind it. */
export function fieldOf(
	header: string,
	before?: Partial<KnownField>,
	next?: string,
): KnownField | undefined {
	const field = kept.has(header) ? kept.get(header) : recognized(header);
	if (kept.size < MAX_KEPT && header.length <= MAX_HEADER_CHARACTERS) kept.set(header, field);
	if (field?.part === 'secondLine' && next !== undefined) {
		// `Adres2` in front of `Postcode2` is another address.
		const { qualifierWords } = fieldOf(next) ?? {};
		const isOther = qualifierWords && header.trim().endsWith(qualifierWords);
		return isOther ? { ...field, part: undefined, isWhole: true, qualifierWords } : field;
	}
	if (!field?.isAfterAddress) return field;
	const isBehind = ['Straatnaam', 'Postcode', 'Huisnummer'].includes(before?.field ?? '');
	const ofSame = field.qualifierWords === '' || field.qualifierWords === before?.qualifierWords;
	const isInFront = next !== undefined && fieldOf(next)?.field === 'Straatnaam';
	return (isBehind && ofSame) || (isInFront && !field.part) ? field : undefined;
}
