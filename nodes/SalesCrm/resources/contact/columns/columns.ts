import { counted, folded, shown, withoutInvisible } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { type FieldPart, HEADERS, type PersonalInfoName, QUALIFIERS } from './words';

/**
 * Which column is which personal info.
 *
 * 1. A header is compared without case, accents and signs. Some words of it, side by side, must be known
 *    (columnWords.ts), and each other one must say nothing (`Wat is uw …`), or whose or which one it is (`Werk`, `2`).
 * 2. Of several columns of a field a mapped one goes first, then a bare one, one with words that say whose, and a whole
 *    name or address; else the order of the file.
 * 3. A column is not a name if most of its values are numbers, codes, or yes and no (columnValues.ts).
 * 4. Columns of an address have the same words beside what they hold: `Business Street`, `Business City`. Bare ones
 *    behind `Bezoekadres` belong to that; where a field comes again, another address begins.
 * 5. What has more than 80 characters or 12 words is no header.
 */

export type { PersonalInfoName } from './words';

/** What a word of the table says. */
interface Known {
	readonly field: PersonalInfoName;
	readonly part?: FieldPart;
	readonly isWhole: boolean;
	readonly isAlone?: boolean;
	/** A street with its house number. */
	readonly hasNumber?: boolean;
	/** Where the column of an address has to stand. */
	readonly beside?: 'before' | 'after';
}

/** What a header says. */
interface Meaning extends Known {
	/** Words of a role stand beside it. */
	readonly isRole: boolean;
	/** The words that say whose or which one it is. */
	readonly qualifiers: string;
}

/** A column whose meaning is known. */
export type KnownColumn = Column & { readonly meaning: NonNullable<Column['meaning']> };

/** A column of rows with one header. */
export interface Column {
	/** As it came. */
	readonly name: string;
	/** Counted from 0. */
	readonly place: number;
	/** Undefined for one that is none of a contact's. */
	readonly meaning?: Meaning & { readonly rank: number; readonly address: string };
	/** Whether it was said that it is not to be sent. */
	readonly isDeclined: boolean;
}

/** What people mapped, columns by their names. */
export type ColumnMapping = ReadonlyArray<{ name: string; field: PersonalInfoName | 'ignore' }>;

/** Names of columns compare trimmed and without case. */
export const mappedName = (name: string): string => withoutInvisible(name).toLowerCase();

export const mappedField = (mapping: ColumnMapping, column: string) =>
	mapping.find(({ name }) => mappedName(name) === mappedName(column))?.field;

/** Whether a column holds a first or last name; a part of one, such as an infix, is none. */
export const isName = ({ field, part }: Partial<Known> = {}): boolean =>
	!part && (field === 'Voornaam' || field === 'Achternaam');

const ADDRESS: readonly unknown[] = ['Straatnaam', 'Huisnummer', 'Postcode', 'Plaats', 'Land'];

export const isOfAddress = (field: PersonalInfoName | undefined): boolean =>
	ADDRESS.includes(field);

const MAX_CHARACTERS = 80;
const MAX_WORDS = 12;

const wordsOf = (text: string): string[] => text.split(/\s+/);

const known = new Map<string, Known>();
const besideAddress = new Map<string, Known>();
for (const [key, names] of Object.entries(HEADERS)) {
	const [field, ...kinds] = key.split(' ') as [PersonalInfoName, ...string[]];
	const oneOf = <T extends string>(...asked: T[]) => asked.find((kind) => kinds.includes(kind));
	const part = oneOf('infix', 'addition', 'secondLine', 'withTown');
	const beside = oneOf('before', 'after');
	const [isWhole, isAlone, hasNumber] = ['whole', 'alone', 'number'].map((kind) =>
		kinds.includes(kind),
	);
	const found = beside ? besideAddress : known;
	for (const name of wordsOf(names))
		if (!found.has(name)) found.set(name, { field, part, isWhole, isAlone, hasNumber, beside });
}

const setOf = (...lists: string[]): ReadonlySet<string> => new Set(lists.flatMap(wordsOf));

const { notOfNames, kinds, destinations } = QUALIFIERS;
const roles = setOf(QUALIFIERS.roles);
const ofFirms = setOf(QUALIFIERS.ofFirms);
/** They say nothing. */
const fillers = setOf(QUALIFIERS.fillers, notOfNames);
/** They say whose, or which one. */
const qualifiers = setOf(kinds, destinations, QUALIFIERS.roles, QUALIFIERS.ofFirms);
/** Beside them, a word for a name means something else. */
const notBesideNames = setOf(notOfNames, kinds, QUALIFIERS.ofFirms);

const saysWhose = (word: string): boolean => qualifiers.has(word) || /^\d+$/.test(word);

const isQualifier = (word: string): boolean => fillers.has(word) || saysWhose(word);

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

