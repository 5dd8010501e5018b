import type { PersonalInfo } from '../../../api/types';
import { choose, type Known, type Warning } from './chooseCells';
import type { Column } from './columns';
import { type Keys, keysOf } from './keys';
import { type PersonName, personNameOf } from './personName';
import { cellText, faultOf, hasLostLetters } from './values';
import { shown } from './wording';

/**
 * A row, parsed once: what is sent (chooseCells.ts), and what it is compared by.
 *
 * 1. What is not sent, and means something else, is a warning; where extra columns are added, it goes out under its name.
 * 2. An object where text is expected, and a damaged value, keep the row from being sent.
 */

export interface ParsedRow {
	/** There is nothing in it at all. */
	readonly isEmpty: boolean;
	readonly infos: PersonalInfo[];
	readonly keys: Keys;
	readonly name: PersonName;
	readonly warnings: readonly Warning[];
	/** Letters were lost when its file was read. */
	readonly lostLetters: boolean;
	/** Why it cannot be sent. */
	readonly problem?: unknown;
}

export type RowParser = (values: readonly unknown[]) => ParsedRow;

/**
 * How rows with these columns are parsed, by their values at the places of the columns.
 * @param addsOthers Whether what is not sent otherwise goes out under its own name.
 */
export function rowParser(columns: readonly Column[], addsOthers: boolean): RowParser {
	const known = columns
		.filter((column): column is Known => column.meaning !== undefined)
		.sort((one, other) => one.meaning.rank - other.meaning.rank || one.place - other.place);
	const unknown = columns.filter(
		({ name, meaning, isDeclined }) => addsOthers && name.trim() && !meaning && !isDeclined,
	);
	return (values) => {
		const faults: unknown[] = [];
		let lostLetters = false;
		/** Those of the columns that are filled. */
		const cellsOf = <C extends Column>(some: readonly C[]) =>
			some.flatMap((column) => {
				const value = values[column.place];
				const text = cellText(value);
				const fault = faultOf(column.name, value, text);
				if (fault) faults.push(fault);
				lostLetters ||= hasLostLetters(text ?? '');
				return text ? [{ column, text }] : [];
			});
		const { sent, unsent, compared, warnings } = choose(cellsOf(known), known);
		const others = [...cellsOf(unknown), ...(addsOthers ? unsent : [])];
		if (!addsOthers && unsent.length > 0) {
			const told = unsent.map(({ column, text }) => `'${shown(column.name)}' (${shown(text)})`);
			const names = unsent.map(({ column }) => column.name);
			const text = `Not sent: ${told.join(', ')}`;
			warnings.unshift({ kind: 'values that are not sent', text, columns: names });
		}
		const infos = Object.entries(sent).flatMap(([name, value]) => (value ? [{ name, value }] : []));
		const added = others.map(({ column, text }) => ({ name: column.name, value: text }));
		return {
			isEmpty: values.every((value) => cellText(value) === ''),
			infos: [...infos, ...added],
			keys: keysOf([...infos, ...compared]),
			name: personNameOf(infos),
			warnings,
			lostLetters,
			problem: faults[0],
		};
	};
}
