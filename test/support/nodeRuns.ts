import type { IDataObject } from 'n8n-workflow';

import { itemsAndHints, type RunOptions } from './engine';

/** Runs an operation of the action node; a list returns all. */
export const runOperation = async (
	resource: string,
	operation: string,
	more: IDataObject = {},
	options: RunOptions = {},
) =>
	await itemsAndHints({
		...options,
		parameters: { resource, operation, returnAll: true, ...more },
	});
