import type { IDataObject } from 'n8n-workflow';

import { recordId } from '../pagination/seenRows';
import { isoOf, sentMs, toDays } from '../utils/dates';
import { inOrderOf } from '../utils/lists';
import { textOf } from '../utils/text';
import { isObject } from '../utils/values';

/**
 * Quotations with the keys that all nodes use. The service has two generations of them: records as described
 * (`quotation_number`, `contact`, `products`) and documents as published (`documentNumber`, `segments`), as which
 * invoices and contracts come too.
 */

/** Who a quotation is for. A document as published does not say it: other lists do. */
export interface Customer {
	customer: string | null;
	email: string | null;
	phone: string | null;
	/** By which quotations and deals belong together. */
	requestId: string | null;
	contactId: string | null;
}

/** Whose moment has no name of its own is null, and so is what a generation does not have. Moments are ISO 8601. */
export interface Quotation extends Customer {
	number: string | null;
	title: string | null;
	/** `DRAFT`, `SENT`, `ACCEPTED`, `REJECTED` or another text. */
	status: string | null;
	/** As described with VAT; as published it is not said. */
	total: number | null;
	/** Such as `EUR`. */
	currency: string | null;
	createdAt: string | null;
	expiresAt: string | null;
	/** 24-hour days since it was created, two decimals. Null unless the customer still has to answer. */
	daysOpen: number | null;
	quotationId: string | null;
	companyProfileId: string | null;
}

/**
 * @param now When it is read, in milliseconds since the Unix epoch.
 * @param known What other lists say of its customer.
 * @returns Undefined for a record of neither generation.
 */
export function readQuotation(
	record: IDataObject,
	now: number,
	known: Partial<Customer> = {},
): Quotation | undefined {
	if (textOf(record.documentId) !== '') return documentOf(record, now, known);
	return 'quotation_number' in record ? describedOf(record, now) : undefined;
}

/** The same as an item. A record of neither generation stays as it came. */
export const quotationItem = (...of: Parameters<typeof readQuotation>): IDataObject =>
	(readQuotation(...of) as IDataObject | undefined) ?? of[0];

function documentOf(record: IDataObject, now: number, known: Partial<Customer>): Quotation {
	const { subjects, pricing, documentStatus, documentType } = record;
	// Such as quotationCreationTimestamp, invoiceExpirationTimestamp.
	const type = (textOrNull(documentType) ?? 'QUOTATION').toLowerCase();
	const createdMs = sentMs(record[`${type}CreationTimestamp`]);
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
		createdAt: momentOf(createdMs),
		expiresAt: momentOf(sentMs(record[`${type}ExpirationTimestamp`])),
		daysOpen: status === 'SENT' ? daysSince(createdMs, now) : null,
		quotationId: textOf(record.documentId),
		requestId: known.requestId ?? textOrNull(Object(subjects).leadConfiguration),
		contactId: known.contactId ?? textOrNull(Object(subjects).contactPerson),
		companyProfileId: textOrNull(record.profileId),
	};
}

/** Of these nobody waits for an answer. What a quotation is called that was sent is not known as described. */
const NOT_OPEN = ['DRAFT', 'ACCEPTED', 'REJECTED'];

function describedOf(record: IDataObject, now: number): Quotation {
	const contact = Object(record.contact) as IDataObject;
	const { first_name: first, last_name: last, email, phone } = Object(contact.contact_info);
	const createdMs = sentMs(record.time_stamp);
	const status = textOrNull(record.status);
	const isOpen = status !== null && !NOT_OPEN.includes(status);
	return {
		number: textOrNull(record.quotation_number),
		title: null,
		status,
		customer: textOrNull([first, last].filter(Boolean).join(' ')),
		email: textOrNull(email),
		phone: textOrNull(phone),
		total: numberOrNull(Object(besideContact(record, 'price_variables')).total_incl_vat),
		currency: null,
		createdAt: momentOf(createdMs),
		expiresAt: momentOf(sentMs(record.expiration_time_stamp)),
		daysOpen: isOpen ? daysSince(createdMs, now) : null,
		quotationId: recordId(record) ?? textOrNull(record.quotationId),
		requestId: null,
		contactId: textOrNull(contact.id),
		companyProfileId: textOrNull(Object(Object(contact.audience).company_profile).id),
	};
}

/** In the example of an older page, prices and products stand inside the contact. */
const besideContact = (record: IDataObject, name: string): unknown =>
	record[name] ?? Object(record.contact)[name];

/** A line of a quotation. Lines of text have no price. */
export interface QuotationLine {
	description: string | null;
	quantity: number | null;
	unitPrice: number | null;
	/** A percentage as text (`10%`), an amount as a number. */
	discount: string | number | null;
	/** Less the discount of the line. */
	total: number | null;
}

/** The lines of a single quotation, whatever its generation; undefined for a record of neither. */
export function linesOf(record: IDataObject): QuotationLine[] | undefined {
	if (textOf(record.documentId) !== '') {
		const groups = Object.values(Object(record.segments)).filter(isObject);
		const priced = groups.filter(({ type }) => type === 'priceLineGroup');
		return priced.flatMap(({ data }) =>
			inOrderOf(recordsIn(Object(data).lines), ({ position }) => numberOrNull(position)).map(
				lineOf,
			),
		);
	}
	if (!('quotation_number' in record)) return undefined;
	return recordsIn(besideContact(record, 'products')).map((product) => {
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

const textOrNull = (value: unknown): string | null => textOf(value).trim() || null;

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** 0 and less stand for none: a contract without an end expires at -1. */
const momentOf = (ms: number): string | null => (ms > 0 ? isoOf(ms) : null);

const daysSince = (ms: number, now: number): number | null => (ms > 0 ? toDays(now - ms) : null);
