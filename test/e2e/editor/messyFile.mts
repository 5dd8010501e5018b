/** A file of customers as somebody sends it: out of a Dutch Excel, in its own letters. What people write in cells: test/engine. */

const TITLES = ['Klantenlijst 2026;;;;;;;;;;', 'Export van 23-11-2026, vertrouwelijk', ''];
const HEADER =
	'Klantnr;Klant;Voornaam;Tussenvoegsel;Achternaam;E-mail;Telefoon;Straat;Huisnr;;Opmerking';

/** The file of the report that a row comes back in: only those of `imported` are contacts. */
type File = 'imported' | 'otherNames' | 'notImported';

interface Row {
	cells: string;
	file: File;
	/** The contact that a person would make of it, if need be after a correction: name, email, phone, street and number. */
	contact?: string;
}

const row =
	(file: File) =>
	(cells: string, contact?: string): Row => ({ file, cells, contact });
const imported = row('imported');
const otherNames = row('otherNames');
const notImported = row('notImported');

const BY_HAND: Row[] = [
	imported(
		'1;ja;Bas;;Null;bas@example.com;06 9000 0001;Kade;1;;',
		'Bas|Null|bas@example.com|06 9000 0001|Kade|1',
	),
	imported(
		'2;nee;Anna;van der;Meer;"anna@example.com, meer@example.com";;Kade;2;;',
		'Anna|van der Meer|anna@example.com||Kade|2',
	),
	imported('3;ja;;;;receptie@example.com;n.v.t.;Kade;3;;', '||receptie@example.com||Kade|3'),
	imported('4;ja;Piet;;Bos;bos@example.com;;Kade;4;;', 'Piet|Bos|bos@example.com||Kade|4'),
	otherNames('5;ja;Marie;;Bos;bos@example.com;;Kade;4;;', 'Marie|Bos|bos@example.com||Kade|4'),
	notImported('6;nee;Kees;de;Wit;;6,12E+08;Kade;6;;', 'Kees|de Wit||0612345678|Kade|6'),
];

const FIRST = ['René', 'Zoë', 'Jörg', 'Françoise', 'Jan', 'Femke'];
const LAST = ['Berg', 'Bakker', 'Visser', 'Smit', 'Meijer'];

/** Some are without email and phone, some have the email of somebody of the same household. */
function generated(n: number): Row {
	const make = n % 60 === 7 ? notImported : n % 250 === 30 ? otherNames : imported;
	const isNobody = make === notImported;
	const [first, last] = [FIRST[n % FIRST.length]!, LAST[n % LAST.length]!];
	const infix = n % 7 ? '' : 'van den';
	const number = 1_000 + n;
	const email = `klant${make === otherNames ? number - 5 : number}@example.com`;
	const phone = isNobody ? '' : `06${10_000_000 + n}`;
	const note = n % 20 === 0 ? `"Belt ""terug"";\nvraagt \x80 ${n},-"` : '';
	const name = [number, n % 3 ? 'ja' : 'nee', first, infix, last];
	return make(
		[...name, isNobody ? 'geen' : email, phone, 'Caféstraat', `${n}a`, '', note].join(';'),
		[first, `${infix} ${last}`.trim(), email, phone, 'Caféstraat', `${n}a`].join('|'),
	);
}

const ROWS = [
	...BY_HAND,
	...Array.from({ length: 3_000 }, (_, n) => generated(n)),
	notImported(';;;;Totaal 3006;;;;;;'),
];

const inFiles = (files: File[]) => ROWS.filter(({ file }) => files.includes(file));
/** The contacts of rows, as counted by hand. */
export const contactsOf = (...files: File[]): string[] =>
	inFiles(files).flatMap(({ contact }) => contact ?? []);
/** Their lines in a spreadsheet: the titles and the header stand above. */
export const linesOf = (...files: File[]): number[] =>
	inFiles(files).map((row) => ROWS.indexOf(row) + TITLES.length + 2);

/** As Excel saves it there: Windows-1252, in which \x80 is €; blank lines at the end. */
export const messyFile = (): Buffer =>
	Buffer.from(
		[...TITLES, HEADER, ...ROWS.map(({ cells }) => cells), ';;;;;;;;;;', '', ''].join('\r\n'),
		'latin1',
	);

/** What a person does to the file that came back: an address or a number in place of what is none. */
export const corrected = (file: Buffer): Buffer =>
	Buffer.from(
		file
			.toString('utf8')
			.replace(/^(\d+;(\d+);.*);geen;/gm, '$1;klant$2@example.com;')
			.replace(';6,12E+08;', ';0612345678;'),
	);
