import type { Connection } from '../../nodes/transport/connection';

/**
 * Imported before the nodes: every connection gives up after `silence.ms` without a byte, not after a minute. A test that
 * is not about silence sets a longer time, because the machine may be busy.
 */
export const silence = { ms: 400 };

const mockSilence = () => silence.ms;

jest.mock('../../nodes/auth/authenticator', () => {
	const actual = jest.requireActual<typeof import('../../nodes/auth/authenticator')>(
		'../../nodes/auth/authenticator',
	);
	const connect: typeof actual.connect = async (context, scheme): Promise<Connection> =>
		await actual.connect(context, scheme, { timeoutMs: mockSilence() });
	return { ...actual, connect };
});
