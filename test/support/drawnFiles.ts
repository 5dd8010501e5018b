import fc from 'fast-check';

/**
 * Draws files of people (columns in any order, titles above, damage, shared keys, any delimiter, encoding and line end),
 * and what must become of each row.
 */

const words = (text: string) => text.split(' ');
const FIRST = words('René Zoë Jörg Femke Willem Sanne Noëlle Ahmed Lucía Björn Thijs Gijs');
const LAST = words("Bakker Visser Müller Groß Lefèvre Nuñez Kowal O'Neill d'Hondt Yilmaz Bos Vos");

/** Some are recognized by their email, others by their phone. */
const PEOPLE = LAST.map((last, id) => ({
	...{ id, first: FIRST[id]!, last, isKnownByEmail: id % 3 > 0 },
	email: `person.${id}@voorbeeld.example`,
	digits: `6123450${10 + id}`,
}));
type Person = (typeof PEOPLE)[number];

const emailForms = ({ email }: Person): string[] => [
	email,
	email.toUpperCase(),
	`Jan "de" <${email}>`,
	`mailto:${email}`,
	`${email}; kantoor@`,
];

const phoneForms = ({ digits }: Person): string[] => [
	`0${digits}`,
	`+31 (0)${digits}`,
	`0031 ${digits}`,
	// A spreadsheet has lost the zero, or the sign.
	digits,
	`31${digits}`,
];

const HEADERS = {
	first: 'Voornaam',
	last: 'Nachname',
	whole: 'Naam deelnemer',
	unknown: 'Bezichtiger',
	email: 'E-mail',
	email2: 'Email (werk)',
	phone: 'Téléphone',
	street: 'Straße',
	city: 'Woonplaats',
	customer: 'Klantnr',
	note: 'Opmerking',
} as const;
type Column = keyof typeof HEADERS;
const COLUMNS = Object.keys(HEADERS) as Column[];

const NOTHING = ['', ' ', '-', 'n.v.t.', '?'];
const DAMAGE = ['6,12346E+08', '########', '#WAARDE!', 'CafÃ©'];
const KINDS = {
	shared: ['again', 'family', 'firm'],
	other: ['blank', 'shifted', 'damaged', 'keyless', 'knownBySecond'],
} as const;

const anyRow = fc.record({
	kind: fc.oneof(
		{ weight: 2, arbitrary: fc.constant('new' as const) },
		fc.constantFrom(...KINDS.shared),
		fc.constantFrom(...KINDS.other),
	),
	who: fc.nat(100),
	form: fc.nat(100),
	nothing: fc.constantFrom(...NOTHING),
	hasPhone: fc.boolean(),
});

export const anyFile = fc.record({
	rows: fc.array(anyRow, { minLength: 1, maxLength: LAST.length }),
	names: fc.constantFrom('first last', 'whole', 'unknown'),
	order: fc.shuffledSubarray(COLUMNS, { minLength: COLUMNS.length }),
	titles: fc.array(fc.constantFrom('Klanten 2026', 'Export, 23-11-2026', ''), { maxLength: 3 }),
	delimiter: fc.constantFrom(',', ';', '\t', '|'),
	encoding: fc.constantFrom('utf8', 'utf8 with mark', 'utf16le with mark', 'latin1'),
	lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
	trailing: fc.constantFrom(0, 2),
});
type Drawn = typeof anyFile extends fc.Arbitrary<infer T> ? T : never;

interface Made {
	/** Its line in a spreadsheet. */
	row: number;
	kind: Drawn['rows'][number]['kind'];
	cells: Partial<Record<Column, string>>;
	outcome: 'created' | 'in' | 'failed' | 'otherName' | 'empty';
	/** The nine values of its contact, separated by bars. */
	contact: string;
	/** What the reason must mention. */
	why?: string;
	/** A contact that is in the audience before. */
	known?: string;
}

