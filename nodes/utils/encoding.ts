/**
 * The text of a file.
 *
 * 1. A byte order mark tells the encoding, and is no part of the text.
 * 2. Without one it is UTF-8 where all of it is valid UTF-8.
 * 3. Else it is Mac Roman, which Excel for Mac writes, where a byte that is no letter in Windows-1252 stands between
 *    letters (`Ren\x8Fe`), or a capital of it in front of a small one (`M\x9Fller`), and none of 0xC0 to 0xFF does.
 * 4. Else Windows-1252, which Excel writes on a Windows of Western Europe.
 * 5. An encoding that was chosen goes before all; bytes that it does not know become U+FFFD.
 */

const MARKS: ReadonlyArray<[string, number[]]> = [
	['utf-8', [0xef, 0xbb, 0xbf]],
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];

export function decodeText(bytes: Buffer, chosen?: string): string {
	const marked = MARKS.find(([, mark]) => mark.every((byte, n) => bytes[n] === byte))?.[0];
	const encoding = chosen ?? marked;
	if (encoding === 'windows-1252') return windows1252(bytes);
	if (encoding) return new TextDecoder(encoding).decode(bytes);
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		const latin = bytes.toString('latin1');
		const isMac = MAC_ROMAN.test(latin) && !WINDOWS.test(latin);
		return isMac ? new TextDecoder('macintosh').decode(bytes) : windows1252(bytes);
	}
}

/** Rule 3. */
const MAC_ROMAN =
	/[A-Za-z](?:[\x80-\x89\x8B\x8D\x8F-\x91\x93-\x99\x9B\x9D][A-Za-z]|[\x8A\x8C\x8E\x9F][a-z])/;
const WINDOWS = /[A-Za-z][\xC0-\xFF][A-Za-z]/;

/** What Windows-1252 has in place of the control characters U+0080 to U+009F; unused ones stay. */
const FROM_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** By hand: Node's own decoder reads it as Latin-1 in many versions (nodejs/node#56542). */
const windows1252 = (bytes: Buffer): string =>
	bytes
		.toString('latin1')
		.replace(/[\x80-\x9f]/g, (control) => FROM_0X80[control.charCodeAt(0) - 0x80]);
