import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { SalesCrmServiceAccountApi } from '../../credentials/SalesCrmServiceAccountApi.credentials';
import type { Connection } from '../../nodes/transport/connection';

export interface Reply {
	statusCode: number;
	headers?: Record<string, string>;
	body?: unknown;
}

/**
 * A context that signs in and sends as n8n does for a service account, in few words and without
 * loading n8n: test/engine shows that n8n itself does so. `answer` plays the network.
 */
export function scriptedEngine(
	credential: ICredentialDataDecryptedObject,
	answer: (options: IHttpRequestOptions) => Promise<Reply>,
): Connection['context'] {
	const { preAuthentication, authenticate } = new SalesCrmServiceAccountApi();
	const network = async (options: IHttpRequestOptions) => {
		const { statusCode, headers = {}, body } = await answer(options);
		return { statusCode, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
	};
	const helpers = { httpRequest: network } as never;
	const read = async () => ({ ...credential });
	const renew = async (data: ICredentialDataDecryptedObject) =>
		Object.assign(credential, Object.assign(data, await preAuthentication.call({ helpers }, data)));
	return {
		getCredentials: read,
		helpers: {
			async httpRequestWithAuthentication(_type: string, options: IHttpRequestOptions) {
				const data = await read();
				if (data.sessionKey === '') await renew(data);
				return await authenticate(data, options)
					.then(network)
					.catch(async (error: { response?: { status?: number } }) => {
						if (error.response?.status !== 401) return await Promise.reject(error);
						await renew(data);
						return await network(await authenticate(data, options));
					});
			},
		},
	} as unknown as Connection['context'];
}
