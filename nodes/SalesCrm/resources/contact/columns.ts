import { withoutInvisible } from '../../../utils/text';
import {
	ALONE,
	BESIDE_ADDRESS,
	type FieldPart,
	FILLERS,
	HEADERS,
	NOT_OF_NAMES,
	type PersonalInfoName,
	QUALIFIERS,
	ROLES,
	WHOLE,
} from './columnWords';

/**
 * Which column is which personal info.
 *
 * 1. A header is compared without case, accents and signs. Some words of it, side by side, must be known
 *    (columnWords.ts), and each other one must say nothing (`Wat is uw …`), or whose or which one it is (`Werk`, `2`).
 * 2. Of several columns of a field a mapped one goes first, then a bare one, one with words that say whose, and a whole
 *    name or address; else the order of the file.
 * 3. A column without a letter in any of its values is no name.
 * 4. Columns of an address have the same words beside what they hold: `Business Street`, `Business City`. Bare ones
 *    behind `Bezoekadres` belong to that; where a field comes again, another address begins.
 * 5. What has more than 80 characters or 12 words is no header.
 * 6. What a report of ours adds (`row`, in front, and `outcome`, `contactId`, `reason`) is never a contact's.
 */

export type { PersonalInfoName } from './columnWords';

/** What a header says. */
interface Meaning {
	readonly field: PersonalInfoName;
	readonly part?: FieldPart;
	readonly isWhole: boolean;
	/** Words of a role stand beside it. */
	readonly isRole: boolean;
	/** The words that say whose or which one it is. */
	readonly qualifiers: string;
}

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

/** What people mapped: by the name of a column, as it is compared. */
export type ColumnMapping = ReadonlyMap<string, PersonalInfoName | 'ignore'>;

export const NO_MAPPING: ColumnMapping = new Map();

/** Names of columns compare trimmed and without case. */
export const mappedName = (name: string): string => withoutInvisible(name).toLowerCase();

const NAMES: readonly PersonalInfoName[] = ['Voornaam', 'Achternaam'];

export const isName = (field: PersonalInfoName | undefined): boolean =>
	field !== undefined && NAMES.includes(field);

const MAX_CHARACTERS = 80;
const MAX_WORDS = 12;

const known = new Map<
	string,
	Pick<Meaning, 'field' | 'part' | 'isWhole'> & { isAlone?: boolean }
>();
for (const [field, names, isWhole = false] of ALONE)
	for (const name of names) known.set(name, { field, isWhole, isAlone: true });
for (const [field, names] of WHOLE)
	for (const name of names) known.set(name, { field, isWhole: true });
for (const [field, names, part] of HEADERS)
	for (const name of names) known.set(name, { field, part, isWhole: false });

/** A header's words: those of `firstName`, `FIRST_NAME` and `First name:` are the same. */
function headerWords(header: string): string[] {
	if (header.length > MAX_CHARACTERS) return [];
	const split = withoutInvisible(header)
		// As a vCard has it: TEL;type=CELL.
		.replace(/\btype=/gi, ' ')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.replaceAll('ß', 'ss')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll('ł', 'l')
		.replace(/\d+/g, ' $& ')
		.split(/[^\p{L}\d]+/u)
		.filter(Boolean);
	return split.length > MAX_WORDS ? [] : split.flatMap(compound);
}

/** `werktelefoon`, `factuuradres`: a word that says whose, and one that is known. */
function compound(word: string): string[] {
	if (known.has(word) || isAside(word)) return [word];
	for (let at = 3; at < word.length - 2; at++) {
		const [whose, what] = [word.slice(0, at), word.slice(at)];
		const field = known.get(what)?.field;
		if (field && !isName(field) && saysWhose(whose)) return [whose, what];
	}
	return [word];
}

const saysWhose = (word: string): boolean =>
	QUALIFIERS.has(word) || ROLES.has(word) || NOT_OF_NAMES.has(word) || /^\d+$/.test(word);

const isAside = (word: string): boolean => FILLERS.has(word) || saysWhose(word);

/** Rule 1, by the longest known run. */
function meaningOf(header: string): Meaning | undefined {
	const all = headerWords(header);
	for (let size = all.length; size > 0; size--) {
		for (let start = 0; start + size <= all.length; start++) {
			const found = known.get(all.slice(start, start + size).join(''));
			if (!found) continue;
			const others = [...all.slice(0, start), ...all.slice(start + size)];
			const meaning = withOthers(found, others);
			if (meaning) return meaning;
		}
	}
	return undefined;
}

