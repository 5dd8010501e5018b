import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { warn } from '../transport/hints';
import { byId, recordOf } from '../utils/lists';
import { pluralize } from '../utils/text';
import { listStatuses, listUsers } from './deals';
import { type Boards, listBoards, type Pipeline, pipelinesOf } from './pipelines';
import { withProfile } from './profiles';
import { readList, shown, type Source, valueOr } from './source';
import type { Status, User } from './types';

/** Statuses, users and pipelines by ID. Events and the history contain only IDs. */
export interface Names {
	statuses: ReadonlyMap<string, Status>;
	users: ReadonlyMap<string, User>;
	pipelines: ReadonlyMap<string, Pipeline>;
}

/** The names that an account may read, and what is known of each list. */
export interface Directory {
	/** Of the lists that could be read. */
	readonly names: Names;
	readonly statuses: Source<readonly Status[]>;
	readonly users: Source<readonly User[]>;
	readonly boards: Source<Boards>;
}

export function directoryOf(lists: Omit<Directory, 'names'>): Directory {
	const statuses = valueOr(lists.statuses, []);
	const pipelines = pipelinesOf(statuses, lists.boards);
	const ordered = pipelines.flatMap((pipeline) => pipeline.statuses);
	const users = byId(valueOr(lists.users, []));
	return { ...lists, names: { statuses: byId(ordered), users, pipelines: byId(pipelines) } };
}

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
		pipelineId: status?.backlog_id ?? null,
	};
}

export function assigneeFields({ users }: Names, assigneeId: string | null) {
	const user = recordOf(users, assigneeId);
	return { assignee: user?.name ?? null, assigneeEmail: user?.email ?? null };
}

/** Where no names are asked for. */
export const NO_DIRECTORY: Directory = directoryOf({
	statuses: { is: 'read', value: [] },
	users: { is: 'read', value: [] },
	boards: { is: 'read', value: { pipelines: [], unread: [] } },
});

export const NO_NAMES: Names = NO_DIRECTORY.names;

/** @param main As for {@link readList}. @throws UserError for a request body that the service does not take */
export async function fetchNames(
	connection: Connection,
	body: IDataObject = {},
	main?: Promise<unknown>,
): Promise<Directory> {
	const scoped = await withProfile(connection);
	const [statuses, users, boards] = await Promise.all([
		readList(scoped, 'statuses', async () => await listStatuses(scoped, body), main),
		readList(scoped, 'users', async () => await listUsers(scoped, body), main),
		listBoards(scoped, main),
	]);
	return directoryOf({ statuses, users, boards });
}

/** Reads statuses and pipelines only. @throws ServiceError if the statuses cannot be read. */
export async function fetchStatusNames(
	connection: Connection,
	body: IDataObject = {},
): Promise<Directory> {
	const listing = listStatuses(connection, body);
	const [statuses, boards] = await Promise.all([listing, listBoards(connection, listing)]);
	return directoryOf({ ...NO_DIRECTORY, statuses: { is: 'read', value: statuses }, boards });
}

/** Hints at the names that items lack. If boards are not offered, pipelines have numbers. */
export function hintAtLackingNames(connection: Connection, directory: Directory): void {
	const { statuses, users, boards } = directory;
	shown(statuses, [], connection, 'The names of statuses are left empty');
	shown(users, [], connection, 'The names of users are left empty');
	if (boards.is === 'read') hintAtUnreadBoards(connection, boards.value);
	else if (boards.is !== 'notOffered') {
		shown(boards, null, connection, 'The names of pipelines are left empty');
	}
}

function hintAtUnreadBoards(connection: Connection, { unread }: Boards): void {
	const [first] = unread;
	if (!first) return;
	const some = pluralize(unread.length, 'board');
	warn(connection, `${first.error.message}. The names of pipelines of ${some} are left empty.`);
}
