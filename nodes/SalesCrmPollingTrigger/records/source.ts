import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { counted } from '../../utils/text';
import type { PollSettings } from '../settings';
import type { Batch, Memory, Poll, Source } from '../types';
import { CONTACTS, createdAt, QUOTATIONS, type RecordKind } from './kinds';
import { listRecords } from './list';
import { differing, entriesIn, entryOf, idHashOf, type RecordMemory } from './memory';

/**
 * What is new in a list of records, and which of them changed in the watched fields.
 *
 * 1. New is a record whose id was not seen. Changed is a seen one of which a watched field differs from what was noted.
 *    A field that was not watched before is noted at the next poll.
 * 2. 1,000 are handed out at a time, new ones before changed ones, in the list's order. What is left stays as it was
 *    noted, and comes with the next poll.
 * 3. A record is forgotten after it was absent from two complete lists in a row that held others. A list that may lack
 *    records hands out what is new, and forgets nothing.
 * 4. Another account, audience or ID field is another list only where nothing of it was seen: then what exists is noted.
 */

const MAX_RECORDS = 1000;

const recordSource = (kind: RecordKind): Source => ({
	...kind,
	events: [kind.created, kind.updated],
	read: async (poll, memory, emit) => await readRecords(kind, poll, memory, emit),
	sample: async (poll, events) => await sampleRecords(kind, poll, events),
});

export const contactSource = recordSource(CONTACTS);
export const quotationSource = recordSource(QUOTATIONS);

async function readRecords(
	kind: RecordKind,
	poll: Poll,
	memory: Memory | undefined,
	emit: readonly string[],
): Promise<Batch> {
	const { settings, account } = poll;
	const watchFields = settings.watchFields[kind.key];
	const kept = memory as RecordMemory | undefined;
	const { records, incompleteReason } = await listRecords(kind, poll, kept);
	const listed = [...records].map(([id, record]) => ({
		record,
		entry: entryOf(id, watchFields.length > 0 ? kind.fieldsOf(record) : {}, watchFields),
	}));
	const held = new Set(listed.map(({ entry }) => idHashOf(entry)));
	const audienceId = kind === CONTACTS ? settings.audienceId : '';
	const source = [account, audienceId, settings.idField].join(' ');
	const known = kept && isOfList(kept, source, held) ? kept : undefined;

	const [seen, missing] = [known?.seen, known?.missing].map((all = '') =>
		entriesIn(all, known?.watchFields ?? [], watchFields),
	);
	const compared = comparedWith([...seen, ...missing], watchFields, listed);
	const events = known || !kept ? emit : [];
	const isNew = ({ noted }: Compared) => noted === undefined;
	const isChanged = ({ changedFields }: Compared) => changedFields.length > 0;
	const found = [
		...(events.includes(kind.created) ? compared.filter(isNew) : []),
		...(events.includes(kind.updated) ? compared.filter(isChanged) : []),
	];
	const left = new Set(found.splice(MAX_RECORDS));
	const entries = compared.flatMap((one) => (left.has(one) ? (one.noted ?? []) : one.entry));

	const isAbsent = (entry: string) => !held.has(idHashOf(entry));
	const showsAbsence = incompleteReason === undefined && listed.length > 0;
	const absent = seen.filter(isAbsent);
	const next: RecordMemory = {
		source: known && listed.length === 0 ? known.source : source,
		watchFields: [...watchFields],
		seen: [...(showsAbsence ? [] : absent), ...entries].join(''),
		missing: (showsAbsence ? absent : missing.filter(isAbsent)).join(''),
	};
	return {
		items: found.map((one) =>
			itemOf(kind, settings, one.record, isNew(one) ? undefined : one.changedFields),
		),
		memory: next,
		size: `${counted(entries.length)} ${kind.key}`,
	};
}

interface Listed {
	record: IDataObject;
	entry: string;
}

interface Compared extends Listed {
	/** Undefined for a new record. */
	noted?: string;
	changedFields: string[];
}

/** Each beside what was noted of it: of entries with one hash the nearest. */
function comparedWith(
	noted: string[],
	watchFields: readonly string[],
	listed: Listed[],
): Compared[] {
	const byHash = new Map<string, string[]>();
	for (const one of noted) byHash.set(idHashOf(one), [...(byHash.get(idHashOf(one)) ?? []), one]);
	return listed.map(({ record, entry }) => {
		const [nearest = { changedFields: [] }] = (byHash.get(idHashOf(entry)) ?? [])
			.map((before) => ({ noted: before, changedFields: differing(watchFields, before, entry) }))
			.sort((a, b) => a.changedFields.length - b.changedFields.length);
		return { record, entry, ...nearest };
	});
}

/** @param changedFields Undefined for a new record. */
function itemOf(
	{ shown, created, updated }: RecordKind,
	settings: PollSettings,
	record: IDataObject,
	changedFields?: string[],
): INodeExecutionData {
	const event = changedFields ? { triggeredBy: updated, changedFields } : { triggeredBy: created };
	return { json: { ...shown(record, settings), ...event } };
}

/** Rule 4. Among many a hash may equal another by chance. */
function isOfList(kept: RecordMemory, source: string, held: Set<string>): boolean {
	if (kept.source === source || held.size === 0) return true;
	const known = [kept.seen, kept.missing].flatMap((all) => entriesIn(all, kept.watchFields, []));
	return known.filter((hash) => held.has(hash)).length > held.size / 1000;
}

async function sampleRecords(
	kind: RecordKind,
	poll: Poll,
	events: readonly string[],
): Promise<INodeExecutionData[]> {
	const { settings } = poll;
	const { records } = await listRecords(kind, poll, undefined);
	const inTime = [...records.values()]
		.map((record) => ({ record, at: createdAt(record) }))
		.sort((a, b) => a.at - b.at);
	const samples = (event: string, changedFields?: string[]) =>
		events.includes(event)
			? inTime.map(({ record }) => itemOf(kind, settings, record, changedFields))
			: [];
	return [...samples(kind.created), ...samples(kind.updated, settings.watchFields[kind.key])];
}
