import type { IDataObject } from 'n8n-workflow';

import { type Connection, requiredProfile } from '../transport/connection';
import { requestRows } from '../pagination/list';
import { routes } from './routes';
import type { HistoryItem, Status, User } from './types';

/**
 * Operations `listHistory`, `listStatuses` and `listUsers`: reads, although they are sent by POST. What
 * their request bodies may hold is not known, so an empty object is sent unless the user gives another.
 */

/** @param onIncomplete Told that it is only a part. Left out, the user is told by a hint. */
export async function listHistory(
	connection: Connection,
	body: IDataObject = {},
	onIncomplete?: (why: string) => void,
): Promise<HistoryItem[]> {
	const parts = { path: { profileId: requiredProfile(connection) }, body };
	const rows = requestRows(connection, routes.listHistory, 'history', parts, onIncomplete);
	return (await rows) as unknown as HistoryItem[];
}

export async function listStatuses(
	connection: Connection,
	body: IDataObject = {},
): Promise<Status[]> {
	const path = { profileId: requiredProfile(connection) };
	return (await requestRows(connection, routes.listStatuses, 'statuses', {
		path,
		body,
	})) as unknown as Status[];
}

export async function listUsers(connection: Connection, body: IDataObject = {}): Promise<User[]> {
	const query = { id: requiredProfile(connection) };
	return (await requestRows(connection, routes.listUsers, 'users', {
		query,
		body,
	})) as unknown as User[];
}
