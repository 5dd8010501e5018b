import type { IDataObject } from 'n8n-workflow';

import { toIso } from '../utils/dates';
import { textOrNull } from '../utils/text';
import { isObject } from '../utils/values';
import {
	documentTypeIn,
	type EventFamily,
	type EventKind,
	EVENTS,
	STATUS_CHANGE_EVENT,
} from './eventKinds';
import { OTHER_EVENTS, otherFamilyOf } from './otherEvents';
import { type RecordType, recordTypeFor } from './pipelines';

export interface CrmEvent {
	body: IDataObject;
	/** The service's name. */
	name: string;
	family: EventFamily;
	/** Undefined if we have no name of our own for it. */
	kind: EventKind | undefined;
	/** The type of its record: `LEADS`, `DEALS`, `QUOTATION`, … */
	type: string | null;
	recordType: RecordType | null;
	/** A signed 32-bit number. Two events may have the same. */
	id: IDataObject[string];
	/** ISO 8601. */
	occurredAt: string | null;
	companyProfileId: string | null;
	/** All that the event or its record names. */
	profileIds: string[];
	/** Empty if the event has no payload. */
	record: IDataObject;
	metadata: IDataObject;
}

/** @returns Undefined if the body has no event name. */
export function readEvent(body: unknown): CrmEvent | undefined {
	if (!isObject(body)) return undefined;
	const name = textOrNull(body.eventName);
	if (name === null) return undefined;
	const record = isObject(body.payload) ? body.payload : {};
	const metadata = isObject(body.metadata) ? body.metadata : {};
	const named = textOrNull(metadata.item_type ?? metadata.document_type ?? record.documentType);
	const type = named?.toUpperCase() ?? null;
	const companyProfileId = textOrNull(metadata.company_profile_id);
	// An event whose name says nothing is a status change if it has a previous status.
	const isStatusChange = !isKnownName(name) && textOrNull(metadata.old_status_id) !== null;
	return {
		...{ body, name, record, metadata, type, recordType: recordTypeFor(type) },
		...kindOf(isStatusChange ? STATUS_CHANGE_EVENT : name, type),
		id: body.id ?? null,
		occurredAt: toIso(body.timestamp),
		companyProfileId,
		profileIds: [companyProfileId, record.companyProfileId]
			.flat()
			.flatMap((id) => textOrNull(id) ?? []),
	};
}

function kindOf(name: string, type: string | null): Pick<CrmEvent, 'kind' | 'family'> {
	const named = EVENTS.filter(({ serviceName }) => isSameName(serviceName, name));
	const family = named[0]?.family ?? otherFamilyOf(name.toUpperCase());
	// A record whose type is not said counts as a deal.
	const typeOrDeal = family === 'deal' ? (type ?? 'DEALS') : type;
	const kind = named.find((one) => !one.type || one.type === typeOrDeal);
	return { kind, family };
}

const isKnownName = (name: string): boolean =>
	[...EVENTS.map(({ serviceName }) => serviceName), ...OTHER_EVENTS.map(({ value }) => value)].some(
		(one) => isSameName(one, name),
	);

export const isSameName = (one: string, other: string): boolean =>
	one.trim().toLowerCase() === other.trim().toLowerCase();

/** An event may be given by its value or its label; any other text is a name of the service. */
export const eventWord = (text: string): string =>
	[...EVENTS, ...OTHER_EVENTS].find(({ value, name }) =>
		[value, name].some((one) => isSameName(one, text)),
	)?.value ?? text;

/** The names to register, each once. */
export const serviceNamesOf = (events: readonly string[]): string[] => [
	...new Set(
		events
			.map(eventWord)
			.map((word) => EVENTS.find(({ value }) => value === word)?.serviceName ?? word),
	),
];

export type EventDeal = ReturnType<typeof dealOf>;

/** If payload and metadata differ, the metadata count, because they are about the change. */
export function dealOf({ record, metadata }: CrmEvent) {
	const { status, assignee, item_subject: subject } = record;
	const ownStatusId = record.status_id ?? Object(status).id;
	const ownAssigneeId = record.assignee_id ?? Object(assignee).id;
	return {
		dealId: textOrNull(record.id),
		statusId: textOrNull(metadata.status_id) ?? textOrNull(ownStatusId),
		/** Its name, from the event itself. */
		status: textOrNull(record.status_label),
		previousStatusId: textOrNull(metadata.old_status_id),
		// Null in the metadata means nobody.
		assigneeId: textOrNull('assignee_id' in metadata ? metadata.assignee_id : ownAssigneeId),
		previousAssigneeId: textOrNull(metadata.old_assignee_id),
		pipelineId: textOrNull(metadata.backlog_id) ?? textOrNull(record.backlog_id),
		requestId: textOrNull(metadata.lead_configuration_id) ?? textOrNull(Object(subject).id),
		/** `won`, `lost` or another word, in lower case. */
		result: textOrNull(metadata.result)?.toLowerCase() ?? null,
	};
}

/** Without this, nobody knows whether the record is assigned to nobody. */
export const saysAssignee = ({ record, metadata }: CrmEvent): boolean =>
	'assignee_id' in metadata || 'assignee_id' in record || 'assignee' in record;

export function documentOf({ name, type, record, metadata }: CrmEvent) {
	// The last two are IDs from the time before quotations and invoices became documents.
	const { document_id: own, quotation_id: ofQuotation, invoice_id: ofInvoice } = metadata;
	return {
		documentId: textOrNull(record.documentId ?? record.id ?? own ?? ofQuotation ?? ofInvoice),
		documentType: type ?? documentTypeIn(name),
		status: textOrNull(metadata.document_status ?? record.documentStatus ?? record.status),
		previousStatus: textOrNull(metadata.old_document_status),
		requestId: textOrNull(metadata.lead_configuration_id),
	};
}

/** Of the deal, document, contact or form. */
export function recordIdOf(event: CrmEvent): string | null {
	const { dealId, requestId } = dealOf(event);
	return (
		dealId ?? documentOf(event).documentId ?? textOrNull(event.metadata.contact_id) ?? requestId
	);
}
