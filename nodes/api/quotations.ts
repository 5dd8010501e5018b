import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { type ListOptions, requestPages, requestRows } from '../pagination/list';
import { requestJson } from '../transport/request';
import { isObject } from '../utils/values';
import { containsWords, textOf } from '../utils/text';
import { ServiceError } from '../transport/errors';
import { withProfile, withProfileIfNeeded } from './profiles';
import { routes } from './routes';
import { askEither, begun } from './ways';

/** Operation `listQuotations`: in pages as described, whole as published. */
export async function* listQuotations(
	connection: Connection,
	options: ListOptions,
): AsyncGenerator<IDataObject[], void> {
	const { described, published } = routes.listQuotations;
	const { onIncomplete } = options;
	yield* await askEither<Pages>(connection, 'quotations', {
		described: async () => {
			const own = await withProfileIfNeeded(connection);
			const query = { company_profile_id: own.profileId };
			return await begun(requestPages(own, described, 'quotations', query, options));
		},
		published: async () => {
			const own = await withProfile(connection);
			return [await requestRows(own, published, 'quotationDatas', {}, onIncomplete)];
		},
	});
}

type Pages = AsyncIterable<IDataObject[]> | Iterable<IDataObject[]>;

/** Whether every word, folded, occurs in a text of the quotation, in whatever field. */
export const hasWords = (quotation: IDataObject, words: readonly string[]): boolean =>
	containsWords(textsOf(quotation).join('\n'), words);

/** Number, title and customer: as published, as described, and in items of the nodes. */
function namesOf(quotation: IDataObject): string[] {
	const { documentNumber, quotation_number: number, documentTitle, contact, customer } = quotation;
	const { first_name: first, last_name: last } = Object(Object(contact).contact_info);
	return [
		documentNumber ?? number ?? quotation.number,
		documentTitle ?? quotation.title,
		customer ?? [first, last].filter(Boolean).join(' '),
	].map(textOf);
}

/** Such as "20250042 – Roof – An Jansen"; its ID if it has none of that. */
export const titleOf = (quotation: IDataObject): string =>
	namesOf(quotation).filter(Boolean).join(' – ') || idOf(quotation);

/** Such as "20250042 An Jansen"; empty if it has neither. */
export function numberAndCustomer(quotation: IDataObject): string {
	const [number, , customer] = namesOf(quotation);
	return `${number} ${customer}`.trim();
}

/** As described, and as published; empty if it has none. */
export const idOf = ({ id, documentId }: IDataObject): string => textOf(id ?? documentId);

/** Which fields a quotation has is not known (operation `listQuotations`), so those at any depth. */
function textsOf(value: unknown): string[] {
	if (typeof value !== 'object') return value === undefined ? [] : [String(value)];
	return Object.values(value ?? {}).flatMap(textsOf);
}

/**
 * Operation `getQuotation`. Whether it answers an object or a list of them is not known as described.
 * @throws ServiceError if the answer contains none.
 */
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

/** An empty object is not a quotation. */
const isFilled = (value: unknown): value is IDataObject =>
	isObject(value) && Object.keys(value).length > 0;
