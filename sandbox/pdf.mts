import { Readable } from 'node:stream';

const BLOCK = Buffer.alloc(65_536, ' ');
/** A PDF carries the moment it was made; this one keeps the same lines the same bytes. */
const MADE = new Date(Date.UTC(2025, 0, 1));

/**
 * A PDF of one page with these lines of text, of at least so many bytes. What is missing is made
 * while it is sent: a large file takes no memory.
 */
export async function pdf(lines: string[], bytes: number) {
	const page = await draw(lines);
	const { length, parts } = page.length < bytes ? padded(page, bytes) : whole(page);
	return { length, stream: () => Readable.from(parts(), { objectMode: false }) };
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

const whole = (page: Buffer) => ({ length: page.length, parts: () => [page] });

/**
 * The page with an incremental update behind it (ISO 32000, 7.5.6), which adds one object that
 * nothing refers to.
 */
function padded(page: Buffer, bytes: number) {
	const text = page.toString('latin1');
	const [, size, root] = /\/Size (\d+)\n\/Root (\d+ \d+ R)/.exec(text)!;
	const [, previous] = /startxref\n(\d+)/.exec(text)!;
	const opening = (padding: number) => `\n${size} 0 obj\n<< /Length ${wide(padding)} >>\nstream\n`;
	const closing = '\nendstream\nendobj\n';
	const entry = `${String(page.length + 1).padStart(10, '0')} 00000 n \n`;
	const trailer = `trailer\n<< /Size ${Number(size) + 1} /Root ${root} /Prev ${previous} >>\n`;
	const ending = (start: number) =>
		`xref\n${size} 1\n${entry}${trailer}startxref\n${wide(start)}\n%%EOF\n`;

	const fixed = page.length + opening(0).length + closing.length + ending(0).length;
	const padding = Math.max(0, bytes - fixed);
	const start = page.length + opening(padding).length + padding + closing.length;
	return {
		length: fixed + padding,
		*parts() {
			yield page;
			yield Buffer.from(opening(padding));
			for (let left = padding; left > 0; left -= BLOCK.length) yield BLOCK.subarray(0, left);
			yield Buffer.from(closing + ending(start));
		},
	};
}

/** Numbers that depend on the padding have a fixed width, so that the sizes are known beforehand. */
const wide = (value: number) => String(value).padEnd(10);
