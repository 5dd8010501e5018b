import { pause } from '../../nodes/transport/retryPolicy';

/**
 * Imported before anything else of ours: a wait takes no time, and yet the clock says that it did.
 */
jest.mock('../../nodes/transport/retryPolicy', () => ({
	...jest.requireActual<object>('../../nodes/transport/retryPolicy'),
	pause: jest.fn(),
}));

let offsetMs = 0;
const realNow = Date.now;
const realPerformance = performance.now.bind(performance);

/** Lets time go by, in milliseconds. */
export const passTime = (ms: number) => void (offsetMs += ms);

export const now = (): number => realNow() + offsetMs;

/** The time that waits took so far: whatever the machine does, in milliseconds. */
export const waitedMs = (): number => offsetMs;

beforeEach(() => {
	jest.mocked(pause).mockImplementation(async (ms: number) => passTime(ms));
	jest.spyOn(Date, 'now').mockImplementation(now);
	jest.spyOn(performance, 'now').mockImplementation(() => realPerformance() + offsetMs);
});

afterEach(() => {
	jest.restoreAllMocks();
	// What was noted of an outage, or said in the log, belongs to one test.
	passTime(60_000);
});
