import type { IDataObject } from 'n8n-workflow';

import type { RunOptions } from './engine';
import { runOperation } from './nodeRuns';

/** Quotations of the sandbox, read by either description. */

export type Description = 'described' | 'published';

export async function quotationsAs(
	description: Description,
	{ operation = 'getAll', ...more }: IDataObject & { operation?: string } = {},
	options: RunOptions = {},
) {
	sandbox.switches.only = description;
	// Each has its own address, because it is remembered which description an account has.
	const host = { described: '127.0.0.1', published: 'localhost' }[description];
	const credential = { baseUrl: sandbox.url.replace('127.0.0.1', host) };
	const run = await runOperation('quotation', operation, more, { credential, ...options });
	return { items: run.rows, hints: run.hints };
}
