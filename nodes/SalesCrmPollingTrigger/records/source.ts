import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { counted } from '../../utils/text';
import type { PollSettings } from '../settings';
import type { Batch, Memory, Poll, Source } from '../types';
import { CONTACTS, createdAt, QUOTATIONS, type RecordKind } from './kinds';
import { listRecords } from './list';
import { differing, entriesIn, entryOf, idHash, idOf, type RecordMemory } from './memory';

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
	const held = new Set([...records.keys()].map(idHash));
	const audienceId = kind === CONTACTS ? poll.audienceId : '';
	const source = [account, audienceId, settings.idField].join(' ');
	const known = kept && isOfList(kept, source, held) ? kept : undefined;

	const [seen, missing] = [known?.seen, known?.missing].map((all = '') =>
		entriesIn(all, known?.watchFields ?? [], watchFields),
	);
	const nearest = nearestOf([...seen, ...missing], watchFields);
	const compared = [...records].map(([id, record]) => {
		const fields = watchFields.length > 0 ? kind.fieldsOf(record) : {};
		const entry = entryOf(id, fields, watchFields);
		return { record, entry, ...nearest(entry) };
	});
	const [created, updated] = kind.events.map((event) => (known || !kept) && emit.includes(event));
	const found = [
		...(created ? compared.filter(({ noted }) => !noted) : []),
		...(updated ? compared.filter(({ changedFields }) => changedFields.length > 0) : []),
	];
	const left = new Set(found.splice(MAX_RECORDS));
	const entries = compared.flatMap((one) => (left.has(one) ? (one.noted ?? []) : one.entry));

	const isAbsent = (entry: string) => !held.has(idOf(entry));
	const showsAbsence = incompleteReason === undefined && held.size > 0;
	const absent = seen.filter(isAbsent);
	const next: RecordMemory = {
		source: known && held.size === 0 ? known.source : source,
		watchFields: [...watchFields],
		seen: [...(showsAbsence ? [] : absent), ...entries].join(''),
		missing: (showsAbsence ? absent : missing.filter(isAbsent)).join(''),
	};
	return {
		items: found.map(({ record, noted, changedFields }) =>
			itemOf(kind, settings, record, noted ? changedFields : undefined),
		),
		memory: next,
		size: `${counted(entries.length)} ${kind.key}`,
		isFirst: known === undefined,
		incompleteReason,
	};
}

/** Gives what was noted of an entry: of those with one hash the nearest. Undefined for a new record. */
function nearestOf(all: string[], watchFields: readonly string[]) {
	const byHash = new Map<string, string[]>();
	for (const one of all) byHash.set(idOf(one), [...(byHash.get(idOf(one)) ?? []), one]);
	return (entry: string): { noted?: string; changedFields: string[] } => {
		const [nearest = { changedFields: [] }] = (byHash.get(idOf(entry)) ?? [])
			.map((noted) => ({ noted, changedFields: differing(watchFields, noted, entry) }))
			.sort((a, b) => a.changedFields.length - b.changedFields.length);
		return nearest;
	};
}

/** @param changedFields Undefined for a new record. */
function itemOf(
	{ fieldsOf, events: [created, updated] }: RecordKind,
	{ simplify }: PollSettings,
	record: IDataObject,
	changedFields?: string[],
): INodeExecutionData {
	const event = changedFields ? { triggeredBy: updated, changedFields } : { triggeredBy: created };
	return { json: { ...(simplify ? fieldsOf(record) : record), ...event } };
}

/** Rule 4. Among many a hash may equal another by chance. */
function isOfList(kept: RecordMemory, source: string, held: Set<string>): boolean {
	if (kept.source === source || held.size === 0) return true;
	const known = [kept.seen, kept.missing].flatMap((all) => entriesIn(all, kept.watchFields, []));
	return known.filter((hash) => held.has(hash)).length > held.size / 1000;
}

async function sampleRecords(kind: RecordKind, poll: Poll, events: readonly string[]) {
	const { settings } = poll;
	const { records, incompleteReason } = await listRecords(kind, poll, undefined);
	const inTime = [...records.values()]
		.map((record) => ({ record, at: createdAt(record) }))
		.sort((a, b) => a.at - b.at);
	const watchFields = settings.watchFields[kind.key];
	const items = [undefined, watchFields].flatMap((changedFields, place) =>
		events.includes(kind.events[place])
			? inTime.map(({ record }) => itemOf(kind, settings, record, changedFields))
			: [],
	);
	return { items, isFirst: true, incompleteReason };
}
