import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { requestJson } from '../transport/request';
import { quoted, textOf, textOrNull } from '../utils/text';
import { UserError } from '../utils/userError';
import { isObject } from '../utils/values';
import { requestIdOf } from './dealDetails';
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
	readonly record: IDataObject;
}

/** Fields that are left out stay as they are. */
export type DealUpdate = Partial<Pick<DealItem, 'statusId' | 'assigneeId' | 'description'>>;

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
	const { described, published } = routes.updateItem;
	const { statusId, assigneeId, description } = update;
	const path = { pipelineId, boardId: boardId ?? '', id };
	const updateOnBoard = async () => {
		const item = {
			...(statusId !== undefined && { status: { type: 'STATUS', id: statusId } }),
			...(assigneeId !== undefined && { assignee: assigneeId && { type: 'USER', id: assigneeId } }),
			...(description !== undefined && { description }),
		};
		await requestJson(connection, published, { path, body: { item } });
	};
	// The pipeline's route takes either a status or a description, and no assignee.
	if (assigneeId !== undefined || (statusId && description !== undefined))
		return await updateOnBoard();
	const item = statusId === undefined ? { description } : { status_id: statusId };
	const updateInPipeline = async () =>
		void (await requestJson(connection, described, { path, body: { item } }));
	await askEither(connection, 'updates', { described: updateInPipeline, published: updateOnBoard });
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
