import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';

import { listStatuses, listUsers } from '../api/deals';
import { listContacts, simplifyContact } from '../api/contacts';
import { listQuotations } from '../api/quotations';
import { PERSONAL_INFO_NAMES, type Status } from '../api/types';
import type { Connection } from '../transport/connection';
import { toUuid } from '../utils/uuid';
import { lookUp, notEmpty } from './editorConnection';

const byName = (a: INodePropertyOptions, b: INodePropertyOptions) => a.name.localeCompare(b.name);

const RECORDS_LOOKED_AT = 50;

/** Lists of the editor for statuses, pipelines and users. */
export const loadOptions = {
	/** Pipeline by pipeline, since the same label can stand in several; named where there are several. */
	async getStatuses(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const statuses = await lookUp(this, someStatuses);
		const pipelines = pipelinesOf(statuses);
		return pipelines.flatMap(({ number, labels, group }) =>
			group.map((status) => ({
				name: labelOf(status),
				value: status.id,
				...(pipelines.length > 1 && {
					name: `${labelOf(status)} – ${number}`,
					description: labels,
				}),
			})),
		);
	},

	/** Pipelines (the interface's backlogs) have no names there: their statuses tell them apart. */
	async getPipelines(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const statuses = await lookUp(this, someStatuses);
		return pipelinesOf(statuses).map(({ id, number, labels, group }) => {
			const first = group.slice(0, MAX_LABELS).map(labelOf).join(', ');
			const more = group.length > MAX_LABELS ? ', …' : '';
			return { name: `${number}: ${first}${more}`, value: id, description: labels };
		});
	},

	/** Of the quotations that come first: nothing else tells which fields there are. */
	async getQuotationFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const rows = await lookUp(this, async (connection) => {
			const first: IDataObject[] = [];
			const list = { limit: RECORDS_LOOKED_AT, pageSize: RECORDS_LOOKED_AT };
			for await (const page of listQuotations(connection, list)) first.push(...page);
			return notEmpty(first, 'quotations', 'Make one in your Sales CRM, or enter names of fields.');
		});
		const names = [...new Set(rows.flatMap(Object.keys))];
		return names.map((name) => ({ name, value: name })).sort(byName);
	},

	/** The nine known names, and what else the contacts of the audience that come first have. */
	async getContactFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const audience = toUuid(this.getCurrentNodeParameter('audienceId'), 'Audience ID');
		const rows = await lookUp(this, async (connection) => {
			const first: IDataObject[] = [];
			const list = { limit: RECORDS_LOOKED_AT, pageSize: RECORDS_LOOKED_AT };
			for await (const page of listContacts(connection, audience, list)) first.push(...page);
			return first;
		});
		const meanings: Record<string, string> = PERSONAL_INFO_NAMES;
		const others = new Set(rows.map(simplifyContact).flatMap(Object.keys));
		const names = new Set([...Object.keys(meanings), ...others]);
		return [...names].map((name) => ({
			name: meanings[name] ? `${meanings[name]} (${name})` : name,
			value: name,
		}));
	},

	async getUsers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const users = await lookUp(this, someUsers);
		return users
			.map(({ id, name, email }) => ({
				name: name || email || id,
				value: id,
				description: email ?? undefined,
			}))
			.sort(byName);
	},
};

const someStatuses = async (connection: Connection) =>
	notEmpty(
		await listStatuses(connection),
		'statuses',
		'Set up a pipeline in your Sales CRM, or check the company profile.',
	);

const someUsers = async (connection: Connection) =>
	notEmpty(await listUsers(connection), 'users', 'Check the company profile.');

const labelOf = ({ id, label }: Status): string => label || id;

/** So many statuses name a pipeline; all of them would be too long for a list. */
const MAX_LABELS = 3;

interface Pipeline {
	id: string;
	/** Such as `Pipeline 1`. */
	number: string;
	/** Of all its statuses. */
	labels: string;
	/** In the service's order, which is that of the pipeline. */
	group: Status[];
}

const backlogIdOf = ({ backlog_id: id }: Status): string => id ?? '';

/** Numbered by their ids, so that a number stays whatever order the service sends them in. */
function pipelinesOf(statuses: Status[]): Pipeline[] {
	const ids = [...new Set(statuses.map(backlogIdOf))].sort();
	return ids.map((id, index) => {
		const group = statuses.filter((status) => backlogIdOf(status) === id);
		return { id, number: `Pipeline ${index + 1}`, labels: group.map(labelOf).join(', '), group };
	});
}

/** The nine known names: the ids are the service's own, shown with their English meaning. */
export async function getPersonalInfoFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const fields = Object.entries(PERSONAL_INFO_NAMES).map(([id, meaning]) => ({
		id,
		displayName: `${meaning} (${id})`,
		type: 'string' as const,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
	}));
	return { fields };
}
