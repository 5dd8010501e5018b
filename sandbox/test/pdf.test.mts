import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdf } from '../pdf.mts';

const LINES = ['Offerte OFF-2025-0001', 'Familie (Zoë)', 'EUR 12.00'];
const bytesOf = async (size: number) => {
	const { length, stream } = await pdf(LINES, size);
	const bytes = Buffer.concat(await stream().toArray());
	assert.equal(bytes.length, length);
	return bytes.toString('latin1');
};

test('a PDF has the size asked for, and the same lines the same bytes', async () => {
	const page = await bytesOf(0);
	for (const size of [page.length, 2_000, 20_000, 300_001]) {
		const file = await bytesOf(size);
		assert.equal(file.length, size);
		assert.equal(file, await bytesOf(size));
		assert.ok(file.startsWith(page) && file.endsWith('%%EOF\n'));
	}
});

test('padding is an update a reader finds its way through', async () => {
	const page = await bytesOf(0);
	const file = await bytesOf(200_000);
	const table = Number(/startxref\n(\d+) *\n%%EOF\n$/.exec(file)![1]);
	const update = /^xref\n(\d+) 1\n(\d{10}) 00000 n \ntrailer\n<< (.*) >>/.exec(file.slice(table))!;
	const [, number, at, trailer] = update;
	assert.ok(file.slice(Number(at)).startsWith(`${number} 0 obj\n`));
	const length = Number(/\/Length (\d+)/.exec(file.slice(Number(at)))![1]);
	const stream = file.indexOf('stream\n', Number(at)) + 'stream\n'.length;
	assert.equal(file.slice(stream + length, stream + length + 10), '\nendstream');
	const [, previous] = /\/Prev (\d+)/.exec(trailer)!;
	assert.ok(page.slice(Number(previous)).startsWith('xref\n0 '));
	assert.ok(trailer.includes(/\/Root \d+ 0 R/.exec(page)![0]));
	assert.equal(Number(/\/Size (\d+)/.exec(trailer)![1]), Number(number) + 1);
});
