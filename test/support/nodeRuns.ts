import type { IDataObject } from 'n8n-workflow';

import { SalesCrm } from '../../nodes/SalesCrm/SalesCrm.node';
import { executeContext, type RunOptions } from './engine';

/** Runs the action node; the JSON of its items, and what its hints say. */
export async function itemsAndHints(options: RunOptions) {
	const context = executeContext(options);
	const hints: string[] = [];
	context.addExecutionHints = (...added) => void hints.push(...added.map(({ message }) => message));
	const [items] = await new SalesCrm().execute.call(context);
	return { rows: items.map(({ json }): IDataObject => json), hints };
}
