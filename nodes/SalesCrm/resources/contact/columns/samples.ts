import { shown } from '../../../../utils/text';
import { type Column, isName } from './columns';
import type { Part } from '../read/table';
import { cellText } from '../read/cell';

/**
 * What the first 1,000 values of each column are like. What they are goes before what the column is called: `Klant` with
 * "ja" and "nee" is not a name, nor is `Contact` with "C-1001".
 */
export class ColumnValues {
	private readonly columns: Array<ReturnType<typeof nothingSeen>> = [];

	see(place: number, value: unknown): void {
		const seen = (this.columns[place] ??= nothingSeen());
		if (seen.filled >= SAMPLE) return;
		const text = cellText(value)?.slice(0, MAX_CHARACTERS + 1);
		if (text === '') return;
		seen.filled++;
		// An object makes no column something else than a name: the row says what is wrong with it.
		if (text === undefined) return;
		if (seen.values.size < MAX_SHOWN) seen.values.add(shown(text));
		if (isOtherThanName(text)) seen.others++;
		else if (!/\d/.test(text) && text.length <= MAX_CHARACTERS) seen.names++;
	}

	/** Whether a column that is called one of names can be one. */
	readonly mayBeName = (place: number): boolean => {
		const { filled, others } = this.columns[place] ?? nothingSeen();
		return others * 2 <= filled;
	};

	/** What is told of the columns. */
	understood(all: readonly Column[]): Pick<Part, 'columns' | 'unknownNames'> {
		const columns = all
			.filter(({ name }) => name.trim() !== '')
			.map((column) => ({ ...column, ...(this.columns[column.place] ?? nothingSeen()) }));
		const hasName = columns.some(({ filled, meaning }) => filled > 0 && isName(meaning));
		const mayBeNames = columns.filter(
			({ meaning, isDeclined, filled, names }) =>
				!meaning && !isDeclined && names > 0 && names * 2 >= filled,
		);
		return {
			columns: columns.map(({ name, meaning, isDeclined, place, filled, values }) => ({
				column: name,
				field: meaning?.field ?? null,
				values: [...values],
				isFilled: filled > 0,
				isDeclined,
				place,
			})),
			unknownNames: hasName ? [] : mayBeNames.map(({ name }) => name),
		};
	}
}

const nothingSeen = () => ({ filled: 0, names: 0, others: 0, values: new Set<string>() });

/** So many of its values show what a column contains. */
const MAX_SHOWN = 3;

const SAMPLE = 1_000;
const MAX_CHARACTERS = 80;

/** In the languages of columnWords.ts, and as forms and check boxes have it. */
const YES_OR_NO =
	/^(true|false|yes|no|on|off|ja|nee|waar|onwaar|aan|uit|nein|wahr|falsch|oui|non|vrai|faux|tak|nie|prawda|fałsz|s[iíì]|verdadero|falso|vero|[xyjn])$/i;

/** A number, a code such as `C-1001`, yes or no, an email or web address. */
const isOtherThanName = (text: string): boolean =>
	YES_OR_NO.test(text) || /@|:\/\//.test(text) || !/\p{L}/u.test(text) || /^\S*\d\S*$/.test(text);
