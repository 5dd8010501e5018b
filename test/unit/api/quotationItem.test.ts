import type { IDataObject } from 'n8n-workflow';

import { linesOf, quotationItem } from '../../../nodes/api/quotationItem';

/** Quotations of both generations as items. Through the node: quotationGet.test.ts, quotationList.test.ts. */

const CREATED = Date.UTC(2026, 0, 10, 8);
const NOW = CREATED + 10.5 * 86_400_000;
const MOMENTS = { createdAt: '2026-01-10T08:00:00.000Z', expiresAt: '2026-02-09T08:00:00.000Z' };
const EXPIRES = Date.parse(MOMENTS.expiresAt);

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
const contact = {
	id: 'contact',
	contact_info: { email: 'an@example.com', first_name: 'An', last_name: 'Jansen', phone: '06 1' },
	audience: { id: 'audience', company_profile: { id: 'profile' } },
};
const described = {
	id: 'quotation',
	quotation_number: 318,
	time_stamp: CREATED,
	expiration_time_stamp: EXPIRES,
	status: 'SENT',
	contact,
	...prices,
};
const document = {
	documentId: 'quotation',
	versionId: 'version',
	profileId: 'profile',
	documentTitle: 'Offerte #318',
	documentStatus: 'SENT',
	documentNumber: '318',
	documentType: 'QUOTATION',
	quotationCreationTimestamp: CREATED,
	quotationExpirationTimestamp: EXPIRES,
	isoCurrency: 'EUR',
	pricing: { total: 2420 },
};
const known = {
	customer: 'An Jansen',
	email: 'an@example.com',
	phone: '06 1',
	requestId: 'request',
	contactId: 'contact',
};

const ITEM = {
	...{ number: '318', title: 'Offerte #318', status: 'SENT', customer: 'An Jansen' },
	...{ email: 'an@example.com', phone: '06 1', total: 2420, currency: 'EUR', ...MOMENTS },
	...{ daysOpen: 10.5, quotationId: 'quotation', requestId: 'request', contactId: 'contact' },
	companyProfileId: 'profile',
};
const AS_DESCRIBED = { ...ITEM, title: null, currency: null, requestId: null };
const NOBODY = { customer: null, email: null, phone: null };

it.each<[string, IDataObject, typeof known | undefined, IDataObject]>([
	['as described', described, undefined, AS_DESCRIBED],
	[
		'as described, with prices inside the contact',
		{ ...described, price_variables: undefined, contact: { ...contact, ...prices } },
		undefined,
		AS_DESCRIBED,
	],
	[
		'as described, with nothing but a number',
		{ id: 7, quotation_number: 1 },
		undefined,
		{
			...Object.fromEntries(Object.keys(ITEM).map((key) => [key, null])),
			...{ number: '1', quotationId: '7' },
		},
	],
	['as published, with its customer', document, known, ITEM],
	[
		'as published, without its customer',
		{ ...document, subjects: { leadConfiguration: 'request', contactPerson: 'contact' } },
		undefined,
		{ ...ITEM, ...NOBODY },
	],
	[
		'an invoice of an event',
		{
			...{ ...document, documentType: 'INVOICE', profileId: null, documentStatus: 'PAID' },
			...{ invoiceCreationTimestamp: CREATED, invoiceExpirationTimestamp: 0 },
		},
		undefined,
		{
			...{ ...ITEM, ...NOBODY, status: 'PAID', expiresAt: null, daysOpen: null },
			...{ requestId: null, contactId: null, companyProfileId: null },
		},
	],
	[
		'a contract without an end',
		{
			...{ ...document, documentType: 'CONTRACT', pricing: undefined },
			...{ contractCreationTimestamp: CREATED, contractExpirationTimestamp: -1 },
		},
		known,
		{ ...ITEM, total: null, expiresAt: null },
	],
	[
		'of neither generation: unchanged',
		{ nummer: 7, status: 'open' },
		known,
		{ nummer: 7, status: 'open' },
	],
])('%s', (_what, record, customer, item) => {
	const read = quotationItem(record, NOW, customer);
	expect(read).toEqual(item);
	expect(Object.keys(read)).toEqual(Object.keys(item));
});

it.each([
	['DRAFT', null, null],
	['SENT', 10.5, 10.5],
	['ACCEPTED', null, null],
	['REJECTED', null, null],
	['CREATED', 10.5, null],
])(
	'%s has been open for %s days as described, for %s as published',
	(status, asDescribed, asPublished) => {
		expect(quotationItem({ ...described, status }, NOW).daysOpen).toBe(asDescribed);
		expect(quotationItem({ ...document, documentStatus: status }, NOW).daysOpen).toBe(asPublished);
	},
);

describe('lines', () => {
	const LINE = {
		description: 'Zonnescherm',
		quantity: 2,
		unitPrice: 1210,
		discount: null,
		total: 2420,
	};
	const group = (...lines: IDataObject[]) => ({
		...document,
		segments: {
			intro: { type: 'text', data: { text: 'Beste klant' } },
			lines: { type: 'priceLineGroup', data: { lines, groupDiscount: null } },
		},
	});
	const sent = { description: 'Zonnescherm', units: 2, pricePerUnit: 1210, discount: null };

	it.each<[string, IDataObject, IDataObject[] | undefined]>([
		['as described', described, [LINE]],
		['in the contact', { ...described, products: undefined, contact: { ...prices } }, [LINE]],
		['none as described', { ...described, products: undefined }, []],
		['none as published', document, []],
		[
			'in the order of their positions',
			group({ ...sent, description: 'B', position: 1 }, { ...sent, description: 'A', position: 0 }),
			[
				{ ...LINE, description: 'A' },
				{ ...LINE, description: 'B' },
			],
		],
		[
			'with a discount in percent',
			group({ ...sent, discount: { type: 'PERCENTAGE', amount: 12.5, name: 'Korting' } }),
			[{ ...LINE, discount: '12.5%', total: 2117.5 }],
		],
		[
			'with a discount as an amount',
			group({ ...sent, discount: { type: 'ABSOLUTE', amount: 20 } }),
			[{ ...LINE, discount: 20, total: 2400 }],
		],
		['for free', group({ ...sent, pricePerUnit: 0 }), [{ ...LINE, unitPrice: 0, total: 0 }]],
		[
			'without a price',
			group({ description: 'Levertijd zes weken', units: 1, pricePerUnit: null }),
			[{ ...LINE, description: 'Levertijd zes weken', quantity: 1, unitPrice: null, total: null }],
		],
		['of neither generation', { nummer: 7 }, undefined],
	])('%s', (_what, record, lines) => {
		expect(linesOf(record)).toEqual(lines);
	});
});
