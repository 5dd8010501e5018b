import { toIdentifier } from '../../../utils/uuid';
import { getQuotation, itemWithLines } from '../../../api/quotations';
import { optionsOf, simplify } from '../../../descriptions/fields';
import { listOrId } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import type { Property } from '../../../parameters/property';

/** Also for Download. */
export const quotationId = {
	displayName: 'Quotation',
	name: 'quotationId',
	description: 'The quotation to get',
	builderHint: {
		propertyHint:
			"The ID of a quotation, as { __rl: true, mode: 'id', value: expr('{{ $json.quotationId }}') } where Quotation: Get Many or a trigger brings it.",
	},
	...listOrId('searchQuotations'),
} as const satisfies Property;

export const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get quotation',
	description: 'Get a quotation with its customer and lines',
	kind: 'single',
	properties: [quotationId, simplify, optionsOf([])],
	async run({ connection, parameters }) {
		const id = toIdentifier(parameters.quotationId, 'Quotation');
		const records = await getQuotation(connection, id);
		if (!parameters.simplify) return outputs(records);
		const items = records.map(async (record) => await itemWithLines(connection, record));
		return outputs(await Promise.all(items));
	},
});
