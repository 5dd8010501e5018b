/**
 * Imported before anything else of ours: n8n's `sleep` takes no time, and yet the clock says that it did.
 */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => {
		// What is answered at once comes before the end of a wait.
		for (let turn = 0; turn < 50; turn++) await Promise.resolve();
		mockPassTime(ms);
	},
}));

let offsetMs = 0;
const realNow = Date.now;
const realPerformance = performance.now.bind(performance);

const mockPassTime = (ms: number) => void (offsetMs += Math.ceil(ms));

/** Lets time go by, in milliseconds. */
export const passTime = mockPassTime;

export const now = (): number => realNow() + offsetMs;

/** The time that waits took so far: whatever the machine does, in milliseconds. */
export const waitedMs = (): number => offsetMs;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(now);
	jest.spyOn(performance, 'now').mockImplementation(() => realPerformance() + offsetMs);
});

afterEach(() => {
	jest.restoreAllMocks();
	// What was noted of an outage, or said in the log, belongs to one test.
	passTime(60_000);
});
