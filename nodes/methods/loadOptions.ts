import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';

import { listUsers } from '../api/deals';
import { listContacts, simplifyContact } from '../api/contacts';
import { fetchStatusNames } from '../api/names';
import { findInPipelines } from '../api/items';
import type { Pipeline } from '../api/pipelines';
import { withProfile } from '../api/profiles';
import { NO_CUSTOMERS } from '../api/quotationCustomers';
import { listQuotationItems } from '../api/quotations';
import type { Status } from '../api/types';
import { PERSONAL_INFO_NAMES } from '../contacts/personalInfos';
import { NOBODY } from '../deals/updateFields';
import { audienceOf, type Connection } from '../transport/connection';
import { textOf } from '../utils/text';
import { allRows, loadForEditor } from './editorConnection';

const inOrder = (a: INodePropertyOptions, b: INodePropertyOptions) => a.name.localeCompare(b.name);

const UNCHANGED = { name: 'Leave as It Is', value: '' };

const FIRST_ROWS = { limit: 50, pageSize: 50 };

export const loadOptions = {
	async getStatuses(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return statusOptions(await pipelinesFor(this));
	},

	/** Those of the pipeline of the chosen deal; all of them while none is chosen, or it cannot be found. */
	async getStatusesOfDeal(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const pipelines = await pipelinesFor(this);
		const pipelineId = await pipelineOfChosenDeal(this, pipelines);
		const isOfDeal = ({ id }: Pipeline) => id.toLowerCase() === pipelineId?.toLowerCase();
		return statusOptions(pipelines.some(isOfDeal) ? pipelines.filter(isOfDeal) : pipelines);
	},

	/** To choose one, or none: the editor marks an empty field as wrong unless the list contains it. */
	async getTargetStatuses(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return [UNCHANGED, ...(await loadOptions.getStatusesOfDeal.call(this))];
	},

	/** With their first and last status, because a name such as `Pipeline 1` says little. */
	async getPipelines(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const pipelines = await pipelinesFor(this);
		return pipelines.map(({ id, names: [name], statuses }) => ({
			name: statuses.length > 0 ? `${name}: ${firstAndLast(statuses)}` : name,
			value: id,
			description: statuses.map(({ label }) => label).join(', '),
		}));
	},

	/** Reads the first quotations, because their fields are not described. */
	async getQuotationFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const customers = async () => NO_CUSTOMERS;
		const read = async (connection: Connection) =>
			await allRows(listQuotationItems(connection, { ...FIRST_ROWS, customers }));
		const advice = 'Create one in your Sales CRM, or enter field names.';
		const rows = await loadForEditor(this, read, 'quotations', advice);
		const names = new Set(rows.flatMap(Object.keys));
		return [...names].map((name) => ({ name, value: name })).sort(inOrder);
	},

	/** The nine known names, and other fields that the first contacts have. */
	async getContactFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const entered = this.getCurrentNodeParameter('audienceId');
		const read = async (connection: Connection) =>
			await allRows(listContacts(connection, audienceOf(connection, entered), FIRST_ROWS));
		const rows = await loadForEditor(this, read);
		const labels: Record<string, string> = PERSONAL_INFO_NAMES;
		const others = new Set(rows.map(simplifyContact).flatMap(Object.keys));
		const names = new Set([...Object.keys(labels), ...others]);
		return [...names].map((name) => ({
			name: labels[name] ? `${labels[name]} (${name})` : name,
			value: name,
		}));
	},

	async getUsers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await usersFor(this);
	},

	async getAssignees(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const nobody = { name: 'Nobody', value: NOBODY, description: 'Unassign the deal' };
		return [UNCHANGED, nobody, ...(await usersFor(this))];
	},
};

/** With the name of the pipeline if there are several, because they may have the same labels. */
function statusOptions(all: readonly Pipeline[]): INodePropertyOptions[] {
	const pipelines = all.filter(({ statuses }) => statuses.length > 0);
	return pipelines.flatMap(({ names: [name], statuses }) =>
		statuses.map(({ id, label }) => ({
			name: pipelines.length > 1 ? `${label} – ${name}` : label,
			value: id,
		})),
	);
}

async function pipelineOfChosenDeal(
	context: ILoadOptionsFunctions,
	pipelines: readonly Pipeline[],
): Promise<string | undefined> {
	const chosen = context.getCurrentNodeParameter('dealId');
	const id = textOf(Object(chosen).value).trim();
	// The editor does not evaluate expressions.
	if (id === '' || id.startsWith('=')) return undefined;
	const onBoards = pipelines.filter(({ boardId }) => boardId !== null);
	const read = async (connection: Connection) => {
		const scoped = await withProfile(connection);
		return [await findInPipelines(scoped, onBoards, id).catch(() => undefined)];
	};
	const [deal] = await loadForEditor(context, read);
	return deal?.pipelineId;
}

async function usersFor(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const users = await loadForEditor(context, listUsers, 'users', 'Check the company profile.');
	return users
		.map(({ id, name, email }) => ({ name: name || email, value: id, description: email }))
		.sort(inOrder);
}

/** @throws NodeError if there are no statuses, because there would be nothing to choose. */
async function pipelinesFor(context: ILoadOptionsFunctions): Promise<Pipeline[]> {
	const read = async (connection: Connection) => {
		const { statuses, pipelines } = (await fetchStatusNames(connection)).names;
		return statuses.size > 0 ? [...pipelines.values()] : [];
	};
	const advice = 'Set up a pipeline in your Sales CRM, or check the company profile.';
	return await loadForEditor(context, read, 'statuses', advice);
}

const firstAndLast = (statuses: Status[]): string =>
	[...new Set([statuses[0].label, statuses.at(-1)!.label])].join(' … ');

export async function getPersonalInfoFields(): Promise<ResourceMapperFields> {
	const fields = Object.entries(PERSONAL_INFO_NAMES).map(([id, label]) => ({
		id,
		displayName: `${label} (${id})`,
		type: 'string' as const,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
	}));
	return { fields };
}
