import { createHash, createHmac, randomBytes, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { type Connection, credentialTypeOf } from '../transport/connection';
import { textOf } from '../utils/text';
import { warnOnceAMinute } from './rareWarning';
import { endpointOf, type TriggerContext, triggerConnection, wantedEvents } from './settings';
import { knownSecrets } from './webhookState';

/**
 * The secret that the service sends with each call.
 *
 * 1. It is an HMAC of endpoint, profile and events under the credential's own secret, so that any process knows it
 *    at any time, whatever became of n8n's static data.
 * 2. From a short secret of a person the key could be guessed. Then it is random, stored, and used again.
 * 3. A call passes where it carries the secret that was registered, or the one that would be registered now.
 *    So a token that is renewed changes nothing until the workflow is published again.
 */

/** The header in which the service sends it. */
export const SECRET_HEADER = 'X-Webhook-Secret';

const MIN_KEY_LENGTH = 20;

/** The secret to register with. @param stored Of an earlier registration. */
export async function secretFor(
	context: TriggerContext,
	connection: Connection,
	stored: string | undefined,
): Promise<string> {
	const derived = await derivedSecret(context, connection);
	return derived ?? stored ?? randomBytes(32).toString('base64url');
}

/** Whether a call passes. One that does not leaves a word in the log. */
export async function verifySecret(context: IWebhookFunctions): Promise<boolean> {
	const received: unknown = context.getHeaderData()[SECRET_HEADER.toLowerCase()];
	if (typeof received === 'string' && received !== '') {
		if (knownSecrets(context).some((secret) => isEqual(received, secret))) return true;
		// The credential is read only here: nearly every call carries what is stored.
		if (isEqual(received, await secretOfNow(context))) return true;
	}
	const why = 'it does not carry the secret of the webhook';
	warnOnceAMinute(context, `a call was refused (401): ${why}`);
	return false;
}

/** Undefined as well where the credential cannot be read. */
const secretOfNow = async (context: IWebhookFunctions): Promise<string | undefined> =>
	await triggerConnection(context, { maxAttempts: 1, timeoutMs: 0 })
		.then(async (connection) => await derivedSecret(context, connection))
		.catch(() => undefined);

/** Undefined where the credential holds no secret that is long enough (rule 2). */
async function derivedSecret(context: TriggerContext, { scheme, profileId }: Connection) {
	const credential = await context.getCredentials(credentialTypeOf(scheme));
	const { apiToken, clientSecret, password } = credential;
	const key = textOf(apiToken ?? clientSecret ?? password).trim();
	if (key.length < MIN_KEY_LENGTH) return undefined;
	const subject = [endpointOf(context), profileId ?? '', wantedEvents(context).sort()];
	return createHmac('sha256', key).update(JSON.stringify(subject)).digest('base64url');
}

/** Hashes are compared, in constant time, so that neither content nor length can be measured. */
function isEqual(received: string, expected: string | undefined): boolean {
	return expected !== undefined && timingSafeEqual(digest(received), digest(expected));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
