import { createHash } from 'crypto';

/** The first characters, of six bits each, of a digest that tells texts apart. */
export const shortHash = (text: string, length: number): string =>
	createHash('sha256').update(text).digest('base64').slice(0, length);

/** What was packed into one text, in parts of one length. */
export function* partsOf(packed: string, length: number): Generator<string, void> {
	for (let from = 0; from < packed.length; from += length) {
		yield packed.slice(from, from + length);
	}
}
