import { Readable } from 'node:stream';

const BLOCK = Buffer.alloc(65_536, ' ');

/**
 * A small PDF of one page with these lines of text, padded to a number of bytes by an object no
 * page refers to. The padding is made while it is sent: a large file takes no memory.
 */
export function pdf(lines: string[], bytes: number) {
	const text = lines.map((line) => `(${ascii(line)}) Tj T*`).join('\n');
	const content = `BT /F1 14 Tf 20 TL 60 780 Td\n${text}\nET`;
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
		`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
	].map((body, n) => `${n + 1} 0 obj\n${body}\nendobj\n`);

	// Numbers that depend on the padding have a fixed width, so that the sizes are known beforehand.
	const header = '%PDF-1.4\n';
	const before = header + objects.join('');
	const opening = (padding: number) => `6 0 obj\n<< /Length ${wide(padding)} >>\nstream\n`;
	const closing = '\nendstream\nendobj\n';
	const offsets = objects.map((_, n) => header.length + objects.slice(0, n).join('').length);
	const table = [...offsets, before.length].map(
		(at) => `${String(at).padStart(10, '0')} 00000 n \n`,
	);
	const ending = (start: number) =>
		`xref\n0 7\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n${wide(start)}\n%%EOF\n`;

	const fixed = before.length + opening(0).length + closing.length + ending(0).length;
	const padding = Math.max(0, bytes - fixed);
	const start = before.length + opening(0).length + padding + closing.length;
	function* parts() {
		yield Buffer.from(before + opening(padding), 'latin1');
		for (let left = padding; left > 0; left -= BLOCK.length) yield BLOCK.subarray(0, left);
		yield Buffer.from(closing + ending(start), 'latin1');
	}
	return { length: fixed + padding, stream: () => Readable.from(parts(), { objectMode: false }) };
}

const wide = (value: number) => String(value).padEnd(10);

const ascii = (line: string) =>
	line
		.normalize('NFD')
		.replace(/[^\x20-\x7e]/g, '')
		.replace(/[()\\]/g, '\\$&');
