import { createHash, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

type Headers = ReturnType<IWebhookFunctions['getHeaderData']>;

/** The header in which the service sends the secret of the registration. */
export const SECRET_HEADER = 'X-Webhook-Secret';

/**
 * Whether a call carries the secret of our registration. Without a stored secret none does.
 * Hashes are compared, in constant time, so that neither content nor length can be measured.
 */
export function isGenuine(headers: Headers, secret: string | undefined): boolean {
	const received = headers[SECRET_HEADER.toLowerCase()];
	if (!secret || typeof received !== 'string') return false;
	return timingSafeEqual(digest(received), digest(secret));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
