import type { IDataObject } from 'n8n-workflow';

import { NO_CUSTOMERS, readCustomerLists, shownCustomers } from '../../../api/quotationCustomers';
import { quotationItem } from '../../../api/quotationItem';
import { downloadQuotationPdf } from '../../../api/pdf';
import {
	fetchedItem,
	getQuotation,
	idOf,
	listQuotations,
	numberAndCustomer,
} from '../../../api/quotations';
import { pageSize, QUOTATION_STATUSES } from '../../../descriptions/fields';
import type { Connection } from '../../../transport/connection';
import { areUnset } from '../../../utils/lists';
import { searchWords } from '../../../utils/text';
import { listOptions } from '../../execution/commonFields';
import { downloadOf } from '../document/download';
import { getAllOf, minDaysOpen } from '../document/getAll';
import { quotationId } from './get';

export const getAll = getAllOf({
	noun: 'quotation',
	description:
		'Find quotations by words in any of their texts, deal, status, date or days without an answer, or get all of them',
	statuses: QUOTATION_STATUSES,
	filters: [minDaysOpen],
	filterHint:
		'statuses is an array such as ["SENT"]. For quotations to follow up use minDaysOpen alone: it lets nothing through that was accepted or rejected.',
	options: [pageSize],
	read({ connection, parameters, once }, requestId) {
		const hasWords = searchWords(parameters.search).length > 0;
		const { limit, ...list } = listOptions(parameters);
		return listQuotations(connection, {
			...list,
			limit: hasWords || !areUnset(parameters.filters) ? undefined : limit,
			requestId,
			customers: async (scoped) => {
				if (!parameters.simplify && !hasWords) return NO_CUSTOMERS;
				const read = async () => await readCustomerLists(scoped);
				return shownCustomers(await once('customers', read), scoped);
			},
		});
	},
});

export const download = downloadOf({
	noun: 'quotation',
	idProperty: quotationId,
	fetch: downloadQuotationPdf,
	nameOf,
});

/** From the input item if the service sent it as it is; otherwise the quotation is read for its number and customer. */
async function nameOf(connection: Connection, id: string, json: IDataObject): Promise<string> {
	const given = quotationItem(json, Date.now());
	if (idOf(given) === id) return numberAndCustomer(given);
	// A file name is not worth an error or a long wait.
	const impatient = { ...connection, retry: { ...connection.retry, maxAttempts: 1 } };
	const [record] = await getQuotation(impatient, id).catch(() => []);
	return record ? numberAndCustomer(await fetchedItem(impatient, record)) : '';
}
