import type { IDataObject } from 'n8n-workflow';

import { itemsAndHints, type RunOptions } from './engine';
import { requestsTo } from './historyRuns';

/** Runs of Deal: Update against the sandbox, as published. */

type Switches = typeof sandbox.switches;

export const set = (switches: object) => void Object.assign(sandbox.switches, switches);
export const fail = (...faults: object[]) => set({ faults: faults as Switches['faults'] });

export const profile = () => sandbox.world.profile();
export const deal = () => profile().deals[0];
export const user = () => profile().users.find(({ id }) => id !== deal().assigneeId)!;

/** Statuses of the deal's own pipeline that it is not in, in their order. */
export function otherStatuses() {
	const { backlogId, statusId } = deal();
	return profile().statuses.filter((one) => one.backlog_id === backlogId && one.id !== statusId);
}

export const updateParameters = (
	updateFields: IDataObject,
	options: IDataObject = {},
	id = deal().id,
): IDataObject => ({
	...{ resource: 'deal', operation: 'update', updateFields, options },
	dealId: { __rl: true, mode: 'id', value: id },
});

/** Updates the first deal; the JSON of the items, and the hints. */
export const update = async (
	updateFields: IDataObject,
	options: IDataObject = {},
	run: RunOptions = {},
) => await itemsAndHints({ parameters: updateParameters(updateFields, options), ...run });

/** The updates that were sent: their routes and how they were answered. */
export const sentUpdates = () =>
	requestsTo('updateItem', 'updateBoardItem').map(
		({ operationId, status }) => `${operationId} ${status}`,
	);

export const SHORT = 'updateItem 200';
export const LONG = 'updateBoardItem 200';
