import type { IDataObject } from 'n8n-workflow';

import type { HistoryItem, Status, User } from '../../nodes/api/types';
import { type RunOptions, runNode } from './engine';

/** Runs of what reads the history, with deals of the test's own at the service. */

/** Lets the sandbox hold these deals, statuses and users in place of its own. */
export function tellSandbox(deals: HistoryItem[], statuses: Status[], users: User[]): void {
	const profile = sandbox.world.profile();
	const replace = (list: unknown[], records: object[]) =>
		list.splice(0, list.length, ...structuredClone(records));
	replace(profile.deals, deals);
	replace(profile.statuses, statuses);
	replace(profile.users, users);
}

type Operation = 'getAll' | 'getTimeInStatus' | 'getStatusReport';

/** Runs an operation of Deal History, Get Many unless `more` says another; gives the JSON of its items. */
export async function history(
	more: IDataObject & { operation?: Operation },
	options: RunOptions = {},
): Promise<IDataObject[]> {
	const parameters = { resource: 'history', operation: 'getAll', returnAll: true, ...more };
	return (await runNode({ ...options, parameters })).map(({ json }) => json);
}

/** Runs Deal: Get Many; gives the JSON of its items. */
export async function deals(more: IDataObject, options: RunOptions = {}): Promise<IDataObject[]> {
	const parameters = { resource: 'deal', operation: 'getAll', returnAll: true, ...more };
	return (await runNode({ ...options, parameters })).map(({ json }) => json);
}

/** Runs Deal: Get for an id, or for what an expression makes of each item; gives its items whole. */
export async function dealOfId(id: string, more: IDataObject = {}, options: RunOptions = {}) {
	const dealId = { __rl: true, mode: 'id', value: id };
	const parameters = { resource: 'deal', operation: 'get', dealId, ...more };
	return await runNode({ ...options, parameters });
}

export const requestsTo = (...operationIds: string[]) =>
	sandbox.log.requests.filter(({ operationId }) => operationIds.includes(String(operationId)));
