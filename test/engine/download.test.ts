import '../support/fastClock';
import '../support/shortTimeouts';

import { failure } from '../support/failure';
import { download, keepFiles, PDF, serve } from '../support/downloads';

/** The one of n8n, that `fastClock` cuts short. */
const { sleep } = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');

/** Downloading a quotation: what counts as a PDF, and that all of it arrives, or the workflow goes on without it. */

const LARGE = `%PDF-1.4\n${'x'.repeat(300_000)}\n%%EOF\n`;

describe.each(['in memory', 'on disk'] as const)('where n8n keeps files %s', (place) => {
	beforeAll(async () => await keepFiles(place));

	it('the file is the one that was sent, with name and type', async () => {
		serve({ body: LARGE });
		const { json, file, content } = await download();
		expect(content).toBe(LARGE);
		expect(json).toEqual({ quotationId: 'Q-17', fileName: 'quotation-Q-17.pdf' });
		expect(file).toMatchObject({
			fileName: 'quotation-Q-17.pdf',
			mimeType: 'application/pdf',
			fileExtension: 'pdf',
			fileType: 'pdf',
		});
		expect(file.id?.startsWith('filesystem') ?? false).toBe(place === 'on disk');
	});

	it.each([
		['a small one, below 1 KB', PDF],
		['one with bytes before its header', `\u00ef\u00bb\u00bf\r\n${PDF}`],
		['one with every byte there is', `${PDF}${String.fromCharCode(...Array(256).keys())}`],
	])('%s is whole', async (_what, body) => {
		serve({ body });
		expect((await download()).content).toBe(body);
	});

	it.each<[string, FileAnswer]>([
		['broken off at once', { breakAfter: 0 }],
		['broken off', { breakAfter: 250_000 }],
		['silent at once', { stallAfter: 0 }],
		['silent in its head', { stallAfter: 3 }],
		['silent', { stallAfter: 250_000 }],
	])('%s, it is fetched anew', async (_what, fault) => {
		serve({ body: LARGE, ...fault }, { body: LARGE });
		expect((await download()).content).toBe(LARGE);
		expect(fileServer.requests).toHaveLength(2);
	});

	it.each<[string, FileAnswer, string]>([
		['broken off', { breakAfter: 250_000 }, 'the connection was lost'],
		['silent', { stallAfter: 100_000 }, 'the Sales CRM did not answer in time'],
	])('%s every time, it fails in the end', async (_what, fault, words) => {
		serve({ body: LARGE, ...fault });
		await expect(download()).rejects.toMatchObject({
			message: `Could not download the quotation: ${words}`,
			description: expect.stringMatching(/^Try again later\. \(\w+\)$/),
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

describe('what comes with status 200 and is no PDF is refused', () => {
	it.each([
		['a web page', '<!doctype html><h1>Inloggen</h1>', 'something that is not a PDF', 'Inloggen'],
		['JSON', '{"message":"Geen PDF"}', 'something that is not a PDF', '{"message":"Geen PDF"}'],
		['nothing', '', 'an empty file', undefined],
	])('%s', async (_what, body, what, said) => {
		serve({ body, headers: { 'content-type': 'application/pdf' } });
		const { message, description } = await failure(download());
		expect(message).toBe(`Could not download the quotation: the Sales CRM answered with ${what}`);
		const [, words] = description.split('The Sales CRM answered: ');
		expect(words?.slice(0, said?.length)).toBe(said);
		expect(fileServer.requests).toHaveLength(1);
	});
});

it('a quotation that is not there is told as such, with what the service said', async () => {
	serve({ status: 404, body: '{"message":"No such quotation"}' });
	await expect(download()).rejects.toMatchObject({
		message: 'Could not download the quotation: the quotation was not found (404)',
		description: expect.stringContaining('{"message":"No such quotation"}'),
		httpCode: '404',
	});
});

it.each<FileAnswer>([{ breakAfter: 5 }, { stallAfter: 5 }])(
	'a refusal whose own words do not come (%j) is told by its status',
	async (fault) => {
		serve({ status: 404, body: '{"message":"No such quotation"}', ...fault });
		await expect(download()).rejects.toThrow('the quotation was not found (404)');
	},
);

it('an empty quotation id, or an empty field for the file, is refused before anything is sent', async () => {
	serve({ body: PDF });
	const quotationId = { __rl: true, mode: 'id', value: ' ' };
	await expect(download({ quotationId })).rejects.toThrow("'Quotation' is empty");
	const empty = download({ binaryPropertyName: ' ' });
	await expect(empty).rejects.toThrow("'Put Output File in Field' is empty");
	expect(fileServer.requests).toEqual([]);
});
