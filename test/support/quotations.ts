import type { IDataObject } from 'n8n-workflow';

import { executeContext, type RunOptions } from './engine';
import { SalesCrm } from '../../nodes/SalesCrm/SalesCrm.node';

/** Quotations of the sandbox, read by either description. */

export type Description = 'described' | 'published';

/** Runs an operation, Get Many unless `more` says another. */
export async function quotationsAs(
	description: Description,
	more: IDataObject = {},
	options: RunOptions = {},
) {
	sandbox.switches.only = description;
	// Which description an account speaks is remembered by its address.
	const host = { described: '127.0.0.1', published: 'localhost' }[description];
	const baseUrl = sandbox.url.replace('127.0.0.1', host);
	const parameters = { resource: 'quotation', operation: 'getAll', returnAll: true, ...more };
	const context = executeContext({ credential: { baseUrl }, ...options, parameters });
	const [items] = await new SalesCrm().execute.call(context);
	return {
		items: items.map(({ json }) => json),
		hints: context.hints.map(({ message }) => message),
	};
}
