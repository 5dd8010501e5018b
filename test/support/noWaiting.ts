import { pause } from '../../nodes/transport/retryPolicy';

/**
 * Imported before anything else of ours, it cuts the waits between tries short: they are looked at
 * (`waits`), not waited for, and the clock shows that they are over.
 */
let mockPassedMs = 0;

const mockRealNow = Date.now;
Date.now = () => mockRealNow() + mockPassedMs;

jest.mock('../../nodes/transport/retryPolicy', () => ({
	...jest.requireActual<object>('../../nodes/transport/retryPolicy'),
	// Waits side by side are over side by side.
	pause: jest.fn(async (ms: number) => {
		const end = Date.now() + ms;
		await Promise.resolve();
		mockPassedMs = Math.max(mockPassedMs, Math.ceil(end - mockRealNow()));
	}),
}));

/** The waits since the last test, in milliseconds. */
export const waits = (): number[] => jest.mocked(pause).mock.calls.map(([ms]) => ms);

export const forgetWaits = () => void jest.mocked(pause).mockClear();

beforeEach(forgetWaits);
