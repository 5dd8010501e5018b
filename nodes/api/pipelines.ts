import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { byId, inOrderOf, isSameId, joined } from '../utils/lists';
import { textOf } from '../utils/text';
import { withProfile } from './profiles';
import { routes } from './routes';
import type { Board, BoardPipeline, Status } from './types';
import { readList, readPart, type Source, type Unread, worstOf } from './source';

/** By the type of the board. */
const RECORD_TYPE_OF = {
	DEALS: 'deal',
	LEADS: 'lead',
	ORDERS: 'order',
	PAYMENTS: 'payment',
	PROJECTS: 'project',
} as const;

export type RecordType = (typeof RECORD_TYPE_OF)[keyof typeof RECORD_TYPE_OF];

/** @param type Of a board or an event. */
export const recordTypeFor = (type: string | null): RecordType | null =>
	RECORD_TYPE_OF[type as keyof typeof RECORD_TYPE_OF] ?? null;

interface ListedPipeline {
	id: string;
	name: string;
	boardId: string;
	boardName: string;
	recordType: RecordType | null;
}

/** The pipelines of all boards, sorted by board and rank. */
export interface Boards {
	pipelines: readonly ListedPipeline[];
	/** One for each board whose pipelines could not be read. */
	unread: readonly Unread[];
}

const NO_BOARDS: Boards = { pipelines: [], unread: [] };

export interface Pipeline {
	id: string;
	/** With its board if two have the same name: `Deals / Montage`. Null if its board could not be read. */
	name: string | null;
	/** The names that filters accept. Lists show the first one. */
	names: string[];
	/** Null if no board lists it, like `recordType`. */
	boardId: string | null;
	recordType: RecordType | null;
	/** In the service's order. */
	statuses: Status[];
}

/** @param main As for {@link readList}. */
export async function listBoards(
	connection: Connection,
	main?: Promise<unknown>,
): Promise<Source<Boards>> {
	const scoped = await withProfile(connection);
	const ask = async () => await requestRows(scoped, routes.listBoards.published, 'boards', {});
	const boards = await readList(scoped, 'boards', ask, main);
	if (boards.is !== 'read') return boards;
	const rows = boards.value as Board[];
	const parts = await Promise.all(
		rows.map(async (board) => await readPart(async () => await listedOn(scoped, board))),
	);
	const pipelines = joined(parts.map((part) => (part.is === 'read' ? part.value : [])));
	const unread = parts.filter((part) => part.is !== 'read');
	return { is: 'read', value: { pipelines, unread } };
}

async function listedOn(connection: Connection, board: Board): Promise<ListedPipeline[]> {
	const { id: boardId, board_name: boardName, board_type: type } = board;
	const recordType = recordTypeFor(type);
	const route = routes.listPipelines.published;
	const rows = await requestRows(connection, route, 'backlogs', { path: { boardId } });
	const pipelines = inOrderOf(rows as BoardPipeline[], ({ rank }) => rank);
	return pipelines.map(({ id, backlog_name: name }) => ({
		...{ id, name: textOf(name).trim() },
		...{ boardId, boardName: textOf(boardName).trim(), recordType },
	}));
}

/** Of which type the records of a pipeline are; null if no board lists it. */
export function recordTypeIn(
	boards: Source<Boards>,
	pipelineId: string | null,
): Source<RecordType | null> {
	if (boards.is !== 'read') return boards;
	const { pipelines, unread } = boards.value;
	const listed = pipelines.find(({ id }) => isSameId(id, pipelineId));
	if (listed) return { is: 'read', value: listed.recordType };
	// It may be on a board whose pipelines could not be read.
	return worstOf(unread) ?? { is: 'read', value: null };
}

/** All pipelines with their statuses, those of boards first. */
export function pipelinesOf(statuses: readonly Status[], boards: Source<Boards>): Pipeline[] {
	const { pipelines: listed, unread } = boards.is === 'read' ? boards.value : NO_BOARDS;
	const listedById = byId(listed);
	// Boards that exist, but could not be read, may have names for the others.
	const isNumbered = boards.is === 'notOffered' || (boards.is === 'read' && unread.length === 0);
	const statusesIn = new Map<string, Status[]>();
	for (const status of statuses) {
		const key = lowerCase(status.backlog_id);
		statusesIn.set(key, [...(statusesIn.get(key) ?? []), status]);
	}
	// Numbered in the order of the statuses, so that a number stays the same if the boards cannot be read.
	const numbered = [...new Set([...statusesIn.keys(), ...listedById.keys()])];
	return [...new Set([...listedById.keys(), ...numbered])].map((key) => {
		const pipeline = listedById.get(key);
		const inOrder = inOrderOf(statusesIn.get(key) ?? [], ({ position }) => position);
		const names = pipelineNames(pipeline, `Pipeline ${numbered.indexOf(key) + 1}`, listedById);
		return {
			id: pipeline?.id ?? inOrder[0].backlog_id,
			name: pipeline || isNumbered ? names[0] : null,
			names,
			boardId: pipeline?.boardId ?? null,
			recordType: pipeline?.recordType ?? null,
			statuses: inOrder,
		};
	});
}

const lowerCase = (text: string): string => String(text).toLowerCase();

/** @param number Its name without boards: `Pipeline 1`. Filters always accept it, unless a pipeline is called that. */
function pipelineNames(
	pipeline: ListedPipeline | undefined,
	number: string,
	listedById: ReadonlyMap<string, ListedPipeline>,
): string[] {
	if (!pipeline?.name) return [number];
	const { name, boardName } = pipeline;
	const timesOf = (text: string) =>
		[...listedById.values()].filter((other) => lowerCase(other.name) === lowerCase(text)).length;
	const whole = `${boardName} / ${name}`;
	const names = timesOf(name) > 1 ? [whole, name] : [name, whole];
	return timesOf(number) > 0 ? names : [...names, number];
}
