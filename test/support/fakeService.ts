import nock from 'nock';

/** A service played by nock, for what the sandbox cannot play. */

export const FAKE_URL = 'http://crm.example';

/** To be called once in a file that uses nock: puts the network back as it was. */
export function useNock(): void {
	beforeEach(() => nock.activate());
	afterEach(() => {
		nock.cleanAll();
		nock.restore();
	});
	// Importing nock takes the network over at once; other files of this worker want it back.
	beforeAll(() => nock.restore());
}
