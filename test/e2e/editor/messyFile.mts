/** A file of customers as somebody sends it: out of a Dutch Excel, in its own letters. What people write in cells: test/engine. */

export const ROWS = 3_000;

const FIRST = ['René', 'Zoë', 'Jörg', 'Françoise', 'Jan', 'Femke'];
const TITLES = ['Klantenlijst 2026;;;;;;;', 'Export van 23-11-2026, vertrouwelijk', ''];
const HEADER = 'Klantnr;Voornaam;Achternaam;E-mail;Telefoon;Straat;Huisnr;Opmerking';

type Kind = 'unrecognizable' | 'otherName' | 'plain';

/** What a row is, by its number from 0; one with another name has the email of somebody of the same household. */
function kindOf(n: number): Kind {
	if (n % 60 === 7) return 'unrecognizable';
	return n % 250 === 30 ? 'otherName' : 'plain';
}

const rows = Array.from({ length: ROWS }, (_, n) => n);
export const count = (kind: Kind): number => rows.filter((n) => kindOf(n) === kind).length;
/** Their lines in a spreadsheet: the titles and the header stand above. */
export const linesOf = (...kinds: Kind[]): number[] =>
	rows.filter((n) => kinds.includes(kindOf(n))).map((n) => n + TITLES.length + 2);

function rowOf(n: number): string {
	const kind = kindOf(n);
	const isNobody = kind === 'unrecognizable';
	return [
		1_000 + n,
		FIRST[n % FIRST.length],
		n % 7 === 0 ? `"van den Berg ""de jonge"""` : `Berg-${n}`,
		isNobody ? 'geen' : `klant${kind === 'otherName' ? n - 5 : n}@example.com`,
		isNobody ? '' : `06${10_000_000 + n}`,
		'Caféstraat',
		`${n}a`,
		n % 20 === 0 ? `"Belt terug;\nvraagt \x80 ${n},-"` : '',
	].join(';');
}

/** As Excel saves it there: Windows-1252, in which \x80 is €; blank lines at the end. */
export const messyFile = (): Buffer =>
	Buffer.from([...TITLES, HEADER, ...rows.map(rowOf), ';;;;;;;', '', ''].join('\r\n'), 'latin1');

/** What a person does to the file that came back: an address in place of what is none. */
export function mended(notImported: Buffer): Buffer {
	let n = 0;
	const text = notImported.toString('utf8');
	return Buffer.from(
		text.replaceAll(';geen;', () => `;mended${n++}@example.com;`),
		'utf8',
	);
}
