import { folded } from '../utils/text';
import { fieldOf, isOfAddress } from './headers';
import { type Address, readWholeAddress } from './wholeAddress';

export interface TownAndPostcode {
	readonly postcode: string;
	readonly town: string;
}

const MAX_CHARACTERS = 300;

const POSTCODE = [
	// The Netherlands; `7100 La Louvière` has no such letters.
	String.raw`\d{4}\s?(?:[A-Z]{2}|[a-z]{2})(?!\p{L})`,
	// Poland, Portugal, Sweden.
	String.raw`\d{2}-\d{3}|\d{4}-\d{3}|\d{3}\s\d{2}(?!\d)`,
	// The United Kingdom, Canada.
	String.raw`[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d`,
	String.raw`\d{5}(?:-\d{4})?(?!\d)|\d{4}(?!\d)`,
].join('|');
const COUNTRY_CODE = String.raw`(?:(?:NL|BE?|DE?|FR?|AT?|CH|LU?|IT?|ES?|PL|DK|SE)\s?-\s?)?`;
const TOWN = String.raw`(?!\p{L}{2}$)['’]?\p{L}(?:(?!\d{3})[^\r\n])*`;

const ALONE = new RegExp(`^${COUNTRY_CODE}(${POSTCODE})$`, 'u');
const IN_FRONT = new RegExp(`^${COUNTRY_CODE}(${POSTCODE})[\\s,]+(${TOWN})$`, 'u');
const DIGITS_IN_FRONT = new RegExp(`^${COUNTRY_CODE}(\\d{4,5})[\\s,]+(${TOWN})$`, 'u');
const BEHIND = new RegExp(`^(\\p{L}[^\\d\\r\\n]*?)[\\s,]+${COUNTRY_CODE}(${POSTCODE})$`, 'u');

/** Words that begin the names of towns, also where they look like the letters of a Dutch postcode. */
const ARTICLE = /^\d{4}\s(?:de|la|le|el|st|'t)$/i;

/** `3511 AB Utrecht`, `CH-8000 Zürich` and `London SW1A 1AA`. */
export function townAndPostcode(text: string): TownAndPostcode | undefined {
	// The patterns take quadratic time.
	if (text.length > MAX_CHARACTERS) return undefined;
	const [, postcode, town] = IN_FRONT.exec(text) ?? [];
	if (postcode) {
		const isArticle =
			ARTICLE.test(postcode) && (/[a-z]/.test(postcode) || town === town.toUpperCase());
		const [, digits, whole] = (isArticle && DIGITS_IN_FRONT.exec(text)) || [];
		return digits ? { postcode: digits, town: whole } : { postcode, town };
	}
	const [, before, behind] = BEHIND.exec(text) ?? [];
	return behind ? { postcode: behind, town: before } : undefined;
}

/** A vCard has `box;addition;street;town;region;postcode;country`. */
function linesOf(text: string): string[] {
	const parts = text.split(';');
	const isCard = parts.length >= 6 && parts.length <= 7 && !/[\r\n]/.test(text);
	if (!isCard)
		return text
			.split(/[\r\n;,]+/)
			.map(withoutLabel)
			.filter(Boolean);
	const [box, addition, street, town, , postcode, country = ''] = parts.map((part) => part.trim());
	return [street, addition, box, [postcode, town].filter(Boolean).join(' '), country].filter(
		Boolean,
	);
}

/** JotForm writes `City: Utrecht`. */
function withoutLabel(line: string): string {
	const [, label, value] = /^\s*([^:\d]{2,40}):\s*(.*)$/.exec(line) ?? [];
	const { field } = (label && fieldOf(label)) || {};
	return (isOfAddress(field) || field === 'Land' ? value : line).trim();
}

/** A whole address in a column of streets, also as JotForm and vCards write it. */
export function addressIn(text: string): Address | null {
	if (text.length > MAX_CHARACTERS || !/[,;|\r\n]/.test(text)) return null;
	const lines = linesOf(text);
	const at = lines.findIndex((line) => ALONE.test(line));
	const town = lines[at - 1] ?? '';
	if (/^\P{N}+$/u.test(town)) {
		// The town may be its own region.
		const isTwice = folded(lines[at - 2] ?? '') === folded(town);
		lines.splice(isTwice ? at - 2 : at - 1, isTwice ? 3 : 2, `${lines[at]} ${town}`);
	}
	return readWholeAddress(lines.join('\n'));
}

const POSTCODE_BEHIND = new RegExp(
	`\\p{L}.*(?:\\s\\d{4}\\s?[A-Z]{2}(?!\\p{L})|\\s[A-Z]{1,2}\\d[A-Z\\d]?\\s\\d[A-Z]{2}$|[,;\\r\\n]\\s*${COUNTRY_CODE}\\d{4,5}(?!\\d))`,
	'su',
);

export const hasPostcodeBehind = (street: string): boolean =>
	POSTCODE_BEHIND.test(street.slice(0, MAX_CHARACTERS));
