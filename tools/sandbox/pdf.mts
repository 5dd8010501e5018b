import { Readable } from 'node:stream';

const BLOCK = Buffer.alloc(65_536, ' ');
/** A PDF carries the moment it was made; this one keeps the same lines the same bytes. */
const MADE = new Date(Date.UTC(2025, 0, 1));

/**
 * A PDF of one page with these lines of text, of at least so many bytes. What is missing is blanks
 * behind it, which are made while it is sent: a large file takes no memory.
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

/** Loaded when first needed: most uses of the sandbox never ask for a PDF. */
async function draw(lines: string[]): Promise<Buffer> {
	const { default: PDFDocument } = await import('pdfkit');
	const document = new PDFDocument({ size: 'A4', info: { CreationDate: MADE } });
	document.fontSize(14);
	for (const line of lines) document.text(line);
	document.end();
	return Buffer.concat(await document.toArray());
}
