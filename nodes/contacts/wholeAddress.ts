import { folded, withoutInvisible } from '../utils/text';

/** A whole address, as written. The country is null if the text does not name it. */
export interface Address extends StreetAndNumber {
	readonly postalCode: string;
	readonly city: string;
	readonly country: string | null;
}

export interface StreetAndNumber {
	readonly street: string;
	/** With its addition: `12`, `12-A`, `12 bus 3`. */
	readonly houseNumber: string;
}

const MAX_ADDRESS_CHARACTERS = 200;

/**
 * Reads an address as people write it in the Netherlands, Belgium, Germany and France: `Dorpsstraat 12-A, 1234 AB
 * 's-Gravenhage`, `Rue de la Loi 16 bte 3, 1000 Bruxelles`, `12 bis, rue de la Paix, 75002 Paris, France`.
 * @returns Null for anything else, such as half an address, or a text that can be read in two ways.
 */
export function readWholeAddress(text: string): Address | null {
	if (text.length > MAX_ADDRESS_CHARACTERS) return null;
	const lines = withoutInvisible(text).normalize('NFC').split(SEPARATOR);
	const named = lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean);
	const country = countryOf(named.at(-1) ?? '');
	const parts = country ? named.slice(0, -1) : named;
	// `1234 AB, Utrecht`
	if (IS_POSTAL_CODE.test(parts.at(-2) ?? '')) parts.push(parts.splice(-2).join(' '));
	const last = parts.pop() ?? '';
	const [, before, behind] = (parts.length === 0 && ON_ONE_LINE.exec(last)) || [];
	const town = readTown(behind ?? last, country);
	const street = readStreet(before ?? parts.join(', '));
	if (!town || !street) return null;
	// In France the number stands in front: `Route Nationale 7` has none.
	const isRoad = IS_FRENCH.test(street.street) && text.trim().startsWith(street.street);
	return isRoad && town.postalCode.length === 5 ? null : { ...street, ...town };
}

const SEPARATOR = /[,;|\n\r]|\s[-–]\s(?=\d{4})/;

const IS_POSTAL_CODE = /^(?:\d{4} ?(?:[A-Z]{2}|[a-z]{2})|\d{4,5})$/;

/** `Dorpsstraat 12 1234 AB Utrecht`: the last number with four or five digits begins the town. */
const ON_ONE_LINE = /^(.+) ((?:[A-Z]{1,2}-)?\d{4,5}(?!\d)\D*(?: cedex \d{1,2})?)$/i;

const COUNTRIES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		nl: 'NL NEDERLAND NETHERLANDS THENETHERLANDS HOLLAND NIEDERLANDE PAYSBAS',
		be: 'BE B BELGIE BELGIUM BELGIQUE BELGIEN',
		de: 'DE D DEUTSCHLAND DUITSLAND GERMANY ALLEMAGNE',
		fr: 'FR F FRANCE FRANKRIJK FRANKREICH',
	}).flatMap(([code, words]) => words.split(' ').map((word) => [word, code] as const)),
);

interface Country {
	readonly code: string;
	readonly text: string;
}

function countryOf(text: string): Country | undefined {
	if (!/^[\p{L} -]{1,20}$/u.test(text)) return undefined;
	const code = COUNTRIES.get(folded(text).replace(/[^A-Z]/g, ''));
	return code === undefined ? undefined : { code, text };
}

/** The forms of a postal code, each with the countries that have it. */
const POSTAL_CODES = [
	{ form: /^(?:NL-)?(\d{4} ?[A-Z]{2}) (.*)$/i, countries: ['nl'] },
	{ form: /^(?:B-)?(\d{4}) (?![A-Z]{3}$)(.*)$/, countries: ['be'] },
	{ form: /^(?:DE?-|FR?-)?(\d{5}) (.*)$/, countries: ['de', 'fr'] },
];

/** In `7100 LA LOUVIERE` and `8660 DE PANNE`, the two letters begin the town. */
const MAY_BEGIN_TOWN = /^\d{4} (?:LA|LE|DE|ST|OP) /i;

