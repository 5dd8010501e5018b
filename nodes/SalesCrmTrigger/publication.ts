import { ServiceError } from '../transport/errors';
import { backoffMs } from '../transport/retryPolicy';
import { pause } from '../transport/waiting';

/**
 * Waits for a service that is away while the trigger is published.
 *
 * 1. n8n 2 removes the old webhook before it registers the new one, and gives a publication 84 seconds (2.41,
 *    `workflow-publication-outbox-consumer`). It tries five times with waits of 1, 2, 4 and 8 seconds, and never again
 *    (`trigger-activation-retry`). What registers after that is an orphan.
 * 2. So a temporary error is tried again for 60 seconds, from the first attempt of that publication on. Afterwards
 *    n8n's own tries fail at once with the same reason.
 * 3. A refusal fails at once.
 * 4. A removal that meets a temporary error is sent once more, two seconds later: n8n 1 asks for it only once.
 */

const PUBLICATION_WAIT_MS = 60_000;
const MAX_PAUSE_MS = 5_000;
const REMOVAL_PAUSE_MS = 2_000;

/** Longer than n8n's longest wait between two tries: what comes later is another publication. */
const SAME_PUBLICATION_MS = 10_000;

/** To register takes long where the service tries the address out, and may not outlast the wait by much. */
export const ADD_MS = { min: 4_000, max: 20_000 };

/** Times in milliseconds since the Unix epoch. */
interface Publication {
	/** Of its first attempt. */
	since: number;
	/** Of its latest attempt. */
	lastAt: number;
	/** Why that failed. */
	reason?: ServiceError;
}

/** By endpoint: those that met a temporary error. */
const publications = new Map<string, Publication>();

/** The publication that is under way, or now begins. */
function publicationOf(endpoint: string): Publication {
	const known = publications.get(endpoint);
	if (known && Date.now() - known.lastAt < SAME_PUBLICATION_MS) return known;
	return { since: Date.now(), lastAt: Date.now() };
}

const leftMs = ({ since }: Publication): number => since + PUBLICATION_WAIT_MS - Date.now();

const isOutage = (reason: unknown): reason is ServiceError =>
	reason instanceof ServiceError && reason.isPassing;

/** One attempt. @throws At once where the wait is over. */
async function attempt<T>(
	endpoint: string,
	publication: Publication,
	step: () => Promise<T>,
): Promise<T> {
	// To be asked keeps a publication under way: n8n's longest wait follows.
	publication.lastAt = Date.now();
	if (publication.reason && leftMs(publication) <= 0) throw publication.reason;
	return await step().catch((reason: unknown) => {
		if (isOutage(reason)) {
			Object.assign(publication, { lastAt: Date.now(), reason });
			publications.set(endpoint, publication);
		}
		throw reason;
	});
}

/** Whether a step that failed is tried again. */
const isWorthATry = (publication: Publication, reason: unknown): reason is ServiceError =>
	isOutage(reason) && leftMs(publication) > 0;

/**
 * What a step gives in the end (rule 2).
 * @param step One attempt, with the time that it has (milliseconds).
 * @throws The reason of the last attempt.
 */
export async function outlast<T>(
	endpoint: string,
	step: (timeoutMs: number) => Promise<T>,
	publication = publicationOf(endpoint),
	attempts = 1,
): Promise<T> {
	const timeoutMs = Math.min(Math.max(leftMs(publication), ADD_MS.min), ADD_MS.max);
	const once = attempt(endpoint, publication, async () => await step(timeoutMs));
	const result = await once.catch(async (reason: unknown) => {
		if (!isWorthATry(publication, reason)) throw reason;
		const waitMs = reason.retryAfterMs ?? Math.min(backoffMs(attempts), MAX_PAUSE_MS);
		await pause(Math.min(waitMs, leftMs(publication)), undefined);
		return await outlast(endpoint, step, publication, attempts + 1);
	});
	publications.delete(endpoint);
	return result;
}

/** A removal (rule 4). @throws The reason of the last attempt. */
export async function tryTwice(endpoint: string, remove: () => Promise<void>): Promise<void> {
	const publication = publicationOf(endpoint);
	await attempt(endpoint, publication, remove).catch(async (reason: unknown) => {
		if (!isWorthATry(publication, reason)) throw reason;
		await pause(REMOVAL_PAUSE_MS, undefined);
		await attempt(endpoint, publication, remove);
	});
}
