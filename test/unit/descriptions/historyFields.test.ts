import { NodeHelpers } from 'n8n-workflow';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';

/** Which fields of the history n8n shows for each output, by n8n's own rule. */

const description = new SalesCrm().description;

/** The parameters as n8n keeps them for a workflow: those that are not shown are dropped. */
const kept = (output: string) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		{
			resource: 'history',
			operation: 'getAll',
			output,
			resolveNames: false,
			filters: { changeTypes: ['STATUS_CHANGED'], statusIds: ['a'] },
			options: { sort: 'newestFirst' },
		},
		true,
		false,
		null,
		description,
	)!;

it.each([
	['changes', false],
	['deals', undefined],
	['events', false],
	['timeInStatus', false],
	['={{ $json.output }}', false],
])('%s', (output, resolveNames) => {
	const parameters = kept(output);
	expect(parameters.filters).toEqual({ changeTypes: ['STATUS_CHANGED'], statusIds: ['a'] });
	expect(parameters.resolveNames).toBe(resolveNames);
	expect(parameters.options).toEqual({ sort: 'newestFirst' });
});