export function readTown(
	text: string,
	named?: Country,
): Omit<Address, keyof StreetAndNumber> | null {
	const { city: bare, country } = named ? { city: text, country: named } : withoutCountry(text);
	for (const { form, countries } of POSTAL_CODES) {
		const [, postalCode, city] = form.exec(bare) ?? [];
		if (postalCode === undefined) continue;
		if (countries.includes('nl') && MAY_BEGIN_TOWN.test(bare)) {
			const isBelgian = country?.code === 'be' || /^\d{4} [A-Z][a-z] /.test(bare);
			if (isBelgian && country?.code !== 'nl') continue;
			const isDutch = country?.code === 'nl' || /^\d{4} [A-Z]{2} .*[a-z]/.test(bare);
			if (!isDutch) return null;
		}
		const fits = !country || countries.includes(country.code);
		return fits && isTown(city) ? { postalCode, city, country: country?.text ?? null } : null;
	}
	return null;
}

/** A country may stand behind the town without a comma. Short codes are also parts of towns (`Bergen NH`), so not those. */
function withoutCountry(text: string): { city: string; country?: Country } {
	const [, city, word] = /^(.* .*?),? ((?:the )?\p{L}{5,}|pays-bas)$/iu.exec(text) ?? [];
	const country = word === undefined ? undefined : countryOf(word);
	return country ? { city, country } : { city: text };
}

/** Between the names of a town, or in front of it. */
const SMALL_WORDS = new Set(
	`a aan am an auf au aux b bei bij d de del den der des du e en et h het i im in l la las le les lez lès los m n o ob
	of onder op s sous sur t te ten ter unter v van vom von vor z zu zum zur`.split(/\s+/),
);

