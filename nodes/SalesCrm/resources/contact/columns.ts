import type { PERSONAL_INFO_NAMES } from '../../../api/types';
import { withoutInvisible } from '../../../utils/text';

/**
 * Which column of a file is which personal info.
 *
 * 1. A header is compared without case, accents and signs, and without what says whose or which one it
 *    is: `E-mail 1 - Value`, `Email (werk)`, `billing_email`. What is left must be known; no part of it
 *    is looked for, as `Email opt-in` or `Company phone` are something else.
 * 2. A `Name` is the last name beside a column of first names, else whole the last name; beside a column
 *    of last names it is nothing. An `Address` is the street, but beside a column of streets it is nothing.
 * 3. A bare `Nr` is the house number where it follows a street.
 * 4. Columns of an address have the same words beside what they hold: `Business Street`, `Business City`.
 * 5. `row` and `reason`, which a report adds to its file, are never a contact's.
 */

export type PersonalInfoName = keyof typeof PERSONAL_INFO_NAMES;

/** What a column holds of a contact. */
export type Field = PersonalInfoName | 'Tussenvoegsel';

/** The columns of rows with one header, by their places, counted from 0. */
export interface Header {
	readonly columns: readonly string[];
	/** Those of each field, in the order of the file. */
	readonly fields: ReadonlyMap<Field, readonly number[]>;
	/** Which of several addresses a column belongs to, such as `business`. */
	readonly addresses: ReadonlyMap<number, string>;
	/** Those that fit none, with their names. Columns of our own report, and those without a name, are neither. */
	readonly ignored: ReadonlyMap<number, string>;
}

/** Columns that the file of a report adds to those of its rows, and that come back with it. */
export const REPORT_COLUMNS = { first: 'row', last: 'reason' };

const wordsIn = (line: string): string[] => line.split(/\s+/).filter(Boolean);

/**
 * Known headers, glued together: English, Dutch, German, French. Beyond what people write themselves
 * they are from exports: Google Contacts, Outlook, Thunderbird, HubSpot, Mailchimp (FNAME), WooCommerce,
 * Shopify, Facebook lead ads, Gravity Forms (`Name (First)`), vCard (FN, TEL, ADR).
 */
const HEADERS: Record<Field, string> = {
	Voornaam: `firstname givenname forename fname namefirst
		voornaam voornamen roepnaam vorname rufname prenom prenoms`,
	Tussenvoegsel: `tussenvoegsel tussenvoegsels tussenv tussen tv infix nameinfix surnameprefix
		lastnameprefix voorvoegsel voorvoegsels voorvoegselachternaam`,
	Achternaam: `lastname surname familyname lname namelast billingname
		achternaam familienaam nachname familienname zuname nomdefamille`,
	'E-mailadres': `email emailaddress mail mailaddress emailadres mailadres emailadresse mailadresse
		courriel mel adresseemail adressemail adresseelectronique adressecourriel adressedemessagerie`,
	Telefoonnummer: `phone phonenumber telephone telephonenumber tel telno phoneno mobile
		mob mobileno mobilenumber cell cellphone cellnumber cellphonenumber
		telefoon telefoonnummer telefoonnr telnr telnummer mobiel mobielnummer
		mobielenummer mobielnr mobieltelefoon mobieltelefoonnummer gsm gsmnummer gsmnr vastnummer
		mobnr 06nummer hoofdtelefoon telefon telefonnummer telefonnr rufnummer handy handynummer handynr mobil
		mobilnummer mobilnr mobiltelefon mobiltelefonnummer mobilfunk mobilfunknummer festnetznummer
		haupttelefon numerodetelephone numerotelephone numtel ntel ndetelephone portable numeroportable
		numeromobile numerodeportable natel`,
	Straatnaam: `street streetname streetaddress streetandnumber streetandhousenumber streethousenumber
		straat straatnaam straatadres straatenhuisnummer straathuisnummer straatnr straatennr
		straatennummer straatnaamenhuisnummer straatnaamhuisnummer straatnummer adreshuisnummer
		adresenhuisnummer str strnr strasse strassenname strassehausnummer
		strasseundhausnummer strassenr strasseundnr strassehausnr adressehausnummer
		rue nomderue numeroetrue rueetnumero ruenumero ruen voie`,
	Huisnummer: `housenumber houseno housenr streetnumber streetno buildingnumber huisnummer huisnr
		hausnummer hausnr hnr numeroderue nderue numerodevoie numerodemaison`,
	Postcode: `zip zipcode postalcode postcode zippostalcode zippostcode postcodezip postalzipcode
		postleitzahl plz codepostal cp npa`,
	Plaats: `city town citytown towncity locality plaats plaatsnaam woonplaats vestigingsplaats stad
		gemeente ort stadt wohnort ortschaft ortstadt ville localite commune`,
	Land: `country countryname countryregion countrycode countryregioncode isocountry countryiso
		land landnaam landcode landregio landregion landiso laendercode landkurzel pays codepays paysregion`,
};

