import type { IDataObject } from 'n8n-workflow';

import { type ContactDetails, contactDetailsOf } from '../contacts/contactDetails';
import { recordId } from '../pagination/seenRows';
import { isoOf, serviceTimeMs, toDays } from '../utils/dates';
import { inOrderOf } from '../utils/lists';
import { textOrNull } from '../utils/text';
import { isObject } from '../utils/values';

/**
 * The service has two generations of quotations: records as described (`quotation_number`, `contact`, `products`), and
 * documents as published (`documentNumber`, `segments`), which may also be invoices and contracts.
 */

/** Whom a quotation is for. As published, only other lists contain this. */
export interface Customer {
	customer: string | null;
	email: string | null;
	phone: string | null;
	/** What ties quotations and deals together. */
	requestId: string | null;
	contactId: string | null;
	/** In one text, as the contact person has it. */
	address: string | null;
}

/** A quotation as all nodes show it. What a record does not have is null. Times are in ISO 8601. */
export interface Quotation extends Omit<Customer, 'address'> {
	number: string | null;
	title: string | null;
	/** `DRAFT`, `SENT`, `ACCEPTED`, `REJECTED` or another text. */
	status: string | null;
	/** With VAT as described. The published description does not say. */
	total: number | null;
	/** Such as `EUR`. */
	currency: string | null;
	createdAt: string | null;
	expiresAt: string | null;
	/** Days since its creation. Null unless the customer still has to answer. */
	daysOpen: number | null;
	contactDetails: ContactDetails | null;
	quotationId: string | null;
	companyProfileId: string | null;
}

/**
 * @param now In milliseconds since the Unix epoch.
 * @param known What other lists say about its customer.
 * @returns Undefined for a record of neither generation.
 */
export function readQuotation(
	record: IDataObject,
	now: number,
	known: Partial<Customer> = {},
): Quotation | undefined {
	if (isDocument(record)) return publishedOf(record, now, known);
	return isDescribed(record) ? describedOf(record, now) : undefined;
}

const isDocument = ({ documentId }: IDataObject): boolean => textOrNull(documentId) !== null;

const isDescribed = (record: IDataObject): boolean => 'quotation_number' in record;

/** The quotation as an item. A record of neither generation stays as it is. */
export const quotationItem = (...of: Parameters<typeof readQuotation>): IDataObject =>
	(readQuotation(...of) as IDataObject | undefined) ?? of[0];

/** An invoice or contract: the keys of a quotation, with `documentId` in place of `quotationId`, and its type in front. */
export function itemOfType(documentType: string | null, quotation: Quotation): IDataObject {
	const { quotationId: documentId, requestId, contactId, companyProfileId, ...shown } = quotation;
	if (documentType === null || documentType === 'QUOTATION') return { ...quotation } as IDataObject;
	const ids = { documentId, requestId, contactId, companyProfileId };
	return { documentType, ...shown, ...ids } as IDataObject;
}

/** `QUOTATION`, `INVOICE` or `CONTRACT`; empty if it is not said. @param row Of the overview of documents. */
export const typeOfDocument = (row: IDataObject): string =>
	(textOrNull(row.document_type) ?? '').toUpperCase();

/** A row of the overview of documents as an item. It says nothing about its expiry. Undefined if it has no ID. */
export function summaryItem(
	row: IDataObject,
	now: number,
	known?: Partial<Customer>,
): IDataObject | undefined {
	const { document_creation_timestamp: created, itemSubject, pricing } = row;
	const documentType = typeOfDocument(row) || 'QUOTATION';
	const document = {
		...{ documentId: row.id, documentType, pricing, isoCurrency: row.isoCurrency },
		...{ documentNumber: row.document_number, documentTitle: row.document_title },
		...{ documentStatus: row.document_status, profileId: row.profile_id },
		[`${documentType.toLowerCase()}CreationTimestamp`]: created,
		subjects: { leadConfiguration: Object(itemSubject).id, contactPerson: row.contact_person_id },
	};
	const quotation = readQuotation(document, now, known);
	return quotation && itemOfType(documentType, quotation);
}

/** What other lists say about a customer, as items show it. */
export const customerFields = ({
	customer = null,
	email = null,
	phone = null,
	address,
}: Partial<Customer>) => ({
	customer,
	email,
	phone,
	contactDetails: contactDetailsOf({ address }),
});

