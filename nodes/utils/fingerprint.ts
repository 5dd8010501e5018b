import { createHash } from 'crypto';

/** Tells secrets, and things named by them, apart without keeping them. */
export const fingerprint = (parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');
