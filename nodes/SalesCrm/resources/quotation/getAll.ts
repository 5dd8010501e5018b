import { hasWords, listQuotations } from '../../../api/quotations';
import { pageSize } from '../../../descriptions/fields';
import { searchWords, textOf } from '../../../utils/text';
import { limit, listOptions, optionsOf, returnAll } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many quotations',
	description: 'Find quotations by words in any of their texts, or get all of the company profile',
	kind: 'list',
	properties: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. jansen 2025',
			description:
				'Only quotations whose texts contain each of these words, such as number, title or customer. Case and accents do not matter. All quotations when empty.',
			hint: 'The whole list is read and searched by this node',
		},
		returnAll,
		limit,
		optionsOf([pageSize]),
	],
	async *run({ connection, parameters }) {
		const words = searchWords(textOf(parameters.search));
		const { limit: most = Infinity, ...list } = listOptions(parameters);
		let left = most;
		const options = words.length === 0 ? { ...list, limit: most } : list;
		for await (const rows of listQuotations(connection, options)) {
			const found = rows.filter((row) => hasWords(row, words)).slice(0, left);
			left -= found.length;
			yield outputs(found);
			if (left === 0) return;
		}
	},
});
