import type { PersonalInfo } from './personalInfos';
import { textOf } from '../utils/text';
import { type Column, isKnown } from './columns';
import { isName } from './headers';
import { cellText, faultOf } from './cell';
import { type Cell, chooseFields, type ChosenFields, isMisfit } from './choose';
import { addressesIn, type FieldValues, isSamePhone, type Keys, keysOf, phonesIn } from './keys';
import { type PersonName, personNameOf, wordsIn } from './personName';
import { unsentWarning, doubtsAbout, misfitWarning, type Warning } from './warnings';

export interface RowValues {
	readonly isEmpty: boolean;
	readonly infos: PersonalInfo[];
	/** The indexes of the columns that the infos come from. */
	readonly sentFrom: readonly number[];
	readonly keys: Keys;
	readonly name: PersonName;
	readonly warnings: readonly Warning[];
	readonly problem?: unknown;
}

/** Returns a reader of rows. @param addsOthers Whether values of no field are sent under the names of their columns. */
export function rowReader(columns: readonly Column[], addsOthers: boolean) {
	const known = columns
		.filter(isKnown)
		.sort((one, other) => one.rank - other.rank || one.index - other.index);
	const unknown = columns.filter((column) => addsOthers && !isKnown(column) && !column.isDeclined);
	const kept = new Map<string, readonly number[]>();
	/** Thousands of rows send the same columns, so each list of indexes is kept once. */
	const indexesOf = (sent: Iterable<{ column: Column }>): readonly number[] => {
		const indexes = Array.from(sent, ({ column }) => column.index);
		const key = indexes.join();
		const same = kept.get(key);
		if (same) return same;
		kept.set(key, indexes);
		return indexes;
	};
	return (cells: readonly unknown[]): RowValues => {
		let problem: unknown;
		const filled: Cell[] = [];
		for (const column of known) {
			const text = cellText(cells[column.index], isName(column));
			if (text === '') continue;
			problem ??= faultOf(column.name, cells[column.index], text);
			if (text !== undefined) filled.push({ column, text });
		}
		const added: Array<{ column: Column; text: string }> = [];
		const unsent: typeof added = [];
		for (const column of unknown) {
			const text = cellText(cells[column.index]);
			if (text) problem ??= faultOf(column.name, cells[column.index], text);
			if (text) added.push({ column, text });
			else if (text === undefined) unsent.push({ column, text: textOf(cells[column.index]) });
		}
		const fields = chooseFields(filled, known);
		const used = new Set(Object.values(fields).flatMap(({ from }) => from));
		const misfits = filled.filter(isMisfit);
		const others = filled.filter(
			(cell) => !used.has(cell) && !misfits.includes(cell) && !meansTheSame(cell, fields),
		);
		(addsOthers ? added : unsent).push(...others);
		const chosen = Object.entries(fields).filter(([, { value }]) => value);
		return {
			isEmpty: filled.length === 0 && cells.every((cell) => cellText(cell) === ''),
			infos: [
				...chosen.map(([name, { value }]) => ({ name, value })),
				...added.map(({ column, text }) => ({ name: column.name, value: text })),
			],
			sentFrom: indexesOf([...used, ...added]),
			keys: keysOf(comparedValues(filled, fields)),
			name: personNameOf(fields.Voornaam.value, fields.Achternaam.value),
			warnings: [
				...(unsent.length > 0 ? [unsentWarning(unsent)] : []),
				...misfits.map(misfitWarning),
				...doubtsAbout(fields, filled, known),
			],
			problem,
		};
	};
}

/** All emails and phones are compared, but those of a role only if they are sent. */
function comparedValues(filled: readonly Cell[], fields: ChosenFields): FieldValues {
	const values: Partial<Record<string, string[]>> = {};
	for (const [field, { value }] of Object.entries(fields)) values[field] = value ? [value] : [];
	for (const { column, text } of filled) {
		const { field, part, isRole } = column;
		if (!part && !isRole && text !== fields[field].value) values[field]!.push(text);
	}
	return values;
}

/** Whether a value adds nothing to what is sent. */
function meansTheSame({ column, text }: Cell, fields: ChosenFields): boolean {
	const { value } = fields[column.field];
	if (` ${value} `.includes(` ${text} `)) return true;
	if (column.field === 'E-mailadres')
		return addressesIn(text).every((one) => one.toLowerCase() === value.toLowerCase());
	if (column.field === 'Telefoonnummer') {
		const [phones, others] = [text, value].map(phonesIn);
		const isSent = (phone: string) => others.some((other) => isSamePhone(phone, other));
		return phones.length > 0 && phones.every(isSent);
	}
	const sent = Object.values(fields).map((one) => one.value);
	const known = new Set(wordsIn(sent.join(' ')));
	return wordsIn(text.slice(0, 1_000)).every((word) => known.has(word));
}
