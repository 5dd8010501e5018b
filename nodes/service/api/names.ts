import type { Connection } from '../http/connection';
import { listStatuses, listUsers } from './dealRecords';
import type { Status, User } from './types';

/** Statuses and users by id: what a receiver resolves ids with (interface.md, "Events"). */
export interface Names {
	statuses: ReadonlyMap<string, Status>;
	users: ReadonlyMap<string, User>;
}

export const NO_NAMES: Names = { statuses: new Map(), users: new Map() };

export async function fetchNames(connection: Connection): Promise<Names> {
	const [statuses, users] = await Promise.all([listStatuses(connection), listUsers(connection)]);
	return { statuses: byId(statuses), users: byId(users) };
}

const byId = <T extends { id: string }>(records: T[]): Map<string, T> =>
	new Map(records.map((record) => [record.id, record]));
