import { isObject } from '../utils/values';
import { normalized, quoted, oneLine } from '../utils/text';
import { UserError } from '../utils/userError';
import type { PersonalInfoName } from './words';

/**
 * The text of a cell in composed accents; empty for what stands for nothing, undefined for a list or an object.
 * @param field In a name only a sign is nothing, because Null is also a surname; 0 may be a house number.
 */
export function cellText(value: unknown, field?: PersonalInfoName): string | undefined {
	const text = toText(value);
	if (text === undefined || text === '') return text;
	const bare = normalized(withoutEntities(trimmed(withoutGuard(trimmed(text)))), 'NFC');
	const isName = field === 'Voornaam' || field === 'Achternaam';
	const isNothing = SIGNS.test(bare) || (!isName && isNothingWord(bare));
	return isNothing || (bare === '0' && field !== 'Huisnummer') ? '' : bare;
}

/** A value as text; undefined for a list or an object. */
export function toText(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object') return String(value);
	if (value instanceof Date) return Number.isNaN(+value) ? undefined : value.toISOString();
	// A DateTime of n8n's own copy of luxon, which instanceof would not recognize.
	return isObject(value) && typeof value.toISO === 'function'
		? (value.toISO() ?? undefined)
		: undefined;
}

/** Matches the part that stays, because a pattern for the blanks takes quadratic time on a long run of them. */
const trimmed = (text: string): string => /[^\s\p{Cf}](?:.*[^\s\p{Cf}])?/su.exec(text)?.[0] ?? '';

/** What begins a formula: OWASP's list, with the signs of full width. A quotation mark in front of it may be dropped. */
const FORMULA = '(?=(?:[^\\S\\t\\r\\n]|")*[=+\\-@＝＋－＠])';
/** Where a spreadsheet may begin a cell, whichever delimiter it takes. */
const BEGINNING = '(^|[;,\\t|\\r\\n])';
const FORMULAS = new RegExp(BEGINNING + FORMULA, 'g');
const GUARDED_FORMULAS = new RegExp(`${BEGINNING}'${FORMULA}`, 'g');

/** Spreadsheets drop the 0 of `0612`, and turn `12-4` and `3/4` into dates. */
const CHANGED_BY_SPREADSHEET = /^(?=[^\S\t\r\n]*(?:0\d|\d+(?:[-/]\d+)+\s*$))/;

/** Removes the apostrophes of {@link guarded}, and Excel's `="…"`, but not the apostrophe of `'t Hart`. */
export function withoutGuard(text: string): string {
	const bare = text.replace(/^'(?=\s*\d)/, '').replace(GUARDED_FORMULAS, '$1');
	return bare.startsWith('="') && bare.endsWith('"') && bare.length > 2
		? bare.slice(2, -1).replaceAll('""', '"')
		: bare;
}

/** Adds apostrophes, so that a spreadsheet neither runs nor changes anything. */
export const guarded = (text: string): string =>
	text.replace(CHANGED_BY_SPREADSHEET, "'").replace(FORMULAS, "$1'");

const SIGNS = /^[-–—.?/;,]+$/;
/** What people and programs write for nothing. */
export const isNothingWord = (text: string): boolean =>
	/^(?:n\.?v\.?t\.?|n\/a|\(?(?:none|null|leeg|leer|empty|blank|vide)\)|none|null|\\n|#n\/a|#n\/b|#nv)$/i.test(
		text,
	);

export const isYesOrNo = (text: string): boolean =>
	/^(true|false|yes|no|on|off|ja|nee|waar|onwaar|aan|uit|nein|wahr|falsch|oui|non|vrai|faux|tak|nie|prawda|fałsz|s[iíì]|verdadero|falso|vero|[xyjn])$/i.test(
		text,
	);

/** A cell of a row that a person would call empty. */
export const isUnfilled = (value: unknown): boolean => {
	const text = cellText(value);
	return text !== undefined && /^(?:|false|onwaar|falsch|faux|falso|fałsz)$/i.test(text);
};

const MARKS: Partial<Record<string, string>> = {
	...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308' },
	...{ ring: '\u030A', caron: '\u030C', cedil: '\u0327' },
};
const LETTERS: Partial<Record<string, string>> = {
	...{ szlig: 'ß', aelig: 'æ', AElig: 'Æ', oelig: 'œ', OElig: 'Œ', oslash: 'ø', Oslash: 'Ø' },
	...{ amp: '&', apos: "'", rsquo: '’' },
};

/** Decodes what a web page writes for letters, such as `M&uuml;ller` and `O&#039;Brien`. */
const withoutEntities = (text: string): string =>
	text.replace(/&(?:#(x?)([\da-f]{1,6})|(\p{L}{2,7}));/giu, decoded);

function decoded(all: string, hex: string, code: string, name = ''): string {
	const point = Number.parseInt(code, hex ? 16 : 10);
	const numbered = point < 0x110000 ? String.fromCodePoint(point) : '';
	const mark = MARKS[name.slice(1)];
	const read = mark ? name[0] + mark : (LETTERS[name] ?? numbered);
	return /[\p{L}'’&]/u.test(read) ? read : all;
}

/** `6,12E+08`, `####` and `#VALUE!`, in any language. `#N/A` is a placeholder, except in a name. */
const LOST_BY_SPREADSHEET =
	/^(?:[+-]?\d+(?:[.,]\d+E[+-]?|E[+-])\d+|#{2,}|#[\p{L}/0]{2,20}[!?]|#N\/[AB]|#NV)$/iu;

/** What a decoder writes for unreadable bytes, and UTF-8 or Windows-1252 that was decoded as something else. */
const WRONGLY_DECODED = /[\uFFFD\u0080-\u009F]|[ÃÄÅ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€/;

export function faultOf(column: string, value: unknown, text?: string): UserError | undefined {
	if (text === undefined) {
		return new UserError(
			`The column '${oneLine(column)}' contains ${Array.isArray(value) ? 'a list' : 'an object'} where text is expected`,
			'Map one of its values, or turn it into text first.',
		);
	}
	if (LOST_BY_SPREADSHEET.test(text)) return damagedNumber(column, text);
	if (!WRONGLY_DECODED.test(text)) return undefined;
	return new UserError(
		`'${oneLine(column)}' contains unreadable characters: ${quoted(text)}`,
		"Set 'Encoding' in the options of the node that reads the file, or correct the value.",
	);
}

export const damagedNumber = (column: string, text: string): UserError =>
	new UserError(
		`'${oneLine(column)}' contains ${quoted(text)}, in which a spreadsheet lost the value`,
		'Enter the value again, in a cell that is formatted as text.',
	);
