import { pause, withTimeout } from '../../../nodes/transport/waiting';

/** A cancelled execution waits for nothing. */

const never = new Promise<never>(() => {});

it.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
	['a pause', async (signal) => await pause(60_000, signal)],
	['an answer', async (signal) => await withTimeout(never, 60_000, signal)],
])('waiting for %s ends when the execution is cancelled, before or meanwhile', async (_, wait) => {
	const stop = new AbortController();
	const waiting = expect(wait(stop.signal)).rejects.toThrow('canceled');
	stop.abort();
	await waiting;
	await expect(wait(stop.signal)).rejects.toThrow('canceled');
});

it('what takes longer than it may is an error, in the words that were asked for', async () => {
	await expect(withTimeout(never, 20)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
	const late = () => new Error('too late');
	await expect(withTimeout(never, 20, undefined, late)).rejects.toThrow('too late');
});
