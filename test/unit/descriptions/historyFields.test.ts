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
			filters: { changeTypes: ['STATUS_CHANGED'], minDaysInStatus: 3, statusIds: ['a'] },
			options: { sort: 'newestFirst' },
		},
		true,
		false,
		null,
		description,
	)!;

const types = { changeTypes: ['STATUS_CHANGED'] };
const days = { minDaysInStatus: 3 };

it.each([
	['changes', false, types],
	['currentStatus', false, days],
	['deals', undefined, types],
	['events', false, types],
	['timeInStatus', false, { ...types, ...days }],
	['={{ $json.output }}', false, { ...types, ...days }],
])('%s', (output, resolveNames, shown) => {
	const parameters = kept(output);
	expect(parameters.filters).toEqual({ statusIds: ['a'], ...shown });
	expect(parameters.resolveNames).toBe(resolveNames);
	expect(parameters.options).toEqual({ sort: 'newestFirst' });
});
