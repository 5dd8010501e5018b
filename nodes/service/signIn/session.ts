import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

/**
 * The header that carries the session. Whether the value needs `Bearer ` before it is not shown
 * (interface.md, "Legacy service-account sign-in"), so the credential says which.
 */
export function sessionHeaders(
	{ sessionHeader }: ICredentialDataDecryptedObject,
	sessionKey: unknown,
): IDataObject {
	const value = String(sessionKey ?? '');
	return { 'X-AUTHORIZATION': sessionHeader === 'bearer' ? `Bearer ${value}` : value };
}

/**
 * The stored session belongs to the account or the address that the credential named before it was
 * changed. Nobody else may get it; to n8n this is a 401, upon which it asks for another session.
 */
export class SessionOfAnother extends Error {
	readonly response = { status: 401 };

	constructor() {
		super('The session belongs to another account');
	}
}
