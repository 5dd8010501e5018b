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
