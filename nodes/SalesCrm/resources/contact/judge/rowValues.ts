import type { PersonalInfo } from '../../../../api/types';
import { type Column, isKnown } from '../columns/columns';
import { isName } from '../columns/header';
import { cellText, faultOf } from '../read/cell';
import { type Cell, cellsByField, chooseFields, type ChosenFields, isMisfit } from './choose';
import { addressesIn, type FieldValues, isSamePhone, type Keys, keysOf, phonesIn } from './keys';
import { type PersonName, personNameOf, wordsIn } from './personName';
import { areNotSent, doubtsAbout, isNotSuch, isNotText, type Warning } from './warnings';

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
	const names = new Set(known.filter(isName).map(({ place }) => place));
	const kept = new Map<string, readonly number[]>();
	/** Thousands of rows send the same columns: each such list is kept once. */
	const placesOf = (cells: ReadonlyArray<{ column: Column }>): readonly number[] => {
		const places = cells.map(({ column }) => column.place);
		const key = places.join();
		return kept.get(key) ?? kept.set(key, places).get(key)!;
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
		const filled = filledOf(known);
		const fields = chooseFields(cellsByField(filled, known));
		const chosen = Object.entries(fields).filter(([, { value }]) => value);
		const used = new Set(chosen.flatMap(([, { from }]) => from));
		const misfits = filled.filter(isMisfit);
		const unsent = filled.filter(
			(cell) => !used.has(cell) && !misfits.includes(cell) && !meansTheSame(cell, fields),
		);
		const objects = unknown.filter(({ place }) => textAt(place) === undefined);
		const others = filledOf(unknown.filter((column) => !objects.includes(column)));
		const [added, left] = addsOthers ? [[...others, ...unsent], []] : [[], unsent];
		return {
			isEmpty: cells.every((_, place) => textAt(place) === ''),
			infos: [
				...chosen.map(([name, { value }]) => ({ name, value })),
				...added.map(({ column, text }) => ({ name: column.name, value: text })),
			],
			sentFrom: placesOf([...used, ...added]),
			unsentFrom: placesOf(left),
			keys: keysOf(comparedValues(filled, fields)),
			name: personNameOf(fields.Voornaam.value, fields.Achternaam.value),
			warnings: [
				...(left.length > 0 ? [areNotSent(left)] : []),
				...objects.map(({ name, place }) => isNotText(name, cells[place])),
				...misfits.map(isNotSuch),
				...doubtsAbout(fields, known),
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

/** Whether a value says nothing beyond what is sent. */
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
