import type { IDataObject } from 'n8n-workflow';

import { listContacts, simplifyContact } from '../../api/contacts';
import type { ListOptions } from '../../pagination/list';
import type { Listing, Poll, Source } from '../types';
import { listWithCustomers } from './customers';
import type { Compared } from './memory';

export interface RecordKind extends Omit<Source, 'read'> {
	key: 'contacts' | 'quotations';
	/** Created, updated and, of quotations, status changed. */
	events: readonly string[];
	watchLabel: string;
	list(poll: Poll, options: ListOptions, isFirst: boolean): Listing;
	fieldsOf(record: IDataObject): IDataObject;
	/** With the same keys as from the Sales CRM Trigger, so that a workflow can swap the two. */
	itemOf(one: Compared, triggeredBy: string, poll: Poll): IDataObject;
}

export const CONTACTS: RecordKind = {
	key: 'contacts',
	label: 'Contacts',
	record: 'contact',
	ifTooLarge: 'Choose a smaller audience, or watch fewer fields.',
	events: ['contactCreated', 'contactUpdated'],
	watchLabel: 'Watch Contact Fields',
	list: ({ connection, audienceId }, options) => ({
		pages: listContacts(connection, audienceId, options),
	}),
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

export const QUOTATIONS: RecordKind = {
	key: 'quotations',
	label: 'Quotations',
	record: 'quotation',
	ifTooLarge: 'Watch fewer fields.',
	events: ['quotationCreated', 'quotationUpdated', 'quotationStatusChanged'],
	watchLabel: 'Watch Fields',
	list: listWithCustomers,
	fieldsOf: (quotation) => quotation,
	itemOf: ({ record, previousStatus }, triggeredBy) => ({
		...record,
		triggeredBy,
		previousStatus,
		occurredAt: null,
		documentType: 'QUOTATION',
		eventName: null,
		eventId: null,
	}),
};
