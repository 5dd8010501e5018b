import { counted, shown, withoutInvisible } from '../utils/text';
import { UserError } from '../utils/userError';
import { fieldOf, isName, type KnownField } from './headers';
import { type ColumnSamples, looksLikeNames, mayBeNames, type Sample } from './samples';
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

export const isKnown = (column: Column): column is KnownColumn => column.field !== undefined;

export type ColumnMapping = ReadonlyArray<{ name: string; field: PersonalInfoName | 'ignore' }>;

export const mappedName = (name: string): string => withoutInvisible(name).toLowerCase();

export const mappedField = (mapping: ColumnMapping, column: string) =>
	mapping.find(({ name }) => mappedName(name) === mappedName(column))?.field;

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
	for (const [index, name] of header.entries()) {
		const sample = samples.at(index);
		const mapped = mappedField(mapping, name);
		const found = mapped ? undefined : recognizedField(name, columns.at(-1), sample);
		const { isWhole, qualifierWords } = found ?? {};
		columns.push({
			...(mapped && mapped !== 'ignore' ? { ...MAPPED, field: mapped } : found),
			name,
			index,
			sample,
			isDeclined: mapped === 'ignore',
			rank: mapped ? -1 : (isWhole ? 2 : 0) + (qualifierWords ? 1 : 0),
		});
	}
	const reported = reportColumnPositions(header);
	return columns.filter(({ name, index }) => name.trim() && !reported.has(index));
}

const MAPPED = { isWhole: false, isRole: false, qualifierWords: '' };

/** The values count more than the header: a column `Klant` with "ja" and "nee" is not a name. */
function recognizedField(name: string, before: Column | undefined, sample: Sample) {
	const field = fieldOf(name, before);
	return isName(field) && !mayBeNames(sample) ? undefined : field;
}

/** Columns that may contain names, if no column is recognized as a name. */
export function unknownNames(columns: readonly Column[]): string[] {
	if (columns.some((column) => column.sample.filled > 0 && isName(column))) return [];
	const unknown = columns.filter((column) => !isKnown(column) && !column.isDeclined);
	return unknown.filter(({ sample }) => looksLikeNames(sample)).map(({ name }) => name);
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
