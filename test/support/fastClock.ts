import { turn as mockTurn } from './nodeJs.cjs';

/**
 * Imported before anything else of ours: n8n's `sleep` takes no time, and yet the clock says that it did. Sleeps side by
 * side are over side by side, the shortest first.
 */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => await mockSleep(ms),
}));

let offsetMs = 0;
const realNow = Date.now;
const realPerformance = performance.now.bind(performance);

/** Lets time go by, in milliseconds. */
export const passTime = (ms: number) => void (offsetMs += Math.ceil(ms));

export const now = (): number => realNow() + offsetMs;

/** The time that waits took so far: whatever the machine does, in milliseconds. */
export const waitedMs = (): number => offsetMs;

const sleepers: Array<{ until: number; wake: () => void }> = [];

async function mockSleep(ms: number): Promise<void> {
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
	jest.spyOn(Date, 'now').mockImplementation(now);
	jest.spyOn(performance, 'now').mockImplementation(() => realPerformance() + offsetMs);
});

afterEach(() => {
	jest.restoreAllMocks();
	// What was noted of an outage, or said in the log, belongs to one test.
	passTime(60_000);
});
