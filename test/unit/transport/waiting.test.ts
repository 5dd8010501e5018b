import { pause } from '../../../nodes/transport/waiting';

describe('a pause', () => {
	const timed = async (wait: Promise<unknown>) => {
		const start = Date.now();
		await wait;
		return Date.now() - start;
	};

	it('lasts as long as asked', async () => {
		expect(await timed(pause(250, undefined))).toBeGreaterThanOrEqual(248);
		await pause(0, undefined);
	});

	it('ends soon after the execution is cancelled', async () => {
		const stop = new AbortController();
		const waited = timed(expect(pause(60_000, stop.signal)).rejects.toThrow('canceled'));
		stop.abort();
		expect(await waited).toBeLessThan(5000);
	});
});
