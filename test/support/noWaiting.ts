import { pause } from '../../nodes/transport/retryPolicy';

/**
 * Imported before anything else of ours, it cuts the waits between tries short: they are looked at
 * (`waits`), not waited for.
 */
jest.mock('../../nodes/transport/retryPolicy', () => ({
	...jest.requireActual<object>('../../nodes/transport/retryPolicy'),
	pause: jest.fn(async () => undefined),
}));

/** The waits since the last test, in milliseconds. */
export const waits = (): number[] => jest.mocked(pause).mock.calls.map(([ms]) => ms);

export const forgetWaits = () => void jest.mocked(pause).mockClear();

beforeEach(forgetWaits);
