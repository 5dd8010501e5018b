import { retryAfterMs } from '../../../nodes/transport/retryPolicy';

/** How long an answer asks to wait. */

const NOW = Date.parse('2026-03-01T08:30:00Z');

it.each([
	[503, { 'retry-after': '0' }, 0],
	[503, { 'retry-after': '120' }, 120_000],
	[503, { 'retry-after': 'Sun, 01 Mar 2026 08:30:30 GMT' }, 30_000],
	[503, { 'retry-after': 'Sun, 01 Mar 2026 08:29:00 GMT' }, 0],
	[503, { 'retry-after': String(NOW / 1000 + 30) }, 30_000],
	[503, { 'retry-after': String(NOW + 30_000) }, 30_000],
	[503, { 'retry-after': '  ' }, undefined],
	[503, { 'retry-after': 'soon' }, undefined],
	[429, { 'retry-after': '7', 'ratelimit-reset': '8' }, 7000],
	[429, { 'retry-after': 'soon', 'ratelimit-reset': '8', 'x-ratelimit-reset': '9' }, 8000],
	[429, { 'x-ratelimit-reset': String(NOW / 1000 + 9) }, 9000],
	[429, { 'x-ratelimit-limit': '9' }, undefined],
	// The end of a limit says nothing about the end of an outage.
	[503, { 'ratelimit-reset': '8', 'x-ratelimit-reset': '9' }, undefined],
])('%i with %j: %p ms', (status, headers, ms) => {
	const answer = { status, headers: headers as Record<string, string>, body: '' };
	expect(retryAfterMs(answer, NOW)).toBe(ms);
});
