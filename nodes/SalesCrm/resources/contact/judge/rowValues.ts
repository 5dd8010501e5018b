import { shown } from '../../../../utils/text';
import { type Cell, chooseValues, type Warning } from './chooseValues';
import { type Column, isName, type KnownColumn } from '../columns/columns';
import { keysOf } from './keys';
import { personNameOf } from './personName';
import { cellText, faultOf } from '../read/cell';

/** A row, parsed once: what is sent of it, what it is compared by, and what people should know of it. */

export type ParsedRow = ReturnType<ReturnType<typeof rowParser>>;

/**
 * How rows with these columns are parsed, by their values at the places of the columns.
 * @param addsOthers Whether what is not sent otherwise goes out under its own name.
 */
export function rowParser(columns: readonly Column[], addsOthers: boolean) {
	const known = columns
		.filter((column): column is KnownColumn => column.meaning !== undefined)
		.sort((one, other) => one.meaning.rank - other.meaning.rank || one.place - other.place);
	const unknown = columns.filter(
		({ name, meaning, isDeclined }) => addsOthers && name.trim() && !meaning && !isDeclined,
	);
	const names = new Set(known.filter((one) => isName(one.meaning)).map(({ place }) => place));
	const kept = new Map<string, readonly number[]>();
	/** Thousands of rows send the same columns: each such list is kept once. */
	const once = (places: readonly number[]): readonly number[] => {
		const key = places.join();
		if (!kept.has(key)) kept.set(key, places);
		return kept.get(key)!;
	};
	return (values: readonly unknown[]) => {
		const textAt = (place: number) => cellText(values[place], names.has(place));
		const faults: unknown[] = [];
		/** Those of the columns that are filled. */
		const cellsOf = <C extends Column>(some: readonly C[]) =>
			some.flatMap((column) => {
				const text = textAt(column.place);
				const fault = faultOf(column.name, values[column.place], text);
				if (fault) faults.push(fault);
				return text ? [{ column, text }] : [];
			});
		const { sent, used, unsent, compared, warnings } = chooseValues(cellsOf(known), known);
		const isObject = ({ place }: Column) => textAt(place) === undefined;
		const added = addsOthers
			? [...cellsOf(unknown.filter((column) => !isObject(column))), ...unsent]
			: [];
		const infos = Object.entries(sent).flatMap(([name, value]) => (value ? [{ name, value }] : []));
		const others = added.map(({ column, text }) => ({ name: column.name, value: text }));
		return {
			/** There is nothing in it at all. */
			isEmpty: values.every((_, place) => textAt(place) === ''),
			infos: [...infos, ...others],
			/** The places of the columns that they come from, and of those that mean something else. */
			sentFrom: once(placesOf([...used, ...added])),
			unsentFrom: once(placesOf(addsOthers ? [] : unsent)),
			keys: keysOf([...infos, ...compared]),
			name: personNameOf(infos),
			warnings: [
				...(addsOthers ? [] : notSent(unsent)),
				...unknown.filter(isObject).map(({ name, place }) => isNotText(name, values[place])),
				...warnings,
			],
			/** Why it cannot be sent. */
			problem: faults[0],
		};
	};
}

const placesOf = (cells: ReadonlyArray<{ column: Column }>): number[] => [
	...new Set(cells.map(({ column }) => column.place)),
];

/** What means something else than what is sent. */
function* notSent(unsent: readonly Cell[]): Generator<Warning> {
	const told = unsent.map(({ column, text }) => `'${shown(column.name)}' (${shown(text)})`);
	const text = `Not sent: ${told.join(', ')}`;
	if (told.length > 0) yield { kind: 'values that are not sent', text };
}

const isNotText = (column: string, value: unknown): Warning => ({
	kind: 'a list or an object that is not sent',
	text: `'${shown(column)}' contains ${Array.isArray(value) ? 'a list' : 'an object'}, so it is not sent`,
});
