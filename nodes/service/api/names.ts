import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../http/connection';
import { ServiceError } from '../http/serviceError';
import { byId, recordOf } from '../../values/records';
import { listStatuses, listUsers } from './dealRecords';
import type { Status, User } from './types';

/** Statuses and users by id: what a receiver resolves ids with (interface.md, "Events"). */
export interface Names {
	statuses: ReadonlyMap<string, Status>;
	users: ReadonlyMap<string, User>;
}

export const NO_NAMES: Names = { statuses: new Map(), users: new Map() };

/** The ids that want a name; null where an entry names none. */
export interface NamedIds {
	statusIds: Array<string | null>;
	userIds: Array<string | null>;
}

/**
 * @param body Sent with both requests: their bodies are not shown. It may be meant for the history
 * alone, so a list that is refused with it, or leaves an id without a name, is asked for with `{}`.
 * @param wanted Asked only where it matters; may wait for a history that is read side by side.
 */
export async function fetchNames(
	connection: Connection,
	body: IDataObject = {},
	wanted: () => NamedIds | Promise<NamedIds> = () => ({ statusIds: [], userIds: [] }),
): Promise<Names> {
	const [statuses, users] = await Promise.all([
		records(
			(sent) => listStatuses(connection, sent),
			body,
			async () => (await wanted()).statusIds,
		),
		records(
			(sent) => listUsers(connection, sent),
			body,
			async () => (await wanted()).userIds,
		),
	]);
	return { statuses, users };
}

async function records<T extends { id: string }>(
	list: (body: IDataObject) => Promise<T[]>,
	body: IDataObject,
	wanted: () => Promise<Array<string | null>>,
): Promise<Map<string, T>> {
	if (Object.keys(body).length === 0) return byId(await list(body));
	const asked = list(body).catch((error) => {
		if (isRefusal(error)) return undefined;
		throw error;
	});
	const [rows, ids] = await Promise.all([asked, wanted()]);
	if (!rows) return byId(await list({}));
	const known = byId(rows);
	if (ids.every((id) => id === null || recordOf(known, id))) return known;
	// A second answer that cannot be had takes nothing from the first.
	const others = await list({}).catch(() => []);
	return new Map([...byId(others), ...known]);
}

/** Whether the service did not like the request, be it in words alone; 401 and 403 are about the sign-in. */
const isRefusal = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.status !== undefined &&
	(error.status < 300 || [400, 404, 405, 409, 415, 422].includes(error.status));
