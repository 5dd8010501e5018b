import type { IDataObject } from 'n8n-workflow';

import { type Connection, requiredProfile } from '../transport/connection';
import { requestRows } from '../pagination/list';
import { routes } from './routes';
import type { HistoryItem, Status, User } from './types';

/**
 * Operations `listHistory`, `listStatuses` and `listUsers`: reads, although they are sent by POST. What
 * their request bodies may hold is not known, so an empty object is sent unless the user gives another.
 */

export async function listHistory(
	connection: Connection,
	body: IDataObject = {},
): Promise<HistoryItem[]> {
	const path = { profileId: requiredProfile(connection) };
	return (await requestRows(connection, routes.listHistory, 'history', {
		path,
		body,
	})) as unknown as HistoryItem[];
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
