import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { isObject } from '../utils/json';

/** The header that carries the session (interface.md, "Legacy service-account sign-in"). */
export const SESSION_HEADER = 'X-AUTHORIZATION';

/** Whether the value needs `Bearer ` before it is not shown, so the credential says which. */
export function sessionHeaders(
	{ sessionHeader }: ICredentialDataDecryptedObject,
	sessionKey: unknown,
): Record<string, string> {
	const value = String(sessionKey ?? '');
	return { [SESSION_HEADER]: sessionHeader === 'bearer' ? `Bearer ${bare(value)}` : value };
}

/** A session as it is told from others: the service may write the word before it that we may, too. */
export const bare = (session: string): string => session.replace(/^Bearer /, '');

/**
 * The stored session is not to be sent: it has ended, or it belongs to the account or the address that
 * the credential named before it was changed. To n8n this is a 401, upon which it asks for another.
 */
export class UnusableSession extends Error {
	readonly response = { status: 401 };

	constructor() {
		super('The session has ended or belongs to another account');
	}
}

/** Whether the session says of itself that its time is over: it is a JWT (interface.md, same place). */
export function hasExpired(session: string): boolean {
	const exp = claims(session).exp;
	if (typeof exp !== 'number') return false;
	return (exp > MAX_SECONDS ? exp : exp * 1000) <= Date.now();
}

/** Moments beyond this are in milliseconds: as seconds it is the year 5138. */
const MAX_SECONDS = 1e11;

/** What a session says of itself, if it is a JWT; the signature is not checked. */
export function claims(session: string): Record<string, unknown> {
	try {
		const told: unknown = JSON.parse(
			Buffer.from(session.split('.')[1] ?? '', 'base64url').toString(),
		);
		return isObject(told) ? told : {};
	} catch {
		return {};
	}
}
