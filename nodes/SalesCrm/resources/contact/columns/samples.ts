import { shown } from '../../../../utils/text';
import { cellText } from '../read/cell';

/**
 * What the first 1,000 values of each column are like. That goes before what the column is called: `Klant` with "ja" and
 * "nee" is not a name, nor is `Contact` with "C-1001".
 */
export class ColumnSamples {
	private readonly samples: Array<ReturnType<typeof nothingSeen>> = [];

	at(place: number): Sample {
		return (this.samples[place] ??= nothingSeen());
	}

	see(place: number, value: unknown): void {
		const seen = (this.samples[place] ??= nothingSeen());
		if (seen.filled >= SAMPLE) return;
		const text = cellText(value)?.slice(0, MAX_CHARACTERS + 1);
		if (text === '') return;
		seen.filled++;
		// An object does not keep a column from being a name: the row says what is wrong with it.
		if (text === undefined) return;
		if (seen.values.size < MAX_SHOWN) seen.values.add(shown(text));
		if (isOtherThanName(text)) seen.others++;
		else if (!/\d/.test(text) && text.length <= MAX_CHARACTERS) seen.names++;
	}
}

const nothingSeen = () => ({ filled: 0, names: 0, others: 0, values: new Set<string>() });

export type Sample = Readonly<ReturnType<typeof nothingSeen>>;

/** Whether a column that is called one of names can be one. */
export const mayBeNames = ({ filled, others }: Sample): boolean => others * 2 <= filled;

/** Whether a column may be one of names, whatever it is called. */
export const looksLikeNames = ({ filled, names }: Sample): boolean =>
	names > 0 && names * 2 >= filled;

/** So many of its values show what a column contains. */
const MAX_SHOWN = 3;

const SAMPLE = 1_000;
const MAX_CHARACTERS = 80;

/** In the languages of words.ts, and as forms and check boxes have it. */
const YES_OR_NO =
	/^(true|false|yes|no|on|off|ja|nee|waar|onwaar|aan|uit|nein|wahr|falsch|oui|non|vrai|faux|tak|nie|prawda|fałsz|s[iíì]|verdadero|falso|vero|[xyjn])$/i;

/** A number, a code such as `C-1001`, yes or no, an email or web address. */
const isOtherThanName = (text: string): boolean =>
	YES_OR_NO.test(text) || /@|:\/\//.test(text) || !/\p{L}/u.test(text) || /^\S*\d\S*$/.test(text);
