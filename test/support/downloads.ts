import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { type RunOptions, runNode } from './engine';
import { keepFilesInMemory, n8nFiles } from './n8nFiles.cjs';

/** Runs of the download operation, against the bare server of sandbox-environment.mjs. */

/** Where n8n keeps files from now on, in the test files that follow as well: on disk, as it does by itself, or in memory. */
export async function keepFiles(place: 'in memory' | 'on disk'): Promise<void> {
	if (place === 'on disk') await n8nFiles().init();
	else keepFilesInMemory();
}

/** A small file that is a PDF as far as its beginning tells. */
export const PDF = `%PDF-1.4\n${'offerte '.repeat(20)}\n%%EOF\n`;

export interface Downloaded {
	json: IDataObject;
	/** The field of the item that holds the file. */
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
	// That of the quotation, so that nothing is asked for the name of the file.
	const items = [{ json: { quotationId: 'Q-17' } }];
	const [{ json, binary }] = await runNode({ credential, items, ...run, parameters });
	const [[field, file]] = Object.entries(binary!);
	return { json, field, file, content: (await n8nFiles().getAsBuffer(file)).toString('latin1') };
}

/** The server answers these from now on, one after the other. */
export function serve(...answers: FileAnswer[]): void {
	Object.assign(fileServer, { answers, requests: [] });
}
