import '../support/noWaiting';

import type { IDataObject } from 'n8n-workflow';

import { importRows, listContacts, searchParameters } from '../support/contactRuns';
import { crmOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** A listed contact may come in two shapes, and no operation knows by which: what it does with both is the same. */

const NINE = [
	...['Voornaam', 'Achternaam', 'E-mailadres', 'Telefoonnummer', 'Straatnaam', 'Huisnummer'],
	...['Postcode', 'Plaats', 'Land'],
];

const nineOf = (item: IDataObject): IDataObject =>
	Object.fromEntries(NINE.flatMap((name) => (name in item ? [[name, item[name]]] : [])));

const contacts = async (): Promise<IDataObject[]> =>
	(await listContacts({ simplify: true })).map(({ json }) => json);

const ran = async (parameters: IDataObject, items: IDataObject[] = [{}]) => {
	const { items: itemsOf } = await runFlow({ nodes: [crmOf(parameters)] }, items);
	return itemsOf('Sales CRM').map(({ json }) => json);
};

/** What the contacts of the audience are imported as, once more; all nine are known of each. */
async function imported(matchBy: string): Promise<unknown> {
	const rows = sandbox.world
		.profile()
		.contacts.slice(identities.AUDIENCE_ID, 0, Infinity)
		.map(({ standard_personal_infos: infos }) =>
			Object.fromEntries(infos.map(({ name, value }) => [name, value])),
		);
	const { json } = await importRows(rows, { matchBy: [matchBy], dryRun: true });
	expect(json.some(({ outcome }) => outcome === 'existing')).toBe(true);
	return json.map(({ outcome, reason, contactId }) => ({ outcome, reason, contactId }));
}

const OPERATIONS: Array<[string, () => Promise<unknown>]> = [
	['Get Many', async () => (await contacts()).map((one) => [nineOf(one), one.contactId])],
	[
		'Search',
		async () => {
			const [{ Achternaam: name }, { 'E-mailadres': email }] = await contacts();
			const found = await ran(searchParameters(), [{ name }, { email }]);
			expect(found.every((one) => one.found)).toBe(true);
			return found.map((one) => [nineOf(one), one.contactId, one.matchedBy]);
		},
	],
	[
		'Find Duplicates',
		async () => {
			const { AUDIENCE_ID: audienceId } = identities;
			sandbox.switches.sharedEmails = true;
			const found = await ran({ resource: 'contact', operation: 'findDuplicates', audienceId });
			expect(found).not.toEqual([]);
			return found.map((one) => [nineOf(one), one.contactId, one.group, one.key]);
		},
	],
	['an import by email', async () => await imported('email')],
	['an import by phone', async () => await imported('phone')],
	['an import by name and address', async () => await imported('nameAndAddress')],
];

it.each(OPERATIONS)('%s', async (_, outcome) => {
	const outcomes: unknown[] = [];
	for (const contactFields of ['all', 'contactInfo'] as const) {
		await startOver({ contacts: 12 });
		sandbox.switches.contactFields = contactFields;
		outcomes.push(await outcome());
	}
	expect(outcomes[1]).toEqual(outcomes[0]);
});
