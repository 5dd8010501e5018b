import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { type ListOptions, requestPages, requestRows } from '../pagination/list';
import { recordId } from '../pagination/seenRows';
import { requestJson } from '../transport/request';
import { ServiceError } from '../transport/errors';
import { inPieces } from '../transport/waiting';
import { containsWords, textOf } from '../utils/text';
import { isObject } from '../utils/values';
import { withProfile, withProfileIfNeeded } from './profiles';
import { type CustomerOf, NO_CUSTOMERS, readCustomer, readCustomers } from './quotationCustomers';
import { linesOf, quotationItem } from './quotationItem';
import { routes } from './routes';
import { askEither, withFirstPage } from './ways';

/** A quotation as the service sends it (`record`), and as all nodes show it (`item`). */
export interface ListedQuotation {
	record: IDataObject;
	item: IDataObject;
}

interface QuotationListOptions extends ListOptions {
	/** Only the quotations of this request. Only the published list has this filter. */
	requestId?: string;
	/** How to look up customers, which the published list does not have; by default with a hint if that fails. */
	customers?: (connection: Connection) => Promise<CustomerOf>;
}

/** Operation `listQuotations`: in pages as described, in one piece as published. */
export async function* listQuotations(
	connection: Connection,
	options: QuotationListOptions,
): AsyncGenerator<ListedQuotation[], void> {
	const { described } = routes.listQuotations;
	const published = async () => await publishedQuotations(connection, options);
	if (options.requestId !== undefined) {
		yield* await published();
		return;
	}
	yield* await askEither<AsyncIterable<ListedQuotation[]>>(connection, 'quotations', {
		described: async () => {
			const own = await withProfileIfNeeded(connection);
			const query = { company_profile_id: own.profileId };
			const pages = await withFirstPage(requestPages(own, described, 'quotations', query, options));
			return listed(pages, () => NO_CUSTOMERS);
		},
		published,
	});
}

export async function* listQuotationItems(connection: Connection, options: QuotationListOptions) {
	for await (const page of listQuotations(connection, options)) yield page.map(({ item }) => item);
}

const ROWS_A_PAGE = 200;

async function publishedQuotations(
	connection: Connection,
	{ requestId, customers = readCustomers, onIncomplete }: QuotationListOptions,
) {
	const own = await withProfile(connection);
	const { published } = routes.listQuotations;
	const parts = { query: { lead_configuration_id: requestId } };
	const rows = await requestRows(own, published, 'quotationDatas', parts, onIncomplete);
	const pages = inPieces(pagesOf(rows), connection.signal);
	// Read later: a refusal of other lists says nothing about this route.
	return listed(pages, async () => await customers(own));
}

/** Removes the rows from the list, so that memory is freed before the last row has been read. */
export function* pagesOf<Row>(rows: Row[]): Generator<Row[], void> {
	while (rows.length > 0) yield rows.splice(0, ROWS_A_PAGE);
}

async function* listed(
	pages: AsyncIterable<IDataObject[]>,
	customers: () => CustomerOf | Promise<CustomerOf>,
) {
	const now = Date.now();
	const customerOf = await customers();
	for await (const page of pages)
		yield page.map((record) => ({ record, item: quotationItem(record, now, customerOf(record)) }));
	customerOf.hintAtUnknown?.();
}

/** Whether every word occurs in some text of the quotation, or in what is known about its customer. */
export const hasWords = ({ record, item }: ListedQuotation, words: readonly string[]): boolean =>
	words.length === 0 ||
	containsWords([...textsOf(record), item.email, item.phone, titleOf(item)].join('\n'), words);

/** Such as "20250042 – An Jansen – SENT – 2,420.00 EUR", with title or ID if it has no number. */
export function titleOf(item: IDataObject): string {
	const { number, title, customer, status, total, currency } = item;
	const amount = typeof total === 'number' ? `${AMOUNT.format(total)} ${textOf(currency)}` : '';
	return [textOf(number) || textOf(title) || idOf(item), customer, status, amount]
		.map((part) => textOf(part).trim())
		.filter(Boolean)
		.join(' – ');
}

const AMOUNT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** Such as "20250042 An Jansen"; empty if it has neither. */
export const numberAndCustomer = ({ number, customer }: IDataObject): string =>
	`${textOf(number)} ${textOf(customer)}`.trim();

/** Of an item of a quotation, invoice or contract. */
export const idOf = (item: IDataObject): string =>
	textOf(item.quotationId ?? item.documentId ?? recordId(item));

/** Which fields a quotation has is not described, so all texts at any depth count. */
function textsOf(value: unknown): string[] {
	if (typeof value !== 'object') return value === undefined ? [] : [String(value)];
	return Object.values(value ?? {}).flatMap(textsOf);
}

/** Operation `getQuotation`, which may answer a quotation or a list of one. @throws ServiceError also if it has none. */
export async function getQuotation(connection: Connection, id: string): Promise<IDataObject[]> {
	const { described, published } = routes.getQuotation;
	const found = await askEither(connection, 'quotations', {
		described: async () => {
			const own = await withProfileIfNeeded(connection);
			const query = { id, company_profile_id: own.profileId };
			return [await requestJson(own, described, { query })].flat();
		},
		published: async () => {
			const own = await withProfile(connection);
			const answer = await requestJson(own, published, { path: { id } });
			return [Object(answer).quotationData];
		},
	});
	if (found.length > 0 && found.every(isFilled)) return found;
	throw new ServiceError(
		'Could not fetch the quotation: the response contains none',
		'Check that a quotation with this ID exists.',
	);
}

const isFilled = (value: unknown): value is IDataObject =>
	isObject(value) && Object.keys(value).length > 0;

/** A fetched quotation as an item with its customer. */
export const fetchedItem = async (connection: Connection, record: IDataObject) =>
	quotationItem(record, Date.now(), await readCustomer(connection, record));

export async function itemWithLines(connection: Connection, record: IDataObject) {
	const item = await fetchedItem(connection, record);
	const lines = linesOf(record);
	return { ...item, ...(lines && { lines: lines as unknown as IDataObject[] }) };
}
