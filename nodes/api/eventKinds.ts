/**
 * The events of both triggers, by the names of the service's specification. To offer another event of a known family, add
 * a row to `EVENTS`: the forms, the notice, the registration, the filters, what a poll compares and the item follow from it.
 */

/** What an event is about, and so which keys its item has. */
export type EventFamily = 'deal' | 'contact' | 'document' | 'form' | 'other';

export type EventFilter =
	| 'toStatusIds'
	| 'fromStatusIds'
	| 'pipelineIds'
	| 'assigneeIds'
	| 'recordTypes'
	| 'results'
	| 'documentStatuses';

export interface EventKind {
	/** Our own word, in workflows and in `triggeredBy`. */
	value: string;
	/** The service's name. */
	serviceName: string;
	family: EventFamily;
	/** Set if the service has the same name for events of several types. */
	type?: 'LEADS' | 'DEALS' | 'QUOTATION' | 'INVOICE' | 'CONTRACT';
	/** All other filters let it pass. */
	filters?: readonly EventFilter[];
	/** Begins with what the event is about, because n8n does not group choices. */
	name: string;
	description: string;
	/** How to cause one in the Sales CRM. */
	example: string;
	/** Set if the Polling Trigger has it, too. */
	polled?: Polled;
}

/** A deal's events come from its history, those of others from lists of records: what differs from the poll before. */
export interface Polled {
	from: 'history' | 'created' | 'updated' | 'statusChanged';
	/** If it differs from that of the Sales CRM Trigger. */
	description?: string;
}

/** The only event that both descriptions have. */
export const STATUS_CHANGE_EVENT = 'CRM_BACKLOG_ITEM_STATUS_CHANGE';

const OF_DEALS: readonly EventFilter[] = ['pipelineIds', 'assigneeIds'];
const OF_STATUSES: readonly EventFilter[] = [...OF_DEALS, 'toStatusIds', 'fromStatusIds'];

