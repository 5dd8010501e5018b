import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { requestJson } from '../transport/request';
import type { Route } from '../transport/types';
import { quoted, textOf, textOrNull } from '../utils/text';
import { UserError } from '../utils/userError';
import { isObject } from '../utils/values';
import { dealDetails, requestIdOf } from './dealDetails';
import type { Pipeline } from './pipelines';
import { routes } from './routes';
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

/** @returns Undefined if the pipeline does not have this deal, or there is no such route: the answer is the same. */
export async function findItem(
	connection: Connection,
	pipelineId: string,
	id: string,
): Promise<DealItem | undefined> {
	const route = routes.getItem.published;
	const asked = requestJson(connection, route, { path: { pipelineId, id } });
	const answer = await asked.catch((error: unknown) => {
		if (error instanceof ServiceError && error.isNoSuchRoute) return undefined;
		throw error;
	});
	if (answer === undefined) return undefined;
	const { item } = Object(answer) as IDataObject;
	if (isObject(item)) return readItem(item, pipelineId);
	throw new ServiceError(
		'Could not fetch the deal: the response contains none',
		'Check that a deal with this ID exists.',
	);
}

/** Asks one pipeline after the other. @throws UserError if none of them has the deal. */
export async function findInPipelines(
	connection: Connection,
	pipelines: Iterable<Pick<Pipeline, 'id'>>,
	id: string,
): Promise<DealItem> {
	for (const pipeline of pipelines) {
		const deal = await findItem(connection, pipeline.id, id);
		if (deal) return deal;
	}
	throw new UserError(
		`No deal with the ID ${quoted(id)} in the pipelines`,
		'Choose the deal from the list, or check its ID and the company profile. The credential may also lack the permission to read deals.',
	);
}

function readItem(record: IDataObject, pipelineId: string): DealItem {
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
 * The deals of a pipeline by ID in lower case. Reading stops at a page that is not full or has no new deal. The list may be
 * incomplete, so callers have to report which deals they miss.
 */
export async function listItems(
	connection: Connection,
	{ id: pipelineId, boardId }: Pipeline,
): Promise<Map<string, ListedItem>> {
	const route = routes.listItems.published;
	const path = { pipelineId, boardId: boardId ?? '' };
	const items = new Map<string, ListedItem>();
	for (let page = 0; ; page++) {
		const query = { page, per_page: PAGE_SIZE };
		const rows = await requestRows(connection, route, 'items', { path, query });
		const before = items.size;
		for (const row of rows) {
			const item = { requestId: requestIdOf(row), description: textOf(row.description) };
			items.set(textOf(row.id).toLowerCase(), item);
		}
		if (rows.length < PAGE_SIZE || items.size === before) return items;
	}
}