/** Names with capitals, small words, and at the end what tells it from its namesakes: `Halle (Saale)`, `Paris Cedex 08`. */
function isTown(text: string): boolean {
	const bare = text.replace(/ cedex(?: \d{1,2})?$/i, '').replace(/ \(\p{Lu}\p{L}{1,14}\.?\)$/u, '');
	if (!/^(?:['’]?\p{L}[\p{L}'’.]*(?:[ /-]+|$))+$/u.test(bare)) return false;
	const words = bare.split(/[ /-]+/).filter(Boolean);
	const bareWords = words.map((word) => word.replace(/^['’]|\.$/g, ''));
	const names = bareWords.filter((word) => !SMALL_WORDS.has(word));
	if (names.length === 0 || words.length > 8) return false;
	const isCapital = (word: string) => /\p{Lu}/u.test(word);
	// A country, or the end of a postal code that was mistyped.
	if (/^(?:NL|BE|DE|FR|[BDF])$/.test(words.at(-1)!) || isLetterCode(words[0])) return false;
	// Small letters alone are a town of one name; with more, a note behind the town would look the same.
	return names.every(isCapital) || (names.length === 1 && bareWords.at(-1) === names[0]);
}

const isLetterCode = (word: string): boolean =>
	/^[A-Z]{1,2}$/.test(word) && (word.length === 1 || !SMALL_WORDS.has(word.toLowerCase()));

const IS_FRENCH =
	/^(?:rue|ave?|avenue|boulevard|boul|blvd|bd|place|pl|chemin|ch|all[ée]e|impasse|quai|route|rte|cours|square|passage|sentier|faubourg|fg|cité|villa|voie|hameau|ruelle|montée|esplanade|promenade|traverse|venelle|chauss[ée]e|grand[’' -]?rue|grande rue)(?!\p{L})/iu;

const ADDITION = [
	'[ -]?[a-z](?:-[a-z])?',
	'(?: ?[-/] ?\\d{1,4}[a-z]?| ?-?[a-z][ /-]?\\d{1,4})',
	'(?: ?[a-z])? (?:bus|bte|boîte|boite|box) ?(?:[a-z]|[a-z]?\\d{1,4}[a-z]?(?:[./]\\d{1,4})?)',
	'[ -]?(?:bis|ter|quater|hs|huis|boven|beneden|zwart|rood|rd|zw|[1-4] ?hoog|[iv]{1,4})',
	' 1/[2-4]',
].join('|');
const NUMBER = `[1-9]\\d{0,3}(?:${ADDITION})?`;

/** The street may end in a year: `Plein 1944 12`. */
const NUMBER_BEHIND = new RegExp(
	`^(.*?(?:[^ \\d,]|\\b1[89]\\d\\d)),?(?: (?:nr\\.?|no\\.|n°|nº))? (${NUMBER})$`,
	'iu',
);
const NUMBER_IN_FRONT = new RegExp(`^(${NUMBER}),? (.*)$`, 'iu');

/** As the number of a house it is rare, and `Plein 1944` has none. */
const IS_YEAR = /^(?:1[89]|20)\d\d(?:-\d+)?$/;

/** `Dorpsstraat 12-A`, or as in France `12 bis, rue de la Paix`. Null without a house number, or if one is uncertain. */
export function readStreet(text: string): StreetAndNumber | null {
	const [, inFront, behindIt = ''] = NUMBER_IN_FRONT.exec(text) ?? [];
	if (inFront !== undefined && IS_FRENCH.test(behindIt)) {
		return isStreet(behindIt) ? { street: behindIt, houseNumber: inFront } : null;
	}
	const [, street = '', houseNumber = ''] = NUMBER_BEHIND.exec(text) ?? [];
	const isSplit = text.startsWith(`${street},`) && !IS_FRENCH.test(street);
	return isStreet(street) && !isSplit && !IS_YEAR.test(houseNumber)
		? { street, houseNumber }
		: null;
}

/** Digits in the name of a street: `2e Dorpsstraat`, `Straße des 17. Juni`, `Rue du 8 Mai 1945`, `Laan 1940-1945`. */
const DIGITS_IN_NAMES = [
	/^\d{1,3}(?:e|de|ste|er|re|te|ère|ème|\.) /i,
	/\b\d{1,2}\.? ?(?=jan|feb|f[ée]v|m[äa]r|maart|a[pv]ril|mai|may|mei|jun|juin|jul|juil|aug|ao[uû]t|sep|o[ck]t|nov|de[cz]|d[ée]c)/i,
	/(?<=\p{L} )1[89]\d\d(?:-1?9?\d\d)?$/u,
];

/** What such a text begins or ends with if it is not a street: `Postbus 12`, `Kamer 12`, `Fam. Jansen Dorpsstraat 12`. */
const NOT_OF_STREETS = new Set(
	`postbus postfach pobox box bp pb antwoordnummer boite kamer unit app appt appartement apartment apt flat etage
	verdieping stock wohnung zimmer bus kavel perceel blok block bloc gebouw gebaude batiment bat haus loods poort ingang
	afdeling week dag tel telefoon telefon mobiel gsm fax huis nr nummer numero number order factuur offerte klant
	bundesstrasse tav attn fam familie mevrouw mevr dhr herr frau monsieur madame firma en of et ou und oder tot is was
	op bij naast tegenover achter boven`.split(/\s+/),
);

/** Firms, and parts of a building. */
const IN_NO_STREET = new Set(
	'bv nv gmbh ag sarl sa sprl bvba vof ltd bat batiment apt appt appartement etage escalier'.split(
		' ',
	),
);

function isStreet(text: string): boolean {
	const bare = DIGITS_IN_NAMES.reduce((rest, digits) => rest.replace(digits, ''), text).trim();
	if (!/^['’]?\p{L}[\p{L} .'’-]*$/u.test(bare) || !/\p{L}{3}/u.test(bare)) return false;
	const words = folded(bare).toLowerCase().replace(/\./g, '').split(/[ -]+/);
	const ends = [words[0], words.at(-1)!];
	return (
		!ends.some((word) => NOT_OF_STREETS.has(word)) && !words.some((one) => IN_NO_STREET.has(one))
	);
}
