import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { routes } from './routes';

/**
 * The leads and deals of a contact person in a pipeline. If the service ignores the filter, those of others come as well.
 * @param connection With its profile.
 */
export async function listItemsOfPerson(
	connection: Connection,
	pipelineId: string,
	personId: string,
	onIncomplete: () => void,
): Promise<IDataObject[]> {
	const route = routes.listItemsOfPerson.published;
	const parts = { path: { pipelineId }, query: { contact_person_id: personId } };
	return await requestRows(connection, route, 'items', parts, onIncomplete);
}
