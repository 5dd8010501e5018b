import type { IDataObject } from 'n8n-workflow';

import persons from '../../nodes/api/contactPersons.ts';
import reading from '../../nodes/api/quotationItem.ts';
import quotations from '../../nodes/api/quotations.ts';

type Example = <T = IDataObject>(name: string) => T;

export const ADDRESS = 'Dorpsstraat 12, 1234AB Ede';

/** As published, since that has the most, ten days after it was created. */
export function quotationOf(example: Example) {
	const document = { ...example('QuotationDocument'), documentStatus: 'SENT' } as IDataObject;
	const contactId = example<string>('Uuid');
	const address = ADDRESS;
	const known = {
		...persons.personAsCustomer(example('ContactPerson')),
		phone: '0612345678',
		contactId,
		address,
	};
	const now = Number(document.quotationCreationTimestamp) + 10 * 86_400_000;
	const listed = reading.quotationItem(document, now, known);
	return { listed, fetched: { ...listed, lines: reading.linesOf(document) } as IDataObject };
}

/** Invoices and contracts. */
export function documentsOf(example: Example): Record<string, IDataObject> {
	const known = { ...persons.personAsCustomer(example('ContactPerson')), address: ADDRESS };
	const all: Array<[resource: string, type: string, status: string]> = [
		['invoice', 'INVOICE', 'PAID'],
		['contract', 'CONTRACT', 'SENT'],
	];
	return Object.fromEntries(
		all.flatMap(([resource, type, status]) => {
			const row = { ...example('DocumentSummary'), document_type: type, document_status: status };
			const listed = reading.summaryItem(row, 0, known)!;
			const fileName = `${quotations.numberAndCustomer(listed)}.pdf`;
			return [
				[`SalesCrm/${resource}/getAll`, listed],
				[`SalesCrm/${resource}/download`, { documentId: listed.documentId!, fileName }],
			];
		}),
	);
}
