import { numbersIn } from '../utils/phones';
import { folded } from '../utils/text';
import { hasPostcodeBehind } from './address';
import { isNothingWord, isYesOrNo } from './cell';
import { isName, type KnownField } from './headers';
import { addressesIn, MAX_EMAIL_CHARACTERS } from './keys';
import type { FieldPart, PersonalInfoName } from './words';

/** What a value of each field must look like. A value is looked at before it is believed. */

interface Shape {
	/** What it is, after "is not". */
	readonly noun: string;
	/** Its values without what is left off: the first is sent, all are compared. Empty if it cannot be one. */
	read(text: string): readonly string[];
	/** What a sent value has that is unusual; undefined for nothing. @param row What else is sent of the row. */
	odd?(value: string, row: { street: string; country: string }): string | undefined;
	/** What speaks against a column, beside values that cannot be read. */
	against?(text: string): boolean;
}

const hasLetter = (text: string): boolean => /\p{L}/u.test(text);
const hasDigit = (text: string): boolean => /\d/.test(text);
const wordCount = (text: string): number => text.slice(0, 1_000).match(/\S+/g)?.length ?? 0;

const isWebAddress = (text: string): boolean => /^(?:[a-z]{3,6}:\/\/|www\.)\S+$/i.test(text);
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

const MONTH =
	'(?:jan|feb|m[aä]r|mrt|apr|avr|mai|mei|may|mag|jun|juin|giu|jul|juil|lug|aug|ao[uû]|ago|sep|set|o[kc]t|ott|nov|de[czs]|d[ée]c|dic)';
const DATES = [
	/^[0-3]?\d[-./ ][01]?\d[-./ ](?:\d{2}|\d{4})(?:[ T]|$)/,
	/^(?:19|20)\d\d[-./][01]?\d[-./][0-3]?\d(?:[ T]|$)/,
	new RegExp(`^[0-3]?\\d[\\s.-]+${MONTH}\\p{L}*[\\s.,-]+\\d{2,4}$`, 'iu'),
];
export const isDate = (text: string): boolean => DATES.some((date) => date.test(text));

const isLoneLetter = (text: string): boolean => /^\p{L}$/u.test(text);
/** A single word with a digit, such as `C-1001`. */
const isCode = (text: string): boolean => /^\S*\d\S*$/.test(text);

const orNothing = (text: string, fits: boolean): readonly string[] => (fits ? [text] : []);

const nameShape: Shape = {
	noun: 'a name',
	read: (text) => orNothing(text, hasLetter(text) && !isEmail(text)),
	odd: (text) => (wordCount(text) > 6 ? 'more than six words' : undefined),
	against: (text) => isCode(text) || isLoneLetter(text) || text.includes('@'),
};

const placeName = {
	read: (text: string) => orNothing(text, hasLetter(text)),
	odd: (text: string) => (hasDigit(text) ? 'digits' : undefined),
};

const withoutDecimals = (text: string): string => text.replace(/^(\d+)[.,]00?$/, '$1');

/** What stands in a house without a number, in Spanish, Italian and Dutch. */
const NO_NUMBER = /^(?:s\/n|snc|z\.?n\.?|b\.?n\.?)\.?$/i;
const isHouseName = (text: string): boolean => /^\p{Lu}.*\p{L}{3}/u.test(text) && !isYesOrNo(text);

/** Nothing, yes or no in front of a last name or behind a house number: `geen`, `x`, `0`. */
const isNone = (text: string): boolean =>
	/^(?:0+|geen|keine?r?s?|kein|aucune?|brak|no|none|ning[uú]no|nessuno|sans)$/i.test(text) ||
	isNothingWord(text) ||
	isYesOrNo(text);

export const SHAPES: Readonly<Record<PersonalInfoName, Shape>> = {
	Voornaam: nameShape,
	Achternaam: nameShape,
	'E-mailadres': {
		noun: 'an email address',
		read: addressesOf,
		odd: (text) => (/@[^@]*\./.test(text) ? undefined : 'no dot behind the @'),
	},
	Telefoonnummer: {
		noun: 'a phone number',
		read: numbersIn,
		odd: (text, { country }) =>
			lostZero(text, country) ? 'nine digits, so it may have lost its leading 0' : undefined,
	},
	Straatnaam: {
		noun: 'a street',
		read: (text) => orNothing(text, hasLetter(text)),
		odd: (text) => (hasPostcodeBehind(text) ? 'a postal code behind it' : undefined),
		against: (text) => isCode(text) || isLoneLetter(text),
	},
	Huisnummer: {
		noun: 'a house number',
		read: (text) => [withoutDecimals(text)],
		odd: (text, { street }) => {
			if (text.length > 10 && hasDigit(text)) return 'more than 10 characters';
			const isOrdinary = hasDigit(text) || NO_NUMBER.test(text) || (street && isHouseName(text));
			return isOrdinary ? undefined : 'no digit';
		},
		against: (text) => /\d{5}/.test(text) || text.includes('@'),
	},
	Postcode: {
		noun: 'a postal code',
		read: (text) => {
			const bare = withoutDecimals(text.replace(/^\p{L}:\s*/u, ''));
			return orNothing(bare, hasDigit(bare));
		},
		odd: (text) => (text.length > 10 ? 'more than 10 characters' : undefined),
	},
	Plaats: {
		...placeName,
		noun: 'a city',
		against: (text) => isCode(text) || isLoneLetter(text),
	},
	Land: { ...placeName, noun: 'a country' },
};

