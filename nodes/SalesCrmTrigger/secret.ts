import { createHash, createHmac, randomBytes, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { credentialTypeOf, type Scheme } from '../transport/credential';
import { Remembered } from '../utils/remembered';
import { textOf } from '../utils/text';
import type { OpenTrigger } from './openTrigger';
import { endpointOf, type TriggerContext, triggerConnection, readSettings } from './settings';
import { accountMark, registrationsOf, type Subscriber } from './state';

/**
 * The secret that the service sends with each call: the time of the registration and an HMAC, such as
 * `1767225600000.kP3x…`. Its key is the credential's own secret, so any process can check a call, even if n8n's static data
 * were overwritten. They contain only the time and a hash, because exports of a workflow include them.
 */

export const SECRET_HEADER = 'X-Webhook-Secret';

const FORM = /^(\d{13})\.[\w-]{43}$/;

/** A shorter secret could be guessed, so a random value takes the place of the HMAC. */
const MIN_KEY_LENGTH = 20;

/** How long a signer is reused, so that a burst of calls reads the credential only once. */
const SIGNER_FRESH_MS = 5_000;

/** The secret to register with, its time, and its hash. */
export async function newSecret({ context, connection, enteredProfileId, state }: OpenTrigger) {
	const time = Math.max(Date.now(), (state.registration?.time ?? 0) + 1);
	const sign = await readSigner(context, connection.scheme, enteredProfileId);
	const secret = sign?.(time) ?? `${time}.${randomBytes(32).toString('base64url')}`;
	return { secret, time, hash: hashOf(secret) };
}

/**
 * A call passes if the hash of its secret is the saved one. Another trigger of the workflow may have overwritten what was
 * saved, so a secret with a later time passes if its HMAC is right. One with an earlier time is refused.
 * @returns Who registered the webhook of the call; undefined if the call is refused.
 */
export async function verifySecret(context: IWebhookFunctions): Promise<Subscriber | undefined> {
	const received: unknown = context.getHeaderData()[SECRET_HEADER.toLowerCase()];
	const time = typeof received === 'string' && Number(FORM.exec(received)?.[1]);
	if (!time) return undefined;
	const hash = hashOf(received as string);
	const { latest, pending } = registrationsOf(context);
	if (latest && isEqual(hash, latest.hash)) return latest;
	if (latest && time <= latest.time) return undefined;
	if (pending && isEqual(hash, pending.hash)) return pending;
	const { sign, ...subscriber } = (await recentSigner(context)) ?? {};
	return sign && isEqual(hash, hashOf(sign(time))) ? (subscriber as Subscriber) : undefined;
}

/** Returns the secret for a time. Undefined if the credential's own secret is too short. */
type Signer = ((time: number) => string) | undefined;

/** By endpoint. Undefined if the credential cannot be read. */
const recentSigners = new Remembered<Promise<(Subscriber & { sign: Signer }) | undefined>>(
	500,
	SIGNER_FRESH_MS,
);

async function recentSigner(context: IWebhookFunctions) {
	const endpoint = endpointOf(context);
	const recent = recentSigners.get(endpoint);
	if (recent) return await recent;
	const signer = triggerConnection(context, { maxAttempts: 1, timeoutMs: 0 })
		.then(async (connection) => ({
			sign: await readSigner(context, connection.scheme, connection.profileId),
			account: accountMark(endpoint, connection.account),
			profileId: connection.profileId,
		}))
		.catch(() => undefined);
	recentSigners.set(endpoint, signer);
	return await signer;
}

async function readSigner(
	context: TriggerContext,
	scheme: Scheme,
	enteredProfileId: string | undefined,
): Promise<Signer> {
	const credential = await context.getCredentials(credentialTypeOf(scheme));
	const { apiToken, clientSecret, password } = credential;
	const key = textOf(apiToken ?? clientSecret ?? password).trim();
	if (key.length < MIN_KEY_LENGTH) return undefined;
	const { events } = readSettings(context);
	const registration = [endpointOf(context), enteredProfileId ?? '', events.toSorted()];
	return (time) => {
		const signed = JSON.stringify([...registration, String(time)]);
		return `${time}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
	};
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Compares in constant time. */
const isEqual = (one: string, other: string): boolean =>
	one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
