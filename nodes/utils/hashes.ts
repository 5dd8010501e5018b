import { hash } from 'crypto';

/** Tells secrets, and things named by them, apart without keeping them. */
export const fingerprint = (parts: unknown[]): string => hash('sha256', JSON.stringify(parts));

/** The first characters, of six bits each, of a digest that tells texts apart. */
export const shortHash = (text: string, length: number): string =>
	hash('sha256', text, 'base64').slice(0, length);
