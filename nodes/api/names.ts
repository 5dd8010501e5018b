import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { byId } from '../utils/lists';
import { listStatuses, listUsers } from './deals';
import type { Status, User } from './types';

/** Statuses and users by id: an event and an entry of the history hold no more than their ids. */
export interface Names {
	statuses: ReadonlyMap<string, Status>;
	users: ReadonlyMap<string, User>;
}

export interface FoundNames {
	names: Names;
	/** The lists that could not be had; their names are null. */
	missing: MissingNames[];
}

export interface MissingNames {
	of: keyof Names;
	error: ServiceError;
}

export const NO_NAMES: Names = { statuses: new Map(), users: new Map() };

/**
 * Both lists; one that the service does not give, for whatever reason, is left out and said.
 * @param body Sent with both requests, as with the history: what they may hold is not known.
 * @throws What is no failure of the service, such as CancelledError.
 */
export async function fetchNames(
	connection: Connection,
	body: IDataObject = {},
): Promise<FoundNames> {
	const missing: MissingNames[] = [];
	const orNone = async <T extends { id: string }>(of: keyof Names, list: Promise<T[]>) => {
		const records = await list.catch((error: unknown) => {
			if (!(error instanceof ServiceError)) throw error;
			missing.push({ of, error });
			return [];
		});
		return byId(records);
	};
	const [statuses, users] = await Promise.all([
		orNone('statuses', listStatuses(connection, body)),
		orNone('users', listUsers(connection, body)),
	]);
	return { names: { statuses, users }, missing };
}

/** Beside records of a history that the same sign-in could read: no advice to make another. */
export function missingNamesHint({ of, error }: MissingNames): string {
	const isAccess = error.status === 401 || error.status === 403;
	const why = isAccess
		? `The sign-in is taken for the history, but not for the ${of}: ask for access to them.`
		: error.description;
	return `${error.message}. The names of ${of} are left empty. ${why}`.trim();
}
