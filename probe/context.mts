import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { SalesCrmApi } from '../credentials/SalesCrmApi.credentials.ts';
import { SalesCrmServiceAccountApi } from '../credentials/SalesCrmServiceAccountApi.credentials.ts';
import type { ServiceContext } from '../nodes/transport/connection.ts';
import type { Gate } from './gate.mts';

export type Scheme = 'apiToken' | 'serviceAccount';

/**
 * What n8n gives a node to send requests with, as far as the service part uses it. Signing in is
 * done by the package's own credential types, sending by the gate.
 */
export function contextFor(
	gate: Gate,
	scheme: Scheme,
	credential: ICredentialDataDecryptedObject,
): ServiceContext {
	const helpers = { httpRequest: gate.send };
	const account = new SalesCrmServiceAccountApi();
	const { authenticate } = scheme === 'apiToken' ? new SalesCrmApi() : account;

	async function renew() {
		const fresh = await account.preAuthentication.call({ helpers } as never, credential);
		Object.assign(credential, fresh);
	}
	const signed = async (options: IHttpRequestOptions) =>
		await authenticate({ ...credential }, options);

	/** As n8n does it: a session that may not be sent is taken for a refusal, and renewed once. */
	async function httpRequestWithAuthentication(_type: string, options: IHttpRequestOptions) {
		const ready = await signed(options).catch(async (error: { response?: { status?: number } }) => {
			if (error.response?.status !== 401) throw error;
			await renew();
			return await signed(options);
		});
		return await gate.send(ready);
	}

	return {
		getCredentials: async () => ({ ...credential }),
		getNode: () => ({ name: 'Probe' }),
		logger: { warn: () => undefined },
		helpers: { ...helpers, httpRequestWithAuthentication },
	} as unknown as ServiceContext;
}
