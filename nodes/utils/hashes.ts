import { hash } from 'crypto';

/** Tells secrets, and things named by them, apart without keeping them. */
export const fingerprint = (parts: unknown[]): string => hash('sha256', JSON.stringify(parts));

/** The first characters, of six bits each, of a digest that tells texts apart. */
export const shortHash = (text: string, length: number): string =>
	hash('sha256', text, 'base64').slice(0, length);

/** What was packed into one text, in parts of one length. */
export function partsOf(packed: string, length: number): string[] {
	const parts: string[] = [];
	for (let at = 0; at < packed.length; at += length) parts.push(packed.slice(at, at + length));
	return parts;
}
