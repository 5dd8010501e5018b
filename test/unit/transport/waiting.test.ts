import { Patience, pause } from '../../../nodes/transport/waiting';

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

describe('patience', () => {
	let now = 0;
	let clocks: Array<{ ms: number; ring: () => void }> = [];

	beforeEach(() => {
		[now, clocks] = [0, []];
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const clock = new AbortController();
			clocks.push({ ms, ring: () => clock.abort() });
			return clock.signal;
		});
	});
	afterEach(() => jest.restoreAllMocks());

	const never = new Promise<never>(() => {});
	const at = (ms: number) => {
		now = ms;
		clocks.at(-1)!.ring();
	};
	const set = () => clocks.map(({ ms }) => ms);

	it('has one clock for a thousand waits, and begins anew with each', async () => {
		const patience = new Patience(300);
		for (now = 0; now < 250; now += 0.25) await patience.waitFor(Promise.resolve());
		expect(set()).toEqual([300]);
		const waited = expect(patience.waitFor(never)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
		at(300);
		expect(set()).toEqual([300, 250]);
		at(550);
		await waited;
	});

	it('is not lost between two waits, and ends with the last', async () => {
		const patience = new Patience(300);
		await patience.waitFor(Promise.resolve());
		at(300);
		expect(await patience.waitFor(Promise.resolve('late'))).toBe('late');
		expect(set()).toEqual([300, 300]);
		patience.end();
		at(600);
		expect(set()).toEqual([300, 300]);
	});

	it('ends at once when the execution is cancelled, before the wait or meanwhile', async () => {
		const stop = new AbortController();
		const patience = new Patience(300, stop.signal);
		const waited = expect(patience.waitFor(never)).rejects.toThrow('canceled');
		stop.abort();
		await waited;
		await expect(patience.waitFor(never)).rejects.toThrow('canceled');
	});
});
