import { type Column, isName } from './columns';
import type { Part } from './rows';
import { cellText } from './values';

/**
 * What the values of columns are like.
 *
 * 1. A name has letters, no digits and no @, and is neither true nor false, in the words of forms. Where half of the
 *    first 1,000 values of a column are like that, it may be one of names.
 * 2. What n8n itself adds to an item, and an object, is none.
 */
export class ColumnValues {
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

	private readonly isFilled = (place: number): boolean => this.columns[place]?.filled > 0;

	/** Whether a column that is called one of names can be one. */
	readonly mayBeName = (place: number): boolean =>
		!this.isFilled(place) || this.columns[place].hasLetters;

	/** What is told of the columns. */
	understood(
		all: readonly Column[],
		addsOthers: boolean,
	): Pick<Part, 'columns' | 'notSent' | 'unknownNames'> {
		const named = all.filter(({ name }) => name.trim() !== '');
		const filled = named.filter(({ place }) => this.isFilled(place));
		const hasName = filled.some(({ meaning }) => isName(meaning));
		const unknown = filled.filter(
			({ name, meaning, isDeclined }) => !meaning && !isDeclined && !isOfN8n(name),
		);
		const mayBeNames = unknown.filter(({ place }) => {
			const { filled: count, names } = this.columns[place];
			return names > 0 && names * 2 >= Math.min(count, SAMPLE);
		});
		const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name);
		return {
			columns: named.map(({ name, meaning }) => ({ column: name, field: meaning?.field ?? null })),
			notSent: addsOthers ? [] : namesOf(unknown),
			unknownNames: hasName ? [] : namesOf(mayBeNames),
		};
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
