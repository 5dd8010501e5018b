import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { listContacts, simplifyContact } from '../../api/contacts';
import { listQuotations } from '../../api/quotations';
import type { ListOptions } from '../../pagination/list';
import type { Connection } from '../../transport/connection';
import { warn } from '../../transport/hints';
import { epochMs } from '../../utils/dates';
import { textOf } from '../../utils/text';
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
	created: string;
	/** Empty where changes are not told. */
	updated: string;
}

const CONTACTS: Kind = {
	key: 'contacts',
	what: 'contacts',
	idFields: ['id', '_id', 'uuid', 'contactId', 'contact_id'],
	list: (connection, { audienceId }, options) => listContacts(connection, audienceId, options),
	shown: (record, { simplify }) => (simplify ? simplifyContact(record) : record),
	created: 'contactCreated',
	updated: '',
};

const QUOTATIONS: Kind = {
	key: 'quotations',
	what: 'quotations',
	idFields: ['id', '_id', 'uuid', 'quotationId', 'quotation_id'],
	list: (connection, _settings, options) => listQuotations(connection, options),
	shown: (record) => record,
	created: 'quotationCreated',
	updated: 'quotationUpdated',
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
const PAGES_IN_FLIGHT = 5;

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
	const known = kept && isOfList(kept, source, listed) ? kept : undefined;
	const telling = known || isFirst ? before.telling : [];
	const isWatched = known?.watchFields.join() === watchFields.join();

	const remembered = [...entriesIn(known?.seen), ...entriesIn(known?.missing)];
	const unchanged = new Set(remembered);
	const ids = new Set(remembered.map(idOfEntry));
	const fresh: Fresh[] = [];
	const changed: Fresh[] = [];
	const entries = listed.map(({ hash, record }, place) => {
		const entry = entryOf(hash, record, watchFields);
		if (!ids.has(hash)) fresh.push({ place, event: kind.created });
		else if (isWatched && !unchanged.has(entry)) changed.push({ place, event: kind.updated });
		return entry;
	});
	const found = [...fresh, ...changed].filter(({ event }) => telling.includes(event));
	const told = found.slice(0, MAX_RECORDS);
	for (const { place, event } of found.slice(MAX_RECORDS)) {
		entries[place] = event === kind.created ? '' : waitingEntry(listed[place].hash);
	}

	const held = new Set(listed.map(({ hash }) => hash));
	const isAbsent = (entry: string) => !held.has(idOfEntry(entry));
	const tellsAbsence = incompleteReason === undefined && listed.length > 0;
	const absent = entriesIn(known?.seen).filter(isAbsent);
	const absentBefore = entriesIn(known?.missing).filter(isAbsent);
	const memory: RecordMemory = {
		source: known && listed.length === 0 ? known.source : source,
		watchFields,
		seen: [...(tellsAbsence ? [] : absent), ...entries].join(''),
		missing: (tellsAbsence ? absent : absentBefore).join(''),
	};
	const items = told.map(({ place, event }) => itemOf(kind, settings, listed[place].record, event));
	return { items, memory: { ...memory } };
}

/** Something to hand out, by its place in the list. */
interface Fresh {
	place: number;
	event: string;
}

const itemOf = (
	{ shown }: Kind,
	{ records }: SourceContext['settings'],
	record: IDataObject,
	event: string,
): INodeExecutionData => ({ json: { ...shown(record, records), triggeredBy: event } });

/** Another service, profile, audience or ID field is another list only where nothing of it was seen. */
function isOfList(kept: RecordMemory, source: string, listed: HashedRecord[]): boolean {
	if (kept.source === source || listed.length === 0) return true;
	const ids = new Set([...entriesIn(kept.seen), ...entriesIn(kept.missing)].map(idOfEntry));
	return listed.some(({ hash }) => ids.has(hash));
}

interface HashedRecord extends ListedRecord {
	hash: string;
}

/** @throws UserError where the records cannot be told apart, or nothing is watched. */
async function listRecords(
	kind: Kind,
	context: SourceContext,
	isFirst: boolean,
): Promise<{ listed: HashedRecord[]; incompleteReason: string | undefined }> {
	const { connection, settings } = context;
	const list = await listPages(kind, context);
	const { incompleteReason } = list;
	if (incompleteReason !== undefined) {
		warn(connection, `the list of ${kind.what} may lack some. ${incompleteReason}`);
	}
	checkWatched(kind, settings, list.pages);
	const { idField } = settings.records;
	const idFields = idField === '' ? kind.idFields : [idField, ...kind.idFields];
	const records = recordsById(list.pages, idFields, kind.what, isFirst);
	if (isFirst && incompleteReason !== undefined) {
		const { pages } = await listPages(kind, context);
		const ids = new Set(records.map(({ id }) => id));
		const more = recordsById(pages, idFields, kind.what, false);
		for (const one of more) if (!ids.has(one.id)) records.push(one);
	}
	return {
		listed: records.map(({ id, record }) => ({ id, record, hash: idHash(id) })),
		incompleteReason,
	};
}

async function listPages(
	{ list, what }: Kind,
	{ connection, settings: { records }, run }: SourceContext,
): Promise<RecordList> {
	let incompleteReason: string | undefined;
	const pages: IDataObject[][] = [];
	let count = 0;
	const options: ListOptions = {
		pageSize: records.pageSize,
		concurrency: PAGES_IN_FLIGHT,
		repeats: true,
		onDoubt: (why) => void (incompleteReason = why),
	};
	for await (const page of list(connection, records, options)) {
		pages.push(page);
		count += page.length;
		run.progress = `${count} ${what}`;
	}
	return { pages, incompleteReason };
}

/** Without this, a signed link or a count of days would change every quotation at every poll. */
function checkWatched(
	{ updated, what }: Kind,
	{ events, records: { watchFields } }: SourceContext['settings'],
	pages: IDataObject[][],
): void {
	if (!events.includes(updated)) return;
	const isThere = (name: string) => pages.some((page) => page.some((record) => name in record));
	if (watchFields.length > 0 && (pages.length === 0 || watchFields.some(isThere))) return;
	throw new UserError(
		watchFields.length === 0
			? "'Watch Fields' is empty"
			: `None of the ${what} has a field of 'Watch Fields'`,
		`Choose the fields of which a change starts the workflow. ${fieldsSeen(pages)}`,
	);
}

async function sampleRecords(
	kind: Kind,
	context: SourceContext,
	events: readonly string[],
): Promise<Sample[]> {
	const { listed } = await listRecords(kind, context, true);
	const samples = listed.map(({ record }) => ({ record, at: createdAt(record) }));
	if (samples.some(({ at }) => Number.isNaN(at))) for (const one of samples) one.at = -Infinity;
	samples.sort((a, b) => (a.at === b.at ? 0 : a.at - b.at));
	return samples.flatMap(({ record, at }, place) =>
		// Of changes the newest record is an example.
		events
			.filter((event) => event === events[0] || place === samples.length - 1)
			.map((event) => ({ event, at, item: () => itemOf(kind, context.settings, record, event) })),
	);
}

const CREATED_FIELD = /^(created|date_?created|creation|time_?stamp|date$)/i;

/** When a record was made, in milliseconds; NaN where none of its fields says so. */
function createdAt(record: IDataObject): number {
	const name = Object.keys(record).find((one) => CREATED_FIELD.test(one));
	const value = name === undefined ? undefined : record[name];
	return typeof value === 'number' ? epochMs(value) : Date.parse(textOf(value));
}
