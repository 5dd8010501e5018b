import { oneLine } from '../utils/text';
import type { Column } from './columns';
import type { Cell, ChosenFields } from './choose';
import { SHAPES } from './shapes';
import type { PersonalInfoName } from './words';

/** What people should know about a row, though it is sent. */
export interface Warning {
	/** Each kind is one hint: "3 rows have …". */
	readonly kind: string;
	readonly text: string;
}

export const NO_NAME: Warning = { kind: 'no name', text: 'It has no name' };

export function misfitWarning({ column, text }: Cell): Warning {
	const { noun } = SHAPES[column.field];
	const digits = text.replace(/\D/g, '').length;
	const isShort = column.field === 'Telefoonnummer' && /^[\d\s()+./-]+$/.test(text) && digits < 8;
	const why = isShort ? 'is too short for a phone number' : `is not ${noun}`;
	return {
		kind: `a text that ${why}`,
		text: `'${oneLine(column.name)}' (${oneLine(text)}) ${why}, so it is not sent`,
	};
}

export const unsentWarning = (
	unsent: ReadonlyArray<{ column: Column; text: string }>,
): Warning => ({
	kind: 'values that are not sent',
	text: `Not sent: ${unsent.map(({ column, text }) => `'${oneLine(column.name)}' (${oneLine(text)})`).join(', ')}`,
});

/** DOS letters, decoded as those of a Mac or of Windows. */
const MAY_BE_DECODED_WRONGLY = /\p{Ll}[ÇÅÄÖÜÉ](?!\p{Lu})|\p{L}[‚„†‡ˆ‰‹]/u;

/**
 * Warns of sent values that may not be what was meant, and of further values in their cells.
 * @param lastNames The column of last names. Where it is empty, the name comes from another, such as `Klant`.
 */
export function doubtsAbout(fields: ChosenFields, lastNames?: Column): Warning[] {
	const row = { street: fields.Straatnaam.value, country: fields.Land.value };
	return Object.entries(fields).flatMap(([field, { value, from }]) => {
		if (!value) return [];
		const { noun, odd } = SHAPES[field as PersonalInfoName];
		const [{ column, values }] = from;
		const others = [...new Set(values)].slice(1).map(oneLine);
		const isWrong = MAY_BE_DECODED_WRONGLY.test(value);
		const what = isWrong ? 'letters that may be wrong' : odd?.(value, row);
		const oneOf = noun.replace(/^an? /, '');
		const isGuess = column.isWhole && column.onlyUnqualified && column !== lastNames;
		return [
			isGuess && {
				kind: `${noun} from another column`,
				text: `The name is from '${oneLine(column.name)}' (${oneLine(value)})`,
			},
			others.length > 0 && {
				kind: `more than one ${oneOf} in a cell`,
				text: `Only the first ${oneOf} is sent, not ${others.join(', ')}`,
			},
			what !== undefined && {
				kind: `${noun} with ${what}`,
				text: `'${oneLine(column.name)}' (${oneLine(value)}) has ${what}`,
			},
		].filter((warning) => typeof warning === 'object');
	});
}
