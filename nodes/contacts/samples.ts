import { shown } from '../utils/text';
import { cellText } from './cell';

const MAX_SAMPLES = 1_000;
const MAX_SHOWN = 3;
const MAX_CHARACTERS = 80;

export interface Sample {
	filled: number;
	/** How many look like a name, and how many cannot be one. */
	names: number;
	others: number;
	readonly values: Set<string>;
}

export class ColumnSamples {
	private readonly samples: Sample[] = [];

	at(index: number): Sample {
		return (this.samples[index] ??= { filled: 0, names: 0, others: 0, values: new Set() });
	}

	see(index: number, value: unknown): void {
		const seen = this.at(index);
		if (seen.filled >= MAX_SAMPLES) return;
		const text = cellText(value)?.slice(0, MAX_CHARACTERS + 1);
		if (text === '') return;
		seen.filled++;
		// A column with an object may still be a name. The row reports what is wrong with the object.
		if (text === undefined) return;
		if (seen.values.size < MAX_SHOWN) seen.values.add(shown(text));
		if (isOtherThanName(text)) seen.others++;
		else if (!/\d/.test(text) && text.length <= MAX_CHARACTERS) seen.names++;
	}
}

/** Whether a column whose header is a name can contain names. */
export const mayBeNames = ({ filled, others }: Sample): boolean => others * 2 <= filled;

/** Whether a column contains names, whatever its header is. */
export const looksLikeNames = ({ filled, names }: Sample): boolean =>
	names > 0 && names * 2 >= filled;

const YES_OR_NO =
	/^(true|false|yes|no|on|off|ja|nee|waar|onwaar|aan|uit|nein|wahr|falsch|oui|non|vrai|faux|tak|nie|prawda|fałsz|s[iíì]|verdadero|falso|vero|[xyjn])$/i;

/** A number, a code such as `C-1001`, yes or no, an email or web address. */
const isOtherThanName = (text: string): boolean =>
	YES_OR_NO.test(text) || /@|:\/\//.test(text) || !/\p{L}/u.test(text) || /^\S*\d\S*$/.test(text);
