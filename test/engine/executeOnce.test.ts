import type { IDataObject, INode } from 'n8n-workflow';

import { crmOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';
import { usualParameters } from '../support/usualParameters';

/** A hint for what is returned once for each input item although all of them ask for the same. */

beforeEach(async () => await startOver({ contacts: 3, quotations: 3, deals: 3 }));

const ROWS = [{ n: 1 }, { n: 2 }, { n: 3 }];
const HINT =
	"Returned once for each of 3 input items. To get it once, turn on 'Execute Once' in the settings of this node.";

async function hintsOf(more: IDataObject, rows: IDataObject[] = ROWS, settings?: Partial<INode>) {
	const run = await runFlow({ nodes: [crmOf({ ...usualParameters(), ...more }, settings)] }, rows);
	expect(run.error).toBeUndefined();
	return run.hints('Sales CRM').filter((hint) => hint.includes('Execute Once'));
}

it.each([
	['contact', 'getAll', true],
	['contact', 'search', false],
	['deal', 'get', false],
	['deal', 'getAll', true],
	['history', 'getStatusReport', true],
	['quotation', 'download', true],
	['quotation', 'get', false],
	['user', 'getAll', true],
])('%s %s: %j', async (resource, operation, isTold) => {
	expect(await hintsOf({ resource, operation })).toEqual(isTold ? [HINT] : []);
	expect(await hintsOf({ resource, operation }, ROWS.slice(1, 2))).toEqual([]);
});

it('there is no hint if an item asks for something else, or only one was answered', async () => {
	const deals = { resource: 'deal', operation: 'getAll' };
	expect(await hintsOf({ ...deals, returnAll: '={{ $json.n > 1 }}' })).toEqual([]);
	expect(await hintsOf({ ...deals, limit: '={{ $json.none ?? 50 }}' })).toEqual([HINT]);
	expect(await hintsOf({ ...deals, search: 'nobody calls a deal this' })).toEqual([]);
	const onError = 'continueRegularOutput' as const;
	const limit = '={{ $json.n > 1 ? 0 : 1 }}';
	expect(await hintsOf({ ...deals, limit }, ROWS, { onError })).toEqual([]);
});
