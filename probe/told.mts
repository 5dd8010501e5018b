/**
 * A text that may leave this machine: made of words that stand in this code, of ranges, and of names
 * that may be shown. Nothing else can be made one, so a report of such texts holds nothing of the
 * account.
 */
export type Told = string & { readonly [mark]: true };
declare const mark: unique symbol;

/** Only what is written in the code: the type of a text that came from elsewhere is refused. */
type Written<T extends string> = string extends T ? never : T;

export const word = <const T extends string>(text: Written<T>): Told => text as string as Told;

/** Words with other told texts between them. */
export const told = (words: TemplateStringsArray, ...between: Told[]): Told =>
	words.reduce((text, next, n) => `${text}${between[n - 1]}${next}`) as Told;

/** Each text once, in a row. */
export const joined = (texts: readonly Told[], between = ', '): Told =>
	[...new Set(texts)].join(between) as Told;

/** A figure that is the service's own and nobody's data: a status, the most rows of a page. */
export const figure = (value: number): Told => value.toLocaleString('en') as Told;

/** How many, roughly: `0`, `1`, `2 to 9`, `10 to 99` and so on. */
export function range(count: number): Told {
	if (!(count >= 1)) return word('0');
	if (count === 1) return word('1');
	const digits = Math.floor(Math.log10(count));
	return told`${figure(digits === 0 ? 2 : 10 ** digits)} to ${figure(10 ** (digits + 1) - 1)}`;
}
