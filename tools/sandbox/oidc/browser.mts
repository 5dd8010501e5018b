/** A person's browser, as far as signing in needs one: for tests that have no real one. */

export interface Visited {
	/** The address at which it ended. */
	url: string;
	/** The page there; empty at the address at which it was to stop. */
	page: string;
}

/** Follows redirects, keeps cookies, and stops at an address with the given beginning. */
export function openBrowser(stopAt: string) {
	const cookies = new Map<string, string>();
	return async function visit(url: string, form?: Record<string, string>): Promise<Visited> {
		if (url.startsWith(stopAt)) return { url, page: '' };
		const response = await fetch(url, {
			redirect: 'manual',
			method: form ? 'POST' : 'GET',
			headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
			body: form && new URLSearchParams(form),
		});
		for (const line of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
			if (value) cookies.set(name, value);
			else cookies.delete(name);
		}
		const next = response.headers.get('location');
		if (next) return await visit(new URL(next, url).href);
		const page = await response.text();
		if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${page}`);
		return { url, page };
	};
}
