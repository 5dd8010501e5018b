import { inOrderOf, isChosen } from '../../utils/lists';
import { counted, textOf } from '../../utils/text';
import type { PollSettings } from '../settings';
import type { Batch, Poll, Source } from '../types';
import { CONTACTS, RECORD_KINDS, type RecordKind } from './kinds';
import { listRecords } from './list';
import { compare, type Compared, isOfList, notedIn, type RecordMemory, remembered } from './memory';

export const recordSources = RECORD_KINDS.map(
	(kind): Source<RecordMemory> => ({
		...kind,
		events: Object.values(kind.events),
		read: async (...poll) => await readRecords(kind, ...poll),
	}),
);

async function readRecords(
	kind: RecordKind,
	poll: Poll,
	kept: RecordMemory | undefined,
	emit: readonly string[],
): Promise<Batch> {
	const { settings, audienceId } = poll;
	const listing = await listRecords(kind, poll, kept);
	const { records, complete, incompleteReason, byOverview } = listing;
	const source = [poll.source, kind === CONTACTS ? audienceId : '', settings.idField].join(' ');
	const known = kept && isOfList(kept, source, [...records.keys()]) ? kept : undefined;

	const before = notedIn(known, notedFields(kind, settings));
	const compared = compare(records, before, kind.fieldsOf);
	const listed = settings.isTest ? asSamples(kind, compared, before.watchFields) : compared;
	// The list of another account is only noted.
	const happened = eventsIn(kind, settings, listed, known || !kept ? emit : []);
	// A record with an event beyond the limit stays noted as it was, so the next poll emits it.
	const postponed = new Set(happened.slice(settings.maxItems).map(({ one }) => one));
	const emitted = happened.filter(({ one }) => !postponed.has(one));
	await complete?.(emitted.map(({ one }) => one.record));
	const isComplete = incompleteReason === undefined;
	const memory: RecordMemory = {
		source,
		byOverview,
		...remembered(before, compared, postponed, isComplete),
	};
	return {
		items: emitted.map(({ one, triggeredBy, changedFields }) => ({
			json: { ...kind.itemOf(one, triggeredBy, poll), ...(changedFields && { changedFields }) },
		})),
		memory,
		size: `${counted(records.size)} ${kind.key}`,
		isFirst: known === undefined,
		incompleteReason,
	};
}

/** The watched fields, and the status if its change is an event. */
function notedFields(
	{ key, events: { statusChanged } }: RecordKind,
	settings: PollSettings,
): readonly string[] {
	const watched = settings.watchFields[key];
	const isNoted = statusChanged !== undefined && settings.events.includes(statusChanged);
	return isNoted ? [...new Set([...watched, 'status'])] : watched;
}

interface RecordEvent {
	one: Compared;
	triggeredBy: string;
	changedFields?: string[];
}

/** New records before changed ones, in the order of the list. */
function eventsIn(
	{ key, events: { created, updated, statusChanged } }: RecordKind,
	{ watchFields, documentStatuses }: PollSettings,
	listed: Compared[],
	emit: readonly string[],
): RecordEvent[] {
	const happened = listed.flatMap((one) => {
		const { record, noted, changedFields: differing } = one;
		const changedFields = differing.filter((field) => watchFields[key].includes(field));
		const isMoved =
			differing.includes('status') && isChosen(documentStatuses, textOf(record.status));
		return [
			...(created && noted === undefined ? [{ one, triggeredBy: created }] : []),
			...(updated && changedFields.length > 0
				? [{ one, triggeredBy: updated, changedFields }]
				: []),
			...(statusChanged && isMoved ? [{ one, triggeredBy: statusChanged }] : []),
		];
	});
	const isCreated = ({ triggeredBy }: RecordEvent) => Number(triggeredBy === created);
	return happened
		.filter(({ triggeredBy }) => emit.includes(triggeredBy))
		.sort((a, b) => isCreated(b) - isCreated(a));
}

/** For a test: in the order of creation, each as if all watched fields had changed. */
function asSamples({ fieldsOf }: RecordKind, compared: Compared[], watchFields: readonly string[]) {
	const dated = compared.map((one) => ({
		...one,
		changedFields: [...watchFields],
		at: textOf(fieldsOf(one.record).createdAt),
	}));
	return inOrderOf(dated, ({ at }) => at);
}