/** Sorted by name. */
export const EVENTS: readonly EventKind[] = [
	{
		value: 'contactCreated',
		serviceName: 'CONTACT_CREATED',
		family: 'contact',
		name: 'Contact: Created',
		description: 'A contact was added',
		example: 'add a contact',
		polled: { from: 'created', description: 'A contact was added to an audience' },
	},
	{
		value: 'contactDeleted',
		serviceName: 'CONTACT_DELETED',
		family: 'contact',
		name: 'Contact: Deleted',
		description: 'A contact was deleted',
		example: 'delete a contact that you added for the test',
	},
	{
		value: 'contactUpdated',
		serviceName: 'CONTACT_UPDATED',
		family: 'contact',
		name: 'Contact: Updated',
		description: 'A contact was changed',
		example: 'change a contact',
		polled: { from: 'updated', description: 'A watched field of a contact has another value' },
	},
	{
		value: 'contractSigned',
		serviceName: 'DOCUMENT_CONTRACT_SIGNED',
		family: 'document',
		name: 'Contract: Signed',
		description: 'A customer signed a contract',
		example: 'sign a contract as a customer would',
	},
	{
		value: 'contractStatusChanged',
		serviceName: 'DOCUMENT_STATUS_UPDATED',
		family: 'document',
		type: 'CONTRACT',
		filters: ['documentStatuses'],
		name: 'Contract: Status Changed',
		description: 'A contract was sent or accepted, or its status changed in another way',
		example: 'send a contract',
		polled: { from: 'statusChanged' },
	},
	{
		value: 'dealAssigned',
		serviceName: 'CRM_BACKLOG_ITEM_ASSIGNEE_CHANGE',
		family: 'deal',
		filters: [...OF_DEALS, 'recordTypes'],
		name: 'Deal: Assigned',
		description: 'A deal was assigned to a user, or to nobody',
		example: 'assign a deal to somebody else',
		polled: { from: 'history', description: 'A deal was assigned to a user' },
	},
	{
		value: 'dealCreated',
		serviceName: 'CRM_BACKLOG_ITEM_CREATED',
		family: 'deal',
		type: 'DEALS',
		filters: OF_STATUSES,
		name: 'Deal: Created',
		description: 'A deal was added',
		example: 'add a deal',
		polled: { from: 'history', description: 'A deal is new in the history' },
	},
	{
		value: 'dealStatusChanged',
		serviceName: STATUS_CHANGE_EVENT,
		family: 'deal',
		filters: [...OF_STATUSES, 'recordTypes'],
		name: 'Deal: Status Changed',
		description: 'A deal was moved to another status, also across pipelines',
		example: 'move a deal to another status',
		polled: { from: 'history' },
	},
	{
		value: 'dealClosed',
		serviceName: 'CRM_BACKLOG_ITEM_RESULT_CHANGE',
		family: 'deal',
		filters: [...OF_DEALS, 'recordTypes', 'results'],
		name: 'Deal: Won or Lost',
		description: 'A deal was marked as won or lost, whatever its column',
		example: 'mark a deal as won or lost',
		polled: { from: 'history' },
	},
	{
		value: 'formCompleted',
		serviceName: 'LEAD_CONFIGURATION_FINALIZED',
		family: 'form',
		name: 'Form: Completed',
		description: 'Somebody sent a form; the item has all answers',
		example: 'fill in and send a form',
	},
	{
		value: 'invoiceCreated',
		serviceName: 'DOCUMENT_INVOICE_CREATED',
		family: 'document',
		name: 'Invoice: Created',
		description: 'An invoice was added',
		example: 'add an invoice',
		polled: { from: 'created' },
	},
	{
		value: 'invoiceStatusChanged',
		serviceName: 'DOCUMENT_STATUS_UPDATED',
		family: 'document',
		type: 'INVOICE',
		filters: ['documentStatuses'],
		name: 'Invoice: Status Changed',
		description: 'An invoice was sent or paid, or its status changed in another way',
		example: 'send an invoice, or mark it as paid',
		polled: { from: 'statusChanged' },
	},
	{
		value: 'leadConverted',
		serviceName: 'CRM_BACKLOG_ITEM_COPIED',
		family: 'deal',
		filters: OF_DEALS,
		name: 'Lead: Became Deal',
		description: 'A lead was turned into a deal',
		example: 'turn a lead into a deal',
	},
	{
		value: 'leadCreated',
		serviceName: 'CRM_BACKLOG_ITEM_CREATED',
		family: 'deal',
		type: 'LEADS',
		filters: OF_STATUSES,
		name: 'Lead: Created',
		description: 'A lead was added, by hand or by a form',
		example: 'add a lead',
		polled: { from: 'history', description: 'A lead is new in the history' },
	},
	{
		value: 'quotationCreated',
		serviceName: 'DOCUMENT_QUOTATION_CREATED',
		family: 'document',
		name: 'Quotation: Created',
		description: 'A quotation was added',
		example: 'add a quotation',
		polled: { from: 'created' },
	},
	{
		value: 'quotationSigned',
		serviceName: 'DOCUMENT_QUOTATION_SIGNED',
		family: 'document',
		name: 'Quotation: Signed',
		description: 'A customer signed a quotation',
		example: 'sign a quotation as a customer would',
	},
	{
		value: 'quotationStatusChanged',
		serviceName: 'DOCUMENT_STATUS_UPDATED',
		family: 'document',
		type: 'QUOTATION',
		filters: ['documentStatuses'],
		name: 'Quotation: Status Changed',
		description: 'A quotation was sent, accepted or rejected, or its status changed in another way',
		example: 'send a quotation',
		polled: { from: 'statusChanged' },
	},
	{
		value: 'quotationUpdated',
		serviceName: 'DOCUMENT_QUOTATION_UPDATED',
		family: 'document',
		name: 'Quotation: Updated',
		description: 'A quotation was changed and saved',
		example: 'change a quotation and save it',
		polled: { from: 'updated', description: 'A watched field of a quotation has another value' },
	},
];

/** The type of document that the name of an event contains. */
export const documentTypeIn = (serviceName: string): string | null =>
	/QUOTATION|INVOICE|CONTRACT/.exec(serviceName.toUpperCase())?.[0] ?? null;

/** The events of the Polling Trigger that are found in one way, in the order of `EVENTS`. */
export const polledEvents = (from: Polled['from']): string[] =>
	EVENTS.filter(({ polled }) => polled?.from === from).map(({ value }) => value);
