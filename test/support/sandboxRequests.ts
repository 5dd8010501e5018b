import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Reply } from './scripted';

/** n8n's own request helper, with the sandbox at the other end. */
export async function sendToSandbox(
	{ method, url, qs, body }: IHttpRequestOptions,
	apiToken: string,
): Promise<Reply> {
	const query = new URLSearchParams(qs as Record<string, string>);
	const response = await fetch(`${url}?${query}`, {
		method,
		headers: {
			Authorization: `Bearer ${apiToken}`,
			...(body ? { 'Content-Type': 'application/json' } : {}),
		},
		body: body as string | undefined,
	});
	const headers = Object.fromEntries(response.headers);
	return { statusCode: response.status, headers, body: await response.text() };
}
