const BYTE_ORDER_MARKS: ReadonlyArray<[string, number[]]> = [
	['utf-8', [0xef, 0xbb, 0xbf]],
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];

/**
 * The text of a file, by its byte order mark; without one UTF-8 if all of it is valid, or else DOS, Mac Roman or
 * Windows-1252.
 * @param chosen An encoding that the user chose, which overrides the mark. Unknown bytes become U+FFFD.
 * @param onDoubt Called with a word whose letters may be wrong, if no other word tells which encoding it is.
 */
export function decodeText(
	bytes: Buffer,
	chosen?: string,
	onDoubt?: (word: string) => void,
): string {
	const marked = BYTE_ORDER_MARKS.find(([, mark]) =>
		mark.every((byte, n) => bytes[n] === byte),
	)?.[0];
	const encoding = chosen ?? marked;
	if (encoding === 'windows-1252') return windows1252(bytes);
	if (encoding) return new TextDecoder(encoding).decode(bytes);
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		const latin = bytes.toString('latin1');
		if (DOS.test(latin) && !NOT_DOS.test(latin)) return latin.replace(/[\x80-\xff]/g, fromDos);
		if (WINDOWS.test(latin)) return windows1252(bytes);
		const isMac = MAC_ROMAN.test(latin);
		const text = isMac ? new TextDecoder('macintosh').decode(bytes) : windows1252(bytes);
		const doubt = ONLY_MAC_ROMAN.test(latin) ? null : UNCERTAIN.exec(latin);
		if (doubt) onDoubt?.(text.slice(doubt.index, doubt.index + doubt[0].length));
		return text;
	}
}

/** Behind a letter only DOS has small letters there (`M\x81ller`); on a Mac they are capitals. */
const DOS = /[A-Za-z][\x81-\x84](?![A-Z\x80-\x9F])/;
/** Letters of Windows-1252; of these DOS has only ß between letters (`Stra\xE1e`). */
const NOT_DOS = /[A-Za-z][\xC0-\xE0\xE2-\xFF][A-Za-z]/;

/** Code page 850, the bytes 0x80 to 0xFF. */
const DOS_FROM_0X80 =
	'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

const fromDos = (byte: string): string => DOS_FROM_0X80[byte.charCodeAt(0) - 0x80];

/** Bytes between letters for which Windows-1252 has no letter (`Ren\x8Fe`), or only a capital (`M\x9Fller`). */
const MAC_ROMAN =
	/[A-Za-z](?:[\x80-\x89\x8B\x8D\x8F-\x91\x93-\x99\x9B\x9D][A-Za-z]|[\x8A\x8C\x8E\x9F][a-z])/;
/** In front of a small letter only Mac Roman has a small letter there (`Ren\x8Ee`). */
const ONLY_MAC_ROMAN = /[A-Za-z][\x8E-\x91\x99\x9B\x9D\x9F][a-z]/;
/** A word with a letter that is another one in DOS, Mac Roman and Windows-1252, so no apostrophe, quotation mark or dash. */
const UNCERTAIN =
	/(?<![A-Za-z])[A-Za-z]{1,30}(?:[\x80-\x91\x93-\x9F](?=[a-z])|[\x87-\x91\x95\x9A\x9E\x9F])[A-Za-z\x80-\xFF]{0,30}/;
const WINDOWS = /[A-Za-z][\xC0-\xFF][A-Za-z]/;

/** Windows-1252 for the bytes 0x80 to 0x9F; unused bytes stay. */
const FROM_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decoded here because many versions of Node.js decode it as Latin-1 (nodejs/node#56542). */
const windows1252 = (bytes: Buffer): string =>
	bytes
		.toString('latin1')
		.replace(/[\x80-\x9f]/g, (control) => FROM_0X80[control.charCodeAt(0) - 0x80]);
