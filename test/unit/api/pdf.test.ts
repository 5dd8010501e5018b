import fc from 'fast-check';

import { downloadPdf, type Pdf } from '../../../nodes/api/quotationPdf';
import { failure } from '../../support/failure';
import { runs } from '../../support/runs';
import { json, script } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** Downloading a PDF chunk by chunk. With n8n's engine and real connections: download.test.ts. */

/** The body of an answer as n8n gives it: chunks of bytes, or an error where it breaks off. */
class Body {
	destroyed = false;

	constructor(private readonly chunks: Array<string | Error>) {}

	/** As a stream class of Node.js makes a stream of chunks. */
	static from = (chunks: AsyncIterable<Uint8Array>) => chunks;

	destroy(): void {
		this.destroyed = true;
	}

	async *[Symbol.asyncIterator]() {
		for (const chunk of this.chunks) {
			if (chunk instanceof Error) throw chunk;
			yield Buffer.from(chunk, 'latin1');
		}
	}
}

async function store({ stream, fileName }: Pdf) {
	let content = '';
	for await (const chunk of stream as AsyncIterable<Uint8Array>)
		content += Buffer.from(chunk).toString('latin1');
	return { content, fileName };
}

async function download(body: Body, headers = {}) {
	const { connection, sent } = await script([() => ({ statusCode: 200, headers, body })]);
	return { ...(await downloadPdf(connection, 'Q-17', '', store)), sent };
}

it('a file is stored whole, in whatever chunks it arrives, and then closed', async () => {
	const text = fc.string({ unit: 'binary-ascii', maxLength: 30 });
	await fc.assert(
		fc.asyncProperty(text, fc.array(text, { maxLength: 5 }), async (before, after) => {
			// The header may be in two chunks.
			const body = new Body([before, '%PD', 'F-1.4', ...after]);
			const { content, sent } = await download(body);
			expect(content).toBe(`${before}%PDF-1.4${after.join('')}`);
			expect(body.destroyed).toBe(true);
			expect(sent).toMatchObject([
				{ encoding: 'stream', headers: { Accept: 'application/pdf, */*;q=0.5' } },
			]);
		}),
		runs(30),
	);
});

it('a file that is not a PDF is read only as far as a header could be', async () => {
	const body = new Body([...Array(20).fill(' '.repeat(100)), new Error('Read too far')]);
	const { message } = await failure(download(body));
	expect(message).toContain('the Sales CRM answered with something that is not a PDF');
	expect(body.destroyed).toBe(true);
});

it('a full disk is an error at once, not a broken connection', async () => {
	const full = Object.assign(new Error('No space left'), { code: 'ENOSPC' });
	const { message } = await failure(download(new Body(['%PDF-1.4', full])));
	expect(message).toBe('No space left');
});

describe('as published', () => {
	const PDF = `%PDF-1.7\n${'x'.repeat(100)}`;
	const BASE64 = `"${Buffer.from(PDF).toString('base64')}"`;
	const PATH = `/document-service/v1/${uuid(0xa1)}/quotations/q`;

	const downloaded = async (artifacts: object, artifactName: string, chunks: string[]) => {
		const { connection, sent } = await script(
			({ url }) => {
				if (url.endsWith(PATH)) return json({ quotationData: { artifacts } });
				if (url.includes(PATH)) return { statusCode: 200, body: new Body(chunks) };
				return json({ message: 'no' }, 404);
			},
			{ attempts: 1 },
		);
		const own = { ...connection, profileId: uuid(0xa1) };
		const { content } = await downloadPdf(own, 'q', artifactName, store);
		return { content, url: sent.at(-1)!.url };
	};

	it.each([
		['bytes', [PDF.slice(0, 3), PDF.slice(3)]],
		['base64 in JSON', BASE64.match(/.{1,7}/g)!],
	])('the only artifact is downloaded, as %s', async (_what, chunks) => {
		const { content, url } = await downloaded({ 'my offer': {} }, '', chunks);
		expect(content).toBe(PDF);
		expect(url).toMatch(/\/quotations\/q\/my%20offer\.pdf$/);
	});

	it('of several artifacts the named one is downloaded; without a name an error lists them', async () => {
		const several = { quotation: {}, terms: {} };
		const { url } = await downloaded(several, 'terms', [PDF]);
		expect(url).toMatch(/\/quotations\/q\/terms\.pdf$/);
		expect(await failure(downloaded(several, '', [PDF]))).toMatchObject({
			message: 'Could not download the quotation: it has 2 PDFs',
			description: expect.stringContaining('Available: quotation, terms.') as string,
		});
	});
});

/** A header that a service writes in this encoding, as Node.js passes it on. */
const sentAs = (header: string, encoding: 'utf8' | 'latin1') =>
	Buffer.from(header, encoding).toString('latin1');

it.each([
	['attachment; filename="a \\"b\\" \\\\ c.pdf"', 'a "b" \\ c.pdf'],
	[sentAs('attachment; filename="offerte-ë €.pdf"', 'utf8'), 'offerte-ë €.pdf'],
	[sentAs('attachment; filename="offerte-ë.pdf"', 'latin1'), 'offerte-ë.pdf'],
	[sentAs('attachment; filename="é.pdf"; filename*=UTF-8\'\'e%CC%88.pdf', 'utf8'), 'e\u0308.pdf'],
])('the file name in %j is %j', async (header, name) => {
	const headers = { 'Content-Disposition': header };
	const { fileName } = await download(new Body(['%PDF-1.4']), headers);
	expect(fileName).toBe(name);
});
