import { listQuotations } from '../../../api/quotations';
import { pageSize } from '../../../descriptions/fields';
import { limit, listOptions, optionsOf, returnAll } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many quotations',
	description: 'Get the quotations of the company profile',
	kind: 'list',
	properties: [returnAll, limit, optionsOf([pageSize])],
	async *run({ connection, parameters }) {
		for await (const rows of listQuotations(connection, listOptions(parameters)))
			yield outputs(rows);
	},
});
