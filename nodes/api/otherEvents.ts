import { type EventFamily, EVENTS } from './eventKinds';

/** Events for which we have no name of our own: the service's names, and what the editor shows. */

/** Their items are those of documents. The older ones are from before quotations and invoices became documents. */
const OTHER_DOCUMENTS: Readonly<Record<string, string>> = {
	DOCUMENT_CONTRACT_CREATED: 'Contract: Created',
	DOCUMENT_CONTRACT_DELETED: 'Contract: Deleted',
	DOCUMENT_CONTRACT_UPDATED: 'Contract: Updated',
	INVOICE_CONTENTS_UPDATED: 'Invoice (Older): Contents Updated',
	INVOICE_CREATED: 'Invoice (Older): Created',
	INVOICE_DELETED: 'Invoice (Older): Deleted',
	INVOICE_STATUS_UPDATED: 'Invoice (Older): Status Updated',
	DOCUMENT_INVOICE_ARCHIVED: 'Invoice: Archived',
	DOCUMENT_INVOICE_UPDATED: 'Invoice: Updated',
	QUOTATION_CONTENTS_UPDATED: 'Quotation (Older): Contents Updated',
	QUOTATION_CREATED: 'Quotation (Older): Created',
	QUOTATION_DELETED: 'Quotation (Older): Deleted',
	QUOTATION_STATUS_UPDATED: 'Quotation (Older): Status Updated',
	DOCUMENT_QUOTATION_DELETED: 'Quotation: Deleted',
};

/** Their contents are not known, so their items contain them as received. */
const UNKNOWN: Readonly<Record<string, string>> = {
	ACTIVITY_CREATED: 'Activity: Created',
	ACTIVITY_STATUS_CHANGED: 'Activity: Status Changed',
	ARTICLE_BULK_UPDATED: 'Article: Several Updated',
	AUTOMATION_INCOMING_WEBHOOK_RECEIVED: 'Automation: Webhook Received',
	CONVERSATION_CHAT_CREATED: 'Conversation: Chat Created',
	CONVERSATION_MESSAGE_NOT_SENT: 'Conversation: Message Not Sent',
	CONVERSATION_MESSAGE_SENT: 'Conversation: Message Sent',
	CRM_BACKLOG_FREE_FIELD_CHANGE: 'Deal: Field Changed',
	DOCUMENT_ATTACHED_TO_SENT_EMAIL: 'Document: Attached to Sent Email',
	EMAIL_DELIVERED: 'Email: Delivered',
	EMAIL_FAILED: 'Email: Failed',
	EMAIL_COMPLAINED: 'Email: Marked as Spam',
	LEAD_CONFIGURATION_ARCHIVED: 'Form: Archived',
	LEAD_CONFIGURATION_CONTACT_ASSIGNED: 'Form: Contact Assigned',
	LEAD_CONFIGURATION_DELETED: 'Form: Deleted',
	LEAD_CONFIGURATION_PARTIAL: 'Form: Partly Completed',
	LEAD_CONFIGURATION_QUOTATION_CREATED: 'Form: Quotation Created',
	LEAD_CONFIGURATION_QUOTATION_CREATED_AUTOMATED: 'Form: Quotation Created by Automation',
	LEAD_CONFIGURATION_SEEN: 'Form: Seen',
	NOTE_CREATED: 'Note: Created',
	NOTE_DELETED: 'Note: Deleted',
	NOTE_UPDATED: 'Note: Updated',
	PAYMENT_STATUS_UPDATED: 'Payment: Status Updated',
	REGISTRATION_LEAD_FINALIZED: 'Registration: Lead Completed',
	REGISTRATION_LEAD_CREATED: 'Registration: Lead Created',
};

/** The choices of a field, sorted by name. */
export const OTHER_EVENTS = Object.entries({ ...OTHER_DOCUMENTS, ...UNKNOWN })
	.filter(([value]) => EVENTS.every(({ serviceName }) => serviceName !== value))
	.map(([value, name]) => ({ name, value }))
	.sort((a, b) => a.name.localeCompare(b.name, 'en'));

export const otherFamilyOf = (serviceName: string): EventFamily =>
	serviceName in OTHER_DOCUMENTS ? 'document' : 'other';