/** Rows with what must become of them. */
export function expectedOf({ rows, names, titles, delimiter, trailing }: Drawn): Made[] {
	const created: Person[] = [];
	return rows.map(({ kind: asked, who, form, nothing, hasPhone }, n) => {
		const row = titles.length + 2 + n;
		let kind = asked;
		if (created.length === 0 && KINDS.shared.some((one) => one === kind)) kind = 'new';
		if (kind === 'shifted' && trailing > 0) kind = 'damaged';
		if (kind === 'blank') return { row, kind, cells: {}, outcome: 'empty', contact: '' };

		const isShared = KINDS.shared.some((one) => one === kind);
		const self = PEOPLE[n]!;
		const holder = isShared ? created[who % created.length]! : self;
		const { first } = kind === 'again' ? holder : self;
		const { last } = kind === 'firm' ? self : holder;
		const isEmail = holder.isKnownByEmail;
		const phone = isEmail && (isShared || !hasPhone) ? '' : phoneForms(holder)[form % 5]!;
		const second = `tweede.${holder.id}@voorbeeld.example`;
		const isBySecond = kind === 'knownBySecond' && isEmail;
		const cells = {
			...{ first, last, whole: `${first} ${last}`, unknown: `${first} ${last}` },
			email: isEmail ? emailForms(holder)[form % 5]! : nothing,
			email2: isBySecond ? second : '',
			phone: phone || nothing,
			...{ street: `Dorpsstraat-${last}`, city: 'Ede', customer: String(1000 + n) },
			note: `façade, "ja"${delimiter} en ${n % 2 ? n : 'zo'}`,
		};
		const named = names === 'first last' ? `${first}|${last}` : `|${first} ${last}`;
		const email = isEmail ? holder.email : '';
		const contact = `${named}|${email}|${phone}|${cells.street}|||Ede|`;
		const made = { row, kind, cells, contact };
		const fails = (more: Made['cells']): Made => ({
			...made,
			cells: { ...cells, ...more },
			outcome: 'failed',
		});
		if (kind === 'shifted') return fails({});
		if (kind === 'damaged') return fails({ street: DAMAGE[form % 4]! });
		if (kind === 'keyless') return fails({ email: nothing, phone: 'geen' });
		if (kind === 'again') return { ...made, outcome: 'in' };
		if (isShared) return { ...made, outcome: 'otherName', why: holder.last };
		if (isBySecond) return { ...made, outcome: 'in', known: `${named}|${second}||||||` };
		created.push(holder);
		return { ...made, outcome: 'created' };
	});
}

export function fileOf(drawn: Drawn) {
	const { names, order, delimiter, encoding, lineEnd, titles, trailing } = drawn;
	const left = ['first', 'last', 'whole', 'unknown'].filter((one) => !names.includes(one));
	const columns = order.filter((column) => !left.includes(column));
	const quote = (cell: string) =>
		cell.includes('"') || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
	const made = expectedOf(drawn);
	const lines = made.map(({ cells, kind }) => {
		const texts = columns.map((column) => quote(cells[column] ?? ''));
		// A delimiter that was not quoted.
		if (kind === 'shifted') texts[columns.indexOf('street')] += `${delimiter} bis`;
		return [...texts, ...Array<string>(trailing).fill('')].join(delimiter);
	});
	const header = columns.map((column) => HEADERS[column]).join(delimiter);
	const [letters, mark] = encoding.split(' with ') as [BufferEncoding, string?];
	const text = (mark ? '\uFEFF' : '') + [...titles, header, ...lines, ''].join(lineEnd);
	// Without a name in it, a column is not asked for. Rows with too many cells do not count.
	const hasUnknown = made.some(({ cells, kind }) => cells.unknown && kind !== 'shifted');
	return {
		content: Buffer.from(text, letters),
		known: made.flatMap(({ known }) => known ?? []),
		nameColumn: names === 'unknown' && hasUnknown ? HEADERS.unknown : undefined,
	};
}
