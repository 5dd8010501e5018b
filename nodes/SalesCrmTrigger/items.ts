import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../api/contacts';
import { dealDetails } from '../api/dealDetails';
import { type CrmEvent, dealOf, documentOf } from '../api/events';
import type { EventFamily } from '../api/eventKinds';
import { type Customer, itemOfType, readQuotation } from '../api/quotationItem';
import { assigneeFields, type Names, recordTypeOf, statusFields } from '../api/names';
import { contactDetailsOf } from '../contacts/contactDetails';
import { type TriggerItem, triggerItem } from '../deals/change';
import { toIso } from '../utils/dates';
import { pushTo, recordOf } from '../utils/lists';
import { textOf, textOrNull } from '../utils/text';
import { isObject } from '../utils/values';

/** The item of an event, with the keys of the action node. A value that the event does not have is null. */
export const simpleItem = (
	event: CrmEvent,
	names: Names,
	customer: Partial<Customer> = {},
): IDataObject => ITEM_BY_FAMILY[event.family](event, names, customer);

export function rawItem(event: CrmEvent, names: Names): IDataObject {
	const { status = null, previousStatus = null, assignee = null } = simpleItem(event, names);
	return { ...event.body, resolved: { status, previousStatus, assignee } };
}

type ItemOf = (event: CrmEvent, names: Names, customer: Partial<Customer>) => IDataObject;

const ITEM_BY_FAMILY: Record<EventFamily, ItemOf> = {
	deal: itemOfDeal,
	contact: itemOfContact,
	document: itemOfDocument,
	form: itemOfForm,
	other: itemOfOther,
};

const startedBy = ({ kind, occurredAt, name, id }: CrmEvent) => ({
	triggeredBy: kind?.value ?? null,
	occurredAt,
	eventName: name,
	eventId: id,
});

function itemOfDeal(event: CrmEvent, names: Names): TriggerItem {
	const { kind, record, metadata, companyProfileId } = event;
	const { status, ...deal } = dealOf(event);
	const details = dealDetails(record);
	const shown = statusFields(names, deal.statusId);
	const listed = recordOf(names.statuses, deal.statusId);
	const pipelineId = deal.pipelineId ?? listed?.backlog_id ?? null;
	const { internal_configuration: isManual } = metadata;
	const isMove = kind?.value === 'dealStatusChanged' && deal.statusId !== deal.previousStatusId;
	return triggerItem({
		...details,
		...deal,
		...startedBy(event),
		title: textOrNull(record.summary),
		status: status ?? shown.status,
		previousStatus: statusFields(names, deal.previousStatusId).status,
		...assigneeFields(names, deal.assigneeId),
		result: deal.result ?? details.result,
		pipeline: recordOf(names.pipelines, pipelineId)?.name ?? null,
		changeType: isMove ? 'STATUS_CHANGED' : null,
		recordType: event.recordType ?? recordTypeOf(names, pipelineId),
		enteredManually: typeof isManual === 'boolean' ? isManual : details.enteredManually,
		previousAssignee: assigneeFields(names, deal.previousAssigneeId).assignee,
		description: record.description,
		contactDetails: contactDetailsOf(details),
		labels: record.labels,
		createdAt: toIso(record.timestamp_created),
		updatedAt: toIso(record.timestamp_updated),
		pipelineId,
		boardId: textOrNull(metadata.board_id),
		companyProfileId,
	});
}

function itemOfContact(event: CrmEvent): IDataObject {
	const { record, metadata, companyProfileId } = event;
	const { contact_id: id } = metadata;
	const contact = simplifyContact({ ...(id !== undefined && { id }), ...record });
	return { ...contact, ...startedBy(event), companyProfileId };
}

function itemOfDocument(event: CrmEvent, _: Names, customer: Partial<Customer>): IDataObject {
	const { companyProfileId } = event;
	const { documentId, documentType, status, previousStatus, requestId } = documentOf(event);
	const quotation = readQuotation(documentRecord(event), Date.now(), customer)!;
	const { triggeredBy, occurredAt, eventName, eventId } = startedBy(event);
	const item = itemOfType(documentType, {
		...quotation,
		status,
		quotationId: documentId,
		requestId: quotation.requestId ?? requestId,
		companyProfileId,
	});
	// The type of an invoice or contract stays in front.
	return {
		...item,
		...{ triggeredBy, previousStatus, occurredAt, documentType, eventName, eventId },
	};
}

/** The record with what only the metadata say: by its type and status, its times and open days are read. */
function documentRecord(event: CrmEvent): IDataObject {
	const { name, record } = event;
	const { documentId, documentType, status } = documentOf(event);
	const isOlder = /^(QUOTATION|INVOICE)_/i.test(name.trim()) && !record.documentId;
	// `readQuotation` recognizes the older ones by this key.
	if (isOlder) return { quotation_number: record.invoice_number ?? null, ...record, status };
	return { quotation_number: null, ...record, documentId, documentType, documentStatus: status };
}

function itemOfForm(event: CrmEvent): IDataObject {
	const { record, metadata, companyProfileId } = event;
	const fields = Array.isArray(record.input_fields) ? record.input_fields.filter(isObject) : null;
	const isManual = metadata.internal_configuration ?? record.internal_configuration;
	return {
		title: fields && senderIn(fields),
		answers: fields && answersByLabel(fields),
		contactDetails: contactDetailsOf({ answers: fields?.map(answerOf) }),
		status: textOrNull(record.status),
		createdAt: toIso(record.created_at),
		requestId: textOrNull(metadata.lead_configuration_id ?? record.id),
		enteredManually: typeof isManual === 'boolean' ? isManual : null,
		...startedBy(event),
		companyProfileId,
	};
}

function itemOfOther(event: CrmEvent): IDataObject {
	const { body, companyProfileId } = event;
	const { eventName, eventId, occurredAt } = startedBy(event);
	const { payload = null, metadata = null } = body;
	return { eventName, eventId, occurredAt, companyProfileId, payload, metadata };
}

/** The answers that the form marks as identifying the sender, such as the email address. */
function senderIn(fields: IDataObject[]): string | null {
	const marked = fields.filter((field) => field.identifier_item === true);
	return textOrNull(marked.map(({ value }) => textOf(value)).join(' '));
}

const answerOf = ({
	field_label: label,
	field_identifier: identifier,
	value = null,
}: IDataObject) => ({
	label: textOf(label),
	identifier: textOf(identifier),
	value,
});

/** By label. A label that occurs twice has a list: `{ Roof: ['flat', 'sloping'] }`. */
function answersByLabel(fields: IDataObject[]): IDataObject {
	const answers = new Map<string, unknown[]>();
	for (const { label, identifier, value } of fields.map(answerOf))
		pushTo(answers, label || identifier, value);
	const entries = [...answers].map(([question, all]) => [question, all.length > 1 ? all : all[0]]);
	return Object.fromEntries(entries) as IDataObject;
}
