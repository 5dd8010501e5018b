import { createHash } from 'crypto';

import { bare } from './session';

/** What this process has learned of sessions and access tokens. They are kept as fingerprints. */

interface Known {
	/** Until then it counts as fresh from a sign-in, unless it was accepted before. */
	freshUntil?: number;
	/** The service has taken it at least once. */
	accepted?: boolean;
	/** It is not to be sent any more. */
	ended?: boolean;
}

/** So long at most does one that was never accepted speak against getting another. */
const UNTRIED_MS = 5 * 60_000;

/** More than any n8n has in use; the oldest are forgotten. */
const MAX_ENTRIES = 1000;

const known = new Map<string, Known>();

const keyOf = (value: string) => fingerprint([bare(value)]);

function note(value: string, news: Known): void {
	const key = keyOf(value);
	const before = known.get(key);
	known.delete(key);
	known.set(key, { ...before, ...news });
	if (known.size > MAX_ENTRIES) known.delete(known.keys().next().value!);
}

const look = (value: string): Known => known.get(keyOf(value)) ?? {};

/**
 * From now on it is a new one, even where the service gives the same again.
 * @param lifeMs How long it lives, where that is told: refused after it, it may have been a good one.
 */
export const noteGiven = (value: string, lifeMs = Infinity) =>
	note(value, {
		freshUntil: Date.now() + Math.min(UNTRIED_MS, lifeMs),
		accepted: false,
		ended: false,
	});

export function noteAccepted(value: string): void {
	if (!look(value).accepted) note(value, { accepted: true });
}

export const noteEnded = (value: string) => note(value, { ended: true });

export const hasEnded = (value: string): boolean => look(value).ended === true;

/** Fresh from a sign-in, and the service has not taken it yet. */
export function isUntried(value: string): boolean {
	const { freshUntil = 0, accepted } = look(value);
	return !accepted && Date.now() < freshUntil;
}

/** Tells secrets, and things named by them, apart without keeping them. */
export const fingerprint = (parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');