function withOthers(
	{ isAlone, ...found }: Pick<Meaning, 'field' | 'part' | 'isWhole'> & { isAlone?: boolean },
	others: readonly string[],
): Meaning | undefined {
	if (!others.every(isAside)) return undefined;
	const qualifiers = others.filter((word) => !FILLERS.has(word));
	if (isAlone && qualifiers.length > 0) return undefined;
	const isOfFirm = qualifiers.some((word) => NOT_OF_NAMES.has(word));
	if (isOfFirm && isName(found.field)) return undefined;
	const isRole = isOfFirm || qualifiers.some((word) => ROLES.has(word));
	return { ...found, isRole, qualifiers: qualifiers.join(' ') };
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

/** The field that it holds whole, or in its greater part. */
export function fieldOf(name: string): PersonalInfoName | undefined {
	const { field, part } = columnOf(name) ?? {};
	return part ? undefined : field;
}

/** What is known of the values of columns, by their places. */
export interface ColumnValues {
	/** Whether it holds nothing at all. */
	isEmpty(place: number): boolean;
	/** Whether a value may be a name, having letters and no @. */
	hasLetters(place: number): boolean;
}

const OUR_COLUMNS = ['row', 'outcome', 'contactid', 'reason'];

/** Rule 6: the places of columns that a report added. */
export const ourPlaces = (columns: readonly string[]): Set<number> =>
	columns.length > 0 && mappedName(columns[0]) === OUR_COLUMNS[0]
		? new Set(columns.flatMap((one, n) => (OUR_COLUMNS.includes(mappedName(one)) ? n : [])))
		: new Set();

/** The columns of a header, without those of our own reports. */
export function columnsOf(
	names: readonly string[],
	mapping: ColumnMapping = NO_MAPPING,
	values?: ColumnValues,
): Column[] {
	const ours = ourPlaces(names);
	const meanings = names.map((name, place): Meaning | undefined => {
		const mapped = mapping.get(mappedName(name));
		if (ours.has(place) || mapped === 'ignore') return undefined;
		if (mapped) return { field: mapped, isWhole: false, isRole: false, qualifiers: '' };
		const meaning = columnOf(name);
		if (!values || meaning?.part || !isName(meaning?.field)) return meaning;
		return values.isEmpty(place) || values.hasLetters(place) ? meaning : undefined;
	});
	for (const [place, name] of names.entries()) {
		if (!ours.has(place) && !mapping.has(mappedName(name)))
			meanings[place] ??= besideAddress(name, meanings[place - 1], names[place + 1]);
	}
	const addresses = addressesOf(meanings);
	return names.flatMap((name, place) => {
		if (ours.has(place)) return [];
		const mapped = mapping.get(mappedName(name));
		const isDeclined = mapped === 'ignore';
		const meaning = meanings[place];
		if (!meaning) return [{ name, place, isDeclined }];
		const rank = mapped ? -1 : (meaning.isWhole ? 2 : 0) + (meaning.qualifiers ? 1 : 0);
		return [{ name, place, isDeclined, meaning: { ...meaning, rank, address: addresses[place] } }];
	});
}

const ADDRESS: readonly PersonalInfoName[] = [
	'Straatnaam',
	'Huisnummer',
	'Postcode',
	'Plaats',
	'Land',
];

export const isOfAddress = (field: PersonalInfoName): boolean => ADDRESS.includes(field);

/** `Nr` behind a street, `Via` before a town. */
function besideAddress(
	name: string,
	before: Meaning | undefined,
	after: string | undefined,
): Meaning | undefined {
	const all = headerWords(name);
	const left = all.filter((word) => !isAside(word)).join('');
	const [found] = BESIDE_ADDRESS.filter(([, names]) => names.includes(left));
	if (!found) return undefined;
	const [field, , where, part] = found;
	const beside = where === 'before' ? before : columnOf(after ?? '');
	if (!beside || !['Straatnaam', 'Huisnummer', 'Postcode', 'Plaats'].includes(beside.field))
		return undefined;
	return { field, part, isWhole: false, isRole: beside.isRole, qualifiers: beside.qualifiers };
}

/** Rule 4: which address each column belongs to. */
function addressesOf(meanings: ReadonlyArray<Meaning | undefined>): string[] {
	let current = '';
	const taken = new Set<string>();
	return meanings.map((meaning, place) => {
		if (!meaning || !isOfAddress(meaning.field)) return '';
		const before = meanings[place - 1];
		const goesOn = before !== undefined && isOfAddress(before.field);
		if (meaning.qualifiers !== '' || !goesOn) current = meaning.qualifiers;
		const { field, part, isWhole } = meaning;
		const own = `${field} ${part ?? ''} ${isWhole}`;
		while (part === undefined && taken.has(`${current} ${own}`)) current += '+';
		taken.add(`${current} ${own}`);
		return current;
	});
}
