import '../support/noWaiting';
import '../support/shortTimeouts';

import { download, keepFiles, serve } from '../support/downloads';

/** The one of n8n, that `noWaiting` cuts short. */
const { sleep } = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');

/** A download that falls silent is given up and fetched anew; it never holds the workflow for ever. */

const LARGE = `%PDF-1.4\n${'x'.repeat(300_000)}\n%%EOF\n`;

describe.each(['in memory', 'on disk'] as const)('where n8n keeps files %s', (place) => {
	beforeAll(async () => await keepFiles(place));

	it.each([0, 3, 250_000])('silent after %i bytes, it is fetched anew', async (stallAfter) => {
		serve({ body: LARGE, stallAfter }, { body: LARGE });
		expect((await download()).content).toBe(LARGE);
		expect(fileServer.requests).toHaveLength(2);
	});

	it('silent every time, it fails in the end', async () => {
		serve({ body: LARGE, stallAfter: 100_000 });
		await expect(download()).rejects.toMatchObject({
			message: 'Could not download the quotation: the Sales CRM did not answer in time',
			description: 'Try again later. (ETIMEDOUT)',
		});
		expect(fileServer.requests).toHaveLength(5);
	});

	it('silent, it ends when the execution is cancelled', async () => {
		serve({ body: LARGE, stallAfter: 100_000 });
		const stop = new AbortController();
		const run = expect(download({}, { signal: stop.signal })).rejects.toThrow('canceled');
		while (fileServer.requests.length === 0) await sleep(10);
		stop.abort();
		await run;
		expect(fileServer.requests).toHaveLength(1);
	});
});

it('a refusal whose words do not come is told by its status', async () => {
	serve({ status: 404, body: '{"message":"No such quotation"}', stallAfter: 5 });
	await expect(download()).rejects.toThrow('the quotation was not found (404)');
});
