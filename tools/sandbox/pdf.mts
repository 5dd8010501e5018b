import { Readable } from 'node:stream';

const BLOCK = Buffer.alloc(65_536, ' ');
/** A PDF contains the time of its creation. This fixed time gives the same lines the same bytes. */
const MADE = new Date(Date.UTC(2025, 0, 1));

/**
 * A PDF of one page with these lines of text and at least so many bytes. It is filled with blanks that are made while it
 * is sent, so a large file takes no memory.
 */
export async function pdf(lines: string[], bytes: number) {
	const page = await draw(lines);
	const padding = Math.max(0, bytes - page.length);
	function* parts() {
		yield page;
		for (let left = padding; left > 0; left -= BLOCK.length) yield BLOCK.subarray(0, left);
	}
	const stream = () => Readable.from(parts(), { objectMode: false });
	return { length: page.length + padding, stream };
}

/** Loads the library at the first use, because most uses of the sandbox need no PDF. */
async function draw(lines: string[]): Promise<Buffer> {
	const { default: PDFDocument } = await import('pdfkit');
	const document = new PDFDocument({ size: 'A4', info: { CreationDate: MADE } });
	document.fontSize(14);
	for (const line of lines) document.text(line);
	document.end();
	return Buffer.concat(await document.toArray());
}
