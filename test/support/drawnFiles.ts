import fc from 'fast-check';
import { type CountryCode, parsePhoneNumberWithError as parsePhone } from 'libphonenumber-js/max';

/**
 * Draws files of people (columns in any order and language, additions, titles above, damage, placeholders, shared keys,
 * any delimiter, encoding and line end), and what must become of each row.
 */

const COUNTRIES: Array<[CountryCode, string[], string[]]> = [
	['NL', ['Nederland', 'NL', 'Netherlands', 'Pays-Bas'], ['612345678', '201234567', '881234567']],
	['BE', ['België', 'BE', 'Belgium', 'Belgien'], ['475123456', '21234567', '31234567']],
	['DE', ['Deutschland', 'de', 'Germany', 'Allemagne'], ['15123456789', '301234567', '891234567']],
	['FR', ['France', 'Frankrijk', 'FR'], ['612345678', '145678901']],
];

const words = (text: string) => text.split(/\s+/);

const FIRST =
	words(`René Zoë Jörg Françoise Femke Willem Karin Pieter Sanne Noëlle Ahmed Lucía Björn Esmée Thijs
	Vera Gijs`);
const LAST =
	words(`Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker Brouwer Dijkstra Koster Prins
	Huisman Peeters Müller Groß Weiß Köhler Lefèvre Garçon Dubois Rossi Bianchi Conti Nuñez Soler Kowal Nowak Zielski
	O'Neill d'Hondt Yilmaz Öztürk Amrani Tahiri Jonker Kuipers Scholten Prinsen Gerritsen Hoekstra Vermeer Willemsen`);

interface Person {
	id: number;
	first: string;
	last: string;
	country: CountryCode;
	land: string[];
	/** E.164. */
	phone: string;
	email: string;
	/** What the person is recognized by: an email, or a phone alone. */
	key: 'email' | 'phone';
}

const PEOPLE: Person[] = LAST.map((last, id) => {
	const [country, land, numbers] = COUNTRIES[id % COUNTRIES.length]!;
	const pattern = numbers[Math.floor(id / COUNTRIES.length) % numbers.length]!;
	// No two people of different countries share their national digits: they would be one number.
	const own = String(1000 + id).slice(-3);
	const { number: phone } = parsePhone(`${pattern.slice(0, -3)}${own}`, country);
	const email = `person.${id}@voorbeeld.example`;
	const first = FIRST[id % FIRST.length]!;
	return { id, first, last, country, land, phone, email, key: id % 3 === 0 ? 'phone' : 'email' };
});

const emailForms = (email: string): string[] => [
	email,
	email.toUpperCase(),
	`Jan "de" <${email}>`,
	`mailto:${email}`,
	`${email}; kantoor@`,
];

function phoneForms({ phone }: Person): string[] {
	const number = parsePhone(phone);
	const { countryCallingCode: code, nationalNumber: national } = number;
	return [
		phone,
		number.formatInternational(),
		number.formatNational(),
		`0${national}`.replace(/(\d{3})/, '$1-'),
		`00${code} ${national}`,
		`+${code} (0)${national}`,
		`${number.formatNational()} (werk)`,
		// A spreadsheet has lost the zero, or the sign.
		national,
		`${code}${national}`,
	];
}

/** Headers by column; `whole` and `unknown` replace first and last name. */
const HEADERS = {
	first: ['Voornaam', 'First Name', 'firstName', 'First', 'Vorname', 'Prénom', 'Nombre', 'Imię'],
	infix: ['Tussenvoegsel', 'tussenvoegsels'],
	last: ['Achternaam', 'LAST_NAME', 'Last', 'Nachname', 'Familienaam', 'Apellidos', 'Nazwisko'],
	whole: ['Naam', 'Full name', 'Relatie', 'Kunde', 'Contact', 'Naam deelnemer', 'Wat is uw naam?'],
	unknown: ['Wie', 'Aanvrager ingevuld door', 'Bezichtiger'],
	email: ['E-mail', 'Email Address', 'E-Mail-Adresse', 'Courriel', 'Correo electrónico', 'e_mail'],
	email2: ['E-mail 2', 'Email (werk)'],
	role: ['Factuur e-mail', 'Billing Email', 'E-Mail Rechnung'],
	phone: ['Telefoon', 'Phone', 'Tel.', 'Téléphone', 'Telefon', 'Mobiel', 'WhatsApp'],
	phone2: ['Telefoon 2', 'Phone (work)'],
	street: ['Straat', 'Street', 'Straße', 'Rue', 'Bezoekadres', 'Ulica'],
	number: ['Huisnummer', 'House number', 'Hausnummer', 'Huisnr.'],
	addition: ['Toevoeging', 'Toev.', 'Bus', 'Huisletter'],
	zip: ['Postcode', 'PLZ', 'Code postal', 'ZIP'],
	city: ['Plaats', 'Woonplaats', 'Ort', 'Ville', 'City'],
	zipCity: ['PLZ/Ort', 'Postcode + plaats'],
	country: ['Land', 'Country', 'Pays'],
	customer: ['Klantnr', 'Customer ID', 'Debiteurnummer'],
	note: ['Opmerking', 'Notes'],
} as const;
type Column = keyof typeof HEADERS;

