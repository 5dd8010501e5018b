import type { EventFilter } from '../api/eventKinds';
import { type CrmEvent, dealOf, documentOf, saysAssignee } from '../api/events';
import type { Names } from '../api/names';
import { NAMED_FILTERS, type NamedFilter } from '../deals/filters';
import { isChosen } from '../utils/lists';
import { isUuid } from '../utils/uuid';
import { splitAtCommas } from '../utils/values';

type FilterKey = Exclude<EventFilter, 'recordTypes'>;

export type EventFilters = Readonly<Record<FilterKey, readonly string[]>>;

/** As the form labels them. */
const FILTER_LABELS: Record<FilterKey, string> = {
	toStatusIds: NAMED_FILTERS.toStatusIds.label,
	fromStatusIds: NAMED_FILTERS.fromStatusIds.label,
	assigneeIds: NAMED_FILTERS.assigneeIds.label,
	pipelineIds: NAMED_FILTERS.pipelineIds.label,
	results: 'Result',
	documentStatuses: 'Document Status',
};

/** The IDs that an entered text stands for; undefined if that is not known. */
export type IdsOf = (kind: keyof Names, text: string) => readonly string[] | undefined;

/** What the names in filters stood for at the publication: IDs by kind and text, in lower case. */
export type FilterNotes = Partial<Record<keyof Names, Record<string, string[]>>>;

export const notedIds =
	(notes: FilterNotes = {}): IdsOf =>
	(kind, text) =>
		notes[kind]?.[text.toLowerCase()];

/**
 * Whether an event passes the filters. `unnamed` if what a name stands for is not known, `unsaid` if the event does not say
 * what the filter asks for.
 */
export interface Verdict {
	is: 'passed' | 'held' | 'unnamed' | 'unsaid';
	/** The label of the filter. */
	by: string;
	kind?: keyof Names;
}

/** The filters that `EVENTS` names for this event. Others become empty, which lets everything pass. */
export function filtersFor({ kind }: CrmEvent, filters: EventFilters): EventFilters {
	const own = Object.entries(filters).map(([key, chosen]) => {
		const looksAtIt = kind?.filters?.includes(key as FilterKey);
		return [key, looksAtIt ? chosen : []];
	});
	return Object.fromEntries(own) as EventFilters;
}

/** What needs no request decides first, so nobody waits for a list if another filter holds the event back. */
export function judge(event: CrmEvent, filters: EventFilters, idsOf: IdsOf): Verdict {
	const verdicts = (Object.keys(filters) as FilterKey[])
		.filter((key) => filters[key].length > 0)
		.map(
			(key): Verdict => ({ by: FILTER_LABELS[key], ...judgeBy(event, key, filters[key], idsOf) }),
		);
	const first = (is: Verdict['is']) => verdicts.find((one) => one.is === is);
	return first('held') ?? first('unsaid') ?? first('unnamed') ?? { is: 'passed', by: '' };
}

function judgeBy(
	event: CrmEvent,
	key: FilterKey,
	entered: readonly string[],
	idsOf: IdsOf,
): Pick<Verdict, 'is' | 'kind'> {
	const deal = dealOf(event);
	const isHeldBack = (isPassed: boolean) => ({ is: isPassed ? 'passed' : 'held' }) as const;
	if (key === 'results') return isHeldBack(isChosen(entered, deal.result));
	if (key === 'documentStatuses') return isHeldBack(isChosen(entered, documentOf(event).status));
	const { kind } = NAMED_FILTERS[key];
	const id = {
		toStatusIds: deal.statusId,
		fromStatusIds: deal.previousStatusId,
		assigneeIds: deal.assigneeId,
		pipelineIds: deal.pipelineId,
	}[key];
	const isUnsaid =
		key === 'toStatusIds' ? id === null : key === 'assigneeIds' && !saysAssignee(event);
	if (isUnsaid) return { is: 'unsaid' };
	if (id === null) return { is: 'held' };
	const ownName = key === 'toStatusIds' ? deal.status : null;
	const standFor = entered.map((text) => standsFor(text, id, ownName, idsOf.bind(null, kind)));
	if (standFor.includes(true)) return { is: 'passed' };
	return standFor.includes(undefined) ? { is: 'unnamed', kind } : { is: 'held' };
}

/**
 * Whether an entered text stands for the record of this ID; undefined if that is not known. A text may be a list with
 * commas, but a name may contain a comma, too.
 * @param ownName The name that the event itself gives it, which counts whatever lists say.
 */
function standsFor(
	text: string,
	id: string,
	ownName: string | null,
	idsOf: (text: string) => readonly string[] | undefined,
): boolean | undefined {
	const parts = splitAtCommas(text);
	if (contains([text, ...parts], id)) return true;
	const ids = idsOf(text);
	const isNamed = ids && contains(ids, id);
	if (ownName === null) return isNamed ?? (parts.every(isUuid) ? false : undefined);
	return contains([text], ownName) || (isNamed !== false && contains(parts, ownName));
}

const contains = (texts: readonly string[], wanted: string): boolean =>
	texts.some((text) => text.trim().toLowerCase() === wanted.trim().toLowerCase());

/** The filters whose texts are names or IDs, with the kind of their names. */
export const namedFilters = (filters: EventFilters) =>
	(['toStatusIds', 'fromStatusIds', 'assigneeIds', 'pipelineIds'] as const satisfies NamedFilter[])
		.filter((key) => filters[key].length > 0)
		.map((key) => ({ ...NAMED_FILTERS[key], entered: filters[key] }));
