import type { PersonalInfo } from '../../../../api/types';
import { type Column, isKnown } from '../columns/columns';
import { isName } from '../columns/header';
import { cellText, faultOf } from '../read/cell';
import { columnsByField } from './cells';
import { chooseValues } from './chooseValues';
import { type Keys, keysOf } from './keys';
import { type PersonName, personNameOf } from './personName';
import { areNotSent, isNotText, type Warning } from './warnings';

/** What is sent of a row, what it is compared by, and what people should know of it. */
export interface RowValues {
	/** There is nothing in it at all. */
	readonly isEmpty: boolean;
	readonly infos: PersonalInfo[];
	/** The places of the columns that they come from, and of those that mean something else. */
	readonly sentFrom: readonly number[];
	readonly unsentFrom: readonly number[];
	readonly keys: Keys;
	readonly name: PersonName;
	readonly warnings: readonly Warning[];
	/** Why it cannot be sent. */
	readonly problem?: unknown;
}

/**
 * How rows with these columns are read, by their cells at the places of the columns.
 * @param addsOthers Whether what is not sent otherwise goes out under its own name.
 */
export function rowReader(columns: readonly Column[], addsOthers: boolean) {
	const known = columns
		.filter(isKnown)
		.sort((one, other) => one.rank - other.rank || one.place - other.place);
	const unknown = columns.filter((column) => addsOthers && !isKnown(column) && !column.isDeclined);
	const byField = columnsByField(known);
	const names = new Set(known.filter(isName).map(({ place }) => place));
	const kept = new Map<string, readonly number[]>();
	/** Thousands of rows send the same columns: each such list is kept once. */
	const placesOf = (cells: ReadonlyArray<{ column: Column }>): readonly number[] => {
		const places = [...new Set(cells.map(({ column }) => column.place))];
		const key = places.join();
		if (!kept.has(key)) kept.set(key, places);
		return kept.get(key)!;
	};
	return (cells: readonly unknown[]): RowValues => {
		const textAt = (place: number) => cellText(cells[place], names.has(place));
		let problem: unknown;
		/** Those of the columns that are filled. */
		const filledOf = <C extends Column>(some: readonly C[]) => {
			const filled: Array<{ column: C; text: string }> = [];
			for (const column of some) {
				const text = textAt(column.place);
				if (text === '') continue;
				problem ??= faultOf(column.name, cells[column.place], text);
				if (text !== undefined) filled.push({ column, text });
			}
			return filled;
		};
		const { sent, used, unsent, compared, warnings } = chooseValues(filledOf(known), byField);
		const objects = unknown.filter(({ place }) => textAt(place) === undefined);
		const added = addsOthers
			? [...filledOf(unknown.filter((column) => !objects.includes(column))), ...unsent]
			: [];
		const left = addsOthers ? [] : unsent;
		const infos = Object.entries(sent).map(([name, value]) => ({ name, value }));
		const others = added.map(({ column, text }) => ({ name: column.name, value: text }));
		return {
			isEmpty: cells.every((_, place) => textAt(place) === ''),
			infos: [...infos.filter(({ value }) => value), ...others],
			sentFrom: placesOf([...used, ...added]),
			unsentFrom: placesOf(left),
			keys: keysOf(compared),
			name: personNameOf(sent.Voornaam, sent.Achternaam),
			warnings: [
				...(left.length > 0 ? [areNotSent(left)] : []),
				...objects.map(({ name, place }) => isNotText(name, cells[place])),
				...warnings,
			],
			problem,
		};
	};
}
