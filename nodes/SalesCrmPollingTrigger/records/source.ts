import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { counted } from '../../utils/text';
import type { PollSettings } from '../settings';
import type { Batch, Poll, Source } from '../types';
import { CONTACTS, createdAt, QUOTATIONS, type RecordKind } from './kinds';
import { type ListedRecord, listRecords } from './list';
import {
	contentHash,
	differing,
	entriesIn,
	type Entry,
	loadRecordMemory,
	packed,
	type RecordMemory,
} from './memory';

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
	sample: async (poll, events, count) => await sampleRecords(kind, poll, events, count),
});

export const contactSource = recordSource(CONTACTS);
export const quotationSource = recordSource(QUOTATIONS);

async function readRecords(
	kind: RecordKind,
	poll: Poll,
	stored: IDataObject | undefined,
	emit: readonly string[],
): Promise<Batch> {
	const { settings, account } = poll;
	const watchFields = settings.watchFields[kind.key];
	const kept = loadRecordMemory(stored);
	const { records: listed, incompleteReason } = await listRecords(kind, poll, kept);
	const source = [account, kind === CONTACTS ? settings.audienceId : '', settings.idField].join(
		' ',
	);
	const known = kept && isOfList(kept, source, listed) ? kept : undefined;
	const events = known || !stored ? emit : [];

	const [seen, missing] = [known?.seen, known?.missing].map((all = '') =>
		entriesIn(all, known?.watchFields ?? [], watchFields),
	);
	const notedBefore = contentsByHash([...seen, ...missing]);
	const compared = listed.map(({ hash, record }) => {
		const content = watchFields.length > 0 ? contentHash(kind.fieldsOf(record), watchFields) : '';
		return { record, hash, content, ...comparedWith(notedBefore.get(hash), content, watchFields) };
	});
	const found = [
		...(events.includes(kind.created) ? compared.filter(({ noted }) => noted === undefined) : []),
		...(events.includes(kind.updated)
			? compared.filter((one) => one.changedFields.length > 0)
			: []),
	];
	const left = new Set(found.slice(MAX_RECORDS));
	const entries = compared.flatMap(({ hash, content, noted }, n) => {
		if (!left.has(compared[n])) return { hash, content };
		return noted === undefined ? [] : { hash, content: noted };
	});

	const held = new Set(listed.map(({ hash }) => hash));
	const isAbsent = ({ hash }: Entry) => !held.has(hash);
	const showsAbsence = incompleteReason === undefined && listed.length > 0;
	const absent = seen.filter(isAbsent);
	const memory: RecordMemory = {
		source: known && listed.length === 0 ? known.source : source,
		watchFields: [...watchFields],
		seen: packed([...(showsAbsence ? [] : absent), ...entries]),
		missing: packed(showsAbsence ? absent : missing.filter(isAbsent)),
	};
	return {
		items: found
			.slice(0, MAX_RECORDS)
			.map(({ record, noted, changedFields }) =>
				noted === undefined
					? itemOf(kind, settings, record, kind.created)
					: itemOf(kind, settings, record, kind.updated, changedFields),
			),
		memory,
		size: `${counted(entries.length)} ${kind.key}`,
	};
}

/** Two records may share a hash. */
function contentsByHash(entries: Entry[]): Map<string, string[]> {
	const contents = new Map<string, string[]>();
	for (const { hash, content } of entries) {
		const others = contents.get(hash);
		if (others) others.push(content);
		else contents.set(hash, [content]);
	}
	return contents;
}

/** The nearest of what was noted; undefined for a new record. */
function comparedWith(
	noted: string[] | undefined,
	content: string,
	watchFields: readonly string[],
): { noted?: string; changedFields: string[] } {
	const [nearest] = (noted ?? [])
		.map((one) => ({ noted: one, changedFields: differing(watchFields, one, content) }))
		.sort((a, b) => a.changedFields.length - b.changedFields.length);
	return nearest ?? { changedFields: [] };
}

const itemOf = (
	{ shown, updated }: RecordKind,
	settings: PollSettings,
	record: IDataObject,
	event: string,
	changedFields: readonly string[] = [],
): INodeExecutionData => ({
	json: {
		...shown(record, settings),
		triggeredBy: event,
		...(event === updated && { changedFields: [...changedFields] }),
	},
});

/** Rule 4. Among many a hash may equal another by chance. */
function isOfList(kept: RecordMemory, source: string, listed: ListedRecord[]): boolean {
	if (kept.source === source || listed.length === 0) return true;
	const known = contentsByHash(
		[kept.seen, kept.missing].flatMap((all) => entriesIn(all, kept.watchFields, [])),
	);
	return listed.filter(({ hash }) => known.has(hash)).length > listed.length / 1000;
}

async function sampleRecords(
	kind: RecordKind,
	poll: Poll,
	events: readonly string[],
	count: number,
): Promise<INodeExecutionData[]> {
	const { settings } = poll;
	const { records } = await listRecords(kind, poll, undefined);
	const inTime = records
		.map(({ record }) => ({ record, at: createdAt(record) }))
		.sort((a, b) => a.at - b.at)
		.slice(-count);
	return events.flatMap((event) =>
		inTime.map(({ record }) =>
			itemOf(kind, settings, record, event, settings.watchFields[kind.key]),
		),
	);
}
