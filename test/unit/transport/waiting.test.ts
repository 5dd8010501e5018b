import { pause, withTimeout } from '../../../nodes/transport/waiting';

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

describe('within a time', () => {
	const never = new Promise<never>(() => {});

	it('a promise gives what it gives, and leaves nothing behind', async () => {
		const { signal } = new AbortController();
		const [add, remove] = [
			jest.spyOn(signal, 'addEventListener'),
			jest.spyOn(signal, 'removeEventListener'),
		];
		expect(await withTimeout(Promise.resolve('given'), 5000, signal)).toBe('given');
		await expect(withTimeout(Promise.reject(new Error('no')), 5000, signal)).rejects.toThrow('no');
		expect(remove.mock.calls).toEqual(add.mock.calls);
	});

	it('one that takes longer is an error, of the words that were asked for', async () => {
		await expect(withTimeout(never, 20)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
		const late = () => new Error('too late');
		await expect(withTimeout(never, 20, undefined, late)).rejects.toThrow('too late');
	});

	it('ends at once when the execution is canceled, before or meanwhile', async () => {
		const stop = new AbortController();
		const waited = expect(withTimeout(never, 60_000, stop.signal)).rejects.toThrow('canceled');
		stop.abort();
		await waited;
		await expect(withTimeout(never, 60_000, stop.signal)).rejects.toThrow('canceled');
	});
});