const NOTHING = ['', ' ', '-', 'n.v.t.', 'N/A', 'NULL', '?'];
const DAMAGE = ['6,12346E+08', '########', '#WAARDE!', 'CafÃ©'];

const anyRow = fc.record({
	kind: fc.oneof(
		{ weight: 6, arbitrary: fc.constant('new' as const) },
		{ weight: 2, arbitrary: fc.constant('again' as const) },
		{ weight: 2, arbitrary: fc.constantFrom('family' as const, 'firm' as const) },
		{
			weight: 5,
			arbitrary: fc.constantFrom(
				...(['blank', 'shifted', 'damaged', 'keyless', 'knownBySecond'] as const),
			),
		},
	),
	who: fc.nat(100),
	form: fc.nat(100),
	nothing: fc.nat(NOTHING.length - 1),
	has: fc.record({
		infix: fc.boolean(),
		addition: fc.boolean(),
		second: fc.constantFrom(true, true, false),
		role: fc.boolean(),
		dash: fc.constantFrom(false, false, true),
		city: fc.boolean(),
		phone: fc.boolean(),
	}),
});

export const anyFile = fc.record({
	rows: fc.array(anyRow, { minLength: 1, maxLength: 12 }),
	names: fc.constantFrom('parts', 'parts', 'infix', 'whole', 'unknown'),
	/** Which spelling and which place each header has. */
	spelling: fc.array(fc.nat(100), { minLength: 20, maxLength: 20 }),
	order: fc.array(fc.nat(1000), { minLength: 20, maxLength: 20 }),
	isZipWithCity: fc.boolean(),
	titles: fc.array(fc.constantFrom('Klanten 2026', 'Export, 23-11-2026', '', 'vertrouwelijk'), {
		maxLength: 3,
	}),
	delimiter: fc.constantFrom(',', ';', '\t', '|'),
	encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'utf-16le', 'windows-1252'),
	lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
	trailing: fc.constantFrom(0, 0, 2),
});
type Drawn = typeof anyFile extends fc.Arbitrary<infer T> ? T : never;

type Cells = Partial<Record<Column, string>>;

interface Made {
	cells: Cells;
	outcome: 'created' | 'in' | 'failed' | 'otherName' | 'empty';
	/** The nine values of its contact, separated by bars. */
	contact: string;
	/** What the reason must mention. */
	why?: string;
	kind: Drawn['rows'][number]['kind'];
	/** A contact that is in the audience before. */
	known?: string;
}

const isUnicode = ({ encoding }: Drawn) => encoding.startsWith('utf');

