import type { IDataObject } from 'n8n-workflow';

import { linesOf, quotationItem } from '../../../nodes/api/quotationItem';

/** Quotations that the sandbox does not have. Through the node: quotationGet.test.ts, quotationList.test.ts. */

const CREATED = Date.UTC(2026, 0, 10, 8);
const NOW = CREATED + 10.5 * 86_400_000;

const prices = {
	price_variables: { total_excl_vat: 2000, total_incl_vat: 2420 },
	products: [
		{
			amount: 2,
			quotation_description: 'Zonnescherm',
			price_variables: { subtotal_incl_vat: 1210, total_incl_vat: 2420 },
		},
	],
};
const described = { quotation_number: 318, time_stamp: CREATED, status: 'SENT', contact: prices };
const document = { documentId: 'quotation', documentType: 'QUOTATION', documentStatus: 'SENT' };
const EMPTY = { total: null, createdAt: null, expiresAt: null, daysOpen: null };
const createdAt = '2026-01-10T08:00:00.000Z';

it.each<[string, IDataObject, IDataObject]>([
	[
		'with prices inside the contact',
		described,
		{ ...EMPTY, total: 2420, createdAt, daysOpen: 10.5 },
	],
	['with nothing but a number', { quotation_number: 1 }, EMPTY],
	[
		'an invoice',
		{
			...{ ...document, documentType: 'INVOICE', documentStatus: 'PAID', pricing: { total: 5 } },
			...{ invoiceCreationTimestamp: CREATED, invoiceExpirationTimestamp: 0 },
		},
		{ ...EMPTY, total: 5, createdAt },
	],
	[
		'an invoice with a last day',
		{ ...document, documentType: 'INVOICE', invoiceExpirationTimestamp: CREATED },
		{ ...EMPTY, expiresAt: createdAt },
	],
	[
		'a contract without an end',
		{
			...{ ...document, documentType: 'CONTRACT' },
			...{ contractCreationTimestamp: CREATED, contractExpirationTimestamp: -1 },
		},
		{ ...EMPTY, createdAt, daysOpen: 10.5 },
	],
])('%s', (_what, record, item) => {
	expect(quotationItem(record, NOW)).toMatchObject(item);
});

it.each([
	['SENT', 10.5, 10.5],
	['ACCEPTED', null, null],
	['CREATED', 10.5, null],
])('%s is open for %s days as described, for %s as published', (status, ...days) => {
	const published = { ...document, documentStatus: status, quotationCreationTimestamp: CREATED };
	const both = [{ ...described, status }, published];
	expect(both.map((record) => quotationItem(record, NOW).daysOpen)).toEqual(days);
});

describe('lines', () => {
	const LINE = {
		description: 'Zonnescherm',
		quantity: 2,
		unitPrice: 1210,
		discount: null,
		total: 2420,
	};
	const group = (line: IDataObject) => ({
		...document,
		segments: {
			intro: { type: 'text', data: { text: 'Beste klant' } },
			lines: {
				type: 'priceLineGroup',
				data: { lines: [{ description: 'Zonnescherm', units: 2, pricePerUnit: 1210, ...line }] },
			},
		},
	});

	it.each<[string, IDataObject, IDataObject[]]>([
		['in the contact', described, [LINE]],
		['none', document, []],
		[
			'with a discount in percent',
			group({ discount: { type: 'PERCENTAGE', amount: 12.5, name: 'Korting' } }),
			[{ ...LINE, discount: '12.5%', total: 2117.5 }],
		],
		[
			'with a discount as an amount',
			group({ discount: { type: 'ABSOLUTE', amount: 20 } }),
			[{ ...LINE, discount: 20, total: 2400 }],
		],
		['for free', group({ pricePerUnit: 0 }), [{ ...LINE, unitPrice: 0, total: 0 }]],
		['without a price', group({ pricePerUnit: null }), [{ ...LINE, unitPrice: null, total: null }]],
	])('%s', (_what, record, lines) => {
		expect(linesOf(record)).toEqual(lines);
	});
});
