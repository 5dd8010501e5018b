import { folded } from '../utils/text';
import { fieldOf, isOfAddress } from './headers';

/** Reads a postcode with a town, and a whole address in one text. It never guesses: what does not read whole is undefined. */

export interface TownAndPostcode {
	readonly postcode: string;
	readonly town: string;
}

export interface Address extends TownAndPostcode {
	/** With its number, as in any column of addresses. */
	readonly street: string;
	readonly country?: string;
}

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

const COUNTRIES = new Set(
	`NL NEDERLAND NETHERLANDS THENETHERLANDS HOLLAND NIEDERLANDE PAYSBAS BE BELGIE BELGIUM BELGIQUE BELGIEN DE DEUTSCHLAND
	DUITSLAND GERMANY ALLEMAGNE FR FRANCE FRANKRIJK FRANKREICH AT OSTERREICH OOSTENRIJK AUSTRIA CH SCHWEIZ SUISSE
	SWITZERLAND ZWITSERLAND LU LUXEMBOURG LUXEMBURG IT ITALIA ITALIE ITALY ITALIEN ES ESPANA SPANJE SPAIN PL POLSKA POLEN
	POLAND GB UK UNITEDKINGDOM ENGLAND IE IRELAND US USA UNITEDSTATES CA CANADA PT PORTUGAL DK DANMARK DENMARK`.split(
		/\s+/,
	),
);

const isCountry = (text: string): boolean => COUNTRIES.has(folded(text).replace(/[^A-Z]/g, ''));

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

/** A whole address: a street with a number, then a postcode with a town, behind a comma or on a line of its own. */
export function readAddress(text: string): Address | undefined {
	const lines = linesOf(text);
	const country = lines.length > 2 && isCountry(lines.at(-1)!) ? lines.pop() : undefined;
	const last = lines.pop() ?? '';
	const before = lines.at(-1) ?? '';
	let place = townAndPostcode(last);
	const apart = ALONE.test(last) ? [last, before] : ALONE.test(before) ? [before, last] : [];
	if (!place && lines.length > 1 && /^\P{N}+$/u.test(apart[1] ?? '')) {
		place = { postcode: apart[0], town: apart[1] };
		lines.pop();
		// The town is its own region.
		if (lines.length > 1 && folded(lines.at(-1)!) === folded(place.town)) lines.pop();
	}
	const [street] = lines;
	if (!place || lines.length > 2 || !/\p{L}/u.test(street ?? '') || !/\d/.test(street))
		return undefined;
	return { ...place, street: lines.join(', '), country };
}

const POSTCODE_BEHIND = new RegExp(
	`\\p{L}.*(?:\\s\\d{4}\\s?[A-Z]{2}(?!\\p{L})|[,;\\r\\n]\\s*${COUNTRY_CODE}\\d{4,5}(?!\\d))`,
	'su',
);

export const hasPostcodeBehind = (street: string): boolean =>
	POSTCODE_BEHIND.test(street.slice(0, 300));
