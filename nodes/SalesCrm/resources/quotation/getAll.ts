import { requestOfDeal } from '../../../api/dealRequest';
import { hasWords, listQuotations } from '../../../api/quotations';
import { optionsOf, pageSize, simplify } from '../../../descriptions/fields';
import { warn } from '../../../transport/hints';
import { pluralize, searchWords } from '../../../utils/text';
import { toIdentifier } from '../../../utils/uuid';
import { limit, limitedPages, listOptions, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { quotationFilters, wantsQuotation } from './filters';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many quotations',
	description:
		'Find quotations by words in any of their texts, deal, status, date or days without an answer, or get all of them',
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
		simplify,
		quotationFilters,
		optionsOf([pageSize]),
	],
	async *run(call) {
		const { connection, parameters } = call;
		const words = searchWords(parameters.search);
		const { filters } = parameters;
		const { limit: most, ...list } = listOptions(parameters);
		const isUnfiltered =
			words.length === 0 && [Object.values(filters)].flat(2).every((one) => one === undefined);
		const { dealId, statuses = [] } = filters;
		const requestId = dealId
			? await requestOfDeal(connection, toIdentifier(dealId, 'Deal'))
			: undefined;
		const now = Date.now();
		const pages = listQuotations(connection, {
			...list,
			limit: isUnfiltered ? most : undefined,
			requestId,
			needsCustomers: parameters.simplify || words.length > 0,
		});
		let withoutStatus = 0;
		yield* limitedPages(pages, call, (quotation) => {
			const { record, item } = quotation;
			if (!hasWords(quotation, words)) return [];
			if (statuses.length > 0 && !item.status) withoutStatus++;
			if (!wantsQuotation(filters, item, now)) return [];
			return parameters.simplify ? item : record;
		});
		if (withoutStatus === 0) return;
		const some = pluralize(withoutStatus, 'quotation');
		warn(connection, `The filter on the status left out ${some} without a status.`);
	},
});
