import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { listContacts, simplifyContact } from '../../api/contacts';
import { listQuotations } from '../../api/quotations';
import type { ListOptions } from '../../pagination/list';
import type { Connection } from '../../transport/connection';
import { warn } from '../../transport/hints';
import { UserError } from '../../utils/userError';
import type { Sample, Source, SourceBefore, SourceContext, SourcePoll } from '../poll';
import type { RecordSettings } from '../settings';
import { fieldsSeen, type ListedRecord, type RecordList, recordsById } from './ids';
import {
	entriesIn,
	entryOf,
	idHash,
	idOfEntry,
	loadRecordMemory,
	type RecordMemory,
	waitingEntry,
} from './memory';

/**
 * What is new in a list of records, and which of them changed in the watched fields.
 *
 * 1. New is a record whose id was not seen. Changed is a seen one of which a watched field differs from
 *    what was noted. Where other fields are watched, they are noted at the next poll.
 * 2. 1,000 are handed out at a time, new ones before changed ones, in the list's order. What is left is
 *    not noted, and comes with the next poll.
 * 3. A record is forgotten after it was absent from two complete lists in a row that held others. A list
 *    that may lack records hands out what is new, and forgets nothing.
 * 4. Where the first list may lack records, it is read once more, and both count: what it lacks would
 *    come as new later, records of years.
 */

/** Of contacts or quotations, what differs. */
interface Kind {
	key: string;
	/** Such as "contacts". */
	what: string;
	idFields: readonly string[];
	list(
		connection: Connection,
		settings: RecordSettings,
		options: ListOptions,
	): AsyncGenerator<IDataObject[]>;
	shown(record: IDataObject, settings: RecordSettings): IDataObject;
	/** Fields that tell when a record was made. */
	createdFields: readonly string[];
}

const CONTACTS: Kind = {
	key: 'contacts',
	what: 'contacts',
	idFields: ['id', '_id', 'uuid', 'contactId', 'contact_id'],
	list: (connection, { audienceId }, options) => listContacts(connection, audienceId, options),
	shown: (record, { simplify }) => (simplify ? simplifyContact(record) : record),
	createdFields: ['time_stamp'],
};

const QUOTATIONS: Kind = {
	key: 'quotations',
	what: 'quotations',
	idFields: ['id', '_id', 'uuid', 'quotationId', 'quotation_id'],
	list: (connection, _settings, options) => listQuotations(connection, options),
	shown: (record) => record,
	createdFields: [],
};

export const contactSource = (events: readonly string[]) => recordSource(CONTACTS, events);
export const quotationSource = (events: readonly string[]) => recordSource(QUOTATIONS, events);

const recordSource = (kind: Kind, events: readonly string[]): Source => ({
	key: kind.key,
	label: kind.what === 'contacts' ? 'Contacts' : 'Quotations',
	events,
	read: async (context, before) => await readRecords(kind, context, before),
	sample: async (context, chosen) => await sampleRecords(kind, context, chosen),
});

const MAX_RECORDS = 1000;

async function readRecords(
	kind: Kind,
	context: SourceContext,
	before: SourceBefore,
): Promise<SourcePoll> {
	const { connection, settings } = context;
	const { watchFields, idField } = settings.records;
	const isFirst = before.memory === undefined;
	const { listed, incompleteReason } = await listRecords(kind, context, isFirst);
	const { baseUrl, profileId } = connection;
	const audience = kind === CONTACTS ? settings.records.audienceId : '';
	const source = [baseUrl, profileId ?? '', audience, idField].join(' ');
	const kept = loadRecordMemory(before.memory);
	const hashes = listed.map(({ id }) => idHash(id));
	const known = kept && isOfList(kept, source, hashes) ? kept : undefined;
	const telling = known || isFirst ? before.telling : [];

	const seen = entriesIn(known?.seen ?? '');
	const missing = entriesIn(known?.missing ?? '');
	const entries = new Set([...seen, ...missing]);
	const ids = new Set([...seen, ...missing].map(idOfEntry));
	const isWatched = known?.watchFields.join() === watchFields.join();
	const now = listed.map(({ record }, n) => entryOf(hashes[n], record, watchFields));
	return undefined as unknown as SourcePoll;
}
