import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { counted } from '../../utils/text';
import type { PollSettings } from '../settings';
import type { Batch, Memory, Poll, Source } from '../types';
import { CONTACTS, createdAt, QUOTATIONS, type RecordKind } from './kinds';
import { type ListedRecord, listRecords } from './list';
import { contentHash, differing, entriesIn, type Entry, packed, type RecordMemory } from './memory';

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

/** A record as it is listed, beside what was noted of it. */
interface Compared {
	record: IDataObject;
	hash: string;
	content: string;
	/** Undefined for a new record. */
	noted?: string;
	changedFields: string[];
}

async function readRecords(
	kind: RecordKind,
	poll: Poll,
	memory: Memory | undefined,
	emit: readonly string[],
): Promise<Batch> {
	const { settings, account } = poll;
	const watchFields = settings.watchFields[kind.key];
	const kept = memory as RecordMemory | undefined;
	const { records: listed, incompleteReason } = await listRecords(kind, poll, kept);
	const audienceId = kind === CONTACTS ? settings.audienceId : '';
	const source = [account, audienceId, settings.idField].join(' ');
	const known = kept && isOfList(kept, source, listed) ? kept : undefined;

	const [seen, missing] = [known?.seen, known?.missing].map((all = '') =>
		entriesIn(all, known?.watchFields ?? [], watchFields),
	);
	const compared = comparedWith([...seen, ...missing], kind, watchFields, listed);
	const events = known || !kept ? emit : [];
	const asked = (event: string, all: Compared[]) => (events.includes(event) ? all : []);
	const found = [
		...asked(kind.created, compared.filter(isNew)),
		...asked(
			kind.updated,
			compared.filter(({ changedFields }) => changedFields.length > 0),
		),
	];
	const left = new Set(found.splice(MAX_RECORDS));
	const entries = compared.flatMap((one): Entry[] => {
		if (!left.has(one)) return [one];
		return one.noted === undefined ? [] : [{ hash: one.hash, content: one.noted }];
	});

	const held = new Set(listed.map(({ hash }) => hash));
	const isAbsent = ({ hash }: Entry) => !held.has(hash);
	const showsAbsence = incompleteReason === undefined && listed.length > 0;
	const absent = seen.filter(isAbsent);
	const next: RecordMemory = {
		source: known && listed.length === 0 ? known.source : source,
		watchFields: [...watchFields],
		seen: packed([...(showsAbsence ? [] : absent), ...entries]),
		missing: packed(showsAbsence ? absent : missing.filter(isAbsent)),
	};
	return {
		items: found.map((one) =>
			itemOf(kind, settings, one.record, isNew(one) ? undefined : one.changedFields),
		),
		memory: next,
		size: `${counted(entries.length)} ${kind.key}`,
	};
}

/** @param noted What was noted; two records may share a hash, and then the nearest counts. */
function comparedWith(
	noted: Entry[],
	{ fieldsOf }: RecordKind,
	watchFields: readonly string[],
	listed: ListedRecord[],
): Compared[] {
	const byHash = new Map<string, string[]>();
	for (const { hash, content } of noted) byHash.set(hash, [...(byHash.get(hash) ?? []), content]);
	return listed.map(({ hash, record }) => {
		const content = watchFields.length > 0 ? contentHash(fieldsOf(record), watchFields) : '';
		const [nearest] = (byHash.get(hash) ?? [])
			.map((before) => ({ noted: before, changedFields: differing(watchFields, before, content) }))
			.sort((a, b) => a.changedFields.length - b.changedFields.length);
		return { record, hash, content, ...(nearest ?? { changedFields: [] }) };
	});
}

const isNew = ({ noted }: Compared): boolean => noted === undefined;

/** @param changedFields Undefined for a new record. */
const itemOf = (
	{ shown, created, updated }: RecordKind,
	settings: PollSettings,
	record: IDataObject,
	changedFields?: string[],
): INodeExecutionData => {
	const event = changedFields ? { triggeredBy: updated, changedFields } : { triggeredBy: created };
	return { json: { ...shown(record, settings), ...event } };
};

/** Rule 4. Among many a hash may equal another by chance. */
function isOfList(kept: RecordMemory, source: string, listed: ListedRecord[]): boolean {
	if (kept.source === source || listed.length === 0) return true;
	const entries = [kept.seen, kept.missing].flatMap((all) => entriesIn(all, kept.watchFields, []));
	const known = new Set(entries.map(({ hash }) => hash));
	return listed.filter(({ hash }) => known.has(hash)).length > listed.length / 1000;
}

async function sampleRecords(
	kind: RecordKind,
	poll: Poll,
	events: readonly string[],
): Promise<INodeExecutionData[]> {
	const { settings } = poll;
	const { records } = await listRecords(kind, poll, undefined);
	const inTime = records
		.map(({ record }) => ({ record, at: createdAt(record) }))
		.sort((a, b) => a.at - b.at);
	const samples = (event: string, changedFields?: string[]) =>
		events.includes(event)
			? inTime.map(({ record }) => itemOf(kind, settings, record, changedFields))
			: [];
	return [...samples(kind.created), ...samples(kind.updated, settings.watchFields[kind.key])];
}
