import { endOfSecret } from './spellings';

/** Characters of an answer that are looked at, and of its text that are shown. */
export const MAX_RAW_CHARACTERS = 16_384;
const MAX_CHARACTERS = 300;

/**
 * Hides every secret, however its characters are written (`spellings`), where secrets overlap, and
 * where the text ends in the middle of one.
 */
export function redact(text: string, secrets: Iterable<string>): string {
	const hidden = [...secrets].flatMap((secret) => placesOf(secret, text));
	hidden.sort((a, b) => a.start - b.start);
	let clean = '';
	let done = 0;
	for (const { start, end } of hidden) {
		if (start >= done) clean += `${text.slice(done, start)}***`;
		done = Math.max(done, end);
	}
	return clean + text.slice(done);
}

interface Place {
	start: number;
	end: number;
}

function placesOf(secret: string, text: string): Place[] {
	const places: Place[] = [];
	if (secret === '') return places;
	for (let start = 0; start < text.length; start++) {
		const end = endOfSecret(secret, text, start);
		if (end !== undefined) places.push({ start, end });
	}
	return places;
}

/** The beginning of what the service said, on one line, without markup and secrets. */
export function firstWords(body: unknown, secrets: Iterable<string>): string {
	if (body === null) return '';
	const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
	const plain = redact(text.slice(0, MAX_RAW_CHARACTERS), secrets)
		.replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS)}…` : plain;
}
