import { NodeHelpers } from 'n8n-workflow';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';

/** Which fields of Contact: Create n8n shows, by its own rules. */

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

it('Extra Columns is shown only if columns are recognized by their names', () => {
	const automatic = kept('autoMapInputData');
	expect(automatic.options).toEqual({ extraColumns: 'add' });
	expect(automatic).toHaveProperty('recognizedColumns');
	const byHand = kept('defineBelow');
	expect(byHand.options).toEqual({});
	expect(byHand).not.toHaveProperty('recognizedColumns');
});
