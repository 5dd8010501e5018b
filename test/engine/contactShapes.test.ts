import '../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { importRows, listContacts, searchParameters } from '../support/contactRuns';
import { crmOf, runFlow } from '../support/flow';
import { NINE } from '../support/importRuns';
import { startOver } from '../support/startOver';

/** Operations do the same with both shapes of a listed contact. */

/** What is the same of an item, whatever the shape of the contact. */
const KEPT = [...NINE, 'contactId', 'found', 'matchedBy', 'group', 'key', 'outcome', 'reason'];

const kept = (items: IDataObject[]) =>
	items.map((item) => Object.fromEntries(KEPT.map((name) => [name, item[name]])));

const contacts = async () => (await listContacts({ simplify: true })).map(({ json }) => json);

const ran = async (parameters: IDataObject, items: IDataObject[] = [{}]) =>
	(await runFlow({ nodes: [crmOf(parameters)] }, items)).items('Sales CRM').map(({ json }) => json);

/** The contacts of the audience, imported once more. */
async function imported(matchBy: string) {
	const rows = sandbox.world
		.profile()
		.contacts.slice(identities.AUDIENCE_ID, 0, Infinity)
		.map(({ standard_personal_infos: infos }) =>
			Object.fromEntries(infos.map(({ name, value }) => [name, value])),
		);
	const { json } = await importRows(rows, { matchBy: [matchBy], dryRun: true });
	expect(json).toContainEqual(expect.objectContaining({ outcome: 'existing' }));
	return json;
}

it.each<[string, () => Promise<IDataObject[]>]>([
	['Get Many', contacts],
	[
		'Search',
		async () => {
			const [{ Achternaam: name }, { 'E-mailadres': email }] = await contacts();
			return await ran(searchParameters(), [{ name }, { email }]);
		},
	],
	[
		'Find Duplicates',
		async () => {
			sandbox.switches.sharedEmails = true;
			const { AUDIENCE_ID: audienceId } = identities;
			return await ran({ resource: 'contact', operation: 'findDuplicates', audienceId });
		},
	],
	['an import by email', async () => await imported('email')],
	['an import by phone', async () => await imported('phone')],
	['an import by name and address', async () => await imported('nameAndAddress')],
])('%s', async (_, itemsOf) => {
	const items: IDataObject[][] = [];
	for (const contactFields of ['all', 'contactInfo'] as const) {
		await startOver({ contacts: 12 });
		sandbox.switches.contactFields = contactFields;
		items.push(kept(await itemsOf()));
	}
	expect(items[0]).not.toEqual([]);
	expect(items[1]).toEqual(items[0]);
});
