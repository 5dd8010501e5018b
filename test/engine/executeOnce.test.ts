import type { IDataObject, INode } from 'n8n-workflow';

import { resources } from '../../nodes/SalesCrm/resources';
import { crmOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';
import { usualParameters } from '../support/usualParameters';

/** A hint for what is returned once for each input item although all of them ask for the same. */

beforeEach(async () => await startOver({ contacts: 3, quotations: 3, deals: 3 }));

const ROWS = [{ n: 1 }, { n: 2 }, { n: 3 }];
const HINT =
	"Returned once for each of 3 input items. To get it once, turn on 'Execute Once' in the settings of this node.";

const complete = (): IDataObject => ({
	...usualParameters(),
	events: ['CRM_BACKLOG_ITEM_STATUS_CHANGE'],
	updateFields: { description: 'Of the test' },
});

async function hintsOf(more: IDataObject, rows: IDataObject[] = ROWS, settings?: Partial<INode>) {
	const run = await runFlow({ nodes: [crmOf({ ...complete(), ...more }, settings)] }, rows);
	expect(run.error).toBeUndefined();
	return run.hints('Sales CRM').filter((hint) => hint.includes('Execute Once'));
}

async function firstPerson() {
	const people = crmOf({ resource: 'contactPerson', operation: 'getAll', limit: 1 });
	const run = await runFlow({ nodes: [people] }, ROWS.slice(1, 2));
	return run.items('Sales CRM')[0].json.contactPersonId;
}

const RETURNED_ONCE = {
	contact: ['findDuplicates', 'getAll'],
	contactPerson: ['getAll'],
	deal: ['getAll'],
	history: ['getAll', 'getStatusReport', 'getTimeInStatus'],
	status: ['getAll'],
	quotation: ['download', 'getAll'],
	user: ['getAll'],
	webhook: ['getAll'],
} as Record<string, string[]>;

const cases = resources.flatMap(({ value: resource, operations }) =>
	operations
		.filter(({ value }) => !['import', 'delete'].includes(value))
		.map(({ value }) => [resource, value, RETURNED_ONCE[resource].includes(value)] as const),
);

it.each(cases)('%s %s: %j', async (resource, operation, isTold) => {
	if (resource === 'contact' && operation === 'findDuplicates')
		sandbox.switches.sharedEmails = true;
	if (resource === 'webhook') await hintsOf({ resource, operation: 'create' });
	const contactPersonId = { __rl: true, mode: 'id', value: await firstPerson() };
	const asked = { resource, operation, contactPersonId };
	expect(await hintsOf(asked)).toEqual(isTold ? [HINT] : []);
	expect(await hintsOf(asked, ROWS.slice(1, 2))).toEqual([]);
});

it('there is no hint if an item asks for something else, or only one was answered', async () => {
	const deals = { resource: 'deal', operation: 'getAll' };
	expect(await hintsOf({ ...deals, returnAll: '={{ $json.n > 1 }}' })).toEqual([]);
	expect(await hintsOf({ ...deals, search: '={{ $json.none }}' })).toEqual([HINT]);
	expect(await hintsOf({ ...deals, search: 'nobody calls a deal this' })).toEqual([]);
	const onError = 'continueRegularOutput' as const;
	const limit = '={{ $json.n > 1 ? 0 : 1 }}';
	expect(await hintsOf({ ...deals, limit }, ROWS, { onError })).toEqual([]);
});
