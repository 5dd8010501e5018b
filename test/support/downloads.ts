import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { type RunOptions, runNode } from './engine';
import { keepFilesInMemory, n8nFiles } from './n8nFiles.cjs';

/** Runs Quotation: Download against the plain server of sandbox-environment.mjs. */

/** Where n8n keeps files, also in the test files that follow. */
export async function keepFiles(place: 'in memory' | 'on disk'): Promise<void> {
	if (place === 'on disk') await n8nFiles().init();
	else keepFilesInMemory();
}

/** A small file that begins as a PDF. */
export const PDF = `%PDF-1.4\n${'offerte '.repeat(20)}\n%%EOF\n`;

export interface Downloaded {
	json: IDataObject;
	/** The field of the item with the file. */
	field: string;
	file: IBinaryData;
	/** One character per byte (Latin-1). */
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
	// With the ID of the quotation, so that it is not read for the name of the file.
	const items = [{ json: { quotationId: 'Q-17' } }];
	const [{ json, binary }] = await runNode({ credential, items, ...run, parameters });
	const [[field, file]] = Object.entries(binary!);
	return { json, field, file, content: (await n8nFiles().getAsBuffer(file)).toString('latin1') };
}

/** What the server answers from now on, one after the other. */
export function serve(...answers: FileAnswer[]): void {
	Object.assign(fileServer, { answers, requests: [] });
}
