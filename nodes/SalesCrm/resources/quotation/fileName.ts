import { textOf } from '../../../utils/text';

/** What file systems take, with the ending. */
const MAX_BYTES = 255;

/**
 * A name that is no path: without folders, invisible characters and what file systems refuse, with
 * the ending .pdf. Undefined when nothing is left of it.
 */
export function safeFileName(name: unknown): string | undefined {
	const last = textOf(name).split(/[/\\]/).pop() ?? '';
	const clean = last
		.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
		.replace(/^[.\s]+/, '')
		.trim();
	const [ending] = /\.pdf$/i.exec(clean) ?? ['.pdf'];
	const stem = cutToBytes(clean.replace(/\.pdf$/i, ''), MAX_BYTES - ending.length).trimEnd();
	return stem === '' ? undefined : stem + ending;
}

/** As much of a text as so many bytes of UTF-8 hold; no character is cut in two. */
function cutToBytes(text: string, most: number): string {
	const bytes = Buffer.from(text);
	let end = Math.min(most, bytes.length);
	// Bytes that go on with a character begin with the bits 10.
	while ((bytes[end] & 0xc0) === 0x80) end--;
	return bytes.toString('utf8', 0, end);
}
