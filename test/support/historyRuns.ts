import type { IDataObject } from 'n8n-workflow';

import type { HistoryItem, Status, User } from '../../nodes/api/types';
import { type RunOptions, runNode } from './engine';

/** Runs of the history operation, with deals of the test's own at the service. */

/** Lets the sandbox hold these deals, statuses and users in place of its own. */
export function tellSandbox(deals: HistoryItem[], statuses: Status[], users: User[]): void {
	const profile = sandbox.world.profile();
	const replace = (list: unknown[], records: object[]) =>
		list.splice(0, list.length, ...structuredClone(records));
	replace(profile.deals, deals);
	replace(profile.statuses, statuses);
	replace(profile.users, users);
}

/** Runs the history operation; gives the JSON of its items. */
export async function history(more: IDataObject, options: RunOptions = {}): Promise<IDataObject[]> {
	const parameters = { resource: 'history', operation: 'getAll', returnAll: true, ...more };
	return (await runNode({ ...options, parameters })).map(({ json }) => json);
}

export const requestsTo = (...operationIds: string[]) =>
	sandbox.log.requests.filter(({ operationId }) => operationIds.includes(String(operationId)));
