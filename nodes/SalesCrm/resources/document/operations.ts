import { type DocumentNoun, downloadDocument, readDocumentsOf } from '../../../api/documents';
import { pagesOf } from '../../../api/quotations';
import { documentStatuses } from '../../../descriptions/fields';
import { inPieces } from '../../../transport/waiting';
import { isSameId } from '../../../utils/lists';
import { listOrId } from '../../execution/commonFields';
import type { Operation } from '../../execution/operation';
import { downloadOf } from './download';
import { getAllOf } from './getAll';

const operationsOf = (noun: DocumentNoun, label: string, statuses: string[]): Operation[] => [
	downloadOf({
		noun,
		idProperty: {
			displayName: label,
			name: 'documentId',
			description: `The ${noun} to download`,
			...listOrId('searchDocuments'),
		},
		fetch: async (...of) => await downloadDocument(noun, ...of),
	}),
	getAllOf({
		noun,
		description: `Find ${noun}s by words in any of their texts, deal, status or date, or get all of them, if your Sales CRM offers them`,
		statuses: documentStatuses(statuses),
		async *read({ connection, once }, requestId) {
			const listed = await once(noun, async () => await readDocumentsOf(noun, connection));
			const isOfRequest = (id: unknown) => !requestId || isSameId(id as string, requestId);
			// A list of its own: the pages are taken out of it.
			const rows = listed.filter(({ item }) => isOfRequest(item.requestId));
			yield* inPieces(pagesOf(rows), connection.signal);
		},
	}),
];

const INVOICE_STATUSES = ['CREATED', 'SENT', 'PARTIALLY_PAID', 'PAID', 'EXPIRED'];
const CONTRACT_STATUSES = ['DRAFT', 'SENT', 'ACCEPTED', 'EXPIRED'];

export const invoiceOperations = operationsOf('invoice', 'Invoice', INVOICE_STATUSES);
export const contractOperations = operationsOf('contract', 'Contract', CONTRACT_STATUSES);
