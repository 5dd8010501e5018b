const MOST_CHARACTERS = 300;

/** Hides every secret of the credential, in plain and as URLs and JSON write it. */
export function redact(text: string, secrets: Iterable<string>): string {
	return [...secrets]
		.flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
		.sort((a, b) => b.length - a.length)
		.reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}

/** The beginning of what the service said, on one line, without markup and secrets. */
export function firstWords(body: unknown, secrets: Iterable<string>): string {
	if (body === undefined || body === null || body === '') return '';
	const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
	const plain = redact(text, secrets)
		.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return plain.length > MOST_CHARACTERS ? `${plain.slice(0, MOST_CHARACTERS)}…` : plain;
}
