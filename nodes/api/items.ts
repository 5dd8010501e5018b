import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { requestJson } from '../transport/request';
import { textOf } from '../utils/text';
import { isObject } from '../utils/values';
import { requestIdOf } from './dealDetails';
import type { Pipeline } from './pipelines';
import { routes } from './routes';
import { askEither } from './ways';

/**
 * Deals and leads by the routes of their pipelines, which only the published description has: a pipeline that is on no
 * board has none. The connection must have a profile.
 */

/** What can be changed of a deal, and its title, as its own route shows them. */
export interface DealItem {
	readonly pipelineId: string;
	readonly title: string;
	readonly description: string;
	/** Null for nobody. */
	readonly assigneeId: string | null;
	readonly statusId: string | null;
	/** As it came. */
	readonly record: IDataObject;
}

/** What a deal is to become; what is left out stays. */
export type DealUpdate = Partial<Pick<DealItem, 'statusId' | 'assigneeId' | 'description'>>;

/**
 * @returns Undefined if the pipeline does not have this deal: for that the service has no word but those for a route
 * that does not exist.
 */
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

function readItem(record: IDataObject, pipelineId: string): DealItem {
	const { backlog_id, summary, description, status_id, status, assignee_id, assignee } = record;
	return {
		pipelineId: textOf(backlog_id) || pipelineId,
		title: textOf(summary),
		description: textOf(description),
		assigneeId: textOf(assignee_id ?? Object(assignee).id) || null,
		statusId: textOf(status_id ?? Object(status).id) || null,
		record,
	};
}

/** Sent at most once, unless it was plainly refused. @param pipeline Of the deal. @throws ServiceError */
export async function updateItem(
	connection: Connection,
	{ id: pipelineId, boardId }: Pick<Pipeline, 'id' | 'boardId'>,
	id: string,
	update: DealUpdate,
): Promise<void> {
	const { described, published } = routes.updateItem;
	const { statusId, assigneeId, description } = update;
	const path = { pipelineId, boardId: boardId ?? '', id };
	const documented = async () => {
		const item = {
			...(statusId !== undefined && { status: { type: 'STATUS', id: statusId } }),
			...(assigneeId !== undefined && { assignee: assigneeId && { type: 'USER', id: assigneeId } }),
			...(description !== undefined && { description }),
		};
		await requestJson(connection, published, { path, body: { item } });
	};
	if (assigneeId !== undefined || (statusId && description !== undefined))
		return await documented();
	const item = statusId === undefined ? { description } : { status_id: statusId };
	const short = async () =>
		void (await requestJson(connection, described, { path, body: { item } }));
	await askEither(connection, 'updates', { described: short, published: documented });
}

/** What the list of a pipeline adds to a deal of the history. */
export interface ListedItem {
	/** By which deals and quotations belong together. */
	readonly requestId: string | null;
	readonly description: string;
}

const PAGE_SIZE = 1000;

/**
 * Deals of a pipeline by their IDs, in lower case: in pages of a thousand up to the first that is shorter, or that has
 * no deal the pages before it had not. Whoever misses a deal has to say so.
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
