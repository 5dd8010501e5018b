import fc from 'fast-check';

import { decodeText } from '../../../nodes/utils/encoding';
import { runs } from '../../support/runs';

/** Bytes 0x80 to 0x9F of Windows-1252 that stand for a letter (the Encoding standard, index windows-1252). */
const ABOVE_ASCII: Array<[number, string]> = [
	...[...'€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'].entries(),
].flatMap(([n, letter]) => (letter === ' ' ? [] : [[0x80 + n, letter]]));
for (let byte = 0xa0; byte <= 0xff; byte++) ABOVE_ASCII.push([byte, String.fromCharCode(byte)]);
const BYTE_OF = new Map(ABOVE_ASCII.map(([byte, letter]) => [letter, byte]));

const windows1252 = (text: string) =>
	Buffer.from([...text].map((letter) => BYTE_OF.get(letter) ?? letter.charCodeAt(0)));
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const marked = (mark: number[], bytes: Buffer) => Buffer.concat([Buffer.from(mark), bytes]);

const text = fc
	.string({ unit: 'binary' })
	.filter((one) => one.isWellFormed() && !one.startsWith('\uFEFF'));

it.each<[string, (text: string) => Buffer]>([
	['UTF-8, which is never taken for Windows-1252', (one) => Buffer.from(one)],
	['UTF-8 with a mark', (one) => marked([0xef, 0xbb, 0xbf], Buffer.from(one))],
	['UTF-16 LE with a mark', (one) => marked([0xff, 0xfe], Buffer.from(one, 'utf16le'))],
	['UTF-16 BE with a mark', (one) => marked([0xfe, 0xff], utf16be(one))],
])('any text comes back letter by letter from %s', (_, encode) => {
	fc.assert(
		fc.property(text, (drawn) => expect(decodeText(encode(drawn))).toBe(drawn)),
		runs(300),
	);
});

it('names as people in Western Europe write them come back from Windows-1252', () => {
	const letters = fc.constantFrom(...'abc ,;"\r\n', ...BYTE_OF.keys());
	fc.assert(
		fc.property(fc.string({ unit: letters }), (drawn) => {
			const bytes = windows1252(drawn);
			// Some pairs, such as Ã©, are UTF-8 as well: then that is what the file says.
			fc.pre(windows1252(drawn).equals(Buffer.from(drawn)) || !isUtf8(bytes));
			// A sign between letters, such as a€b, is a letter of Mac Roman.
			fc.pre(!/[abc][^abc ,;"\r\nÀ-ÿ][abc]/.test(drawn));
			expect(decodeText(bytes)).toBe(drawn);
			expect(decodeText(bytes, 'windows-1252')).toBe(drawn);
		}),
		runs(300),
	);
});

it('one letter of Windows-1252 between letters, and it is no Mac Roman', () => {
	const ofMac = Buffer.from('Ren\x8Fe', 'latin1');
	expect(decodeText(ofMac)).toBe('Renèe');
	expect(decodeText(Buffer.concat([ofMac, windows1252(';François')]))).toContain(';François');
});

it('an encoding that was chosen goes before what the bytes say', () => {
	expect(decodeText(Buffer.from('é'), 'windows-1252')).toBe('Ã©');
	expect(decodeText(windows1252('é'), 'utf-8')).toBe('\uFFFD');
	expect(decodeText(Buffer.from([0x8e]), 'macintosh')).toBe('é');
	expect(decodeText(Buffer.from('é', 'utf16le'), 'utf-16le')).toBe('é');
});

const isUtf8 = (bytes: Buffer) => bytes.equals(Buffer.from(bytes.toString('utf8')));
