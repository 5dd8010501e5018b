import type { IDataObject } from 'n8n-workflow';

type Value = IDataObject[string];

/**
 * One thing that happened to a deal, whoever tells it: a call of the service (`readEvent`) or the
 * deal's history. Null is what the teller does not say. Moments are milliseconds since the Unix
 * epoch. Both triggers filter it (`passes`), name it (`namesIn`) and shape it (`simpleOutput`).
 */
export interface DealEvent {
	eventId: Value;
	eventName: string | null;
	occurredAt: number | null;
	dealId: string | null;
	statusId: string | null;
	previousStatusId: string | null;
	/**
	 * The statuses that the deal entered and left by this very event. Null where it was not moved:
	 * put where it stood already, or another thing changed while it stood there.
	 */
	enteredStatusId: string | null;
	leftStatusId: string | null;
	assigneeId: string | null;
	boardId: string | null;
	backlogId: string | null;
	companyProfileId: string | null;
	summary: Value;
	description: Value;
	/** The status's name, where the teller says it along. */
	statusLabel: Value;
	fields: Value;
	freeFields: Value;
	createdAt: number | null;
	updatedAt: number | null;
}
