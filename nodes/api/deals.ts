import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import type { RequestParts, Route } from '../transport/types';
import { UserError } from '../utils/userError';
import { withProfile } from './profiles';
import { routes } from './routes';
import type { HistoryItem, Status, User } from './types';
import { askEither, type Description, type Family } from './ways';

/**
 * Operations `listHistory`, `listStatuses` and `listUsers`. Their request bodies are not described. The types of their
 * answers are (`types.ts`), and from here on we rely on them.
 */

/** @param onIncomplete Called with the reason if the list may be incomplete; by default a hint says so. */
export async function listHistory(
	connection: Connection,
	body: IDataObject = {},
	onIncomplete?: (why: string) => void,
): Promise<HistoryItem[]> {
	const parts = { body };
	const rows = await listRows(
		connection,
		'history',
		routes.listHistory,
		'history',
		parts,
		onIncomplete,
	);
	return rows.map(historyItemOf);
}

/** A deal may lack a title and changes. @throws ServiceError if the row is not a deal. */
function historyItemOf(row: IDataObject): HistoryItem {
	const { id, summary, history } = row;
	if (typeof id === 'string') {
		return { ...row, summary: summary ?? '', history: history ?? [] } as HistoryItem;
	}
	throw new ServiceError(
		'The deal history contains an entry that is not a deal with its changes',
		`Its fields: ${Object.keys(row).slice(0, 12).join(', ')}. Please report this to the makers of the node.`,
	);
}

export async function listStatuses(connection: Connection, body: IDataObject = {}) {
	const rows = await listRows(connection, 'history', routes.listStatuses, 'statuses', { body });
	return rows as Status[];
}

export async function listUsers(connection: Connection, body: IDataObject = {}) {
	const { profileId: id } = await withProfile(connection);
	const parts = { query: { id }, body };
	return (await listRows(connection, 'users', routes.listUsers, 'users', parts)) as User[];
}

/** An unpaged list. A body is sent only as described. */
async function listRows(
	connection: Connection,
	family: Family,
	{ described, published }: Record<Description, Route>,
	name: string,
	parts: { query?: RequestParts['query']; body: IDataObject },
	onIncomplete?: (why: string) => void,
): Promise<IDataObject[]> {
	const own = await withProfile(connection);
	return await askEither(own, family, {
		described: async () => await requestRows(own, described, name, parts, onIncomplete),
		published: async () => {
			checkNoBody(parts.body);
			return await requestRows(own, published, name, {}, onIncomplete);
		},
	});
}

function checkNoBody(body: IDataObject): void {
	if (Object.keys(body).length === 0) return;
	throw new UserError(
		"Your Sales CRM takes no 'Request Body'",
		'Remove it from the options: this request is sent without one.',
	);
}
