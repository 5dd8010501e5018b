import nock from 'nock';

/** A service of nock, for what the sandbox cannot do. */

export const FAKE_URL = 'http://crm.example';

/** Call this once in a file that uses nock: afterwards the network is as it was. */
export function useNock(): void {
	beforeEach(() => nock.activate());
	afterEach(() => {
		nock.cleanAll();
		nock.restore();
	});
	// Importing nock replaces the network, which other files of this worker need.
	beforeAll(() => nock.restore());
}
