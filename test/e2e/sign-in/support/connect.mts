import type { Rest } from '../../../../tools/n8n/rest.mts';
import { OAUTH_USER } from '../../../../tools/sandbox/identities.mts';

/** Connects an OAuth2 credential as a person would, for tests that are not about the browser. */
export async function connectOAuth2(rest: Rest, credentialId: string): Promise<void> {
	const { email, password } = OAUTH_USER;
	const authorization = await rest.call('GET', `/oauth2-credential/auth?id=${credentialId}`);
	const visit = browser(rest);
	const signInForm = await visit(authorization);
	const consentForm = await visit(signInForm.url, { email, password });
	const end = await visit(consentForm.url, { action: 'allow' });
	if (!/Connection successful|connected/.test(end.text))
		throw new Error(
			`n8n did not connect: ${end.text.replace(/<style[^]*?<\/style>|<[^>]*>|\s+/g, ' ')}`,
		);
}

/** A browser of few words: follows redirects and keeps cookies; at n8n it is its owner. */
function browser({ url: n8nUrl, headers }: Rest) {
	const cookies = new Map<string, string>();
	return async function visit(
		url: string,
		form?: Record<string, string>,
	): Promise<{ url: string; text: string }> {
		const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
		const response = await fetch(url, {
			redirect: 'manual',
			method: form ? 'POST' : 'GET',
			headers: url.startsWith(n8nUrl) ? headers : { cookie },
			body: form && new URLSearchParams(form),
		});
		for (const line of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
			cookies.set(name!, value!);
		}
		const next = response.headers.get('location');
		if (next) return await visit(new URL(next, url).href);
		return { url, text: await response.text() };
	};
}
