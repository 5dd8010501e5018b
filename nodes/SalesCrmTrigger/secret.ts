import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'crypto';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { credentialTypeOf } from '../transport/connection';
import { textOf } from '../utils/text';
import { chosenScheme } from './settings';
import type { KnownWebhook } from './webhookState';

/**
 * The secret of a registration: how it is made, and which calls carry one that counts.
 *
 * 1. A secret is `number.mac` or `number.mac.mac`. The number is the moment of registering in milliseconds, raised
 *    above every number that is known of this webhook. Each MAC is over number and endpoint: the first under a random
 *    key of the node, the second under a key derived from the credential, where that holds a long enough secret.
 * 2. The newest registration that is known passes by being equal, and so does one that is under way: a service may
 *    ping the address before it answers.
 * 3. Any other passes when its MAC is right and its number is higher than all that are known: then static data are
 *    old or empty. Lower ones are left over, and refused. From its first event on such a registration is the newest
 *    known here. A ping is no proof that it succeeded.
 * 4. The MAC under the node's key decides where that key is known, in static data or in this process. Only where
 *    neither has one, the other decides, and the credential is read, once a minute at most.
 * 5. A refused call is answered 401, starts nothing and leaves a word in the log, once a minute at most.
 */

/** The header in which the service sends the secret of the registration. */
export const SECRET_HEADER = 'X-Webhook-Secret';

/** Such as 1767225600000.<43 characters>.<43 characters>. */
const FORM = /^(\d{13,16})\.([\w-]{43})(?:\.([\w-]{43}))?$/;

const MAX_LENGTH = 200;
const MINUTE_MS = 60_000;

/** From a shorter secret of a person the key could be guessed. */
const MIN_SECRET_LENGTH = 20;

/** A fresh secret for a registration. Its number is taken for good, whatever comes of it. */
export async function createSecret(
	context: IHookFunctions,
	known: KnownWebhook,
): Promise<{ secret: string; number: number; key: string }> {
	const { state, memory, endpoint } = known;
	const number = Math.max(Date.now(), highestNumber(known) + 1);
	const key = state.key ?? memory.key ?? randomBytes(32).toString('base64url');
	Object.assign(memory, { highest: number, key });
	const keys = [Buffer.from(key, 'base64url'), await derivedKey(context)];
	const macs = keys.flatMap((one) => (one ? [macOf(number, endpoint, one)] : []));
	return { secret: [number, ...macs].join('.'), number, key };
}

/** Why a call is refused, in words for the log. */
const REFUSALS = {
	missing: 'it carries no secret',
	wrong: 'it does not carry the secret of the webhook',
	leftOver: 'it comes from a left-over webhook, of an earlier registration',
	unknown:
		'its secret cannot be checked: what n8n remembers of the webhook is gone, and the credential cannot stand in for it. Publish the workflow again',
};

/** Whether a call carries a secret that counts. One that does not leaves a word in the log. */
export async function verifySecret(
	context: IWebhookFunctions,
	known: KnownWebhook,
): Promise<boolean> {
	const { memory } = known;
	const refusal = await refusalOf(context, known);
	if (refusal === undefined) return true;
	if (Date.now() >= (memory.toldAt ?? -Infinity) + MINUTE_MS) {
		memory.toldAt = Date.now();
		context.logger.warn(`Sales CRM Trigger: a call was refused (401): ${REFUSALS[refusal]}`);
	}
	return false;
}

async function refusalOf(
	context: IWebhookFunctions,
	known: KnownWebhook,
): Promise<keyof typeof REFUSALS | undefined> {
	const { state, memory, endpoint } = known;
	const received = receivedSecret(context);
	if (received === undefined || received === '') return 'missing';
	if (typeof received !== 'string' || received.length > MAX_LENGTH) return 'wrong';
	memory.key ??= state.key;
	if (isEqual(received, memory.underWay) || isEqual(received, newestSecret(known))) {
		return undefined;
	}

	const [, digits, mac, derivedMac] = FORM.exec(received) ?? [];
	if (digits === undefined) return 'wrong';
	const number = Number(digits);
	const own = [state.key, memory.key].filter((key) => key !== undefined);
	const derived = own.length > 0 ? undefined : await cachedKey(context, memory);
	if (own.length === 0 && derived === undefined) return 'unknown';
	const isRight = derived
		? isEqual(derivedMac, macOf(number, endpoint, derived))
		: own.some((key) => isEqual(mac, macOf(number, endpoint, Buffer.from(key, 'base64url'))));
	if (!isRight) return 'wrong';
	return number <= highestNumber(known) ? 'leftOver' : undefined;
}

/** An event came with a secret that passed: no registration of before counts any more (rule 3). */
export function recordEvent(context: IWebhookFunctions, known: KnownWebhook): void {
	const secret = String(receivedSecret(context));
	const number = Number(FORM.exec(secret)?.[1]);
	if (number > highestNumber(known)) {
		Object.assign(known.memory, { passed: { secret, number }, highest: number });
	}
}

/** As it came, so of any type: a header that was sent twice may be a list. */
const receivedSecret = (context: IWebhookFunctions): unknown =>
	context.getHeaderData()[SECRET_HEADER.toLowerCase()];

/** Undefined where the newest registration was removed. */
function newestSecret({ state, memory }: KnownWebhook): string | undefined {
	let newest: { number?: number; secret?: string } = state;
	for (const one of [memory.state, memory.passed]) {
		if (one?.number !== undefined && one.number >= (newest.number ?? 0)) newest = one;
	}
	return newest.secret;
}

const highestNumber = ({ state, memory }: KnownWebhook): number =>
	Math.max(state.number ?? 0, memory.state.number ?? 0, memory.highest);

const macOf = (number: number, endpoint: string, key: Buffer): string =>
	createHmac('sha256', key).update(`${number} ${endpoint}`).digest('base64url');

/** Hashes are compared, in constant time, so that neither content nor length can be measured. */
function isEqual(received: string | undefined, expected: string | undefined): boolean {
	if (!received || !expected) return false;
	return timingSafeEqual(digest(received), digest(expected));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Read anew after a minute: so forged calls cost no reading each. What could not be read is tried again. */
async function cachedKey(
	context: IWebhookFunctions,
	memory: KnownWebhook['memory'],
): Promise<Buffer | undefined> {
	if (!memory.derived || Date.now() >= memory.derived.until) {
		const until = Date.now() + MINUTE_MS;
		memory.derived = await derivedKey(context).then(
			(key) => ({ key, until }),
			() => undefined,
		);
	}
	return memory.derived?.key;
}

/**
 * Undefined where the credential holds nothing but a password or a short secret.
 * @throws Whatever n8n throws where it cannot be read.
 */
async function derivedKey(
	context: IHookFunctions | IWebhookFunctions,
): Promise<Buffer | undefined> {
	const credentialType = credentialTypeOf(chosenScheme(context));
	const { apiToken, clientSecret } = await context.getCredentials(credentialType);
	const secret = textOf(apiToken ?? clientSecret).trim();
	if (secret.length < MIN_SECRET_LENGTH) return undefined;
	return Buffer.from(hkdfSync('sha256', secret, '', 'n8n-nodes-sales-crm webhook', 32));
}
