import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import { type Connection, requiredProfile } from '../transport/connection';
import { isObject } from '../utils/json';
import { textOf } from '../utils/text';
import { routes } from './routes';
import type { HistoryEntry, HistoryItem, Status, User } from './types';

/**
 * Operations `listHistory`, `listStatuses` and `listUsers`: reads, although they are sent by POST. What
 * their request bodies may hold is not known, so an empty object is sent unless the user gives another.
 *
 * What comes is read here once: ids and other texts are texts then, entries are objects. All other
 * fields stay as they came.
 */

/** @param onIncomplete Told that it is only a part. Left out, the user is told by a hint. */
export async function listHistory(
	connection: Connection,
	body: IDataObject = {},
	onIncomplete?: (why: string) => void,
): Promise<HistoryItem[]> {
	const parts = { path: { companyProfileId: requiredProfile(connection) }, body };
	const rows = await requestRows(connection, routes.listHistory, 'history', parts, onIncomplete);
	return rows.map(historyItemOf);
}

export async function listStatuses(
	connection: Connection,
	body: IDataObject = {},
): Promise<Status[]> {
	const path = { companyProfileId: requiredProfile(connection) };
	const rows = await requestRows(connection, routes.listStatuses, 'statuses', { path, body });
	return rows.map((row) => withTexts(row, ['backlog_id', 'label', 'color']));
}

export async function listUsers(connection: Connection, body: IDataObject = {}): Promise<User[]> {
	const query = { id: requiredProfile(connection) };
	const rows = await requestRows(connection, routes.listUsers, 'users', { query, body });
	return rows.map((row) => withTexts(row, ['name', 'email']));
}

const historyItemOf = (row: IDataObject): HistoryItem => ({
	...withTexts(row, ['backlogId', 'summary']),
	history: objectsIn(row.history).map(historyEntryOf),
});

const objectsIn = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? value.filter(isObject) : [];

const historyEntryOf = (row: IDataObject): HistoryEntry =>
	withTexts(row, ['backlogItemId', 'type']) as HistoryEntry;

const isTextOrNothing = (value: unknown): boolean =>
	value === undefined || value === null || typeof value === 'string';

/** The row itself, where its id and these fields are texts already, as they mostly are. */
function withTexts<Field extends string>(row: IDataObject, fields: readonly Field[]) {
	type Row = IDataObject & { id: string } & { [Name in Field]?: string | null };
	const odd = fields.filter((field) => !isTextOrNothing(row[field]));
	if (odd.length === 0 && typeof row.id === 'string') return row as Row;
	const texts = odd.map((field) => [field, textOf(row[field])]);
	return { ...row, id: textOf(row.id), ...Object.fromEntries(texts) } as Row;
}
