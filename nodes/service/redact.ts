const MOST_CHARACTERS = 300;

/** Hides every secret of the credential, in plain and in URL-escaped form. */
export function redact(text: string, secrets: readonly string[]): string {
	return secrets.reduce(
		(clean, secret) =>
			clean.replaceAll(secret, '***').replaceAll(encodeURIComponent(secret), '***'),
		text,
	);
}

/** The beginning of what the service said, on one line, without markup and secrets. */
export function firstWords(body: unknown, secrets: readonly string[]): string {
	if (body === undefined || body === null || body === '') return '';
	const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
	const plain = redact(text, secrets)
		.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return plain.length > MOST_CHARACTERS ? `${plain.slice(0, MOST_CHARACTERS)}…` : plain;
}
