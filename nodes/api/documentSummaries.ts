import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { textOf } from '../utils/text';
import { withProfile } from './profiles';
import { routes } from './routes';
import { readList, type Source } from './source';

/**
 * The overview of documents, the only list that says whose a quotation, invoice or contract is, as the service sends it.
 * @param onIncomplete As for {@link requestRows}.
 */
export async function readDocuments(
	connection: Connection,
	onIncomplete?: (why: string) => void,
): Promise<Source<IDataObject[]>> {
	const scoped = await withProfile(connection);
	const route = routes.listDocuments.published;
	const ask = async () => await requestRows(scoped, route, 'documentDatas', {}, onIncomplete);
	return await readList(scoped, 'documents', ask);
}

/** `QUOTATION`, `INVOICE` or `CONTRACT`. @param row Of the overview. */
export const typeOfDocument = (row: IDataObject): string => textOf(row.document_type).toUpperCase();
