import { sleep } from 'n8n-workflow';

/**
 * Imported before anything else of ours, it cuts the waits between tries short: they are counted
 * (`waitedMs`), not waited for, and the clock shows that they are over.
 */
let mockPassedMs = 0;

const mockRealNow = Date.now;
Date.now = () => mockRealNow() + mockPassedMs;

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	// Waits side by side are over side by side.
	sleep: jest.fn(async (ms: number) => {
		const end = Date.now() + ms;
		await Promise.resolve();
		mockPassedMs = Math.max(mockPassedMs, Math.ceil(end - mockRealNow()));
	}),
}));

/** All waits of the test together, in milliseconds. */
export const waitedMs = (): number =>
	jest.mocked(sleep).mock.calls.reduce((sum, [ms]) => sum + ms, 0);

export const forgetWaits = () => void jest.mocked(sleep).mockClear();

beforeEach(forgetWaits);
