import type { IDataObject } from 'n8n-workflow';

import { requestPage } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { warn } from '../transport/hints';
import { requestJson } from '../transport/request';
import type { Route } from '../transport/types';
import { pluralize, quoted, textOf, textOrNull } from '../utils/text';
import { UserError } from '../utils/userError';
import { isObject } from '../utils/values';
import { dealDetails, requestIdOf } from './dealDetails';
import type { Pipeline } from './pipelines';
import { routes } from './routes';
import { readPart, type Source, type Unread, unreadError, worstOf } from './source';
import { askEither } from './ways';

/** The routes for deals and leads of a pipeline, which only the published description has. All need a profile. */

export interface DealItem {
	readonly pipelineId: string;
	readonly title: string;
	readonly description: string;
	/** Null for nobody. */
	readonly assigneeId: string | null;
	readonly statusId: string | null;
	/** Null if the record does not say. */
	readonly archived: boolean | null;
	readonly record: IDataObject;
}

/** Fields that are left out stay as they are. */
export type DealUpdate = Partial<
	Pick<DealItem, 'statusId' | 'assigneeId' | 'title' | 'description' | 'archived'>
>;

/** @returns Undefined if the pipeline does not have this deal. */
export async function findItem(
	connection: Connection,
	pipelineId: string,
	id: string,
): Promise<Source<DealItem | undefined>> {
	const route = routes.getItem.published;
	const source = await readPart(async () => {
		const answer = await requestJson(connection, route, { path: { pipelineId, id } });
		const { item = answer } = Object(answer) as IDataObject;
		if (item === null) return undefined;
		if (isObject(item) && textOf(item.id) !== '') return readDealItem(item, pipelineId);
		throw new ServiceError(
			'Could not fetch the deal: the response contains none',
			'Check that a deal with this ID exists.',
		);
	});
	return source.is === 'notOffered' ? { is: 'read', value: undefined } : source;
}

/**
 * Asks one pipeline after the other, whatever one of them answers.
 * @param unreadBoards Boards whose pipelines cannot be asked.
 * @throws UserError if none of them has the deal; ServiceError if some could not be asked.
 */
export async function findInPipelines(
	connection: Connection,
	pipelines: Iterable<Pick<Pipeline, 'id' | 'name'>>,
	id: string,
	unreadBoards: readonly Unread[] = [],
): Promise<DealItem> {
	const unread = [...unreadBoards];
	const places = unreadBoards.length > 0 ? [pluralize(unreadBoards.length, 'board')] : [];
	for (const { id: pipelineId, name } of pipelines) {
		const source = await findItem(connection, pipelineId, id);
		if (source.is !== 'read') {
			unread.push(source);
			places.push(`the pipeline ${quoted(name ?? pipelineId)}`);
		} else if (source.value) return source.value;
	}
	const worst = worstOf(unread);
	if (worst) {
		const decision = `No deal with the ID ${quoted(id)} was found, and not all could be asked`;
		throw unreadError(worst, decision, `Not asked: ${places.join(', ')}.`);
	}
	throw new UserError(
		`No deal with the ID ${quoted(id)} in the pipelines`,
		'Choose the deal from the list, or check its ID and the company profile. The credential may also lack the permission to read deals.',
	);
}

function readDealItem(record: IDataObject, pipelineId: string): DealItem {
	const { backlog_id, summary, description, status_id, status, assignee_id, assignee } = record;
	return {
		pipelineId: textOf(backlog_id) || pipelineId,
		title: textOf(summary),
		description: textOf(description),
		assigneeId: textOrNull(assignee_id ?? Object(assignee).id),
		statusId: textOrNull(status_id ?? Object(status).id),
		archived: dealDetails(record).archived,
		record,
	};
}

/** Sends an update once. The second route is tried only if the service may not have the first. @throws ServiceError */
export async function updateItem(
	connection: Connection,
	{ id: pipelineId, boardId }: Pick<Pipeline, 'id' | 'boardId'>,
	id: string,
	update: DealUpdate,
): Promise<void> {
	const { inPipeline, onBoard } = routes.updateItem;
	const path = { pipelineId, boardId: boardId ?? '', id };
	const patch = async (route: Route, item: IDataObject) =>
		void (await requestJson(connection, route, { path, body: { item } }));
	const published = async () => await patch(onBoard, boardItemOf(update));
	const item = pipelineItemOf(update);
	if (!item) return await published();
	const described = async () => await patch(inPipeline, item);
	await askEither(connection, 'updates', { described, published });
}

const boardItemOf = ({ statusId, assigneeId, title, description, archived }: DealUpdate) => ({
	...(statusId !== undefined && { status: { type: 'STATUS', id: statusId } }),
	...(assigneeId !== undefined && { assignee: assigneeId && { type: 'USER', id: assigneeId } }),
	...(title !== undefined && { summary: title }),
	...(description !== undefined && { description }),
	...(archived !== undefined && { item_archived: archived }),
});

/** The pipeline's route takes either a status or a description, and nothing else. */
function pipelineItemOf({ statusId, description, ...others }: DealUpdate): IDataObject | undefined {
	if (Object.keys(others).length > 0) return undefined;
	if (description === undefined) return { status_id: statusId };
	return statusId === undefined ? { description } : undefined;
}

/** What the list of a pipeline adds to a deal of the history. */
export interface ListedItem {
	readonly requestId: string | null;
	readonly description: string;
}

const PAGE_SIZE = 1000;

/**
 * The deals of a pipeline by ID in lower case, until all of the wanted ones are there. The service may cap the size of a
 * page or count pages from 1, so the list ends neither at a page that is not full nor at a second page that repeats the first.
 * @param wanted IDs in lower case.
 */
export async function listItems(
	connection: Connection,
	{ id: pipelineId, boardId, name }: Pipeline,
	wanted: ReadonlySet<string>,
): Promise<Map<string, ListedItem>> {
	const route = routes.listItems.published;
	const path = { pipelineId, boardId: boardId ?? '' };
	const items = new Map<string, ListedItem>();
	const isComplete = () => [...wanted].every((id) => items.has(id));
	for (let page = 0; ; page++) {
		const query = { page, per_page: PAGE_SIZE };
		const { rows, more } = await requestPage(connection, route, 'items', { path, query });
		const sizeBefore = items.size;
		for (const row of rows) {
			const item = { requestId: requestIdOf(row), description: textOf(row.description) };
			items.set(textOf(row.id).toLowerCase(), item);
		}
		const isBarren = items.size === sizeBefore;
		if (isComplete() || more === false || (page > 0 && rows.length === 0)) return items;
		if (page < 2 || !isBarren) continue;
		const of = `the deals of the pipeline ${quoted(name ?? pipelineId)}`;
		warn(connection, `The list of ${of} may be incomplete: the next page has no new ones.`);
		return items;
	}
}
