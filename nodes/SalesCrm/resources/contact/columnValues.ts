import { type Column, type ColumnValues, isName } from './columns';
import type { Part } from './rows';
import { cellText } from './values';

/**
 * What the values of columns are like.
 *
 * 1. A name has letters, no digits and no @, and is neither true nor false, in the words of forms. Where half of the
 *    first 1,000 values of a column are like that, it may be one of names.
 * 2. What n8n itself adds to an item, and an object, is none.
 */
export class SeenValues implements ColumnValues {
	private readonly columns: Array<{ filled: number; names: number; hasLetters: boolean }> = [];

	see(place: number, value: unknown): void {
		const seen = (this.columns[place] ??= { filled: 0, names: 0, hasLetters: false });
		if (seen.hasLetters && seen.filled >= SAMPLE) return;
		const text = cellText(value)?.slice(0, MAX_CHARACTERS + 1);
		if (text === '') return;
		seen.filled++;
		// An object is no name, and makes none of its column: the row says what is wrong with it.
		seen.hasLetters ||= text === undefined;
		if (text === undefined || !/\p{L}/u.test(text) || text.includes('@')) return;
		seen.hasLetters = true;
		const isOther = /\d|:\/\//.test(text) || text.length > MAX_CHARACTERS || YES_OR_NO.test(text);
		if (seen.filled <= SAMPLE && !isOther) seen.names++;
	}

	isEmpty(place: number): boolean {
		return !this.columns[place]?.filled;
	}

	hasLetters(place: number): boolean {
		return this.columns[place]?.hasLetters ?? false;
	}

	/** Of a header whose columns have these places here. */
	ofPlaces(places: readonly number[]): ColumnValues {
		return {
			isEmpty: (n) => this.isEmpty(places[n]),
			hasLetters: (n) => this.hasLetters(places[n]),
		};
	}

	/** Rule 1. */
	private mayBeNames(place: number): boolean {
		const { filled, names } = this.columns[place] ?? { filled: 0, names: 0 };
		return names > 0 && names * 2 >= Math.min(filled, SAMPLE);
	}

	/** What is told of the columns. */
	understood(
		all: readonly Column[],
		addsOthers: boolean,
	): Pick<Part, 'columns' | 'notSent' | 'unknownNames'> {
		const columns = all.filter(({ name }) => name.trim() !== '');
		return {
			columns: columns.map(({ name, meaning }) => ({
				column: name,
				field: meaning?.field ?? null,
			})),
			notSent: addsOthers ? [] : this.notSent(columns),
			unknownNames: this.unknownNames(columns),
		};
	}

	/** Where no column is one of names: those that were not recognized, and may be. */
	private unknownNames(columns: readonly Column[]): string[] {
		const isOfName = ({ meaning, place }: Column) =>
			isName(meaning?.field) && meaning?.part === undefined && !this.isEmpty(place);
		if (columns.some(isOfName)) return [];
		return columns
			.filter(({ meaning, isDeclined, place }) => !meaning && !isDeclined && this.mayBeNames(place))
			.map(({ name }) => name)
			.filter((name) => !isOfN8n(name));
	}

	/** Those that hold something and are not sent, though nobody said so. */
	private notSent(columns: readonly Column[]): string[] {
		return columns
			.filter(({ meaning, isDeclined, place }) => !meaning && !isDeclined && !this.isEmpty(place))
			.map(({ name }) => name)
			.filter((name) => !isOfN8n(name));
	}
}

const SAMPLE = 1_000;
const MAX_CHARACTERS = 80;

const YES_OR_NO = /^(true|false|yes|no|ja|nee|nein|oui|non|tak|nie|s[iíì])$/i;

/** Keys of items of its triggers and of Google Sheets. */
const isOfN8n = (name: string): boolean =>
	/^(submittedAt|formMode|formQueryParameters|headers|params|query|body|webhookUrl|executionMode|row_number)$/.test(
		name,
	);
