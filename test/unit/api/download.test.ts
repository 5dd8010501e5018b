import '../../support/noWaiting';

import { failure } from '../../support/failure';
import { download, keepFiles, PDF, serve } from '../../support/downloads';

/** Downloading a quotation: what counts as a PDF, and that all of it arrives. */

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
			bytes: LARGE.length,
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

	it.each([0, 250_000])('broken off after %i bytes, it is fetched anew', async (bytes) => {
		serve({ body: LARGE, breakAfter: bytes }, { body: LARGE });
		expect((await download()).content).toBe(LARGE);
		expect(fileServer.requests).toHaveLength(2);
	});

	it('broken off every time, it fails in the end and leaves no part of a file', async () => {
		serve({ body: LARGE, breakAfter: 250_000 });
		await expect(download()).rejects.toMatchObject({
			message: 'Could not download the quotation: the connection was lost',
			description: expect.stringMatching(/^Try again later\. \(\w+\)$/),
		});
		expect(fileServer.requests).toHaveLength(5);
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

it('a refusal whose own words break off is told by its status', async () => {
	serve({ status: 404, body: '{"message":"No such quotation"}', breakAfter: 5 });
	await expect(download()).rejects.toThrow('the quotation was not found (404)');
});

it.each([429, 502, 522])('a refusal for now (%i) is tried again', async (status) => {
	serve({ status, body: 'later' }, { body: PDF });
	expect((await download()).content).toBe(PDF);
});

it('an empty quotation id, or an empty field for the file, is refused before anything is sent', async () => {
	serve({ body: PDF });
	const quotationId = { __rl: true, mode: 'id', value: ' ' };
	await expect(download({ quotationId })).rejects.toThrow("'Quotation' is empty");
	const empty = download({ binaryPropertyName: ' ' });
	await expect(empty).rejects.toThrow("'Put Output File in Field' is empty");
	expect(fileServer.requests).toEqual([]);
});
