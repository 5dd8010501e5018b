import { createHash, createHmac, randomBytes, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { credentialTypeOf } from '../transport/credential';
import { textOf } from '../utils/text';
import { endpointOf, type TriggerContext, triggerConnection, wantedEvents } from './settings';
import { knownSecret, type NotedSecret } from './state';
import { throttledWarning } from './throttledWarning';

/**
 * The secret that the service sends with each call: `<time>.<HMAC>`, such as `1767225600000.kP3x…`.
 *
 * 1. The time is that of the registration: each makes a new secret. The HMAC is of endpoint, profile, events and time,
 *    under the credential's own secret. So any process can check it, whatever became of n8n's static data.
 * 2. From a short secret of a person the key could be guessed. Then what follows the time is random.
 * 3. Static data keep the time and a hash: exports and readers of the workflow show them.
 * 4. A call passes where its hash equals that. It also passes where its time is later, or nothing is noted, and its
 *    HMAC is right: another trigger of the workflow may have put static data back. An earlier time is refused.
 * 5. Only for such an HMAC is the credential read, and then not again for some seconds, so that neither a burst of
 *    events nor a stranger costs a read each.
 */

/** The header in which the service sends it. */
export const SECRET_HEADER = 'X-Webhook-Secret';

const FORM = /^(\d{13})\.[\w-]{43}$/;

const MIN_KEY_LENGTH = 20;

/** Rule 5. */
const KEY_FRESH_MS = 5_000;

/** The secret to register with. @param noted Of the registration before; the new one is later. */
export async function newSecret(
	context: TriggerContext,
	connection: Connection,
	noted: NotedSecret | undefined,
): Promise<string> {
	const time = String(Math.max(Date.now(), (noted?.time ?? 0) + 1));
	const key = await readKey(context, connection);
	return key ? signed(key, time) : `${time}.${randomBytes(32).toString('base64url')}`;
}

/** What is kept of a secret (rule 3). */
export const notedSecret = (secret: string): NotedSecret => ({
	time: Number(FORM.exec(secret)?.[1]),
	hash: hashOf(secret),
});

/** Whether a call passes. One that does not leaves a word in the log. */
export async function verifySecret(context: IWebhookFunctions): Promise<boolean> {
	const received: unknown = context.getHeaderData()[SECRET_HEADER.toLowerCase()];
	const time = typeof received === 'string' ? FORM.exec(received)?.[1] : undefined;
	if (time !== undefined && (await isGenuine(context, received as string, time))) return true;
	const why = 'it does not carry the secret of the webhook';
	throttledWarning(context, `a call was refused (401): ${why}`);
	return false;
}

/** Rule 4. */
async function isGenuine(context: IWebhookFunctions, received: string, time: string) {
	const { noted, underWay } = knownSecret(context);
	const hash = hashOf(received);
	if ([noted?.hash, underWay].some((known) => known !== undefined && isEqual(hash, known))) {
		return true;
	}
	if (Number(time) <= (noted?.time ?? -Infinity)) return false;
	const key = await recentKey(context);
	return key !== undefined && isEqual(hash, hashOf(signed(key, time)));
}

/** The credential's own secret, and what is signed with it beside the time. */
interface Key {
	secret: string;
	subject: unknown[];
}

const signed = ({ secret, subject }: Key, time: string): string => {
	const signature = createHmac('sha256', secret).update(JSON.stringify([...subject, time]));
	return `${time}.${signature.digest('base64url')}`;
};

/** By endpoint. */
const recentKeys = new Map<string, { readAt: number; key: Promise<Key | undefined> }>();

/** Undefined as well where the credential cannot be read. */
async function recentKey(context: IWebhookFunctions): Promise<Key | undefined> {
	const endpoint = endpointOf(context);
	const recent = recentKeys.get(endpoint);
	if (recent && Date.now() - recent.readAt < KEY_FRESH_MS) return await recent.key;
	const key = triggerConnection(context, { maxAttempts: 1, timeoutMs: 0 })
		.then(async (connection) => await readKey(context, connection))
		.catch(() => undefined);
	recentKeys.set(endpoint, { readAt: Date.now(), key });
	return await key;
}

/** Undefined where the credential holds no secret that is long enough (rule 2). */
async function readKey(
	context: TriggerContext,
	{ scheme, profileId }: Connection,
): Promise<Key | undefined> {
	const credential = await context.getCredentials(credentialTypeOf(scheme));
	const { apiToken, clientSecret, password } = credential;
	const secret = textOf(apiToken ?? clientSecret ?? password).trim();
	if (secret.length < MIN_KEY_LENGTH) return undefined;
	return { secret, subject: [endpointOf(context), profileId ?? '', wantedEvents(context).sort()] };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Of two hashes, in constant time. */
const isEqual = (one: string, other: string): boolean =>
	one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
