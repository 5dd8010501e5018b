import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { byId, recordOf } from '../utils/lists';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { listStatuses, listUsers } from './deals';
import type { Status, User } from './types';

/**
 * Names of statuses, users and pipelines: an event and an entry of the history have no more than ids.
 *
 * 1. The interface gives pipelines no name: they are "Pipeline 1", "Pipeline 2", … in the order in which
 *    the list of statuses first names them. All items, filters and lists to choose from take it from here.
 * 2. What is in no list has no name.
 */
export interface Names {
	statuses: ReadonlyMap<string, Status>;
	users: ReadonlyMap<string, User>;
	pipelines: ReadonlyMap<string, Pipeline>;
}

export interface Pipeline {
	id: string;
	/** Such as `Pipeline 2`. */
	name: string;
	/** In the order of the service, which is that of the pipeline. */
	statuses: Status[];
}

export const namesOf = (statuses: readonly Status[], users: readonly User[]): Names => ({
	statuses: byId(statuses),
	users: byId(users),
	pipelines: byId(pipelinesOf(statuses)),
});

/** Rule 1. */
export function pipelinesOf(statuses: readonly Status[]): Pipeline[] {
	const pipelines = new Map<string, Pipeline>();
	for (const status of statuses) {
		const id = status.backlog_id;
		const name = `Pipeline ${pipelines.size + 1}`;
		const pipeline = pipelines.get(id) ?? { id, name, statuses: [] };
		pipelines.set(id, pipeline);
		pipeline.statuses.push(status);
	}
	return [...pipelines.values()];
}

/** What an item shows of a status; all null where the list does not have it. */
export function statusShown({ statuses, pipelines }: Names, statusId: string | null) {
	const status = recordOf(statuses, statusId);
	const pipeline = status && recordOf(pipelines, status.backlog_id);
	return {
		status: status?.label ?? null,
		pipeline: pipeline?.name ?? null,
		statusColor: status?.color ?? null,
	};
}

/** What an item shows of a user; all null where the list does not have it. */
export function assigneeShown({ users }: Names, assigneeId: string | null) {
	const user = recordOf(users, assigneeId);
	return { assignee: user?.name ?? null, assigneeEmail: user?.email ?? null };
}

export interface FoundNames {
	names: Names;
	/** The lists that could not be had; their names are null. */
	missing: Array<{ of: 'statuses' | 'users'; error: Error & Partial<ServiceError> }>;
}

type MissingNames = FoundNames['missing'][number];

/** A name that is in a list that could not be had. @param what Such as `status`. */
export const lookUpError = (what: string, name: string, failed: MissingNames['error']) =>
	new ServiceError(
		`The ${what} ${quoted(name)} could not be looked up`,
		`${failed.message}. Enter the ID of the ${what}. ${failed.description ?? ''}`.trim(),
		{ status: failed.status, isPassing: failed.isPassing },
	);

export const NO_NAMES: Names = namesOf([], []);

/**
 * Both lists; one that cannot be had, for whatever reason, is left out and said.
 * @param body Sent with both requests, as with the history: what they may hold is not known.
 * @throws What a person cannot mend, such as CancelledError.
 */
export async function fetchNames(connection: Connection, body: IDataObject = {}) {
	const missing: MissingNames[] = [];
	const orNone = async <T>(of: MissingNames['of'], list: Promise<T[]>) =>
		await list.catch((error: unknown) => {
			if (!(error instanceof UserError)) throw error;
			missing.push({ of, error });
			return [];
		});
	const [statuses, users] = await Promise.all([
		orNone('statuses', listStatuses(connection, body)),
		orNone('users', listUsers(connection, body)),
	]);
	return { names: namesOf(statuses, users), missing };
}

/** Beside records of a history that the same credential could read: no advice to make another. */
export function missingNamesHint({ of, error }: MissingNames): string {
	const isAccess = error.status === 401 || error.status === 403;
	const why = isAccess
		? `The credential is accepted for the history, but not for the ${of}: ask for access to them.`
		: (error.description ?? '');
	return `${error.message}. The names of ${of} are left empty. ${why}`.trim();
}
