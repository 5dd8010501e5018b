/** A file of 3,009 customers as somebody sends it: out of a Dutch Excel, in its own letters. */

const BEGINNING = [
	'Klantenlijst 2026;;;;;;;;;;',
	'Export van 23-11-2026, vertrouwelijk',
	'',
	'Klantnr;Klant;Voornaam;Tussenvoegsel;Achternaam;E-mail;Telefoon;Straat;Huisnr;;Opmerking',
	'1;ja;Bas;;Null;bas@example.com;06 9000 0001;Kade;1;;',
	'2;nee;Anna;van der;Meer;"anna@example.com, meer@example.com";;Kade;2;;',
	'3;ja;;;;receptie@example.com;n.v.t.;Kade;3;;',
	'4;ja;Piet;;Bos;bos@example.com;;Kade;4;;',
	'5;ja;Marie;;Bos;bos@example.com;;Kade;4;;',
	'6;nee;Kees;de;Wit;;6,12E+08;Kade;6;;',
];

const FIRST = ['René', 'Zoë', 'Jörg', 'Françoise', 'Jan', 'Femke'];
const LAST = ['Berg', 'Bakker', 'Visser', 'Smit', 'Meijer'];

/** Some are without email and phone, some have the email of somebody of the same household. */
function customer(n: number): string {
	const isNobody = n % 60 === 7;
	const isOther = !isNobody && n % 250 === 30;
	const email = `klant${1_000 + n - (isOther ? 5 : 0)}@example.com`;
	const note = n % 20 === 0 ? `"Belt ""terug"";\nvraagt \x80 ${n},-"` : '';
	return [
		...[1_000 + n, n % 3 ? 'ja' : 'nee'],
		...[FIRST[n % FIRST.length], n % 7 ? '' : 'van den', LAST[n % LAST.length]],
		...[isNobody ? 'geen' : email, isNobody ? '' : `06${10_000_000 + n}`],
		...['Caféstraat', `${n}a`, '', note],
	].join(';');
}

/** By hand: 50 customers are nobody, one lost his phone, one is a total; 12 and Marie have the email of another. */
export const CREATED = 2_942;

/** As Excel saves it there: Windows-1252, in which \x80 is €; blank lines at the end. */
export const messyFile = (): Buffer => {
	const customers = Array.from({ length: 3_000 }, (_, n) => customer(n));
	const end = [';;;;Totaal 3006;;;;;;', ';;;;;;;;;;', '', ''];
	return Buffer.from([...BEGINNING, ...customers, ...end].join('\r\n'), 'latin1');
};
