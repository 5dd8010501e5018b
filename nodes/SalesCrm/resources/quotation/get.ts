import { toIdentifier } from '../../../utils/uuid';
import { getQuotation } from '../../../api/quotations';
import { optionsOf } from '../../../descriptions/fields';
import { listOrId } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import type { Property } from '../../execution/parameters';

/** Which quotation, for Download as well. */
export const quotationId = {
	displayName: 'Quotation',
	name: 'quotationId',
	description: 'The quotation to get',
	builderHint: {
		propertyHint:
			"The ID of a quotation, as { __rl: true, mode: 'id', value: expr('{{ $json.id }}') } where Quotation: Get Many or the Polling Trigger brings it.",
	},
	...listOrId('searchQuotations'),
} as const satisfies Property;

export const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get quotation',
	description: 'Get a quotation',
	kind: 'single',
	properties: [quotationId, optionsOf([])],
	async run({ connection, parameters }) {
		const id = toIdentifier(parameters.quotationId, 'Quotation');
		return outputs(await getQuotation(connection, id));
	},
});
