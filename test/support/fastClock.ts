import { turn as mockTurn } from './nodeJs.cjs';

/**
 * Imported before anything else of ours: n8n's `sleep` takes no time, and yet the clock shows that it did. Concurrent
 * sleeps end in order, the shortest first.
 */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => await mockSleep(ms),
}));

let offsetMs = 0;
let forgottenMs = 0;
const realNow = Date.now;
let start: () => number = realNow;
const realPerformance = performance.now;

/** Lets time go by, in milliseconds. */
export const passTime = (ms: number) => void (offsetMs += Math.ceil(ms));

export const now = (): number => start() + offsetMs;

/** Sets the clock (milliseconds since the Unix epoch). From then on only waits and `passTime` move it. */
export function stopClock(at: number): void {
	const offsetThen = offsetMs;
	start = () => at - offsetThen;
}

/** How long the test has waited so far, in milliseconds; the time that the machine took does not count. */
export const waitedMs = (): number => offsetMs - forgottenMs;

export const forgetWaits = () => void (forgottenMs = offsetMs);

const sleepers: Array<{ until: number; wake: () => void }> = [];

/**
 * A request that nobody waits for any more, because another one failed, may still be under way when a file ends. The sandbox
 * is closed then, so it would be tried again for two minutes, without a pause, beside the files that follow.
 */
let isOver = false;
afterAll(() => void (isOver = true));

async function mockSleep(ms: number): Promise<void> {
	if (isOver) return await new Promise(() => {});
	const slept = new Promise<void>((wake) => sleepers.push({ until: now() + ms, wake }));
	// What is answered at once comes before the end of a wait.
	await mockTurn();
	sleepers.sort((a, b) => b.until - a.until);
	const { until, wake } = sleepers.pop()!;
	passTime(Math.max(0, until - now()));
	wake();
	await slept;
}

beforeEach(() => {
	forgetWaits();
	// Jest's spies would keep each of some million calls.
	Date.now = now;
	performance.now = () => realPerformance() + offsetMs;
});

afterEach(() => {
	Date.now = realNow;
	performance.now = realPerformance;
	jest.restoreAllMocks();
	// What was noted of an outage or a refusal, or logged, belongs to one test.
	passTime(10 * 60_000);
});
