import { counted, oneLine, withoutInvisible } from '../utils/text';
import { UserError } from '../utils/userError';
import { lowered } from '../utils/values';
import { cellText } from './cell';
import { fieldOf, isName, type KnownField, plainField } from './headers';
import { PERSONAL_INFO_NAMES } from './personalInfos';
import { looksLikeName, speaksAgainst } from './shapes';
import type { PersonalInfoName } from './words';

const MAX_SAMPLES = 1_000;
const MAX_DIFFERENT = 100;
const MAX_CHARACTERS = 80;

export interface Sample {
	filled: number;
	/** The first different values; none of an object. */
	readonly different: Set<string>;
}

export class ColumnSamples {
	private readonly samples: Sample[] = [];

	at(index: number): Sample {
		return (this.samples[index] ??= { filled: 0, different: new Set() });
	}

	see(index: number, value: unknown): void {
		const seen = this.at(index);
		if (seen.filled >= MAX_SAMPLES) return;
		const text = cellText(value)?.slice(0, MAX_CHARACTERS + 1);
		if (text === '') return;
		seen.filled++;
		// A column with an object may still be a name. The row reports what is wrong with the object.
		if (text !== undefined && seen.different.size < MAX_DIFFERENT) seen.different.add(text);
	}
}

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

/** What a person may say that a column is, with its label. */
export const MAPPED_FIELDS: ReadonlyMap<string, { label: string; field?: KnownField }> = new Map([
	...Object.entries(PERSONAL_INFO_NAMES).map(
		([name, label]) => [name, { label, field: plainField(name as PersonalInfoName) }] as const,
	),
	['infix', { label: 'Infix', field: plainField('Achternaam', 'infix') }],
	['addition', { label: 'House Number Addition', field: plainField('Huisnummer', 'addition') }],
	['postcodeAndCity', { label: 'Postal Code and City', field: plainField('Postcode', 'withTown') }],
	['ignore', { label: 'Do Not Send' }],
]);

/** The names of columns, and keys of {@link MAPPED_FIELDS}. */
export type ColumnMapping = ReadonlyArray<{ name: string; field: string }>;

const lettersOf = (index: number): string =>
	(index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) +
	String.fromCharCode(65 + (index % 26));

/** Such as `Column B`, by which a person names one of several columns with the same name, or one without. */
const columnLetter = (index: number): string => `Column ${lettersOf(index)}`;

/** A letter means one column, so it goes before a name, which means all columns of that name. */
export function mappedField(mapping: ColumnMapping, column: string, index: number) {
	const fieldOfName = (given: string) =>
		mapping.find(({ name }) => lowered(name) === lowered(given))?.field;
	return fieldOfName(columnLetter(index)) ?? fieldOfName(column);
}

/** The indexes of the columns that a report of ours added. They are never a field of a contact. */
export function reportColumnPositions(header: readonly string[]): Set<number> {
	const names = header.map(lowered);
	const isReport = names[0] === 'row' && (names[1] === 'outcome' || names.at(-1) === 'reason');
	const added = ['row', 'outcome', 'contactid', 'reason'];
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
		const field = mapped
			? MAPPED_FIELDS.get(mapped)?.field
			: recognizedField(given, columns.at(-1), header[index + 1], sample);
		const name = withoutInvisible(given) ? given : columnLetter(index);
		const [isDeclined, rank] = [mapped === 'ignore', mapped ? -1 : rankOf(field)];
		columns.push({ ...field, name, index, sample, isDeclined, rank });
	}
	const reported = reportColumnPositions(header);
	return columns.filter(
		({ index, sample }) =>
			!reported.has(index) && (withoutInvisible(header[index]) || sample.filled > 0),
	);
}

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
	const mayBeName = ({ sample: { different } }: Column) => {
		const names = [...different].filter(looksLikeName).length;
		return names > 0 && names * 2 >= different.size;
	};
	return unknownColumns(columns)
		.filter(mayBeName)
		.map(({ name }) => name);
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
	const named = [...new Set(columns.slice(0, 10 * MAX_COLUMNS).map(oneLine))].filter(Boolean);
	const more = columns.length - MAX_COLUMNS;
	return `${named.slice(0, MAX_COLUMNS).join(', ')}${more > 0 ? ` and ${counted(more)} more` : ''}`;
}
