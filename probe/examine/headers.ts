import type { Reply } from './reply';
import { joined, type Told, told, word } from './told';

/** What the headers of answers tell, by name; of their values only words of the standards. */
export interface Headers {
	/** About caching and limits of the rate; which of them were seen. */
	seen: Told[];
	caching: Told[];
	/** Without length, in chunks: `all`, `some` or none of the answers with data. */
	chunked?: 'all' | 'some' | 'none';
	types: Told[];
	/** How `Retry-After` counts, where it was seen. */
	retryAfter: Told[];
}

const TOLD_NAMES = `cache-control etag last-modified age vary expires pragma retry-after
	x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset ratelimit ratelimit-policy
	ratelimit-limit ratelimit-remaining ratelimit-reset x-rate-limit-limit x-rate-limit-remaining
	x-rate-limit-reset www-authenticate set-cookie deprecation sunset link x-total-count`
	.trim()
	.split(/\s+/);

const DIRECTIVES =
	'no-store no-cache must-revalidate private public max-age s-maxage immutable'.split(' ');

const TYPES: Array<[type: Told, fits: RegExp]> = [
	[word('application/json'), /^application\/json\b/i],
	[word('application/problem+json'), /^application\/problem\+json\b/i],
	[word('application/pdf'), /^application\/pdf\b/i],
	[word('application/octet-stream'), /^application\/octet-stream\b/i],
	[word('text/html'), /^text\/html\b/i],
	[word('text/plain'), /^text\/plain\b/i],
	[word('no type'), /^$/],
];

export const typeOf = (header = ''): Told =>
	TYPES.find(([, fits]) => fits.test(header.trim()))?.[0] ?? word('another type');

/** What one answer tells. */
export function headersOf({ status, headers, body }: Reply): Headers {
	const values = (name: string) => headers[name] ?? [];
	const caching = [values('cache-control')].flat().map(directives);
	const after = [values('retry-after')].flat();
	return {
		seen: TOLD_NAMES.filter((name) => name in headers) as Told[],
		caching,
		chunked: status === 200 && body ? (isChunked(headers) ? 'all' : 'none') : undefined,
		types: [typeOf(headers['content-type'])],
		retryAfter: after.map((value) =>
			/^\d+$/.test(value) ? word('seconds') : word('a date or something else'),
		),
	};
}

/** What several answers tell together. */
export function together(all: readonly Headers[]): Headers {
	const distinct = (texts: Told[]) => [...new Set(texts)].sort();
	const chunked = new Set(all.map((one) => one.chunked).filter((one) => one !== undefined));
	return {
		seen: distinct(all.flatMap(({ seen }) => seen)),
		caching: distinct(all.flatMap(({ caching }) => caching)),
		chunked: chunked.size > 1 ? 'some' : [...chunked][0],
		types: distinct(all.flatMap(({ types }) => types)),
		retryAfter: distinct(all.flatMap(({ retryAfter }) => retryAfter)),
	};
}

function directives(value: string): Told {
	const given = value.split(',').map((part) => part.split('=')[0].trim().toLowerCase());
	const known = DIRECTIVES.filter((directive) => given.includes(directive)) as Told[];
	const others = given.some((part) => !DIRECTIVES.includes(part));
	if (!others) return joined(known);
	return known.length > 0 ? told`${joined(known)} and others` : word('others');
}

const isChunked = (headers: Reply['headers']): boolean =>
	headers['content-length'] === undefined && /chunked/i.test(headers['transfer-encoding'] ?? '');
