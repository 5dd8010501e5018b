import { counted, shown, withoutInvisible } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { fieldBesideAddress, fieldOf, isName, isOfAddress, type KnownField } from './header';
import { type ColumnSamples, looksLikeNames, mayBeNames, type Sample } from './samples';
import type { PersonalInfoName } from './words';

/** The columns of a table, and which field each of them is. */

export interface Column {
	/** As it came. */
	readonly name: string;
	/** Counted from 0. */
	readonly place: number;
	/** Undefined for a column that is not a contact's. */
	readonly field?: PersonalInfoName;
	/** Whether it was said that it is not to be sent. */
	readonly isDeclined: boolean;
	readonly sample: Sample;
}

export interface KnownColumn extends Column, KnownField {
	readonly field: PersonalInfoName;
	/** Of several columns of a field the one with the lowest rank is sent: a mapped, a bare, a qualified, a whole one. */
	readonly rank: number;
	/** Columns with the same number belong to one address. */
	readonly address: number;
}

export const isKnown = (column: Column): column is KnownColumn => column.field !== undefined;

/** What people mapped, columns by their names. */
export type ColumnMapping = ReadonlyArray<{ name: string; field: PersonalInfoName | 'ignore' }>;

/** Names of columns compare trimmed and without case. */
export const mappedName = (name: string): string => withoutInvisible(name).toLowerCase();

export const mappedField = (mapping: ColumnMapping, column: string) =>
	mapping.find(({ name }) => mappedName(name) === mappedName(column))?.field;

export const REPORT_COLUMNS = ['row', 'outcome', 'contactId', 'reason'] as const;

/** The places of columns that a report of ours added: they are never a contact's. */
export function reportColumnPositions(header: readonly string[]): Set<number> {
	const names = header.map(mappedName);
	const isReport = names[0] === 'row' && (names[1] === 'outcome' || names.at(-1) === 'reason');
	const added = REPORT_COLUMNS.map(mappedName);
	return new Set(names.flatMap((name, at) => (isReport && added.includes(name) ? at : [])));
}

/** The columns that have a name, without those of our own reports. */
export function columnsOf(
	header: readonly string[],
	samples: ColumnSamples,
	mapping: ColumnMapping = [],
): Column[] {
	const fields: Array<RankedField | undefined> = [];
	for (const place of header.keys())
		fields.push(recognize(header, place, fields[place - 1], samples.at(place), mapping));
	const addresses = groupAddresses(fields);
	const reported = reportColumnPositions(header);
	const columns = header.map((name, place) => ({
		name,
		place,
		isDeclined: mappedField(mapping, name) === 'ignore',
		sample: samples.at(place),
		address: addresses[place],
		...fields[place],
	}));
	return columns.filter(({ name, place }) => name.trim() && !reported.has(place));
}

type RankedField = KnownField & Pick<KnownColumn, 'rank'>;

/** @param before What the column in front of it is. */
function recognize(
	header: readonly string[],
	place: number,
	before: KnownField | undefined,
	sample: Sample,
	mapping: ColumnMapping,
): RankedField | undefined {
	const mapped = mappedField(mapping, header[place]);
	if (mapped === 'ignore') return undefined;
	if (mapped) return { field: mapped, isWhole: false, isRole: false, qualifierWords: '', rank: -1 };
	const byName = fieldOf(header[place]);
	const isMistaken = isName(byName) && !mayBeNames(sample);
	const found = isMistaken
		? undefined
		: (byName ?? fieldBesideAddress(header[place], before, header[place + 1]));
	return found && { ...found, rank: (found.isWhole ? 2 : 0) + (found.qualifierWords ? 1 : 0) };
}

/**
 * To which address each column belongs, as a number. Those of one address have the same words beside the field
 * (`Business Street`, `Business City`); bare ones behind such a column (`Bezoekadres`) belong to its address. If a
 * field comes again, another address begins.
 */
function groupAddresses(fields: ReadonlyArray<KnownField | undefined>): number[] {
	const addresses: Array<{ words: string; taken: Set<string> }> = [];
	let current = -1;
	return fields.map((one, place) => {
		const { field, part, isWhole, qualifierWords = '' } = one ?? {};
		const goesOn = !qualifierWords && isOfAddress(fields[place - 1]?.field);
		const words = goesOn ? addresses[current].words : qualifierWords;
		const own = isOfAddress(field) && !part ? `${field} ${isWhole}` : '';
		current = addresses.findIndex(
			(address, number) =>
				(!goesOn || number >= current) && address.words === words && !address.taken.has(own),
		);
		if (current < 0) current = addresses.push({ words, taken: new Set() }) - 1;
		if (own) addresses[current].taken.add(own);
		return current;
	});
}

/** Columns that may hold names, if no other column is a name. */
export function unknownNames(columns: readonly Column[]): string[] {
	if (columns.some((column) => column.sample.filled > 0 && isName(column))) return [];
	const unknown = columns.filter((column) => !isKnown(column) && !column.isDeclined);
	return unknown.filter(({ sample }) => looksLikeNames(sample)).map(({ name }) => name);
}

/** Why nothing is sent if names may be among columns that are not recognized. */
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

/** Columns in an error or a hint. */
export function shownColumns(columns: readonly string[]): string {
	const named = [...new Set(columns.slice(0, 10 * MAX_COLUMNS).map(shown))].filter(Boolean);
	const more = Math.max(named.length, columns.length) - MAX_COLUMNS;
	return `${named.slice(0, MAX_COLUMNS).join(', ')}${more > 0 ? ` and ${counted(more)} more` : ''}`;
}
