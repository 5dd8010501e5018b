/** The keys of items in their order, the same from both triggers ("One language" in product.md). */
export const ITEM_KEYS = {
	deal: 'title, status, previousStatus, occurredAt, assignee, value, currency, email, phone, result, pipeline, daysInStatus, triggeredBy, changeType, recordType, enteredManually, assigneeEmail, previousAssignee, description, address, contactDetails, archived, custom, labels, createdAt, updatedAt, eventName, eventId, changeId, dealId, statusId, previousStatusId, assigneeId, previousAssigneeId, pipelineId, boardId, requestId, companyProfileId',
	/** The fields of a contact come before these. */
	contact:
		'createdAt, contactType, contactId, triggeredBy, occurredAt, eventName, eventId, companyProfileId',
	document:
		'number, title, status, customer, email, phone, total, currency, createdAt, expiresAt, daysOpen, contactDetails, quotationId, requestId, contactId, companyProfileId, triggeredBy, previousStatus, occurredAt, documentType, eventName, eventId',
	/** Of an invoice or contract. */
	typedDocument:
		'documentType, number, title, status, customer, email, phone, total, currency, createdAt, expiresAt, daysOpen, contactDetails, documentId, requestId, contactId, companyProfileId, triggeredBy, previousStatus, occurredAt, eventName, eventId',
	form: 'title, answers, contactDetails, status, createdAt, requestId, enteredManually, triggeredBy, occurredAt, eventName, eventId, companyProfileId',
	other: 'eventName, eventId, occurredAt, companyProfileId, payload, metadata',
};
