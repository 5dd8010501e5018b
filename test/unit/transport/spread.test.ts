import { sleep } from 'n8n-workflow';

import { RateLimiter } from '../../../nodes/transport/rateLimiter';

/** Requests that go side by side begin one after the other, once it is known how long one takes. */

jest.mock('n8n-workflow', () => ({ ...jest.requireActual('n8n-workflow'), sleep: jest.fn() }));

it.each([
	['five that take 20 ms', 5, 20, [4, 8, 12, 16]],
	['two that take a second: no further apart than an answer takes to be read', 2, 1000, [10]],
	['one at a time', 1, 20, []],
])('%s', async (_, requests, tookMs, waits) => {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const limiter = new RateLimiter();
	const sideBySide = async () =>
		await Promise.all(
			Array.from({ length: requests }, () => limiter.spread(async () => undefined)),
		);
	await Promise.all([sideBySide(), (now += tookMs)]);
	expect(jest.mocked(sleep).mock.calls).toEqual([]);
	await sideBySide();
	expect(jest.mocked(sleep).mock.calls.map(([ms]) => ms)).toEqual(waits);
	jest.mocked(sleep).mockClear();
});