function publishedOf(record: IDataObject, now: number, known: Partial<Customer>): Quotation {
	const { subjects, pricing, documentStatus, documentType } = record;
	// Names of times begin with the type: quotationCreationTimestamp, invoiceExpirationTimestamp.
	const type = (textOrNull(documentType) ?? 'QUOTATION').toLowerCase();
	const createdMs = serviceTimeMs(record[`${type}CreationTimestamp`]);
	const status = textOrNull(documentStatus);
	return {
		number: textOrNull(record.documentNumber),
		title: textOrNull(record.documentTitle),
		status,
		customer: known.customer ?? null,
		email: known.email ?? null,
		phone: known.phone ?? null,
		total: numberOrNull(Object(pricing).total),
		currency: textOrNull(record.isoCurrency),
		createdAt: isoOrNull(createdMs),
		expiresAt: isoOrNull(serviceTimeMs(record[`${type}ExpirationTimestamp`])),
		daysOpen: status === 'SENT' ? daysSince(createdMs, now) : null,
		contactDetails: contactDetailsOf({ address: known.address }),
		quotationId: textOrNull(record.documentId),
		requestId: known.requestId ?? textOrNull(Object(subjects).leadConfiguration),
		contactId: known.contactId ?? textOrNull(Object(subjects).contactPerson),
		companyProfileId: textOrNull(record.profileId),
	};
}

/** These need no answer from a customer. As described, the status of a sent quotation is not known. */
const NOT_OPEN = ['DRAFT', 'ACCEPTED', 'REJECTED'];

function describedOf(record: IDataObject, now: number): Quotation {
	const contact = Object(record.contact) as IDataObject;
	const info = Object(contact.contact_info) as IDataObject;
	const { first_name: first, last_name: last, email, phone } = info;
	const createdMs = serviceTimeMs(record.time_stamp);
	const status = textOrNull(record.status);
	const isOpen = status !== null && !NOT_OPEN.includes(status);
	return {
		number: textOrNull(record.quotation_number),
		title: null,
		status,
		customer: textOrNull([first, last].filter(Boolean).join(' ')),
		email: textOrNull(email),
		phone: textOrNull(phone),
		total: numberOrNull(Object(ownOrOfContact(record, 'price_variables')).total_incl_vat),
		currency: null,
		createdAt: isoOrNull(createdMs),
		expiresAt: isoOrNull(serviceTimeMs(record.expiration_time_stamp)),
		daysOpen: isOpen ? daysSince(createdMs, now) : null,
		contactDetails: contactDetailsOf({ info }),
		quotationId: recordId(record) ?? textOrNull(record.quotationId),
		requestId: null,
		contactId: textOrNull(contact.id),
		companyProfileId: textOrNull(Object(Object(contact.audience).company_profile).id),
	};
}

/** In the example of an older page, prices and products are inside the contact. */
const ownOrOfContact = (record: IDataObject, name: string): unknown =>
	record[name] ?? Object(record.contact)[name];

interface QuotationLine {
	description: string | null;
	quantity: number | null;
	unitPrice: number | null;
	/** A percentage as text (`10%`), an amount as a number. */
	discount: string | number | null;
	/** After the discount. */
	total: number | null;
}

/** The lines of a quotation; undefined for a record of neither generation. A line of text has no price. */
export function linesOf(record: IDataObject): QuotationLine[] | undefined {
	if (isDocument(record)) {
		const groups = Object.values(Object(record.segments)).filter(isObject);
		const priced = groups.filter(({ type }) => type === 'priceLineGroup');
		return priced.flatMap(({ data }) =>
			inOrderOf(recordsIn(Object(data).lines), ({ position }) => numberOrNull(position)).map(
				lineOf,
			),
		);
	}
	if (!isDescribed(record)) return undefined;
	return recordsIn(ownOrOfContact(record, 'products')).map((product) => {
		const { subtotal_incl_vat: unitPrice, total_incl_vat: total } = Object(product.price_variables);
		return {
			description: textOrNull(product.quotation_description),
			quantity: numberOrNull(product.amount),
			unitPrice: numberOrNull(unitPrice),
			discount: null,
			total: numberOrNull(total),
		};
	});
}

function lineOf({ description, units, pricePerUnit, discount }: IDataObject): QuotationLine {
	const [quantity, unitPrice] = [numberOrNull(units), numberOrNull(pricePerUnit)];
	const { type, amount } = Object(discount);
	const isPercentage = type === 'PERCENTAGE';
	const less = numberOrNull(amount) ?? 0;
	const gross = quantity === null || unitPrice === null ? null : quantity * unitPrice;
	const net = gross && (isPercentage ? gross * (1 - less / 100) : gross - less);
	return {
		description: textOrNull(description),
		quantity,
		unitPrice,
		discount: isPercentage ? `${less}%` : numberOrNull(amount),
		total: net && Math.round(net * 100) / 100,
	};
}

const recordsIn = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? value.filter(isObject) : [];

export const numberOrNull = (value: unknown): number | null =>
	typeof value === 'number' ? value : null;

/** Null for 0 and less: a contract without an end expires at -1. */
export const isoOrNull = (ms: number): string | null => (ms > 0 ? isoOf(ms) : null);

const daysSince = (ms: number, now: number): number | null => (ms > 0 ? toDays(now - ms) : null);
