import {
	CONTRACT,
	type DocumentType,
	downloadDocument,
	INVOICE,
	readDocumentsOf,
} from '../../../api/documents';
import { numberAndCustomer, pagesOf } from '../../../api/quotations';
import { bounds, optionsOf, simplify } from '../../../descriptions/fields';
import { DOCUMENT_STATUSES } from '../../../descriptions/triggerFields';
import { inPieces } from '../../../transport/waiting';
import { isSameId } from '../../../utils/lists';
import { capitalized } from '../../../utils/text';
import { limit, listOrId, returnAll } from '../../execution/commonFields';
import { type Operation, operation } from '../../execution/operation';
import { downloadOf } from '../quotation/download';
import { statusFilter } from '../quotation/filters';
import { matching, searchIn } from '../quotation/getAll';
import { dealFilter, requestInFilter } from './dealFilter';

/** Invoices and contracts: another type of document is one more row of `api/documents.ts`. */
const operationsOf = (document: DocumentType): Operation[] => {
	const { noun, statuses } = document;
	const offered = DOCUMENT_STATUSES.options.filter(({ value }) => statuses.includes(value));
	const getAll = operation({
		value: 'getAll',
		name: 'Get Many',
		action: `Get many ${noun}s`,
		description: `Find ${noun}s by words in any of their texts, deal, status or date, or get all of them, if your Sales CRM offers them`,
		kind: 'list',
		properties: [
			searchIn(`${noun}s`),
			returnAll,
			limit,
			simplify,
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add filter',
				default: {},
				options: [
					...bounds('createdAfter', 'createdBefore', 'Created', `Only ${noun}s created`),
					dealFilter(`${noun}s`),
					statusFilter(`${noun}s`, offered),
				],
			},
			optionsOf([]),
		],
		async *run(call) {
			const { connection, once } = call;
			const request = await requestInFilter(call, `${noun}s`);
			const listed = await once(noun, async () => await readDocumentsOf(document, connection));
			// A list of its own: the pages are taken out of it.
			const rows = listed.filter(
				({ item }) => !request || isSameId(item.requestId as string | null, request),
			);
			yield* matching(inPieces(pagesOf(rows), connection.signal), call, noun);
		},
	});
	const download = downloadOf({
		noun,
		idProperty: {
			displayName: capitalized(noun),
			name: 'documentId',
			description: `The ${noun} to download`,
			...listOrId('searchDocuments'),
		},
		fetch: async (...of) => await downloadDocument(document, ...of),
		nameOf: async (_connection, id, json) =>
			json.documentId === id ? numberAndCustomer(json) : '',
	});
	return [download, getAll];
};

export const invoiceOperations = operationsOf(INVOICE);
export const contractOperations = operationsOf(CONTRACT);
