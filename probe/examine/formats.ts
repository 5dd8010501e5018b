import { type Told, word } from './told';

/** Forms of a text, the first that fits. Telling one tells nothing of the text itself. */
const TEXTS: Array<[form: Told, fits: RegExp]> = [
	[word('empty text'), /^\s*$/],
	[word('UUID'), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
	[word('moment (ISO 8601, with zone)'), /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/],
	[word('moment (without zone)'), /^\d{4}-\d\d-\d\d[T ][\d:.]+$/],
	[word('date'), /^\d{4}-\d\d-\d\d$/],
	[word('email address'), /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
	[word('web address'), /^https?:\/\/\S+$/i],
	[word('colour #RRGGBB'), /^#[0-9a-f]{6}$/i],
	[word('JSON Web Token'), /^[\w-]+\.[\w-]+\.[\w-]+$/],
	[word('number as text'), /^-?\d+([.,]\d+)?$/],
	[word('true or false as text'), /^(true|false)$/i],
	[word('word in capitals'), /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/],
	[word('one word'), /^\S+$/],
];

/** The type and form of a value that is neither an object nor a list. */
export function formOf(value: unknown): Told {
	if (value === null || value === undefined) return word('null');
	if (typeof value === 'boolean') return word('boolean');
	if (typeof value === 'number') return numberForm(value);
	const text = String(value);
	return TEXTS.find(([, fits]) => fits.test(text))?.[0] ?? word('text');
}

/** Of this size since 2001, and until 2286. */
export const isMilliseconds = (value: number) => value >= 1e12 && value < 1e13;
export const isSeconds = (value: number) => value >= 1e9 && value < 1e10;

function numberForm(value: number): Told {
	if (!Number.isInteger(value)) return word('number with a fraction');
	if (value === 0) return word('0');
	if (isMilliseconds(value)) return word('integer (milliseconds since 1970)');
	if (isSeconds(value)) return word('integer (seconds since 1970)');
	return word('integer');
}
