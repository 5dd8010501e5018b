import type { IDataObject } from 'n8n-workflow';

import { recordOf } from '../utils/records';
import type { Names } from '../api/names';
import type { DealEvent } from './event';

/** Names of what an event is about; null where they could not be had. */
export interface EventNames extends IDataObject {
	status: string | null;
	previousStatus: string | null;
	assignee: string | null;
	assigneeEmail: string | null;
}

export function namesIn({ statuses, users }: Names, event: DealEvent): EventNames {
	const user = recordOf(users, event.assigneeId);
	return {
		status: recordOf(statuses, event.statusId)?.label || null,
		previousStatus: recordOf(statuses, event.previousStatusId)?.label || null,
		assignee: user?.name || null,
		assigneeEmail: user?.email ?? null,
	};
}
