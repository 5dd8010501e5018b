import { createHash } from 'crypto';

/**
 * What this process has seen of sessions and access tokens: when it was given one, whether the service
 * took it, and that it has ended. Only fingerprints are kept.
 */
interface Seen {
	/** When this process was given it. Milliseconds, as all moments here. */
	issuedAt?: number;
	/** Until then it is fresh, unless it is accepted. */
	freshUntil?: number;
	/** When the service took it for the first time. */
	acceptedAt?: number;
	/** It is not to be sent any more. */
	expired?: boolean;
}

const FRESH_MS = 5 * 60_000;

/** More than any n8n has in use; the oldest are forgotten. */
const MAX_ENTRIES = 1000;

const cache = new Map<string, Seen>();

/** Without the word before it, which the service may write as well as we. */
export const bare = (token: string): string => token.replace(/^Bearer /, '');

const keyOf = (token: string) => fingerprint([bare(token)]);

function remember(token: string, seen: Seen): void {
	const key = keyOf(token);
	cache.delete(key);
	cache.set(key, seen);
	if (cache.size > MAX_ENTRIES) cache.delete(cache.keys().next().value!);
}

export const seenOf = (token: string): Readonly<Seen> => cache.get(keyOf(token)) ?? {};

/**
 * From now on it is a new one, even where the service gives the same again.
 * @param lifeMs How long it lives, where that is told: refused after it, it may have been a good one.
 */
export function recordIssued(token: string, lifeMs = Infinity): void {
	const issuedAt = Date.now();
	remember(token, { issuedAt, freshUntil: issuedAt + Math.min(FRESH_MS, lifeMs) });
}

export function recordAccepted(token: string): void {
	const seen = seenOf(token);
	if (seen.acceptedAt === undefined) remember(token, { ...seen, acceptedAt: Date.now() });
}

export const markExpired = (token: string) => remember(token, { ...seenOf(token), expired: true });

/** Given to this process a moment ago, and not yet taken by the service. */
export function isFresh(token: string): boolean {
	const { freshUntil = 0, acceptedAt } = seenOf(token);
	return acceptedAt === undefined && Date.now() < freshUntil;
}

/** Tells secrets, and things named by them, apart without keeping them. */
export const fingerprint = (parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');
