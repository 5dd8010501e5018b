import type { IDataObject } from 'n8n-workflow';

import type { HistoryEntry, HistoryItem, Status, User } from '../../../nodes/service/types';
import { type RunOptions, runNode } from './engine';

/** Deals with histories that a test writes itself, for figures that can be worked out by hand. */

/** A UUID that is easily told from others. */
export const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** When, what kind of change, and the status or user it names; without one, metaData is empty. */
export type Chapter = [at: string, type: string, to?: string];

let entries = 0;

/** A deal from its story, told in order. Each entry ends where the next begins; the last is open. */
export function dealOf(
	summary: string,
	backlogId: string,
	story: Chapter[],
	id = uuid(0xdea1),
): HistoryItem {
	const history = story.map(([at, type, to], index): HistoryEntry => {
		const next = story[index + 1];
		const kind = type === 'STATUS_CHANGED' ? 'STATUS' : 'USER';
		return {
			id: uuid(++entries),
			backlogItemId: id,
			startTimestamp: Date.parse(at),
			endTimestamp: next ? Date.parse(next[0]) : 0,
			type,
			metaData: to === undefined ? {} : { propertyValue: { _id: to, type: kind } },
		};
	});
	return { id, backlogId, summary, companyProfileId: [uuid(0xc0)], history };
}

export const statusOf = (id: string, backlogId: string, label: string, color: string): Status => ({
	id,
	backlog_id: backlogId,
	label,
	color,
	standard: false,
	status_category: null,
});

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
