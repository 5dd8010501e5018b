import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { byId, recordOf } from '../utils/lists';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { listStatuses, listUsers } from './deals';
import { listPipelines, type Pipeline, pipelinesOf } from './pipelines';
import type { Status, User } from './types';

/**
 * Names of statuses, users and pipelines: an event and an entry of the history have no more than ids. All items, filters
 * and lists to choose from take them from here. What is in no list has no name.
 */
export interface Names {
	/** Pipeline by pipeline. */
	statuses: ReadonlyMap<string, Status>;
	users: ReadonlyMap<string, User>;
	pipelines: ReadonlyMap<string, Pipeline>;
}

/** @param listed As of {@link pipelinesOf}. */
export const namesOf = (
	statuses: readonly Status[],
	users: readonly User[],
	listed?: Parameters<typeof pipelinesOf>[1],
): Names => {
	const pipelines = pipelinesOf(statuses, listed);
	const inOrder = pipelines.flatMap((pipeline) => pipeline.statuses);
	return { statuses: byId(inOrder), users: byId(users), pipelines: byId(pipelines) };
};

/** Whether a deal or a lead is in a pipeline; null if no board is known to list it. */
export const recordTypeOf = ({ pipelines }: Names, pipelineId: string | null) =>
	recordOf(pipelines, pipelineId)?.recordType ?? null;

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
	missing: Array<{ of: keyof Names; error: Error & Partial<ServiceError> }>;
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
 * All lists; one that cannot be had, for whatever reason, is left out and said.
 * @param body Sent with statuses and users, as with the history: what they may hold is not known.
 * @throws What a person cannot mend, such as CancelledError.
 */
export async function fetchNames(connection: Connection, body: IDataObject = {}) {
	const missing: MissingNames[] = [];
	const [statuses, users, pipelines] = await Promise.all([
		orNull(missing, 'statuses', listStatuses(connection, body)),
		orNull(missing, 'users', listUsers(connection, body)),
		orNull(missing, 'pipelines', listPipelines(connection)),
	]);
	return { names: namesOf(statuses ?? [], users ?? [], pipelines), missing };
}

/** Those of statuses and pipelines alone. @throws If the statuses cannot be had. */
export async function fetchStatusNames(connection: Connection, body: IDataObject = {}) {
	const missing: MissingNames[] = [];
	const [statuses, pipelines] = await Promise.all([
		listStatuses(connection, body),
		orNull(missing, 'pipelines', listPipelines(connection)),
	]);
	return { names: namesOf(statuses, [], pipelines), missing };
}

const orNull = async <T>(missing: MissingNames[], of: MissingNames['of'], list: Promise<T[]>) =>
	await list.catch((error: unknown) => {
		if (!(error instanceof UserError)) throw error;
		missing.push({ of, error });
		return null;
	});

/** Beside records of a history that the same credential could read: no advice to make another. */
export function missingNamesHint({ of, error }: MissingNames): string {
	const isAccess = error.status === 401 || error.status === 403;
	const why = isAccess
		? `The credential is accepted for the history, but not for the ${of}: ask for access to them.`
		: (error.description ?? '');
	return `${error.message}. The names of ${of} are left empty. ${why}`.trim();
}
