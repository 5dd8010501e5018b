/**
 * The text of a file.
 *
 * 1. A byte order mark tells the encoding, and is no part of the text.
 * 2. Without one it is UTF-8 where all of it is valid UTF-8, else Windows-1252: what Excel writes on a
 *    Windows of Western Europe. A letter of Windows-1252 above ASCII is hardly ever valid UTF-8.
 * 3. An encoding that was chosen goes before both; bytes that it does not know become U+FFFD.
 */

export type Encoding =
	| 'utf-8'
	| 'utf-16le'
	| 'utf-16be'
	| 'windows-1252'
	| 'windows-1250'
	| 'macintosh';

const MARKS: ReadonlyArray<[Encoding, number[]]> = [
	['utf-8', [0xef, 0xbb, 0xbf]],
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];

export function decodeText(bytes: Buffer, chosen?: Encoding): string {
	const marked = MARKS.find(([, mark]) => mark.every((byte, n) => bytes[n] === byte))?.[0];
	const encoding = chosen ?? marked;
	if (encoding === 'windows-1252') return windows1252(bytes);
	if (encoding) return new TextDecoder(encoding).decode(bytes);
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return windows1252(bytes);
	}
}

/** What Windows-1252 has in place of the control characters U+0080 to U+009F; unused ones stay. */
const FROM_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** By hand: Node's own decoder reads it as Latin-1 in many versions (nodejs/node#56542). */
const windows1252 = (bytes: Buffer): string =>
	bytes
		.toString('latin1')
		.replace(/[\x80-\x9f]/g, (control) => FROM_0X80[control.charCodeAt(0) - 0x80]);