/** Rows with what must become of them. */
function madeOf(drawn: Drawn): Made[] {
	const { names, isZipWithCity } = drawn;
	const hasFirst = names === 'parts' || names === 'infix';
	const created: Person[] = [];
	let next = 0;
	return drawn.rows.map(({ kind: asked, who, form, nothing, has }, n) => {
		let kind = asked;
		if (['again', 'family', 'firm'].includes(kind) && created.length === 0) kind = 'new';
		if (kind === 'shifted' && drawn.trailing > 0) kind = 'damaged';
		const none = NOTHING[nothing]!;
		const isShared = kind === 'again' || kind === 'family' || kind === 'firm';
		const holder = isShared ? created[who % created.length]! : PEOPLE[next++]!;
		const self = kind === 'family' || kind === 'firm' ? PEOPLE[next++]! : holder;
		const last = kind === 'family' ? holder.last : self.last;
		if (kind === 'blank') {
			return { cells: {}, outcome: 'empty', contact: '', kind };
		}
		const infix = names === 'infix' && has.infix ? 'van den' : '';
		const street = `Dorpsstraat-${last}`;
		const addition = has.addition ? ['a', 'bis', 'hs'][holder.id % 3]! : '';
		const number = String(10 + holder.id);
		const zip = form % 2 ? '1234 AB' : '1234AB';
		const city = has.city ? ['Ede', 'Bergen op Zoom', "'s-Gravenhage"][n % 3]! : '';
		const land = holder.land[form % holder.land.length]!;
		const isEmail = holder.key === 'email';
		const emailText = isEmail ? emailForms(holder.email)[form % 5]! : '';
		const forms = phoneForms(holder);
		const ownPhone = isEmail && (isShared || !has.phone) ? '' : forms[form % forms.length]!;
		const other = `+31 6 990000${String(n + 10)}`;
		const isDashed = has.dash && ownPhone !== '';
		const hasSecond = has.second && !isDashed;
		const second = `tweede.${holder.id}@voorbeeld.example`;
		/** What Excel or people put around a value is not part of it. */
		const wrapped = (value: string) =>
			[value, ` ${value} `, `="${value}"`, `\t${value}`][form % 4]!;

		const cells: Cells = {
			first: self.first,
			infix: infix || none,
			last,
			whole: [self.first, last].join(' '),
			unknown: [self.first, last].join(' '),
			email: isEmail ? emailText : none,
			email2: kind === 'knownBySecond' && isEmail ? second : '',
			role: isEmail && has.role ? 'boekhouding@kantoor.example' : '',
			phone: isDashed ? '-' : ownPhone ? wrapped(ownPhone) : none,
			phone2: isDashed ? ownPhone : hasSecond ? other : '',
			street: wrapped(street),
			number,
			addition: addition || none,
			zip,
			city: city || none,
			zipCity: `${zip} ${city || 'Ede'}`,
			country: land,
			customer: String(1000 + n),
			note: `façade, "ja"${drawn.delimiter} en ${n % 2 ? n : 'zo'}`,
		};
		const contact = {
			first: hasFirst ? self.first : '',
			last: hasFirst ? [infix, last].filter(Boolean).join(' ') : cells.whole!,
			email: isEmail ? holder.email : '',
			phone: ownPhone || (hasSecond ? other : ''),
			street,
			number: [number, addition].filter(Boolean).join(' '),
			zip,
			city: city || (isZipWithCity ? 'Ede' : ''),
			country: land,
		};
		const made = {
			cells,
			contact: Object.values(contact).join('|'),
			kind,
		};
		const fails = (more: Cells): Made => ({
			...made,
			cells: { ...cells, ...more },
			outcome: 'failed',
		});
		if (kind === 'shifted') return fails({});
		if (kind === 'damaged') return fails({ street: DAMAGE[form % 4]! });
		if (kind === 'keyless')
			return fails({ email: none, email2: '', role: '', phone: 'geen', phone2: '' });
		if (kind === 'family' || kind === 'firm')
			return { ...made, outcome: 'otherName', why: holder.last };
		if (kind === 'again') return { ...made, outcome: 'in' };
		if (kind === 'knownBySecond' && isEmail) {
			const known = `${hasFirst ? self.first : ''}|${contact.last}|${second}||||||`;
			return { ...made, outcome: 'in', known };
		}
		created.push(holder);
		return { ...made, outcome: 'created' };
	});
}

/** What must become of each row, by its line in a spreadsheet. */
export const expectedOf = (drawn: Drawn) => {
	const above = headerLine(drawn);
	return madeOf(drawn).map((made, n) => ({ ...made, row: above + n + 1 }));
};

/** The line of the header in a spreadsheet. */
const headerLine = ({ titles }: Drawn): number => titles.length + 1;

function bytesOf(text: string, encoding: Drawn['encoding']): Buffer {
	if (encoding === 'utf-8') return Buffer.from(text);
	if (encoding === 'utf-8 with mark') return Buffer.from(`\uFEFF${text}`);
	if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le');
	return Buffer.from(text, 'latin1');
}

export function fileOf(drawn: Drawn) {
	const { names, isZipWithCity, spelling, order, delimiter, lineEnd } = drawn;
	const parts = names === 'infix' ? 'first infix last' : names.replace('parts', 'first last');
	const columns: Column[] = [
		...(words(parts) as Column[]),
		...(['email', 'email2', 'role', 'phone', 'phone2', 'street', 'number', 'addition'] as const),
		...(isZipWithCity ? (['zipCity'] as const) : (['zip', 'city'] as const)),
		...(['country', 'customer', 'note'] as const),
	];
	const placed = columns
		.map((column, n) => ({ column, at: order[n]! }))
		.sort((a, b) => a.at - b.at)
		.map(({ column }) => column);
	const isWritable = (header: string) =>
		isUnicode(drawn) || [...header].every((letter) => letter.charCodeAt(0) < 256);
	const headerOf = (column: Column) => {
		const spellings = HEADERS[column].filter(isWritable);
		return spellings[spelling[columns.indexOf(column)]! % spellings.length]!;
	};
	const quote = (cell: string) =>
		/["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
	const made = madeOf(drawn);
	const lines = made.map(({ cells, kind }) => {
		const texts = placed.map((column) => quote(cells[column] ?? ''));
		// A delimiter that was not quoted.
		if (kind === 'shifted') texts[placed.indexOf('street')] += `${delimiter} bis`;
		return [...texts, ...Array<string>(drawn.trailing).fill('')].join(delimiter);
	});
	const text = [
		...drawn.titles,
		placed.map(headerOf).map(quote).join(delimiter),
		...lines,
		'',
	].join(lineEnd);
	return {
		content: bytesOf(text, drawn.encoding),
		delimiter,
		known: made.flatMap(({ known }) => known ?? []),
		// Without a name in it, a column is not asked for. Rows with too many cells do not count.
		nameColumn:
			names === 'unknown' && made.some(({ cells, kind }) => cells.unknown && kind !== 'shifted')
				? headerOf('unknown')
				: undefined,
	};
}
