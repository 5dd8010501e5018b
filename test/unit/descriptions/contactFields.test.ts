import { NodeHelpers } from 'n8n-workflow';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';

/** Which fields of Contact: Create n8n shows, by n8n's own rule. */

const { description } = new SalesCrm();

const kept = (mappingMode: string) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		{
			resource: 'contact',
			operation: 'create',
			personalInfos: { mappingMode, value: null },
			options: { extraColumns: 'add' },
		},
		true,
		false,
		null,
		description,
	)!;

it('what becomes of other columns is asked only where columns are recognized by their names', () => {
	const automatic = kept('autoMapInputData');
	expect(automatic.options).toEqual({ extraColumns: 'add' });
	expect(automatic).toHaveProperty('recognizedColumns');
	const byHand = kept('defineBelow');
	expect(byHand.options).toEqual({});
	expect(byHand).not.toHaveProperty('recognizedColumns');
});
