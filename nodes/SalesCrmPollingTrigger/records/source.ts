import { inOrderOf, isChosen } from '../../utils/lists';
import { counted, textOf } from '../../utils/text';
import type { PollSettings } from '../settings';
import type { News, Poll, PolledSource } from '../types';
import { CONTACTS, RECORD_KINDS, type RecordKind } from './kinds';
import { listRecords } from './list';
import {
	compareRecords,
	type Compared,
	isOfList,
	notedIn,
	type RecordMemory,
	remembered,
} from './memory';

export const recordSources = RECORD_KINDS.map(
	(kind): PolledSource<RecordMemory> => ({
		...kind,
		events: Object.values(kind.events),
		read: async (...poll) => await readRecords(kind, ...poll),
	}),
);

async function readRecords(
	kind: RecordKind,
	poll: Poll,
	stored: RecordMemory | undefined,
	eventsToEmit: readonly string[],
): Promise<News> {
	const { settings, audienceId } = poll;
	const listing = await listRecords(kind, poll, stored);
	const { records, complete, incompleteReason, byOverview } = listing;
	const source = [poll.source, kind === CONTACTS ? audienceId : '', settings.idField].join(' ');
	const previous = stored && isOfList(stored, source, [...records.keys()]) ? stored : undefined;

	const entries = notedIn(previous, notedFields(kind, settings));
	const compared = compareRecords(records, entries, kind.fieldsOf);
	const listed = settings.isTest ? asSamples(kind, compared, entries.watchFields) : compared;
	// The list of another account is only noted.
	const events = recordEvents(kind, settings, listed, previous || !stored ? eventsToEmit : []);
	// A record with an event beyond the limit stays noted as it was, so the next poll emits it.
	const postponed = new Set(events.slice(settings.maxItems).map(({ one }) => one));
	const emitted = events.filter(({ one }) => !postponed.has(one));
	await complete?.(emitted.map(({ one }) => one.record));
	const isComplete = incompleteReason === undefined;
	const memory: RecordMemory = {
		source,
		byOverview,
		...remembered(entries, compared, postponed, isComplete),
	};
	return {
		items: emitted.map(({ one, triggeredBy, changedFields }) => ({
			json: { ...kind.itemOf(one, triggeredBy, poll), ...(changedFields && { changedFields }) },
		})),
		memory,
		size: `${counted(records.size)} ${kind.key}`,
		isFirst: previous === undefined,
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
function recordEvents(
	{ key, events: { created, updated, statusChanged } }: RecordKind,
	{ watchFields, documentStatuses }: PollSettings,
	listed: Compared[],
	eventsToEmit: readonly string[],
): RecordEvent[] {
	const found = listed.flatMap((one) => {
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
	return found
		.filter(({ triggeredBy }) => eventsToEmit.includes(triggeredBy))
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
