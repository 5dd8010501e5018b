import { Readable } from 'node:stream';

import type { Network } from '../gate.mts';

/** What the sandbox answers, with a mark in every value, every key and every header. */

const MARK = 'kanarie';
const NUMBER = 777_000_777;

/** What betrays a mark, in whatever case or form it comes out. */
export const MARKS = new RegExp(`${MARK}|777.?000.?777`, 'i');

/** Where the marks go. Structure that the probe needs to get anywhere is left as it is. */
export interface Planting {
	values: boolean;
	keys: 'added' | 'renamed' | 'untouched';
	headers: boolean;
	/** Bodies that are no JSON at all, now and then: an error page, data cut short. */
	broken: boolean;
}

interface Full {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** @param chance From 0 to 1, anew for each place. */
export const planting =
	(how: Planting, chance: () => number) =>
	(network: Network): Network =>
	async (options) => {
		const { statusCode, headers, body } = (await network(options)) as Full;
		return {
			statusCode,
			headers: how.headers ? headersWith(headers) : headers,
			body: typeof body === 'string' ? textWith(body, how, chance) : streamWith(body, how),
		};
	};

function headersWith(headers: Full['headers']) {
	const marked = Object.entries(headers).map(([name, value]) =>
		name === 'content-length' ? [name, value] : [name, `${String(value)}; ${MARK}=${NUMBER}`],
	);
	return {
		...Object.fromEntries(marked),
		[`x-${MARK}`]: MARK,
		'cache-control': `max-age=60, ${MARK}`,
		'retry-after': MARK,
		'content-disposition': `attachment; filename="${MARK}.pdf"`,
		'set-cookie': [`${MARK}=1`],
		etag: `"${MARK}"`,
		'x-ratelimit-limit': String(NUMBER),
	};
}

function textWith(body: string, how: Planting, chance: () => number): string {
	if (how.broken && chance() < 0.2) return `<html>${MARK} ${NUMBER}</html>`;
	if (how.broken && chance() < 0.1) return `{"${MARK}": "${MARK}`;
	try {
		return JSON.stringify(marked(JSON.parse(body), how, chance));
	} catch {
		return `${body} ${MARK}`;
	}
}

/** Without these a login is none, and a list has no rows. */
const NEEDED = ['sessionKey', 'session_key', 'contacts', 'quotations', 'history', 'statuses'];

function marked(value: unknown, how: Planting, chance: () => number, key = ''): unknown {
	if (Array.isArray(value)) return value.map((inside) => marked(inside, how, chance, key));
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).map(([name, inside]) => {
			const renamed =
				how.keys === 'renamed' && ![...NEEDED, 'type'].includes(name) && chance() < 0.3;
			return [renamed ? `${MARK}_${name}` : name, marked(inside, how, chance, name)];
		});
		const more =
			how.keys === 'untouched'
				? []
				: [
						[`${MARK} ${chance()}`, MARK],
						[MARK, NUMBER],
					];
		return Object.fromEntries([...entries, ...more]);
	}
	const isNeeded = NEEDED.includes(key) || value === 'SUCCESS';
	if (!how.values || isNeeded || chance() < 0.1) return value;
	if (typeof value === 'string') return `${value}-${MARK}`;
	return typeof value === 'number' ? NUMBER : value;
}

function streamWith(body: unknown, { values }: Planting): unknown {
	if (!values || !(body instanceof Readable)) return body;
	body.destroy();
	return Readable.from([Buffer.from(`%PDF-1.7 ${MARK} ${NUMBER}`)]);
}
