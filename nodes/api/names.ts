import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { byId, recordOf } from '../utils/lists';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { listStatuses, listUsers } from './deals';
import { listBoards, type Pipeline, pipelinesOf } from './pipelines';
import type { Status, User } from './types';

/** Statuses, users and pipelines by ID. Events and the history contain only IDs. */
export interface Names {
	statuses: ReadonlyMap<string, Status>;
	users: ReadonlyMap<string, User>;
	pipelines: ReadonlyMap<string, Pipeline>;
}

export const namesOf = (
	statuses: readonly Status[],
	users: readonly User[],
	listed?: Parameters<typeof pipelinesOf>[1],
): Names => {
	const pipelines = pipelinesOf(statuses, listed);
	const ordered = pipelines.flatMap((pipeline) => pipeline.statuses);
	return { statuses: byId(ordered), users: byId(users), pipelines: byId(pipelines) };
};

/** Whether a pipeline contains deals or leads; null if no board lists it. */
export const recordTypeOf = ({ pipelines }: Names, pipelineId: string | null) =>
	recordOf(pipelines, pipelineId)?.recordType ?? null;

export function statusFields({ statuses, pipelines }: Names, statusId: string | null) {
	const status = recordOf(statuses, statusId);
	const pipeline = status && recordOf(pipelines, status.backlog_id);
	return {
		status: status?.label ?? null,
		pipeline: pipeline?.name ?? null,
		statusColor: status?.color ?? null,
	};
}

export function assigneeFields({ users }: Names, assigneeId: string | null) {
	const user = recordOf(users, assigneeId);
	return { assignee: user?.name ?? null, assigneeEmail: user?.email ?? null };
}

export interface FoundNames {
	names: Names;
	/** The lists that could not be read. Items show null for their names. */
	missing: Array<{ of: keyof Names; error: Error & Partial<ServiceError> }>;
}

type MissingNames = FoundNames['missing'][number];

/** The error for a name whose list could not be read. @param what Such as `status`. */
export const lookUpError = (what: string, name: string, failed: MissingNames['error']) =>
	new ServiceError(
		`The ${what} ${quoted(name)} could not be looked up`,
		`${failed.message}. Enter the ID of the ${what}. ${failed.description ?? ''}`.trim(),
		{ status: failed.status, isTemporary: failed.isTemporary },
	);

export const NO_NAMES: Names = namesOf([], []);

/** Reads all lists. One that cannot be read is reported in `missing`. */
export async function fetchNames(connection: Connection, body: IDataObject = {}) {
	const missing: MissingNames[] = [];
	const [statuses, users, pipelines] = await Promise.all([
		orMissing(missing, 'statuses', listStatuses(connection, body)),
		orMissing(missing, 'users', listUsers(connection, body)),
		orMissing(missing, 'pipelines', listedPipelines(connection)),
	]);
	return { names: namesOf(statuses ?? [], users ?? [], pipelines), missing };
}

/** Reads statuses and pipelines only. @throws ServiceError if the statuses cannot be read. */
export async function fetchStatusNames(connection: Connection, body: IDataObject = {}) {
	const missing: MissingNames[] = [];
	const [statuses, pipelines] = await Promise.all([
		listStatuses(connection, body),
		orMissing(missing, 'pipelines', listedPipelines(connection)),
	]);
	return { names: namesOf(statuses, [], pipelines), missing };
}

const listedPipelines = async (connection: Connection) => {
	const boards = await listBoards(connection);
	if (boards.is === 'read') return [...boards.value.pipelines];
	if (boards.is === 'notOffered') return [];
	throw boards.error;
};

const orMissing = async <T>(missing: MissingNames[], of: MissingNames['of'], list: Promise<T[]>) =>
	await list.catch((error: unknown) => {
		if (!(error instanceof UserError)) throw error;
		missing.push({ of, error });
		return null;
	});

/** The hint for a missing list. The credential can read the history, so a new credential would not help. */
export function missingNamesHint({ of, error }: MissingNames): string {
	const isAccess = error.status === 401 || error.status === 403;
	const why = isAccess
		? `The credential is accepted for the history, but not for the ${of}: ask for access to them.`
		: (error.description ?? '');
	return `${error.message}. The names of ${of} are left empty. ${why}`.trim();
}
