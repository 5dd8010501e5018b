import fc from 'fast-check';

import { safeFileName } from '../../../nodes/SalesCrm/resources/document/download';
import { download, PDF, serve } from '../../support/downloads';
import { failure } from '../../support/failure';
import { startOver } from '../../support/startOver';
import { signIn } from '../../support/signIns';

/** What a downloaded quotation is called, and which of its PDFs it is. That all of it arrives: download.test.ts. */

it.each([
	[{}, 'theirs.pdf'],
	[{ fileName: 'Offerte 2024/015' }, 'Offerte 2024-015.pdf'],
	[{ fileName: '../ours.pdf' }, '-ours.pdf'],
])('with the options %j it is called %s', async (options, name) => {
	serve({ body: PDF, headers: { 'content-disposition': 'attachment; filename="theirs.pdf"' } });
	const { json, file, field } = await download({ options, binaryPropertyName: ' offerte ' });
	expect([json.fileName, file.fileName, field]).toEqual([name, name, 'offerte']);
});

it('is not called like another quotation that the input item has', async () => {
	serve({ body: PDF }, { status: 404 });
	const items = [{ json: { quotationId: 'Q-18', number: '318' } }];
	expect((await download({}, { items })).json.fileName).toBe('quotation-Q-17.pdf');
});

it('of two names in a header the one with all its letters counts', async () => {
	const header = `attachment; filename="Offerte Andr_.pdf"; filename*=UTF-8''Offerte%20Andr%C3%A9.pdf`;
	serve({ body: PDF, headers: { 'content-disposition': header } });
	expect((await download()).json.fileName).toBe('Offerte André.pdf');
});

it('any name becomes one part of a path that every file system accepts', () => {
	const name = fc.string({ unit: 'grapheme', maxLength: 400 });
	const tricky = fc.string({ unit: fc.constantFrom(...'./\\:. \u0000\u202e\nab%2F~') });
	fc.assert(
		fc.property(fc.oneof(name, tricky), (given) => {
			expect(safeFileName(given) ?? 'a.pdf').toMatch(
				/^[^/\\:*?"<>|\p{Cc}.\s][^/\\:*?"<>|\p{Cc}]*\.pdf$/iu,
			);
		}),
	);
});

describe('as published', () => {
	beforeEach(async () => await startOver({ quotations: 1 }));

	const published = async (switches: object, artifactName = '') => {
		Object.assign(sandbox.switches, { only: 'published', ...switches });
		const [{ id: value }] = sandbox.world.profile().quotations;
		const quotationId = { __rl: true, mode: 'id', value };
		const parameters = { quotationId, options: { artifactName, fileName: 'x' } };
		const { content } = await download(parameters, { credential: signIn('apiToken') });
		return { content, path: sandbox.log.requests.at(-1)!.path };
	};

	it.each(['pdf', 'base64'])('the only PDF is downloaded, sent as %s', async (pdfAnswer) => {
		expect((await published({ pdfAnswer })).content).toMatch(/^%PDF-/);
	});

	it('one of more than 100 MB is an error, one of 20 MB is not', async () => {
		expect((await published({ pdfBytes: 20 * 1024 ** 2 })).content).toMatch(/^%PDF-/);
		const tooLarge = published({ pdfBytes: 100 * 1024 ** 2 + 1 });
		await expect(tooLarge).rejects.toThrow('answered with a PDF of more than 100 MB');
	});

	it('of several the named one is downloaded; without a name an error lists them', async () => {
		const artifactNames = ['quotation', 'my terms'];
		const { path } = await published({ artifactNames }, 'my terms');
		expect(path).toMatch(/\/my%20terms\.pdf$/);
		expect(await failure(published({ artifactNames }))).toMatchObject({
			message: 'Could not download the quotation: it has 2 PDFs',
			description: expect.stringContaining('Available: quotation, my terms.'),
		});
	});
});