/** Rule 2: whole names and addresses. */
const WHOLE: Partial<Record<Field, string>> = {
	Achternaam: `name fullname displayname formattedname fn firstandlastname firstnamelastname
		contactperson naam volledigenaam weergavenaam voorenachternaam voornaamachternaam
		voornaamenachternaam naamenvoornaam contactpersoon klantnaam vollstandigername anzeigename
		vorundnachname vornamenachname vornameundnachname kundenname ansprechpartner
		nom nomcomplet nometprenom prenometnom nomprenom`,
	Straatnaam: `address adr addressline address1 addressline1 address12 postaladdress mailingaddress
		adres adresregel adresregel1 adresse anschrift postanschrift adresszeile adresszeile1
		adresseligne1 adressepostale`,
};

/** Rule 3. */
const BARE_NUMBERS = wordsIn('nr no n number nummer numero');

/** Words that say whose or which one a column is: rule 1. */
const QUALIFIERS = new Set(
	wordsIn(`main primary preferred pref default personal contact contactperson customer client person
		lead your what is the address value internet voice required optional billing invoice mailing
		mobile cell landline work business office home private other additional alternative secondary
		second shipping delivery
		klant relatie contactpersoon wat je jouw uw het op adres waarde verplicht factuur factuuradres
		mobiel mobiele vast vaste gsm werk werkadres zakelijk zakelijke thuis huisadres prive priveadres
		ander andere anders extra tweede overdag bezorg bezorgadres aflever afleveradres verzend verzendadres
		kunde kunden kontakt ansprechpartner ihre deine adresse wert pflichtfeld rechnung rechnungs
		rechnungsadresse mobil festnetz handy geschaftlich dienstlich arbeit privat privatadresse zuhause
		weitere weiterer weiteres zweite liefer lieferung lieferadresse versand
		principal principale votre facturation portable fixe travail bureau professionnel professionnelle
		pro domicile personnel personnelle autre secondaire livraison`),
);

const isQualifier = (word: string): boolean => QUALIFIERS.has(word) || /^\d+$/.test(word);

interface Meaning {
	field: Field;
	isWhole: boolean;
	address: string;
}

const known = new Map<string, Omit<Meaning, 'address'>>();
for (const [table, isWhole] of [
	[HEADERS, false],
	[WHOLE, true],
] as const) {
	for (const [field, headers] of Object.entries(table)) {
		for (const one of wordsIn(headers)) known.set(one, { field: field as Field, isWhole });
	}
}

/** A header's words: those of `firstName`, `FIRST_NAME` and `First name:` are the same. */
const headerWords = (header: string): string[] =>
	withoutInvisible(header)
		// As a vCard has it: TEL;type=CELL.
		.replace(/\btype=/gi, ' ')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.replaceAll('ß', 'ss')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/\d+/g, ' $& ')
		.split(/[^\p{L}\d]+/u)
		.filter(Boolean);

/** Rule 1: the longest known run of words, where all others are qualifiers. */
function meaningOf(header: string): Meaning | undefined {
	const all = headerWords(header);
	for (let size = all.length; size > 0; size--) {
		for (let start = 0; start + size <= all.length; start++) {
			const found = known.get(all.slice(start, start + size).join(''));
			const others = [...all.slice(0, start), ...all.slice(start + size)];
			if (found && others.every(isQualifier)) return { ...found, address: others.join(' ') };
		}
	}
	return undefined;
}

const MAX_NAMES_KEPT = 1_000;
const fieldsKept = new Map<string, Field | undefined>();

/** What a single column, or a personal info of that name, holds; undefined when it is none of them. */
export function fieldOf(name: string): Field | undefined {
	if (fieldsKept.has(name)) return fieldsKept.get(name);
	const field = meaningOf(name)?.field;
	if (fieldsKept.size < MAX_NAMES_KEPT) fieldsKept.set(name, field);
	return field;
}

export const isReportColumn = (column: string): boolean =>
	Object.values(REPORT_COLUMNS).includes(withoutInvisible(column).toLowerCase());

const OF_ADDRESS: readonly Field[] = ['Straatnaam', 'Huisnummer', 'Postcode', 'Plaats', 'Land'];

export function headerOf(columns: readonly string[]): Header {
	const meanings = columns.map(meaningOf);
	for (const [place, column] of columns.entries()) {
		const left = headerWords(column).filter((word) => !isQualifier(word));
		const isBare = meanings[place] === undefined && BARE_NUMBERS.includes(left.join(''));
		const before = meanings[place - 1];
		if (isBare && before?.field === 'Straatnaam')
			meanings[place] = { ...before, field: 'Huisnummer', isWhole: false };
	}
	const exact = new Set(meanings.map((one) => (one?.isWhole ? undefined : one?.field)));
	const fields = new Map<Field, number[]>();
	const addresses = new Map<number, string>();
	const ignored = new Map<number, string>();
	for (const [place, meaning] of meanings.entries()) {
		if (meaning && !(meaning.isWhole && exact.has(meaning.field))) {
			fields.set(meaning.field, [...(fields.get(meaning.field) ?? []), place]);
			if (OF_ADDRESS.includes(meaning.field)) addresses.set(place, meaning.address);
		} else if (columns[place].trim() !== '' && !isReportColumn(columns[place]))
			ignored.set(place, columns[place]);
	}
	return { columns, fields, addresses, ignored };
}
