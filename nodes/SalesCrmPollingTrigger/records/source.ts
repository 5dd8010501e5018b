import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Source, SourceBefore, SourceContext, SourcePoll } from '../poll';
import type { PollSettings } from '../settings';
import { CONTACTS, createdAt, QUOTATIONS, type RecordKind } from './kinds';
import { type ListedRecord, listRecords } from './list';
import {
	contentHash,
	contentsById,
	entriesIn,
	idOfEntry,
	loadRecordMemory,
	type RecordMemory,
	WAITING,
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
 */

const MAX_RECORDS = 1000;

const recordSource = (kind: RecordKind): Source => ({
	key: kind.key,
	label: kind.label,
	events: [kind.created, kind.updated].filter((event) => event !== ''),
	read: async (context, before) => await readRecords(kind, context, before),
	sample: async (context, events, count) => await sampleRecords(kind, context, events, count),
});

export const contactSource = recordSource(CONTACTS);
export const quotationSource = recordSource(QUOTATIONS);

async function readRecords(
	kind: RecordKind,
	context: SourceContext,
	before: SourceBefore,
): Promise<SourcePoll> {
	const { connection, settings } = context;
	const { watchFields, audienceId, idField } = settings;
	const isFirst = before.memory === undefined;
	const { records: listed, incompleteReason } = await listRecords(kind, context, isFirst);
	const source = [connection.baseUrl, connection.profileId ?? '', audienceId, idField].join(' ');
	const kept = loadRecordMemory(before.memory);
	const known = kept && isOfList(kept, source, listed) ? kept : undefined;
	const telling = known || isFirst ? before.telling : [];
	const isWatched = known?.watchFields.join() === watchFields.join();

	const [seen, missing] = [entriesIn(known?.seen), entriesIn(known?.missing)];
	const contents = contentsById(seen, missing);
	const fresh: Place[] = [];
	const changed: Place[] = [];
	const entries = listed.map(({ hash, record }, place) => {
		const content = contentHash(record, watchFields);
		const noted = contents.get(hash);
		if (noted === undefined) fresh.push({ place, event: kind.created });
		else if (isWatched && !noted.includes(content)) changed.push({ place, event: kind.updated });
		return hash + content;
	});
	const found = [...fresh, ...changed].filter(({ event }) => telling.includes(event));
	const told = found.slice(0, MAX_RECORDS);
	for (const { place, event } of found.slice(MAX_RECORDS)) {
		entries[place] = event === kind.created ? '' : listed[place].hash + WAITING;
	}

	const held = new Set(listed.map(({ hash }) => hash));
	const isAbsent = (entry: string) => !held.has(idOfEntry(entry));
	const tellsAbsence = incompleteReason === undefined && listed.length > 0;
	const absent = seen.filter(isAbsent);
	const memory: RecordMemory = {
		source: known && listed.length === 0 ? known.source : source,
		watchFields,
		seen: [...(tellsAbsence ? [] : absent), ...entries].join(''),
		missing: (tellsAbsence ? absent : missing.filter(isAbsent)).join(''),
	};
	const items = told.map(({ place, event }) => itemOf(kind, settings, listed[place].record, event));
	return { items, memory: { ...memory } };
}

/** Something to hand out, by its place in the list. */
interface Place {
	place: number;
	event: string;
}

const itemOf = (
	{ shown }: RecordKind,
	settings: PollSettings,
	record: IDataObject,
	event: string,
): INodeExecutionData => ({ json: { ...shown(record, settings), triggeredBy: event } });

/**
 * Another service, profile, audience or ID field is another list only where nothing of it was seen. Among
 * many a hash may equal another by chance.
 */
function isOfList(kept: RecordMemory, source: string, listed: ListedRecord[]): boolean {
	if (kept.source === source || listed.length === 0) return true;
	const known = contentsById(entriesIn(kept.seen), entriesIn(kept.missing));
	return listed.filter(({ hash }) => known.has(hash)).length > listed.length / 1000;
}

async function sampleRecords(
	kind: RecordKind,
	context: SourceContext,
	events: readonly string[],
	count: number,
): Promise<INodeExecutionData[]> {
	const { records } = await listRecords(kind, context, true);
	const inTime = records
		.map(({ record }) => ({ record, at: createdAt(record) }))
		.sort((a, b) => a.at - b.at)
		.slice(-count);
	return events.flatMap((event) =>
		inTime.map(({ record }) => itemOf(kind, context.settings, record, event)),
	);
}
