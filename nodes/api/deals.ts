import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import { type Connection, requiredProfile } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { routes } from './routes';
import type { HistoryItem, Status, User } from './types';

/**
 * Operations `listHistory`, `listStatuses` and `listUsers`: reads, although they are sent by POST. What
 * their request bodies may contain is not known, so an empty object is sent unless the user gives another.
 *
 * The interface states the types of what they answer (`types.ts`). They are believed from here on.
 */

/** @param onIncomplete Told that it is only a part. Left out, the user is told by a hint. */
export async function listHistory(
	connection: Connection,
	body: IDataObject = {},
	onIncomplete?: (why: string) => void,
): Promise<HistoryItem[]> {
	requiredProfile(connection);
	const rows = await requestRows(connection, routes.listHistory, 'history', { body }, onIncomplete);
	return rows.map(historyItemOf);
}

/** A deal may lack a title, and a list of changes. @throws ServiceError for what is not a deal. */
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
	requiredProfile(connection);
	const rows = await requestRows(connection, routes.listStatuses, 'statuses', { body });
	return rows as Status[];
}

export async function listUsers(connection: Connection, body: IDataObject = {}) {
	const query = { id: requiredProfile(connection) };
	const rows = await requestRows(connection, routes.listUsers, 'users', { query, body });
	return rows as User[];
}
