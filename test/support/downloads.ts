import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { type RunOptions, runNode } from './engine';
import { keepFilesInMemory, n8nFiles } from './n8nFiles.cjs';

/** Runs of the download operation, against the bare server of sandbox-environment.mjs. */

/** Where n8n keeps files from now on, also in the next test files: on disk, as by default, or in memory. */
export async function keepFiles(place: 'in memory' | 'on disk'): Promise<void> {
	if (place === 'on disk') await n8nFiles().init();
	else keepFilesInMemory();
}

/** A small file that begins like a PDF. */
export const PDF = `%PDF-1.4\n${'offerte '.repeat(20)}\n%%EOF\n`;

export interface Downloaded {
	json: IDataObject;
	/** The field of the item that contains the file. */
	field: string;
	file: IBinaryData;
	/** One character a byte (Latin-1). */
	content: string;
}

export async function download(more: IDataObject = {}, run: RunOptions = {}): Promise<Downloaded> {
	const parameters = {
		resource: 'quotation',
		operation: 'download',
		quotationId: { __rl: true, mode: 'id', value: 'Q-17' },
		...more,
	};
	const credential = { baseUrl: fileServer.url };
	// The ID of the quotation, so that it need not be read for the name of the file.
	const items = [{ json: { quotationId: 'Q-17' } }];
	const [{ json, binary }] = await runNode({ credential, items, ...run, parameters });
	const [[field, file]] = Object.entries(binary!);
	return { json, field, file, content: (await n8nFiles().getAsBuffer(file)).toString('latin1') };
}

/** The answers of the server from now on, one after the other. */
export function serve(...answers: FileAnswer[]): void {
	Object.assign(fileServer, { answers, requests: [] });
}
