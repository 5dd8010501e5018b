import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, it } from 'node:test';

import { openStage, type Stage } from './support/stage.mts';

const MEGABYTE = 1024 * 1024;
const BIG = 200 * MEGABYTE;

let stage: Stage;
before(async () => {
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };
	stage = await openStage({ sandbox: { quotations: 2 }, env });
});
after(async () => await stage?.close());

it('downloads a PDF of 200 MB to disk without holding it in memory', async (t) => {
	const status = `/proc/${stage.n8n.pid()}/status`;
	/** Peak of resident memory since it was last reset, in bytes (Linux). */
	const peak = async () => {
		const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(status, 'utf8'))!;
		return Number(kilobytes) * 1024;
	};
	const resetPeak = async () => await writeFile(`/proc/${stage.n8n.pid()}/clear_refs`, '5');
	const download = async (bytes: number) => {
		await stage.control('PATCH', '/switches', { pdfBytes: bytes });
		const quotationId = { __rl: true, mode: 'id', value: (await stage.state()).quotations[0] };
		const parameters = { resource: 'quotation', operation: 'download', quotationId };
		const [item] = (await stage.rest.runOnce([stage.crm('apiToken', parameters)])).items;
		return item!.binary!.data;
	};

	/** The size of the file that n8n keeps for a binary of this id, in bytes. */
	const sizeOnDisk = async (id: string) => {
		const folder = stage.n8n.userFolder;
		const paths = await readdir(folder, { recursive: true });
		const path = paths.find((one) => basename(one) === basename(id));
		return (await stat(join(folder, path!))).size;
	};

	await download(MEGABYTE);
	await resetPeak();
	const small = await peak();
	const file = await download(BIG);
	const growth = (await peak()) - small;
	t.diagnostic(`${file.fileSize} stored; memory grew by ${Math.round(growth / MEGABYTE)} MB`);

	assert.equal(file.mimeType, 'application/pdf');
	assert.match(file.fileName, /\.pdf$/);
	assert.match(String(file.id), /^filesystem/);
	assert.equal(await sizeOnDisk(String(file.id)), BIG);
	assert.ok(growth < BIG / 2, `memory grew by ${Math.round(growth / MEGABYTE)} MB`);
});
