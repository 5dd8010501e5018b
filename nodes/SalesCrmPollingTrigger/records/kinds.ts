import type { IDataObject } from 'n8n-workflow';

import { listContacts, simplifyContact } from '../../api/contacts';
import { listQuotations } from '../../api/quotations';
import type { ListOptions } from '../../pagination/list';
import type { Connection } from '../../transport/connection';
import { epochMs } from '../../utils/dates';
import { textOf } from '../../utils/text';
import type { PollSettings } from '../settings';

/** Of contacts or quotations, what differs. */
export interface RecordKind {
	/** In words, too, such as "contacts". */
	key: string;
	label: string;
	created: string;
	/** Empty where changes are not told. */
	updated: string;
	idFields: readonly string[];
	list(
		connection: Connection,
		settings: PollSettings,
		options: ListOptions,
	): AsyncGenerator<IDataObject[]>;
	shown(record: IDataObject, settings: PollSettings): IDataObject;
}

export const CONTACTS: RecordKind = {
	key: 'contacts',
	label: 'Contacts',
	created: 'contactCreated',
	updated: '',
	idFields: ['id', '_id', 'uuid', 'contactId', 'contact_id'],
	list: (connection, { audienceId }, options) => listContacts(connection, audienceId, options),
	shown: (record, { simplify }) => (simplify ? simplifyContact(record) : record),
};

export const QUOTATIONS: RecordKind = {
	key: 'quotations',
	label: 'Quotations',
	created: 'quotationCreated',
	updated: 'quotationUpdated',
	idFields: ['id', '_id', 'uuid', 'quotationId', 'quotation_id'],
	list: (connection, _settings, options) => listQuotations(connection, options),
	shown: (record) => record,
};

const CREATED_FIELD = /^(created|date_?created|creation|time_?stamp|date$)/i;

/** When a record was made, in milliseconds; 0 where none of its fields says so. */
export function createdAt(record: IDataObject): number {
	const name = Object.keys(record).find((one) => CREATED_FIELD.test(one)) ?? '';
	const value = record[name];
	return (typeof value === 'number' ? epochMs(value) : Date.parse(textOf(value))) || 0;
}
