import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

/** A service played by nock, for what the sandbox cannot play. */

export const FAKE_URL = 'http://crm.example';

export interface PageRequest {
	page: number;
	perPage: number;
	/** How many requests came before this one. */
	count: number;
}

/** Answers every page of the contact list; returns the requests that came. */
export function fakeList(answer: (request: PageRequest) => object): PageRequest[] {
	const requests: PageRequest[] = [];
	nock(FAKE_URL)
		.persist()
		.get('/api/v1/contacts')
		.query(true)
		.reply((uri) => {
			const query = new URL(uri, FAKE_URL).searchParams;
			const request = {
				page: Number(query.get('page')),
				perPage: Number(query.get('per_page')),
				count: requests.length,
			};
			requests.push(request);
			return [200, answer(request) as nock.Body];
		});
	return requests;
}

/** Rows as small as can be, from one number up to another. */
export const rows = (from: number, to: number): IDataObject[] =>
	Array.from({ length: Math.max(0, to - from) }, (_, n) => ({ id: from + n }));

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
