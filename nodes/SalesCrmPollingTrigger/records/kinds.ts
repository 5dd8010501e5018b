import type { IDataObject } from 'n8n-workflow';

import { listContacts, simplifyContact } from '../../api/contacts';
import { listQuotationItems } from '../../api/quotations';
import type { ListOptions } from '../../pagination/list';
import { sentMs } from '../../utils/dates';
import type { Poll, Source } from '../types';

/** Of contacts or quotations, what differs. */
export interface RecordKind extends Omit<Source, 'read' | 'sample'> {
	/** In words, too, such as "contacts". */
	key: 'contacts' | 'quotations';
	/** That it was created, and that it was updated. */
	events: readonly [string, string];
	/** The field in which people choose what is watched, as the editor names it. */
	watchLabel: string;
	list(poll: Poll, options: ListOptions): AsyncGenerator<IDataObject[]>;
	/** The fields that people know, and may watch. */
	fieldsOf(record: IDataObject): IDataObject;
}

export const CONTACTS: RecordKind = {
	key: 'contacts',
	label: 'Contacts',
	record: 'contact',
	ifTooLarge: 'Choose a smaller audience, or watch fewer fields.',
	events: ['contactCreated', 'contactUpdated'],
	watchLabel: 'Watch Contact Fields',
	list: ({ connection, audienceId }, options) => listContacts(connection, audienceId, options),
	fieldsOf: simplifyContact,
};

export const QUOTATIONS: RecordKind = {
	key: 'quotations',
	label: 'Quotations',
	record: 'quotation',
	ifTooLarge: 'Watch fewer fields.',
	events: ['quotationCreated', 'quotationUpdated'],
	watchLabel: 'Watch Fields',
	list: ({ connection }, options) => listQuotationItems(connection, options),
	fieldsOf: (record) => record,
};

const CREATED_FIELD = /^(created|date_?created|creation|time_?stamp|date$)/i;

/** When a record was made, in milliseconds; 0 where none of its fields says so. */
export function createdAt(record: IDataObject): number {
	const name = Object.keys(record).find((one) => CREATED_FIELD.test(one)) ?? '';
	return sentMs(record[name]) || 0;
}
