import type { IDataObject } from 'n8n-workflow';

import { failure } from '../../../support/failure';
import { runOperation } from '../../../support/nodeRuns';

/** Deals on a service as described, which offers neither quotations nor results, boards or updates. */

beforeEach(() => {
	sandbox.reset({ deals: 3 });
	sandbox.switches.only = 'described';
});

const run = async (operation: string, more: IDataObject) => {
	const dealId = { __rl: true, mode: 'id', value: sandbox.world.profile().deals[0].id };
	return await runOperation('deal', operation, { dealId, ...more });
};

it('what it does not offer is null, and a hint says so for quotations', async () => {
	const { rows, hints } = await run('getAll', { options: { includeQuotations: true } });
	expect(rows).toHaveLength(3);
	expect(rows[0]).toMatchObject({
		...{ value: null, email: null, result: null, archived: null, recordType: null },
		...{ quotations: null, quotationNumber: null, quotationUnclear: null },
	});
	expect(hints).toEqual([expect.stringMatching(/Quotations are left empty\.$/)]);
});

it.each<[string, IDataObject, RegExp]>([
	['results', { results: ['won'] }, /^'Results' cannot be used: your Sales CRM does not show/],
	['record types', { recordTypes: ['deal'] }, /^'Record Types' cannot be used: which pipelines/],
	[
		'the status of a quotation',
		{ quotationStatuses: ['SENT'] },
		/^The quotations of deals cannot be read/,
	],
	['the days it is open', { minQuotationDaysOpen: 1 }, /^The quotations of deals cannot be read/],
])('a filter on %s is an error', async (_what, filters, message) => {
	expect((await failure(run('getAll', { filters }))).message).toMatch(message);
});

it('an update is an error, and nothing is sent', async () => {
	const { message } = await failure(run('update', { updateFields: { description: 'x' } }));
	expect(message).toBe('Deals cannot be updated: your Sales CRM does not offer it');
	expect(sandbox.log.requests.map(({ method }) => method)).not.toContain('PATCH');
});

it('Get returns what the history has', async () => {
	const { rows, hints } = await run('get', {});
	expect(rows).toMatchObject([{ description: null, requestId: null, pipeline: 'Pipeline 1' }]);
	expect(hints).toEqual([]);
});
