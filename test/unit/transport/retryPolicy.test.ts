import { retryAfterMs } from '../../../nodes/transport/retryPolicy';

const NOW = Date.parse('2026-03-01T08:30:00Z');

describe('Retry-After', () => {
	it.each([
		['0', 0],
		['1', 1000],
		['120', 120_000],
		['Sun, 01 Mar 2026 08:30:30 GMT', 30_000],
		['Sun, 01 Mar 2026 08:29:00 GMT', 0], // past already
		[String(NOW / 1000 + 30), 30_000], // a moment
		[String(NOW + 30_000), 30_000],
		[String(NOW - 30_000), 0],
	])('%p is %i ms from now', (header, ms) => {
		const headers = { 'retry-after': header };
		expect(retryAfterMs({ status: 503, headers, body: '' }, NOW)).toBe(ms);
	});

	it.each([[undefined], [''], ['  '], ['soon']])('%p says nothing', (header) => {
		const headers = { 'retry-after': header } as Record<string, string>;
		expect(retryAfterMs({ status: 503, headers, body: '' }, NOW)).toBeUndefined();
	});
});

describe('what an answer asks for', () => {
	it.each([
		[429, { 'retry-after': '7', 'ratelimit-reset': '8' }, 7000],
		[429, { 'retry-after': 'soon', 'ratelimit-reset': '8', 'x-ratelimit-reset': '9' }, 8000],
		[429, { 'x-ratelimit-reset': '9' }, 9000],
		[429, { 'x-ratelimit-reset': String(NOW / 1000 + 9) }, 9000],
		[429, { 'x-ratelimit-limit': '9' }, undefined],
		[503, { 'retry-after': '7' }, 7000],
		// When a limit ends says nothing of when an outage does.
		[503, { 'ratelimit-reset': '8', 'x-ratelimit-reset': '9' }, undefined],
	])('%i with %j: %p ms', (status, headers, ms) => {
		expect(
			retryAfterMs({ status, headers: headers as Record<string, string>, body: '' }, NOW),
		).toBe(ms);
	});
});
