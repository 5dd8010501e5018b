import type { Connection } from '../../../nodes/service/http/connection';

/**
 * Imported before the nodes, it makes every connection lose its patience after so many
 * milliseconds of silence, not after a minute.
 */
const SILENCE_MS = 400;

jest.mock('../../../nodes/service/signIn/connect', () => {
	const actual = jest.requireActual<typeof import('../../../nodes/service/signIn/connect')>(
		'../../../nodes/service/signIn/connect',
	);
	const connect: typeof actual.connect = async (context, scheme): Promise<Connection> =>
		await actual.connect(context, scheme, { timeoutMs: SILENCE_MS });
	return { ...actual, connect };
});