/** Rule 1, by the longest known run. */
function meaningOf(header: string): Meaning | undefined {
	const all = headerWords(header);
	for (let size = all.length; size > 0; size--) {
		for (let start = 0; start + size <= all.length; start++) {
			const found = known.get(all.slice(start, start + size).join(''));
			const others = [...all.slice(0, start), ...all.slice(start + size)];
			const meaning = found && withOthers(found, others);
			if (meaning) return meaning;
		}
	}
	return undefined;
}

function withOthers(found: Known, others: readonly string[]): Meaning | undefined {
	if (!others.every(isQualifier)) return undefined;
	if (isName(found) && others.some((word) => notBesideNames.has(word))) return undefined;
	const telling = others.filter((word) => !fillers.has(word));
	if (found.isAlone && telling.length > 0) return undefined;
	const isRole = telling.some((word) => roles.has(word) || ofFirms.has(word));
	return { ...found, isRole, qualifiers: telling.join(' ') };
}

const MAX_NAMES_KEPT = 1_000;
const kept = new Map<string, Meaning | undefined>();

/** What a single column, or a personal info of that name, holds. */
export function columnOf(name: string): Meaning | undefined {
	if (kept.has(name)) return kept.get(name);
	const meaning = meaningOf(name);
	if (kept.size < MAX_NAMES_KEPT && name.length <= MAX_CHARACTERS) kept.set(name, meaning);
	return meaning;
}

export const REPORT_COLUMNS = ['row', 'outcome', 'contactId', 'reason'] as const;

/** The places of the columns that a report of ours added: they are never a contact's. */
export function reportColumnPlaces(columns: readonly string[]): Set<number> {
	const names = columns.map(mappedName);
	const isReport = names[0] === 'row' && (names[1] === 'outcome' || names.at(-1) === 'reason');
	const added = REPORT_COLUMNS.map(mappedName);
	return new Set(names.flatMap((name, place) => (isReport && added.includes(name) ? place : [])));
}

/**
 * The columns of a header, without those of our own reports.
 * @param mayBeName Whether the values at a place may be names (rule 3).
 */
export function columnsOf(
	names: readonly string[],
	mayBeName: (place: number) => boolean,
	mapping: ColumnMapping = [],
): Column[] {
	const added = reportColumnPlaces(names);
	let before: Meaning | undefined;
	let address = '';
	const taken = new Set<string>();
	return names.flatMap((name, place): Column[] => {
		if (added.has(place)) return [];
		const mapped = mappedField(mapping, name);
		const isDeclined = mapped === 'ignore';
		const found = columnOf(name);
		const recognized = isName(found) && !mayBeName(place) ? undefined : found;
		const meaning = mapped
			? mappedMeaning(mapped)
			: (recognized ?? beside(name, before, names[place + 1]));
		// Rule 4.
		if (meaning?.qualifiers || !isOfAddress(before?.field)) address = meaning?.qualifiers ?? '';
		if (meaning && isOfAddress(meaning.field) && !meaning.part) {
			const what = `${meaning.field} ${meaning.isWhole}`;
			while (taken.has(`${what} ${address}`)) address += '+';
			taken.add(`${what} ${address}`);
		}
		before = meaning;
		if (!meaning) return [{ name, place, isDeclined }];
		const rank = mapped ? -1 : (meaning.isWhole ? 2 : 0) + (meaning.qualifiers ? 1 : 0);
		return [{ name, place, isDeclined, meaning: { ...meaning, rank, address } }];
	});
}

const mappedMeaning = (field: PersonalInfoName | 'ignore'): Meaning | undefined =>
	field === 'ignore' ? undefined : { field, isWhole: false, isRole: false, qualifiers: '' };

/** `Nr` behind a street, `Via` before a town. */
function beside(name: string, before: Meaning | undefined, after = ''): Meaning | undefined {
	const left = headerWords(name).filter((word) => !isQualifier(word));
	const found = besideAddress.get(left.join(''));
	const other = found?.beside === 'before' ? before : columnOf(after);
	if (!found || !other || !isOfAddress(other.field) || other.field === 'Land') return undefined;
	return { ...found, isRole: other.isRole, qualifiers: other.qualifiers };
}

const MAX_COLUMNS = 12;

/** Columns in an error or a hint. */
export function shownColumns(columns: readonly string[]): string {
	const named = [...new Set(columns.slice(0, 10 * MAX_COLUMNS).map(shown))].filter(Boolean);
	const more = Math.max(named.length, columns.length) - MAX_COLUMNS;
	return `${named.slice(0, MAX_COLUMNS).join(', ')}${more > 0 ? ` and ${counted(more)} more` : ''}`;
}

/** Why nothing is sent where names may be among columns that are not recognized. */
export const unknownNamesError = (
	{ unknownNames, itemIndex }: { unknownNames: readonly string[]; itemIndex?: number },
	verb: 'was' | 'would be',
) =>
	new UserError(
		`No column is recognized as a first or last name, so nothing ${verb} sent, but ${shownColumns(unknownNames)} may be one`,
		itemIndex === undefined
			? "Set 'Mapping Column Mode' to 'Map Each Column Manually', or rename the column."
			: "Say what they are in 'Column Mapping' in the options: a field, or 'Do Not Send'.",
	);
