import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../http/connection';
import { listStatuses, listUsers } from './dealRecords';
import type { Status, User } from './types';

/** Statuses and users by id: what a receiver resolves ids with (interface.md, "Events"). */
export interface Names {
	statuses: ReadonlyMap<string, Status>;
	users: ReadonlyMap<string, User>;
}

export const NO_NAMES: Names = { statuses: new Map(), users: new Map() };

/** @param body Sent with both requests: their bodies are not shown. */
export async function fetchNames(connection: Connection, body?: IDataObject): Promise<Names> {
	const [statuses, users] = await Promise.all([
		listStatuses(connection, body),
		listUsers(connection, body),
	]);
	return { statuses: byId(statuses), users: byId(users) };
}

const byId = <T extends { id: string }>(records: T[]): Map<string, T> =>
	new Map(records.map((record) => [record.id, record]));
