import { readStreet, readWholeAddress } from './wholeAddress';
import type { FieldPart, PersonalInfoName } from './words';

const MAX_STREET_CHARACTERS = 300;

const POSTCODE = [
	// The Netherlands. In `7100 La Louvière`, `7100 la louvière` and `7100 LA LOUVIERE` two letters begin the town.
	String.raw`(?!\d{4}\s(?:(?:de|la|le|el|st)\s|(?:DE|LA|LE|EL|ST)\s\P{Ll}*$))\d{4}\s?(?:[A-Z]{2}|[a-z]{2})(?!\p{L})`,
	// Poland, Portugal, Sweden.
	String.raw`\d{2}-\d{3}|\d{4}-\d{3}|\d{3}\s\d{2}(?!\d)`,
	// The United Kingdom, Canada.
	String.raw`[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d`,
	String.raw`\d{5}(?:-\d{4})?(?!\d)|\d{4}(?!\d)`,
].join('|');
const COUNTRY_CODE = String.raw`(?:(?:NL|BE?|DE?|FR?|AT?|CH|LU?|IT?|ES?|PL|DK|SE)\s?-\s?)?`;
const TOWN = String.raw`(?!\p{L}{2}$)['’]?\p{L}(?:(?!\d{3})[^\r\n])*`;

const ALONE = new RegExp(`^${COUNTRY_CODE}(?:${POSTCODE})$`, 'u');
const IN_FRONT = new RegExp(`^${COUNTRY_CODE}(${POSTCODE})[\\s,]+(${TOWN})$`, 'u');
const BEHIND = new RegExp(`^(\\p{L}[^\\d\\r\\n]*?)[\\s,]+${COUNTRY_CODE}(${POSTCODE})$`, 'u');

/** The fields that a cell contains, if it is more than one: a postcode with its town, or a whole address. */
export function addressParts(
	field: PersonalInfoName,
	part: FieldPart | undefined,
	text: string,
): Partial<Record<PersonalInfoName, string>> {
	// The patterns take quadratic time.
	if (text.length > MAX_STREET_CHARACTERS) return {};
	if (field === 'Straatnaam' && !part) return partsOfCard(text) ?? partsOfWhole(text);
	if (field !== 'Postcode' && field !== 'Plaats') return {};
	const [, postcode, town] = IN_FRONT.exec(text) ?? [];
	if (postcode) return { Postcode: postcode, Plaats: town };
	const [, before, behind] = BEHIND.exec(text) ?? [];
	if (behind) return { Postcode: behind, Plaats: before };
	if (part !== 'withTown') return {};
	return /\d/.test(text) ? { Postcode: text } : { Plaats: text };
}

/** JotForm writes `City: Utrecht`. */
const LABEL = /^\s*[^:\d]{2,40}:/;

/** A vCard has `box;addition;street;town;region;postcode;country`, of which any may be empty. */
function partsOfCard(text: string): ReturnType<typeof addressParts> | undefined {
	const lines = text.split(';').map((line) => line.trim());
	const [box, addition, line, Plaats, , Postcode, Land] = lines;
	if (!line || lines.length < 6 || lines.length > 7 || /[\r\n]/.test(text)) return undefined;
	const address = [line, addition, box].filter(Boolean).join(', ');
	const { street, houseNumber } = readStreet(address) ?? { street: address, houseNumber: '' };
	const parts = { Straatnaam: street, Huisnummer: houseNumber, Postcode, Plaats, Land };
	return Object.fromEntries(Object.entries(parts).filter(([, value]) => value));
}

/** Forms may write the town in front of the postcode, and once more as its region. */
function partsOfWhole(text: string) {
	const all = text.split(/[,;|\r\n]+/).map((one) => one.replace(LABEL, '').trim());
	const lines = [...new Set(all.filter(Boolean))];
	if (lines.length < 2) return {};
	const at = lines.findIndex((line) => ALONE.test(line));
	if (at > 0 && !/\d/.test(lines[at - 1])) lines.splice(at - 1, 2, `${lines[at]} ${lines[at - 1]}`);
	const read = readWholeAddress(lines.join('\n'));
	if (!read) return {};
	const { street, houseNumber, postalCode, city, country } = read;
	const parts = { Straatnaam: street, Huisnummer: houseNumber, Postcode: postalCode, Plaats: city };
	return country === null ? parts : { ...parts, Land: country };
}

const POSTCODE_BEHIND = new RegExp(
	`\\p{L}.*(?:\\s\\d{4}\\s?[A-Z]{2}(?!\\p{L})|\\s[A-Z]{1,2}\\d[A-Z\\d]?\\s\\d[A-Z]{2}$|[,;\\r\\n]\\s*${COUNTRY_CODE}\\d{4,5}(?!\\d))`,
	'su',
);

export const hasPostcodeBehind = (street: string): boolean =>
	POSTCODE_BEHIND.test(street.slice(0, MAX_STREET_CHARACTERS));
