import { Refusal } from '../../answer.mts';
import type { EventMetadata, EventName } from '../../openapi.ts';
import type { Document } from '../documents.mts';
import { legacyQuotationOf, withContactInfo } from '../legacy.mts';
import type { Profile } from '../profile.mts';
import { eventDocumentOf } from '../published/documents.mts';
import { itemOf, resultOf } from '../published/items.mts';
import type { Deal } from '../shapes.mts';

/** The metadata of an event, and the record that it is about. */
export interface Facts {
	metadata: EventMetadata;
	payload: object | null;
}

type FactsOf = (profile: Profile, name: EventName, about: string | undefined) => Facts;

/** The record with that ID, or the first one. */
function find<T>(records: T[], isIt: (record: T) => boolean, about?: string): T {
	const found = about === undefined ? records[0] : records.find(isIt);
	if (!found) throw new Refusal(404, 'There is no such record');
	return found;
}

const isOf =
	(about = '') =>
	({ id, leadConfigurationId }: Deal) =>
		id === about || leadConfigurationId === about;

/** The value before the last change of this kind, if any. */
function before({ history }: Deal, type: string): string | null {
	const changes = history.filter((entry) => entry.type === type);
	return changes.at(-2)?.metaData.propertyValue?._id ?? null;
}

const ofItem: FactsOf = (profile, name, about) => {
	const deal = find(profile.items, isOf(about), about);
	const [lead] = profile.leadPipelines.backlogs;
	const own: Partial<Record<EventName, object>> = {
		CRM_BACKLOG_ITEM_STATUS_CHANGE: {
			status_id: deal.statusId,
			old_status_id: before(deal, 'STATUS_CHANGED'),
		},
		CRM_BACKLOG_ITEM_ASSIGNEE_CHANGE: {
			assignee_id: deal.assigneeId,
			old_assignee_id: before(deal, 'USER_CHANGED'),
		},
		CRM_BACKLOG_ITEM_RESULT_CHANGE: { result: resultOf(deal) ?? 'won' },
		CRM_BACKLOG_ITEM_COPIED: { source_board_id: lead.boardId, source_backlog_id: lead.id },
	};
	return {
		payload: itemOf(profile, deal),
		metadata: {
			...own[name],
			board_id: profile.backlog(deal.backlogId)?.boardId ?? '',
			item_type: deal.type,
			lead_configuration_id: deal.leadConfigurationId,
			company_profile_id: profile.id,
			backlog_id: deal.backlogId,
			internal_configuration: deal.enteredManually,
		},
	};
};

const ofForm: FactsOf = (profile, _, about) => {
	const items = [...profile.leads, ...profile.deals];
	const deal = find(items, isOf(about), about);
	const { person, leadConfigurationId: id, enteredManually, createdAt } = deal;
	const answers = {
		Naam: `${person.first} ${person.last}`,
		Email: person.email,
		Woning: deal.house,
	};
	return {
		payload: {
			id,
			internal_configuration: enteredManually,
			company_profile_id: profile.id,
			created_at: createdAt,
			updated_at: createdAt,
			input_fields: Object.entries(answers).map(([label, value]) => ({
				field_identifier: label.toLowerCase(),
				field_label: label,
				value,
				type: 'TEXT',
			})),
			status: 'COMPLETED_CONFIGURATION',
			archived: false,
			seen: false,
			objectified_options: {},
			objectified_product_options: {},
			objectified_input_fields: {},
		},
		metadata: {
			automation: enteredManually,
			user_id: profile.users[0].id,
			lead_configuration_id: id,
			company_profile_id: profile.id,
			internal_configuration: enteredManually,
		},
	};
};

const BEFORE: Record<string, string> = { DRAFT: 'DRAFT', SENT: 'DRAFT' };

/** If the name of the event contains a type, a document of that type. */
function documentFor(profile: Profile, name: EventName, about?: string): Document {
	const [type] = /QUOTATION|INVOICE|CONTRACT/.exec(name) ?? [];
	const documents = profile.documents.filter((document) => !type || document.type === type);
	return find(documents, ({ id }) => id === about, about);
}

const ofDocument: FactsOf = (profile, name, about) => {
	const document = documentFor(profile, name, about);
	const { id, status, type, requestId } = document;
	const changed = name === 'DOCUMENT_STATUS_UPDATED' && {
		old_document_status: BEFORE[status] ?? 'SENT',
		...(requestId && { lead_configuration_id: requestId }),
	};
	return {
		payload: eventDocumentOf(profile, document),
		metadata: {
			archived: false,
			...changed,
			document_status: status,
			event_user: profile.users[0].id,
			document_id: id,
			company_profile_id: profile.id,
			document_type: type,
		},
	};
};

const ofLegacyDocument: FactsOf = (profile, name, about) => {
	const document = documentFor(profile, name, about);
	const isQuotation = document.type === 'QUOTATION';
	return {
		payload: isQuotation ? legacyQuotationOf(profile, document) : null,
		metadata: {
			[isQuotation ? 'quotation_id' : 'invoice_id']: document.id,
			company_profile_id: profile.id,
			mode: 'manual',
		},
	};
};

const ofContact: FactsOf = (profile, _, about) => {
	const contact = profile.contacts.find(about);
	if (!contact) throw new Refusal(404, 'There is no such contact');
	return {
		payload: withContactInfo(contact),
		metadata: {
			contact_id: contact.id,
			audience_id: contact.audience.id,
			company_profile_id: profile.id,
		},
	};
};

const ofAnythingElse: FactsOf = ({ id }) => ({
	payload: null,
	metadata: { company_profile_id: id },
});

const TELLERS: Array<[names: RegExp, teller: FactsOf]> = [
	[/^CRM_BACKLOG_/, ofItem],
	[/^LEAD_CONFIGURATION_|^REGISTRATION_/, ofForm],
	[/^DOCUMENT_/, ofDocument],
	[/^(QUOTATION|INVOICE)_/, ofLegacyDocument],
	[/^CONTACT_/, ofContact],
	[/^/, ofAnythingElse],
];

/** @param about The id of the record; the first of its kind without it. */
export function factsOf(profile: Profile, name: EventName, about?: string): Facts {
	const [, teller] = TELLERS.find(([names]) => names.test(name))!;
	return teller(profile, name, about);
}
