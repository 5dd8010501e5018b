import type { IDataObject } from 'n8n-workflow';

import { listContacts, simplifyContact } from '../../api/contacts';
import { documentTypeIn, type EventKind, EVENTS, type Polled } from '../../api/eventKinds';
import { WATCH_LABELS } from '../properties';
import type { RecordKey } from '../settings';
import type { Listing, Poll, PolledSource } from '../types';
import { gathered } from './documentLists';
import { recordsOfType, quotationRecords } from './documents';
import type { Compared, RecordMemory } from './memory';

export interface RecordKind extends Omit<PolledSource, 'read' | 'events'> {
	key: RecordKey;
	/** By what they are recognized from. */
	events: Partial<Record<Polled['from'], string>>;
	/** Of the field with the watched fields; undefined if none can be chosen. */
	watchLabel?: string;
	list(poll: Poll, previous: RecordMemory | undefined): Promise<Listing>;
	fieldsOf(record: IDataObject): IDataObject;
	/** With the same keys as from the Sales CRM Trigger, so that a workflow can swap the two. */
	itemOf(one: Compared, triggeredBy: string, poll: Poll): IDataObject;
}

const eventsOf = (isOfKind: (kind: EventKind) => boolean): RecordKind['events'] =>
	Object.fromEntries(
		EVENTS.filter(isOfKind).flatMap(({ polled, value }) => (polled ? [[polled.from, value]] : [])),
	);

export const CONTACTS: RecordKind = {
	key: 'contacts',
	label: 'Contacts',
	record: 'contact',
	ifTooLarge: 'Choose a smaller audience, or watch fewer fields.',
	events: eventsOf(({ family }) => family === 'contact'),
	watchLabel: WATCH_LABELS.contacts,
	async list(poll) {
		const { connection, audienceId, settings } = poll;
		let incompleteReason: string | undefined;
		const onIncomplete = (why: string) => void (incompleteReason = why);
		const options = { pageSize: settings.pageSize, repeats: true, onIncomplete };
		const pages = listContacts(connection, audienceId, options);
		return { records: await gathered(poll, 'contacts', pages), incompleteReason };
	},
	fieldsOf: simplifyContact,
	itemOf: ({ record }, triggeredBy, { settings, connection }) =>
		settings.simplify
			? {
					...simplifyContact(record),
					triggeredBy,
					occurredAt: null,
					eventName: null,
					eventId: null,
					companyProfileId: connection.profileId ?? null,
				}
			: { ...record, triggeredBy },
};

const documentKind = (
	documentType: 'QUOTATION' | 'INVOICE' | 'CONTRACT',
	kind: Pick<RecordKind, 'key' | 'label' | 'record' | 'ifTooLarge' | 'watchLabel' | 'list'>,
): RecordKind => ({
	...kind,
	events: eventsOf(
		({ family, type, serviceName }) =>
			family === 'document' && (type ?? documentTypeIn(serviceName)) === documentType,
	),
	fieldsOf: (record) => record,
	itemOf: ({ record, previousStatus }, triggeredBy) => ({
		...record,
		...{ triggeredBy, previousStatus, occurredAt: null },
		...{ documentType, eventName: null, eventId: null },
	}),
});

export const RECORD_KINDS: readonly RecordKind[] = [
	CONTACTS,
	documentKind('QUOTATION', {
		key: 'quotations',
		label: 'Quotations',
		record: 'quotation',
		ifTooLarge: 'Watch fewer fields.',
		watchLabel: WATCH_LABELS.quotations,
		list: quotationRecords,
	}),
	documentKind('INVOICE', {
		key: 'invoices',
		label: 'Invoices',
		record: 'invoice',
		ifTooLarge: "Choose only 'Invoice: Created'.",
		list: async (...poll) => await recordsOfType(...poll, { type: 'INVOICE', key: 'invoices' }),
	}),
	documentKind('CONTRACT', {
		key: 'contracts',
		label: 'Contracts',
		record: 'contract',
		ifTooLarge: 'Choose other events.',
		list: async (...poll) => await recordsOfType(...poll, { type: 'CONTRACT', key: 'contracts' }),
	}),
];
