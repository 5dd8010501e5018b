import type { IDataObject } from 'n8n-workflow';

import type { HistoryItem, Status, User } from '../../nodes/api/types';
import { type RunOptions, runNode } from './engine';
import { runOperation } from './nodeRuns';

/** Runs of operations that read the history. */

/** Replaces the deals, statuses and users of the sandbox. */
export function fillSandbox(deals: HistoryItem[], statuses: Status[], users: User[]): void {
	const profile = sandbox.world.profile();
	const replace = (list: unknown[], records: object[]) =>
		list.splice(0, list.length, ...structuredClone(records));
	replace(profile.deals, deals);
	replace(profile.statuses, statuses);
	replace(profile.users, users);
}

type Operation = 'getAll' | 'getTimeInStatus' | 'getStatusReport';

/** Runs an operation of Deal History, by default Get Many; returns the JSON of its items. */
export async function history(
	more: IDataObject & { operation?: Operation },
	options: RunOptions = {},
): Promise<IDataObject[]> {
	const { operation = 'getAll', ...parameters } = more;
	return (await runOperation('history', operation, parameters, options)).rows;
}

/** Runs Deal: Get Many; returns the JSON of its items. */
export const deals = async (more: IDataObject, options: RunOptions = {}): Promise<IDataObject[]> =>
	(await runOperation('deal', 'getAll', more, options)).rows;

/** Runs Deal: Get for an ID, or for an expression; returns its items with their links. */
export async function dealOfId(id: string, more: IDataObject = {}, options: RunOptions = {}) {
	const dealId = { __rl: true, mode: 'id', value: id };
	const parameters = { resource: 'deal', operation: 'get', dealId, ...more };
	return await runNode({ ...options, parameters });
}

export const requestsTo = (...operationIds: string[]) =>
	sandbox.log.requests.filter(({ operationId }) => operationIds.includes(String(operationId)));
