import fc from 'fast-check';

import { decodeText } from '../../../nodes/utils/encoding';
import { runs } from '../../support/runs';

/** The letters of Windows-1252 from byte 0x80 on (the Encoding standard, index windows-1252); a blank is none. */
const FROM_0X80 = `€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ${String.fromCharCode(
	...Array.from({ length: 0x60 }, (_, n) => 0xa0 + n),
)}`;
const BYTE_OF = new Map([...FROM_0X80].map((letter, n) => [letter, 0x80 + n]));
BYTE_OF.delete(' ');

const windows1252 = (text: string) =>
	Buffer.from([...text].map((letter) => BYTE_OF.get(letter) ?? letter.charCodeAt(0)));
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const marked = (mark: number[], bytes: Buffer) => Buffer.concat([Buffer.from(mark), bytes]);

const text = fc
	.string({ unit: 'binary' })
	.filter((one) => one.isWellFormed() && !one.startsWith('\uFEFF'));

it.each<[string, (text: string) => Buffer]>([
	['UTF-8', (one) => Buffer.from(one)],
	['UTF-8 with a mark', (one) => marked([0xef, 0xbb, 0xbf], Buffer.from(one))],
	['UTF-16 LE with a mark', (one) => marked([0xff, 0xfe], Buffer.from(one, 'utf16le'))],
	['UTF-16 BE with a mark', (one) => marked([0xfe, 0xff], utf16be(one))],
])('any text is read from %s', (_, encode) => {
	fc.assert(
		fc.property(text, (drawn) => expect(decodeText(encode(drawn))).toBe(drawn)),
		runs(300),
	);
});

const isUtf8 = (bytes: Buffer) => bytes.equals(Buffer.from(bytes.toString('utf8')));

it('names of Western Europe are read from Windows-1252', () => {
	const letters = fc.constantFrom(...'abc ,;"\r\n', ...BYTE_OF.keys());
	fc.assert(
		fc.property(fc.string({ unit: letters }), (drawn) => {
			const bytes = windows1252(drawn);
			// Some pairs, such as Ã©, are valid UTF-8.
			fc.pre(bytes.equals(Buffer.from(drawn)) || !isUtf8(bytes));
			// A sign between letters, such as a€b, is a letter of Mac Roman.
			fc.pre(!/[abc][^abc ,;"\r\nÀ-ÿ][abc]/.test(drawn));
			// And ‚ƒ„ behind a letter is é, â or ä of DOS.
			fc.pre(!/[abc][‚ƒ„]/.test(drawn));
			expect(decodeText(bytes)).toBe(drawn);
			expect(decodeText(bytes, 'windows-1252')).toBe(drawn);
		}),
		runs(300),
	);
});

it('code page 850 is read where a letter can only be of DOS, unless others can only be of Windows-1252', () => {
	const ofDos = Buffer.from('Stra\xE1e;M\x81ller;J\x94rg;Ren\x82', 'latin1');
	expect(decodeText(ofDos)).toBe('Straße;Müller;Jörg;René');
	expect(decodeText(Buffer.concat([ofDos, windows1252(';François')]))).toContain(';François');
});

it('Mac Roman is read, unless one letter of Windows-1252 stands between letters', () => {
	const ofMac = Buffer.from('Ren\x8Fe', 'latin1');
	expect(decodeText(ofMac)).toBe('Renèe');
	expect(decodeText(Buffer.concat([ofMac, windows1252(';François')]))).toContain(';François');
});

describe('a file with few accents is read as it was written, or a word shows how it was read', () => {
	/** The letters of the names below in DOS (code pages 850 and 437 agree) and Mac Roman. */
	const DOS = { ë: 0x89, ï: 0x8b, ö: 0x94, é: 0x82, è: 0x8a, ü: 0x81 };
	const MAC = { ë: 0x91, ï: 0x95, ö: 0x9a, é: 0x8e, è: 0x8f, ü: 0x9f };
	const bytesBy = (codes: Record<string, number>) => (name: string) =>
		Buffer.from([...name].map((letter) => codes[letter] ?? letter.charCodeAt(0)));
	const ENCODINGS: Array<[string, (name: string) => Buffer]> = [
		['DOS', bytesBy(DOS)],
		['Mac Roman', bytesBy(MAC)],
		['Windows-1252', windows1252],
		['UTF-8', (name) => Buffer.from(name)],
	];
	const FEW = ['Zoë', 'Daniël', 'Coördinator'];
	const FILES: Array<[names: string[], shown: Record<string, string>]> = [
		[['Zoë'], { DOS: 'Zo‰', 'Mac Roman': 'Zo‘' }],
		[['Daniël'], { DOS: 'Daniâl' }],
		[['Coördinator'], { DOS: 'Coîrdinator', 'Mac Roman': 'Cošrdinator' }],
		[['Loïs'], { DOS: 'Loãs', 'Mac Roman': 'Loïs' }],
		[['Renée'], {}],
		[['André', 'Daniël'], {}],
		[['Geneviève'], { DOS: 'Geneviäve' }],
		[['Müller'], {}],
		[FEW, { DOS: 'Zoâ' }],
		[Array.from({ length: 30 }, (_, n) => FEW[n] ?? 'Jan'), { DOS: 'Zoâ' }],
	];
	it.each(
		FILES.flatMap(([names, shown]) =>
			ENCODINGS.map(([encoding, encode]) => ({ names, encoding, encode, shown: shown[encoding] })),
		),
	)('$encoding: $names.0, $names.length', ({ names, encode, shown }) => {
		const file = `Naam;Land\r\n${names.map((name) => `${name};NL`).join('\r\n')}`;
		const doubts: string[] = [];
		const read = decodeText(encode(file), undefined, (word) => doubts.push(word));
		if (!shown) expect(read).toBe(file);
		expect(doubts).toEqual(shown ? [shown] : []);
	});

	it('but not for the apostrophes and quotation marks of a text', () => {
		const doubts: string[] = [];
		const bytes = windows1252('O’Neill;“De Hoop”;Zoë;10–12;en zo…');
		decodeText(bytes, undefined, (word) => doubts.push(word));
		expect(doubts).toEqual([]);
	});
});
