import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { listStatuses, listUsers } from '../service/api/dealRecords';
import type { Status } from '../service/api/types';
import { lookUp } from './editorConnection';

const byName = (a: INodePropertyOptions, b: INodePropertyOptions) => a.name.localeCompare(b.name);

/** Lists of the editor for statuses, backlogs and users. */
export const loadOptions = {
	/** Grouped by backlog, since the same label can stand in several backlogs. */
	async getStatuses(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const statuses = await lookUp(this, (crm) => listStatuses(crm));
		return [...groupByBacklog(statuses)].flatMap(([backlogId, group], index) =>
			group.map(({ id, label }) => ({
				name: `Backlog ${index + 1}: ${label}`,
				value: id,
				description: `Backlog ${backlogId}`,
			})),
		);
	},

	/** Backlogs have no names of their own in the interface: their statuses tell them apart. */
	async getBacklogs(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const statuses = await lookUp(this, (crm) => listStatuses(crm));
		return [...groupByBacklog(statuses)].map(([backlogId, group], index) => ({
			name: `Backlog ${index + 1}: ${group.map(({ label }) => label).join(', ')}`,
			value: backlogId,
			description: backlogId,
		}));
	},

	async getUsers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const users = await lookUp(this, (crm) => listUsers(crm));
		return users
			.map(({ id, name, email }) => ({ name: name || email || id, value: id, description: email }))
			.sort(byName);
	},
};

function groupByBacklog(statuses: Status[]): Map<string, Status[]> {
	const groups = new Map<string, Status[]>();
	for (const status of statuses) {
		const group = groups.get(status.backlog_id) ?? [];
		groups.set(status.backlog_id, [...group, status]);
	}
	return groups;
}
