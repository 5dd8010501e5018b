import '../support/fastClock';
import '../support/shortTimeouts';

import { download, keepFiles, PDF, serve } from '../support/downloads';
import { failure } from '../support/failure';

const { sleep } = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');

/** Downloading a quotation: what counts as a PDF, and that all of it arrives, or the run fails. */

const LARGE = `%PDF-1.4\n${'x'.repeat(300_000)}\n%%EOF\n`;

describe.each(['in memory', 'on disk'] as const)('if n8n keeps files %s', (place) => {
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
		['smaller than 1 KB', PDF],
		['with bytes before its header', `\u00ef\u00bb\u00bf\r\n${PDF}`],
		['with every possible byte', `${PDF}${String.fromCharCode(...Array(256).keys())}`],
	])('a file %s is whole', async (_what, body) => {
		serve({ body });
		expect((await download()).content).toBe(body);
	});

	it.each<FileAnswer>([
		{ breakAfter: 0 },
		{ breakAfter: 250_000 },
		{ stallAfter: 0 },
		{ stallAfter: 250_000 },
	])('a file that does not arrive whole is fetched anew: %j', async (fault) => {
		serve({ body: LARGE, ...fault }, { body: LARGE });
		expect((await download()).content).toBe(LARGE);
	});
});

it.each<[FileAnswer, string]>([
	[{ breakAfter: 250_000 }, 'the connection was lost'],
	[{ stallAfter: 100_000 }, 'the Sales CRM did not answer in time'],
])('a file that never arrives whole fails: %j', async (fault, words) => {
	serve({ body: LARGE, ...fault });
	await expect(download()).rejects.toThrow(`Could not download the quotation: ${words}`);
});

it('a file that falls silent does not keep the run from being cancelled', async () => {
	serve({ body: LARGE, stallAfter: 100_000 });
	const stop = new AbortController();
	const run = expect(download({}, { signal: stop.signal })).rejects.toThrow('canceled');
	while (fileServer.requests.length === 0) await sleep(10);
	stop.abort();
	await run;
	expect(fileServer.requests).toHaveLength(1);
});

it.each([
	['<!doctype html><h1>Inloggen</h1>', 'something that is not a PDF', 'Inloggen'],
	['{"message":"Geen PDF"}', 'something that is not a PDF', '{"message":"Geen PDF"}'],
	['', 'an empty file', ''],
])('%j with status 200 is refused, and quoted', async (body, what, words) => {
	serve({ body, headers: { 'content-type': 'application/pdf' } });
	const { message, description } = await failure(download());
	expect(message).toBe(`Could not download the quotation: the Sales CRM answered with ${what}`);
	expect(description).toContain(words && `The Sales CRM answered: ${words}`);
});

it.each<FileAnswer>([{}, { breakAfter: 5 }, { stallAfter: 5 }])(
	'a quotation that does not exist is reported, even if the words of the refusal are lost: %j',
	async (fault) => {
		serve({ status: 404, body: '{"message":"No such quotation"}', ...fault });
		await expect(download()).rejects.toMatchObject({
			message: 'Could not download the quotation: the quotation was not found (404)',
			httpCode: '404',
		});
	},
);

it('an empty ID or an empty field for the file is refused before anything is sent', async () => {
	serve({ body: PDF });
	const quotationId = { __rl: true, mode: 'id', value: ' ' };
	await expect(download({ quotationId })).rejects.toThrow("'Quotation' is empty");
	const empty = download({ binaryPropertyName: ' ' });
	await expect(empty).rejects.toThrow("'Put Output File in Field' is empty");
	expect(fileServer.requests).toEqual([]);
});
