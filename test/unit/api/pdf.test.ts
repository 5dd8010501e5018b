import { waitedMs } from '../../support/noWaiting';

import fc from 'fast-check';

import { downloadPdf, type Pdf } from '../../../nodes/api/quotationPdf';
import { failure } from '../../support/failure';
import { runs } from '../../support/runs';
import { script } from '../../support/scripted';

/** A download chunk by chunk, without n8n's engine; with it: download.test.ts. */

/** A body as n8n gives it: bytes in chunks, an error where it breaks off. */
class Body {
	destroyed = false;

	constructor(private readonly chunks: Array<string | Error>) {}

	/** As streams of Node.js make another of what is read. */
	static from(chunks: AsyncIterable<Uint8Array>, options: object) {
		return { chunks, options };
	}

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

const broken = (code?: string) => Object.assign(new Error('It broke'), { code });

/** Reads what it is handed to its end. */
async function store({ stream, fileName }: Pdf) {
	const { chunks, options } = stream as ReturnType<typeof Body.from>;
	let content = '';
	for await (const chunk of chunks) content += Buffer.from(chunk).toString('latin1');
	return { content, fileName, options };
}

async function download(bodies: Body[], headers = {}) {
	const { connection, sent } = await script(
		bodies.map((body) => () => ({ statusCode: 200, headers, body })),
	);
	return { connection, sent, stored: await downloadPdf(connection, 'Q-17', '', store) };
}

describe('a file', () => {
	it('is handed on whole, whatever its chunks, and let go at its end', async () => {
		const text = fc.string({ unit: 'binary-ascii', maxLength: 30 });
		await fc.assert(
			fc.asyncProperty(text, fc.array(text, { maxLength: 5 }), async (before, after) => {
				// The header, too, may come in several chunks.
				const body = new Body([before, '%PD', 'F-1.4', ...after]);
				const { stored, sent } = await download([body]);
				expect(stored.content).toBe(`${before}%PDF-1.4${after.join('')}`);
				expect(stored.options).toEqual({ objectMode: false });
				expect(body.destroyed).toBe(true);
				expect(sent).toHaveLength(1);
			}),
			runs(30),
		);
	});

	it('that is none is read no further than where its header could be', async () => {
		const body = new Body([...Array(20).fill(' '.repeat(100)), new Error('Read too far')]);
		const { message } = await failure(download([body]));
		expect(message).toContain('the Sales CRM answered with something that is not a PDF');
		expect(body.destroyed).toBe(true);
	});
});

describe('a file that breaks off', () => {
	const whole = () => new Body(['%PDF-1.4 whole']);
	const brokenBody = (code?: string) => new Body(['%PDF', '-1.4 ha'.repeat(200), broken(code)]);

	it('is fetched anew from its start, after a pause that grows', async () => {
		const bodies = [brokenBody('ECONNRESET'), brokenBody('ETIMEDOUT'), whole()];
		const { stored } = await download(bodies);
		expect(stored.content).toBe('%PDF-1.4 whole');
		expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
		expect(waitedMs()).toBeGreaterThanOrEqual(750);
		expect(waitedMs()).toBeLessThan(2300);
	});

	it.each(['ENOSPC', undefined])('for another reason (%s) fails with it, at once', async (code) => {
		await expect(download([brokenBody(code)])).rejects.toMatchObject({ message: 'It broke', code });
		expect(waitedMs()).toBe(0);
	});

	it.each(['ECONNRESET', undefined])(
		'as the execution is cancelled (%s) is fetched no more',
		async (code) => {
			const stop = new AbortController();
			const body = brokenBody(code);
			const { connection, sent } = await script([() => ({ statusCode: 200, body })], {
				signal: stop.signal,
			});
			const downloading = downloadPdf(connection, 'Q-17', '', async (pdf) => {
				stop.abort();
				return await store(pdf);
			});
			await expect(downloading).rejects.toMatchObject({ name: 'CancelledError' });
			expect(sent).toHaveLength(1);
		},
	);
});

/** A header that a service writes in this encoding, as Node.js hands it on. */
const sentAs = (header: string, encoding: 'utf8' | 'latin1') =>
	Buffer.from(header, encoding).toString('latin1');

describe('the name that the service gives a file', () => {
	it.each([
		['attachment; filename="a \\"b\\" \\\\ c.pdf"', 'a "b" \\ c.pdf'],
		[sentAs('attachment; filename="offerte-ë €.pdf"', 'utf8'), 'offerte-ë €.pdf'],
		[sentAs('attachment; filename=報價😀.pdf', 'utf8'), '報價😀.pdf'],
		[sentAs('attachment; filename="offerte-ë.pdf"', 'latin1'), 'offerte-ë.pdf'],
		[sentAs('attachment; filename="é.pdf"; filename*=UTF-8\'\'e%CC%88.pdf', 'utf8'), 'e\u0308.pdf'],
	])('in %j is %j', async (header, fileName) => {
		const headers = { 'Content-Disposition': header };
		const { stored } = await download([new Body(['%PDF-1.4'])], headers);
		expect(stored.fileName).toBe(fileName);
	});
});