/** Dutch numbers have ten digits, and a spreadsheet drops the first. */
const lostZero = (phone: string, country: string): boolean =>
	/^[1-9]\d{8}$/.test(phone.replace(/[\s()./-]/g, '')) && DUTCH.test(folded(country).trim());

const DUTCH =
	/^(|NL|(THE )?NETHERLANDS|NEDERLAND|HOLLAND|NIEDERLANDE|PAYS-BAS|HOLANDIA|PAISES BAJOS|PAESI BASSI|\+?31|0031)$/;

/** The values that a cell has for its field. Parts of a field have no shape of their own. */
export function readShape(field: PersonalInfoName, part: FieldPart | undefined, text: string) {
	if (isWebAddress(text)) return [];
	if (part === 'infix' || part === 'addition')
		return isNone(text) ? [] : [part === 'addition' ? withoutDecimals(text) : text];
	return part ? [text] : SHAPES[field].read(text);
}

/** Whether a part is nothing, which is left off without a word. */
export const isLeftOff = (part: FieldPart | undefined, text: string): boolean =>
	(part === 'infix' || part === 'addition') && isNone(text);

/** Whether a value speaks against its whole column, though a single one may be a name: somebody is called Tak, or J. */
export function speaksAgainst(
	{ field, part, onlyUnqualified }: Pick<KnownField, 'field' | 'part' | 'onlyUnqualified'>,
	text: string,
): boolean {
	// Under `Achternaam` or `Voorletters` they are people.
	if (isName({ field, part }) && !onlyUnqualified && (isYesOrNo(text) || isLoneLetter(text)))
		return false;
	if (isYesOrNo(text) || isDate(text) || readShape(field, part, text).length === 0) return true;
	if (part === 'infix') return hasDigit(text);
	return !part && SHAPES[field].against?.(text) === true;
}

const MAX_NAME_CHARACTERS = 80;

/** Whether a value can be a name, whatever its header is. */
export const looksLikeName = (text: string): boolean =>
	text.length <= MAX_NAME_CHARACTERS &&
	hasLetter(text) &&
	!hasDigit(text) &&
	!text.includes('@') &&
	!isYesOrNo(text) &&
	!isLoneLetter(text) &&
	!isWebAddress(text);

const HOUSE_NUMBER_DATE = new RegExp(
	`^\\d{1,4}[\\s.-]*${MONTH}\\p{L}*\\.?(?:[\\s.-]*\\d+)?$|^${MONTH}\\p{L}*\\.?[\\s.-]*\\d{1,4}$`,
	'iu',
);

/** What a spreadsheet makes of `12-4`: a date, or its serial number. Only North America has such high numbers. */
export const isDamagedHouseNumber = (text: string, country: string): boolean =>
	HOUSE_NUMBER_DATE.test(text) ||
	(/\d\D+(?:19|20)\d\d(?!\d)|(?<!\d)(?:19|20)\d\d\D+\d/.test(text) && !/\p{L}{3}/u.test(text)) ||
	(/^[345]\d{4}$/.test(text) && !NORTH_AMERICA.test(folded(country).trim()));

const REGIONS = ['nl', 'en', 'de', 'fr', 'pl', 'es', 'it'].map(
	(language) => new Intl.DisplayNames(language, { type: 'region' }),
);

/** Whether a code, such as `NL`, is that of a country. */
export const isCodeOf = (code: string, country: string): boolean =>
	/^[a-z]{2}$/i.test(code) &&
	REGIONS.some((names) => folded(country).includes(folded(names.of(code.toUpperCase()) ?? code)));

const NORTH_AMERICA =
	/^(?:US|USA|U\.S\.A?\.?|UNITED STATES.*|VERENIGDE STATEN.*|VEREINIGTE STAATEN.*|ETATS-UNIS.*|CA|CAN|CANADA|KANADA)$/;

const BETWEEN = /^(?:of|or|en|and|und|oder|ou|et|[/&+|-])$/i;

/** The addresses in a cell. Of `piet jansen@x.nl` nobody knows which half is meant. */
function addressesOf(text: string): string[] {
	const segments = text.slice(0, MAX_EMAIL_CHARACTERS).split(/[,;<>()[\]{}"|:\r\n\t]+/);
	return segments.flatMap((segment) => {
		const words = segment.split(/[\s/]+/).filter((word) => word && !BETWEEN.test(word));
		const addresses = words.map((word) => addressesIn(word));
		return addresses.every(({ length }) => length === 1) ? addresses.flat() : [];
	});
}
