import { counted, shown, withoutInvisible } from '../utils/text';
import { UserError } from '../utils/userError';
import { fieldOf, isName, type KnownField } from './headers';
import { type ColumnSamples, looksLikeNames, type Sample } from './samples';
import { speaksAgainst } from './shapes';
import type { PersonalInfoName } from './words';

/** A column of a file, or a key of items; without a field if it is not recognized. */
export interface Column extends Partial<KnownField> {
	readonly name: string;
	readonly index: number;
	readonly isDeclined: boolean;
	/** The column with the lowest rank is sent for a field: a mapped one, then a bare, a qualified or a whole one. */
	readonly rank: number;
	readonly sample: Sample;
}

export type KnownColumn = Column & KnownField;

const isKnown = (column: Column): column is KnownColumn => column.field !== undefined;

/** What a person may say that a column is. */
const MAPPED_PARTS = {
	infix: { field: 'Achternaam', part: 'infix' },
	addition: { field: 'Huisnummer', part: 'addition' },
	postcodeAndCity: { field: 'Postcode', part: 'withTown' },
} as const;

export type MappedField = PersonalInfoName | keyof typeof MAPPED_PARTS | 'ignore';

export type ColumnMapping = ReadonlyArray<{ name: string; field: MappedField }>;

export const mappedName = (name: string): string => withoutInvisible(name).toLowerCase();

/** Such as `Column B`, by which a person names one of several columns with the same name, or one without. */
export function columnLetter(index: number): string {
	let letters = '';
	for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26))
		letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
	return `Column ${letters}`;
}

export const isMapped = (mapping: string, column: string, index: number): boolean =>
	[column, columnLetter(index)].some((name) => mappedName(name) === mappedName(mapping));

/** A letter means one column, so it goes before a name, which means all columns of that name. */
export function mappedField(mapping: ColumnMapping, column: string, index: number) {
	const fitting = mapping.filter(({ name }) => isMapped(name, column, index));
	const byLetter = ({ name }: { name: string }) => mappedName(name) !== mappedName(column);
	return (fitting.find(byLetter) ?? fitting[0])?.field;
}

export const REPORT_COLUMNS = ['row', 'outcome', 'contactId', 'reason'] as const;

/** The indexes of the columns that a report of ours added. They are never a field of a contact. */
export function reportColumnPositions(header: readonly string[]): Set<number> {
	const names = header.map(mappedName);
	const isReport = names[0] === 'row' && (names[1] === 'outcome' || names.at(-1) === 'reason');
	const added = REPORT_COLUMNS.map(mappedName);
	return new Set(names.flatMap((name, at) => (isReport && added.includes(name) ? at : [])));
}

export function columnsOf(
	header: readonly string[],
	samples: ColumnSamples,
	mapping: ColumnMapping = [],
): Column[] {
	const columns: Column[] = [];
	for (const [index, given] of header.entries()) {
		const sample = samples.at(index);
		const mapped = mappedField(mapping, given, index);
		const isDeclined = mapped === 'ignore';
		const field =
			mapped === undefined
				? recognizedField(given, columns.at(-1), header[index + 1], sample)
				: isDeclined
					? undefined
					: knownField(mapped);
		const name = withoutInvisible(given) ? given : columnLetter(index);
		columns.push({ ...field, name, index, sample, isDeclined, rank: mapped ? -1 : rankOf(field) });
	}
	const reported = reportColumnPositions(header);
	return columns.filter(
		({ index, sample }) =>
			!reported.has(index) && (withoutInvisible(header[index]) || sample.filled > 0),
	);
}

const knownField = (mapped: Exclude<MappedField, 'ignore'>): KnownField => ({
	...{ isWhole: false, isRole: false, qualifierWords: '' },
	...(mapped in MAPPED_PARTS
		? MAPPED_PARTS[mapped as keyof typeof MAPPED_PARTS]
		: { field: mapped as PersonalInfoName }),
});

/** `Naam` and `Contactpersoon` go before `Klant`. */
const rankOf = ({ isWhole, onlyUnqualified, qualifierWords }: Partial<KnownField> = {}): number =>
	(isWhole && onlyUnqualified ? 4 : 0) + (isWhole ? 2 : 0) + (qualifierWords ? 1 : 0);

/** The columns that are recognized, the first choice for a field first. */
export const knownColumns = (columns: readonly Column[]): KnownColumn[] =>
	columns.filter(isKnown).sort((one, other) => one.rank - other.rank || one.index - other.index);

const MIN_SAMPLES = 3;

/** The values of a column count more than its header: `Klant` with "ja" and "nee" is not a name. */
function recognizedField(
	name: string,
	before: Column | undefined,
	next: string | undefined,
	{ filled, different }: Sample,
): KnownField | undefined {
	const known = fieldOf(name, before, next);
	if (!known || filled < MIN_SAMPLES) return known;
	const against = [...different].filter((text) => speaksAgainst(known, text));
	// One email or phone that can be sent is not lost for the sake of others that cannot.
	const isContact = known.field === 'E-mailadres' || known.field === 'Telefoonnummer';
	const most = isContact ? different.size - 1 : different.size / 2;
	return against.length > most ? undefined : known;
}

/** Columns of no field, though nobody chose that. */
export const unknownColumns = (columns: readonly Column[]): Column[] =>
	columns.filter((column) => !isKnown(column) && !column.isDeclined);

/** Columns that may contain names, if no column is recognized as a name. */
export function unknownNames(columns: readonly Column[]): string[] {
	if (columns.some((column) => column.sample.filled > 0 && isName(column))) return [];
	const named = unknownColumns(columns).filter(({ sample }) => looksLikeNames(sample));
	return named.map(({ name }) => name);
}

export const unknownNamesError = (
	{ columns, itemIndex }: { columns: readonly Column[]; itemIndex?: number },
	verb: 'was' | 'would be',
) =>
	new UserError(
		`No column is recognized as a first or last name, so nothing ${verb} sent, but ${shownColumns(unknownNames(columns))} may be one`,
		itemIndex === undefined
			? "Set 'Mapping Column Mode' to 'Map Each Column Manually', or rename the column."
			: "Say what they are in 'Column Mapping' in the options: a field, or 'Do Not Send'.",
	);

const MAX_COLUMNS = 12;

export function shownColumns(columns: readonly string[]): string {
	const named = [...new Set(columns.slice(0, 10 * MAX_COLUMNS).map(shown))].filter(Boolean);
	const more = Math.max(named.length, columns.length) - MAX_COLUMNS;
	return `${named.slice(0, MAX_COLUMNS).join(', ')}${more > 0 ? ` and ${counted(more)} more` : ''}`;
}
