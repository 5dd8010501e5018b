/** A file of customers as somebody sends it: out of a Dutch Excel, in its own letters, with what people write in cells. */

export const ROWS = 3_000;

const FIRST = ['René', 'Zoë', 'Jörg', 'Françoise', 'Jan', 'Femke'];
const HEADER =
	'Klantnr;Voornaam;Tussenvoegsel;Achternaam;E-mail;Telefoon;Mobiel;Straat;Huisnr;Postcode;Woonplaats;Land;Opmerking';

type Kind = 'blank' | 'unrecognizable' | 'damaged' | 'otherName' | 'twice' | 'plain';

const TITLES = ['Klantenlijst 2026;;;;;;;;;;;;', 'Export van 23-11-2026, vertrouwelijk', ''];

/** What a row is, by its number from 0. */
function kindOf(n: number): Kind {
	if (n % 100 === 50) return 'blank';
	if (n % 75 === 7) return 'unrecognizable';
	if (n % 300 === 120) return 'damaged';
	if (n % 250 === 30) return 'otherName';
	return n % 200 === 199 ? 'twice' : 'plain';
}

const rows = Array.from({ length: ROWS }, (_, n) => n);
export const count = (kind: Kind): number => rows.filter((n) => kindOf(n) === kind).length;
/** Their lines in a spreadsheet: the titles and the header stand above. */
export const linesOf = (...kinds: Kind[]): number[] =>
	rows.filter((n) => kinds.includes(kindOf(n))).map((n) => n + TITLES.length + 2);

const emailOf = (n: number) => `klant${n}@example.com`;
const phoneOf = (n: number) => `06${String(10_000_000 + n)}`;

/** The email as people write it; every tenth has none, but a phone. */
function emailCell(n: number): string {
	if (n % 10 === 3) return ['geen', 'n.v.t.', '-', ''][(n / 10) & 3]!;
	if (n % 10 === 4) return `Klant ${n} <${emailOf(n).toUpperCase()}>`;
	if (n % 10 === 6) return `"${emailOf(n)}; werk${n}@example.com"`;
	return emailOf(n);
}

function rowOf(n: number): string {
	const kind = kindOf(n);
	if (kind === 'blank') return n % 200 === 50 ? '' : HEADER.replace(/[^;]/g, '');
	if (kind === 'twice') return rowOf(n - 9).replace('klant', 'KLANT');
	const isNobody = kind === 'unrecognizable';
	// Somebody else of the same household.
	const email = kind === 'otherName' ? emailOf(n - 5) : emailCell(n);
	const mobile = `+31 6 ${phoneOf(n).slice(2)}`;
	return [
		1_000 + n,
		FIRST[n % FIRST.length],
		n % 3 === 0 ? 'van den' : n % 3 === 1 ? '-' : '',
		n % 7 === 0 ? `"Berg ""de jonge"""` : `Berg-${n}`,
		isNobody ? 'geen' : email,
		isNobody ? '' : kind === 'damaged' ? '6,12346E+08' : n % 4 === 0 ? '020-7654321' : phoneOf(n),
		isNobody ? 'n.v.t.' : mobile,
		'Caféstraat',
		`${n}a`,
		'1234 AB',
		`'s-Hertogenbosch`,
		n % 5 === 0 ? 'Nederland' : '',
		n % 20 === 0 ? `"Belt terug;\nvraagt \x80 ${n},-"` : '',
	].join(';');
}

/** As Excel saves it there: Windows-1252, in which \x80 is €; blank lines at the end. */
export const messyFile = (): Buffer =>
	Buffer.from(
		[...TITLES, HEADER, ...rows.map(rowOf), ';;;;;;;;;;;;', '', ''].join('\r\n'),
		'latin1',
	);

/** What a person does to the file that came back: an address in place of what is none, a phone that can be read. */
export function mended(notImported: Buffer): Buffer {
	let n = 0;
	const text = notImported
		.toString('utf8')
		.replaceAll(';geen;', () => `;mended${n++}@example.com;`)
		.replaceAll(';6,12346E+08;', ';;');
	return Buffer.from(text, 'utf8');
}
