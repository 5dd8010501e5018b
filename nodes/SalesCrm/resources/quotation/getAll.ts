import { hasWords, listQuotations } from '../../../api/quotations';
import { optionsOf, pageSize } from '../../../descriptions/fields';
import { searchWords } from '../../../utils/text';
import { limit, limitedPages, listOptions, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many quotations',
	description: 'Find quotations by words in any of their texts, or get all of them',
	kind: 'list',
	properties: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. jansen 2025',
			description:
				'Only quotations that contain each of these words in any text, such as number, title or customer. Case and accents do not matter. Leave empty for all quotations.',
		},
		returnAll,
		limit,
		optionsOf([pageSize]),
	],
	run(call) {
		const { connection, parameters } = call;
		const words = searchWords(parameters.search);
		const { limit: most, ...list } = listOptions(parameters);
		const pages = listQuotations(connection, words.length === 0 ? { ...list, limit: most } : list);
		return limitedPages(pages, call, (quotation) => (hasWords(quotation, words) ? quotation : []));
	},
});
