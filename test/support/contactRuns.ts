import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { type RunOptions, runNode } from './engine';
import { crmOf, runFlow } from './flow';

export const listParameters = (more: IDataObject = {}): IDataObject => ({
	resource: 'contact',
	operation: 'getAll',
	audienceId: identities.AUDIENCE_ID,
	returnAll: true,
	simplify: false,
	...more,
});

/** As the form has them: *Dry Run* and *Result* are options of Create. */
export const importParameters = (more: IDataObject = {}): IDataObject => {
	const { dryRun, result, options, ...others } = more;
	return {
		resource: 'contact',
		operation: 'create',
		audienceId: identities.AUDIENCE_ID,
		personalInfos: { mappingMode: 'autoMapInputData', value: null },
		options: {
			...('dryRun' in more && { dryRun }),
			...('result' in more && { result }),
			...(options as IDataObject),
		},
		...others,
	};
};

/** For tests of what all operations share: one request a row. */
export const createParameters = (more: IDataObject = {}): IDataObject =>
	importParameters({ ifExists: 'createAnyway', ...more });

export const searchParameters = (more: IDataObject = {}): IDataObject => ({
	resource: 'contact',
	operation: 'search',
	audienceId: identities.AUDIENCE_ID,
	email: '={{ $json.email }}',
	phone: '={{ $json.phone }}',
	name: '={{ $json.name }}',
	...more,
});

export const listContacts = async (more: IDataObject = {}, options: RunOptions = {}) =>
	await runNode({ ...options, parameters: listParameters(more) });

export const createContacts = async (
	rows: IDataObject[],
	more: IDataObject = {},
	options: RunOptions = {},
) =>
	await runNode({
		...options,
		items: rows.map((json) => ({ json })),
		parameters: createParameters(more),
	});

/** `toEqual` takes no notice of an undefined at the end, so an item without an id shows as one. */
export const idsOf = (items: INodeExecutionData[]) => items.map(({ json }) => json.id ?? 'none');

/** Ids of the contacts that the sandbox holds, in its order. */
export const idsAtService = (audienceId = identities.AUDIENCE_ID) =>
	sandbox.world
		.profile()
		.contacts.slice(audienceId, 0, Infinity)
		.map(({ id }) => id);

/** The contacts created since the sandbox was reset. */
export const created = () => sandbox.world.profile().contacts.createdIn(identities.AUDIENCE_ID);

export const requestsTo = (operationId: string) =>
	sandbox.log.requests.filter((request) => request.operationId === operationId);

export const byHand = (value: IDataObject) => ({
	personalInfos: { mappingMode: 'defineBelow', value },
});

/** The personal infos of each created contact, by name. */
export const infosAtService = (): Array<Record<string, string>> =>
	created().map(({ standard_personal_infos: infos }) =>
		Object.fromEntries(infos.map(({ name, value }) => [name, value])),
	);

/** A contact with infos such as `E-mailadres`, as a service lists it. */
export const person = (infos: Record<string, string> = {}, more: IDataObject = {}) => ({
	...more,
	standard_personal_infos: Object.entries(infos).map(([name, value]) => ({ name, value })),
});

/** From now on the service lists these contacts. */
export function listed(contacts: IDataObject[]) {
	const fault = { route: 'listContacts', kind: 'failure200', every: 1 } as const;
	sandbox.switches.faults = [
		{ ...fault, page: 0, body: contacts },
		{ ...fault, body: [] },
	];
}

/** The contact at a place of the audience. */
export function seeded(place: number) {
	const { contacts } = sandbox.world.profile();
	const [contact] = contacts.slice(identities.AUDIENCE_ID, place, place + 1);
	const infos = contact.standard_personal_infos.map(({ name, value }) => [name, value]);
	const { 'E-mailadres': email, Telefoonnummer: phone } = Object.fromEntries(infos);
	return { id: contact.id, email: email as string, phone: phone as string | undefined };
}

/** Rows through Contact: Create, in a workflow that n8n's engine runs. */
export async function importRows(
	rows: IDataObject[],
	more: IDataObject = {},
	settings: Partial<INode> = {},
) {
	const nodes = [crmOf(importParameters(more), settings)];
	const run = await runFlow({ nodes }, rows);
	const json = run.items('Sales CRM').map((item) => item.json);
	return {
		...run,
		json,
		outcomes: json.map(({ outcome }) => outcome),
		hints: run.hints('Sales CRM'),
	};
}

export const goOn: Partial<INode> = { onError: 'continueRegularOutput' };

export const people = (many: number, from = 0): IDataObject[] =>
	Array.from({ length: many }, (_, n) => ({
		firstName: `An ${from + n}`,
		email: `an${from + n}@example.com`,
	}));
