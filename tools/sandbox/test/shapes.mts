/**
 * The records as published, written by hand from there, because openapi.yaml cannot be compared with itself. A record may
 * lack a field, and has no others.
 */

type Shape = ((value: unknown) => boolean) | { [field: string]: Shape };

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each value that does not have its shape, with its path; empty if all values do. */
export function misfits(value: unknown, shape: Shape, path = ''): string[] {
	if (typeof shape === 'function') return shape(value) ? [] : [`${path}: ${JSON.stringify(value)}`];
	if (!isObject(value)) return [`${path} is no object`];
	return Object.entries(value).flatMap(([name, inside]) =>
		name in shape
			? misfits(inside, shape[name]!, `${path}/${name}`)
			: [`${path}/${name} is unknown`],
	);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const text = (value: unknown) => typeof value === 'string';
const uuid = (value: unknown) => text(value) && UUID.test(value as string);
const flag = (value: unknown) => typeof value === 'boolean';
const number = (value: unknown) => typeof value === 'number';
const whole = (value: unknown) => Number.isInteger(value);
const milliseconds = (value: unknown) => whole(value) && String(value).length === 13;
const anything = (value: unknown) => value !== undefined;
const one =
	(...values: unknown[]) =>
	(value: unknown) =>
		values.includes(value);
const list = (shape: Shape) => (value: unknown) =>
	Array.isArray(value) && value.every((element) => misfits(element, shape).length === 0);
const mapOf = (shape: Shape) => (value: unknown) =>
	isObject(value) && Object.values(value).every((held) => misfits(held, shape).length === 0);
const orNull = (shape: Shape) => (value: unknown) =>
	value === null || misfits(value, shape).length === 0;

const property = { type: one('USER', 'STATUS', 'PRIMITIVE'), id: uuid };
const subject = { type: one('LEAD_CONFIGURATION'), id: uuid, identifier: text };
const freeFields = list({ label: text, value: anything });
const technicalLabels = list({
	timestamp: milliseconds,
	type: one(
		...['ITEM_ACTIVE', 'ITEM_UNREAD', 'DEAL_WON', 'DEAL_LOST', 'ITEM_CONVERTED', 'ITEM_MOVED'],
		...['ITEM_ARCHIVED', 'CONFIGURATION_CREATED'],
	),
});

export const user = { id: uuid, name: text, image: text, email: text };
export const signedIn = {
	...{ id: uuid, email: text, name: orNull(text), image: text, locale: text },
	role: one('ADMIN', 'SUPPORT', 'PARTNER', 'BLOCKED', 'API'),
	...{ hub_mode: text, default_module: text, hide_user_image: flag, isDealer: flag },
};

export const historyItem = {
	...{ id: uuid, backlogId: uuid, summary: text, companyProfileId: list(uuid) },
	history: list({
		...{ id: uuid, backlogItemId: uuid, startTimestamp: milliseconds },
		endTimestamp: (value: unknown) => value === 0 || milliseconds(value),
		...{ type: text, metaData: isObject },
	}),
	...{ freeFields, status: property, technicalLabels },
};
export const status = {
	...{ id: uuid, backlog_id: uuid, label: text, color: text, standard: flag },
	...{ status_category: one('TODO', 'PROGRESS', 'DONE', null), position: whole },
};
export const board = {
	id: uuid,
	board_type: one('LEADS', 'DEALS', 'ORDERS', 'PAYMENTS', 'PROJECTS'),
	...{ board_name: text, default_board: flag, company_profile_id: uuid, lost_reasons: list(text) },
};
export const pipeline = {
	...{ id: uuid, backlog_name: text, board_id: uuid, default_backlog: flag, rank: text },
	custom_field: list({ fieldName: text, type: one('CURRENCY', 'STRING', 'NUMBER') }),
	...{ pipeline_enabled: flag, pipeline_column_property_name: text },
	pipeline_column_property_type: one('USER', 'STATUS', 'PRIMITIVE'),
	...{ pipeline_card_properties: list(text), pipeline_table_column_properties: list(text) },
};

const shared = {
	...{ id: uuid, backlog_id: uuid, summary: text, description: text, rank: text },
	...{ assignee: orNull(property), status: property, free_fields: freeFields },
	...{ item_subject: subject, technical_labels: technicalLabels },
	...{ timestamp_created: milliseconds, timestamp_updated: milliseconds },
};
export const boardItem = {
	...{ ...shared, board_id: uuid, item_archived: flag, labelIds: list(uuid) },
};
export const item = {
	...{ ...shared, lead_value: text, fields: isObject, labels: isObject },
	...{ status_label: text, status_id: uuid, assignee_id: orNull(uuid) },
};
export const contactPerson = {
	...{ id: uuid, item_subjects: list(subject), company_profile_id: uuid, display_name: text },
	...{ free_fields: freeFields, created_timestamp: milliseconds, updated_timestamp: milliseconds },
};

const quotationStatus = one('DRAFT', 'SENT', 'ACCEPTED', 'REJECTED');
export const listedQuotation = {
	...{ documentId: uuid, versionId: uuid, profileId: uuid, documentTitle: text, title: text },
	...{ documentStatus: quotationStatus, documentNumber: text, documentType: one('QUOTATION') },
	...{ quotationNumber: text, quotationTitle: text, quotationStatus },
	...{ quotationCreationTimestamp: milliseconds, quotationExpirationTimestamp: milliseconds },
	...{ isoCurrency: text, locale: text, pricing: mapOf(number) },
};
export const quotation = {
	...{ ...listedQuotation, subjects: mapOf(uuid), segments: mapOf({ type: text, data: isObject }) },
	...{ renderRows: list(isObject), renderTemplate: orNull(text) },
	artifacts: mapOf({ type: text, props: isObject, children: list(isObject) }),
};
export const summary = {
	...{ id: uuid, profile_id: uuid, document_title: text, document_status: text },
	document_type: one('QUOTATION', 'INVOICE', 'CONTRACT'),
	...{ document_number: text, contact_person_id: orNull(uuid), organisation_id: orNull(uuid) },
	...{ document_creation_timestamp: milliseconds, isoCurrency: text, pricing: mapOf(number) },
	...{ archived: flag, itemSubject: orNull({ type: one('LEAD_CONFIGURATION'), id: uuid }) },
	last_updated_by: uuid,
};
export const subscription = {
	...{ id: uuid, userId: uuid, accessTokenId: uuid, name: text, events: list(text) },
	...{ scope: isObject, createdAt: milliseconds, executor: one('webhook') },
	executorParameters: { url: text, method: text, headers: mapOf(text) },
};
