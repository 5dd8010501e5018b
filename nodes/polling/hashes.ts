import { createHash } from 'crypto';

/** Eight characters are six bytes: one in 10⁹ to take a new one for one of 100,000 seen ones. */
export const HASH_LENGTH = 8;

/** Of what tells a change, or a record, apart. */
export const shortHash = (key: string): string =>
	createHash('sha256').update(key).digest('base64').slice(0, HASH_LENGTH);

/** What was packed into one text, in parts of one length. */
export function* partsOf(packed: string, length: number): Generator<string, void> {
	for (let from = 0; from < packed.length; from += length) {
		yield packed.slice(from, from + length);
	}
}
