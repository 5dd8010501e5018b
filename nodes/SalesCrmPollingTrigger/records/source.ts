import type { IDataObject } from 'n8n-workflow';

import { counted } from '../../utils/text';
import type { PollSettings } from '../settings';
import type { Batch, Poll, Source } from '../types';
import { CONTACTS, createdAt, QUOTATIONS, type RecordKind } from './kinds';
import { listRecords } from './list';
import { compare, type Compared, isOfList, notedIn, type RecordMemory, remembered } from './memory';

/** What is new in a list of records, and which of them changed in the watched fields. */

const recordSource = (kind: RecordKind): Source<RecordMemory> => ({
	...kind,
	read: async (...poll) => await readRecords(kind, ...poll),
});

export const contactSource = recordSource(CONTACTS);
export const quotationSource = recordSource(QUOTATIONS);

async function readRecords(
	kind: RecordKind,
	poll: Poll,
	kept: RecordMemory | undefined,
	emit: readonly string[],
): Promise<Batch> {
	const { settings, account, audienceId } = poll;
	const watchFields = settings.watchFields[kind.key];
	const { records, incompleteReason } = await listRecords(kind, poll, kept);
	const source = [account, kind === CONTACTS ? audienceId : '', settings.idField].join(' ');
	const known = kept && isOfList(kept, source, [...records.keys()]) ? kept : undefined;

	const before = notedIn(known, watchFields);
	const compared = compare(records, before, watchFields, kind.fieldsOf);
	const listed = settings.isTest ? asSamples(compared, watchFields) : compared;
	// Another list is noted, and starts nothing.
	const happened = known || !kept ? eventsIn(kind, listed, emit) : [];
	// What is beyond the limit is remembered as it was, and comes with the next poll.
	const left = new Set(happened.splice(settings.maxItems).map(({ one }) => one));
	const entries = compared.flatMap((one) => (left.has(one) ? (one.noted ?? []) : one.entry));
	const { seen, missing } = remembered(before, entries, incompleteReason === undefined);
	const memory: RecordMemory = {
		source: known && records.size === 0 ? known.source : source,
		watchFields: [...watchFields],
		seen: seen.join(''),
		missing: missing.join(''),
	};
	return {
		items: happened.map((one) => ({ json: itemOf(kind, settings, one) })),
		memory,
		size: `${counted(entries.length)} ${kind.key}`,
		isFirst: known === undefined,
		incompleteReason,
	};
}

/** New records before changed ones, in the order of the list. */
function eventsIn(
	{ events: [created, updated] }: RecordKind,
	listed: Compared[],
	emit: readonly string[],
) {
	const fresh = listed.filter(({ noted }) => noted === undefined);
	const changed = listed.filter(({ changedFields }) => changedFields.length > 0);
	return [
		...fresh.map((one) => ({ triggeredBy: created, one })),
		...changed.map((one) => ({ triggeredBy: updated, one })),
	].filter(({ triggeredBy }) => emit.includes(triggeredBy));
}

function itemOf(
	{ fieldsOf, events: [, updated] }: RecordKind,
	{ simplify }: PollSettings,
	{ triggeredBy, one: { record, changedFields } }: ReturnType<typeof eventsIn>[number],
): IDataObject {
	const item = simplify ? fieldsOf(record) : record;
	return { ...item, triggeredBy, ...(triggeredBy === updated && { changedFields }) };
}

/** The newest last, each as if all watched fields had changed. */
const asSamples = (compared: Compared[], watchFields: string[]): Compared[] =>
	compared
		.map((one) => ({ ...one, changedFields: watchFields, at: createdAt(one.record) }))
		.sort((a, b) => a.at - b.at);
