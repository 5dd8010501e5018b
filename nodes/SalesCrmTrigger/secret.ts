import { createHash, createHmac, randomBytes, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { credentialTypeOf } from '../transport/credential';
import { textOf } from '../utils/text';
import { endpointOf, type TriggerContext, triggerConnection, readSettings } from './settings';
import { knownSecret, type NotedSecret, noteUnderWay } from './state';

/**
 * The secret that the service sends with each call: `<time>.<HMAC>`, such as `1767225600000.kP3x…`. The time is that of
 * the registration. The HMAC is of endpoint, profile, events and time, under the credential's own secret, so that any
 * process can check it, whatever became of n8n's static data. Static data keep the time and a hash, because exports and
 * readers of the workflow show them.
 */

/** The header in which the service sends it. */
export const SECRET_HEADER = 'X-Webhook-Secret';

const FORM = /^(\d{13})\.[\w-]{43}$/;

/** From a shorter secret of a person the key could be guessed: then what follows the time is random. */
const MIN_KEY_LENGTH = 20;

/** The credential is not read again for so long: neither a burst of events nor a stranger costs a read each. */
const KEY_FRESH_MS = 5_000;

/**
 * The secret to register with, and what is kept of it. Its calls pass from now on.
 * @param before Of the registration before; the new one is later.
 */
export async function newSecret(
	context: TriggerContext,
	connection: Connection,
	before: NotedSecret | undefined,
) {
	const time = Math.max(Date.now(), (before?.time ?? 0) + 1);
	const secretAt = await readKey(context, connection);
	const secret = secretAt?.(time) ?? `${time}.${randomBytes(32).toString('base64url')}`;
	const noted = { time, hash: hashOf(secret) };
	noteUnderWay(context, noted);
	return { secret, noted };
}

/**
 * Whether a call passes: its hash is the one noted, or its time is later, or nothing is noted, and its HMAC is right.
 * Another trigger of the workflow may have put static data back. An earlier time is refused.
 */
export async function verifySecret(context: IWebhookFunctions): Promise<boolean> {
	const received: unknown = context.getHeaderData()[SECRET_HEADER.toLowerCase()];
	const time = typeof received === 'string' && Number(FORM.exec(received)?.[1]);
	if (!time) return false;
	const hash = hashOf(received as string);
	const { noted, underWay } = knownSecret(context);
	if (noted && isEqual(hash, noted.hash)) return true;
	if (noted && time <= noted.time) return false;
	if (underWay && isEqual(hash, underWay.hash)) return true;
	const secretAt = await recentKey(context);
	return secretAt !== undefined && isEqual(hash, hashOf(secretAt(time)));
}

/** Gives the secret of a time; undefined where the credential cannot stand in for it. */
type Key = ((time: number) => string) | undefined;

/** By endpoint. */
const recentKeys = new Map<string, { readAt: number; key: Promise<Key> }>();

async function recentKey(context: IWebhookFunctions): Promise<Key> {
	const endpoint = endpointOf(context);
	const recent = recentKeys.get(endpoint);
	if (recent && Date.now() - recent.readAt < KEY_FRESH_MS) return await recent.key;
	const key = triggerConnection(context, { maxAttempts: 1, timeoutMs: 0 })
		.then(async (connection) => await readKey(context, connection))
		.catch(() => undefined);
	recentKeys.set(endpoint, { readAt: Date.now(), key });
	return await key;
}

/** Undefined if the credential's own secret is too short. */
async function readKey(context: TriggerContext, { scheme, profileId }: Connection): Promise<Key> {
	const credential = await context.getCredentials(credentialTypeOf(scheme));
	const { apiToken, clientSecret, password } = credential;
	const key = textOf(apiToken ?? clientSecret ?? password).trim();
	if (key.length < MIN_KEY_LENGTH) return undefined;
	const { events } = readSettings(context);
	const registration = [endpointOf(context), profileId ?? '', events.toSorted()];
	return (time) => {
		const signed = JSON.stringify([...registration, String(time)]);
		return `${time}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
	};
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Of two hashes, in constant time. */
const isEqual = (one: string, other: string): boolean =>
	one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
