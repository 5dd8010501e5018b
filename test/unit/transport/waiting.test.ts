import { pause, withTimeout } from '../../../nodes/transport/waiting';

const never = new Promise<never>(() => {});

it.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
	['a pause', async (signal) => await pause(60_000, signal)],
	['an answer', async (signal) => await withTimeout(never, 60_000, signal)],
])('a cancelled execution does not wait for %s', async (_, wait) => {
	const stop = new AbortController();
	const waiting = expect(wait(stop.signal)).rejects.toThrow('canceled');
	stop.abort();
	await waiting;
	await expect(wait(stop.signal)).rejects.toThrow('canceled');
});

it('what takes too long is an error, by default ETIMEDOUT', async () => {
	await expect(withTimeout(never, 20)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
	const late = () => new Error('too late');
	await expect(withTimeout(never, 20, undefined, late)).rejects.toThrow('too late');
});
