import '../support/fastClock';
import '../support/shortTimeouts';

import { download, keepFiles, serve } from '../support/downloads';
import { failure } from '../support/failure';
import { signIn } from '../support/signIns';

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

	it.each<FileAnswer>([{ breakAfter: 250_000 }, { stallAfter: 250_000 }])(
		'a file that does not arrive whole is fetched anew: %j',
		async (fault) => {
			serve({ body: LARGE, ...fault }, { body: LARGE });
			expect((await download()).content).toBe(LARGE);
		},
	);
});

it('of several items one file is read at a time', async () => {
	const [{ id: value }] = sandbox.world.profile().quotations;
	const quotationId = { __rl: true, mode: 'id', value };
	sandbox.switches.latencyMs = 50;
	const items = Array.from({ length: 5 }, () => ({ json: {} }));
	const parameters = { quotationId, options: { fileName: 'x' } };
	await download(parameters, { credential: signIn('apiToken'), items });
	const asked = sandbox.log.requests.filter(({ path }) => path.includes('/pdf'));
	expect(Math.max(...asked.map((one) => one.inFlight))).toBe(1);
});

it('a file that never arrives whole fails', async () => {
	serve({ body: LARGE, breakAfter: 250_000 });
	await expect(download()).rejects.toThrow('Could not download the quotation: the connection was');
});

it('a refusal is told in the words of the service', async () => {
	serve({ status: 400, body: '{"message":"Not yours"}' });
	expect((await failure(download())).description).toContain('answered: {"message":"Not yours"}');
});

it.each([
	['<!doctype html><h1>Inloggen</h1>', 'something that is not a PDF', 'Inloggen'],
	['{"message":"Try later"}', 'something that is not a PDF', '{"message":"Try later"}'],
	['', 'an empty file', ''],
])('%j with status 200 is refused, and quoted', async (body, what, words) => {
	serve({ body, headers: { 'content-type': 'application/pdf' } });
	const { message, description } = await failure(download());
	expect(message).toBe(`Could not download the quotation: the Sales CRM answered with ${what}`);
	expect(description).toContain(words && `The Sales CRM answered: ${words}`);
});
