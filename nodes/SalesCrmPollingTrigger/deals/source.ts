import { listHistory } from '../../api/deals';
import { polledEvents } from '../../api/eventKinds';
import type { HistoryEntry } from '../../api/types';
import { mergedDeals } from '../../deals/history';
import { NAMED_FILTERS, type NamedFilter } from '../../deals/filters';
import { resolvedFilters } from '../../deals/namedIds';
import { warn } from '../../transport/hints';
import { joined } from '../../utils/lists';
import { counted } from '../../utils/text';
import { isUuid } from '../../utils/uuid';
import { splitAtCommas } from '../../utils/values';
import type { PollSettings } from '../settings';
import type { News, Poll, PolledSource } from '../types';
import { type DealEvent, eventsIn, isStuck } from './events';
import { type DealMemory, isOfHistory, isUnseen, seenChanges } from './memory';
import { readNames } from './names';
import { checkMarksAreShown, newMarks, notedMarks, readResults } from './results';
import { type Days, resolvedDays, stuckDeals } from './stuck';

export const dealSource: PolledSource<DealMemory> = {
	key: 'deals',
	label: 'Deal history',
	record: 'deal',
	ifTooLarge:
		'Changes are remembered for 24 hours: after a change of very many deals, publish again a day later.',
	events: [...polledEvents('history'), 'dealStuck'],
	read: readDeals,
};

/** Returns the oldest events first. Events beyond the limit are postponed to the next poll. */
async function readDeals(
	poll: Poll,
	stored: DealMemory | undefined,
	eventsToEmit: readonly string[],
): Promise<News> {
	const { source, settings } = poll;
	const { deals, changes, now, incompleteReason } = await readHistory(poll);
	const previous = stored && isOfHistory(stored, source, changes) ? stored : undefined;
	const start = previous ?? { source, from: now - settings.pastMs, seen: {} };
	// The history of another account is only noted.
	const chosen = previous || !stored ? eventsToEmit : [];

	const isNew = (change: HistoryEntry) => isUnseen(change, start);
	const changed = chosen.length > 0 ? deals.filter(({ history }) => history.some(isNew)) : [];
	const results = settings.events.includes('dealClosed') ? readResults(deals, now) : undefined;
	if (results && start.marks === undefined) checkMarksAreShown(results, deals);
	const marks =
		results && chosen.includes('dealClosed') ? newMarks(results, start.marks, start.from) : [];
	const read = async () => await readTerms(poll, previous === undefined);
	const isAsked = previous === undefined || poll.isActivation || namesSomething(settings);
	const termsOfSettings = isAsked ? await read() : undefined;
	const days = termsOfSettings?.days ?? usualDays(settings);
	const stuck = days ? stuckDeals(deals, days, start.stuck, now) : [];
	const hasNews = changed.length + marks.length + stuck.length > 0;
	const terms = termsOfSettings ?? (hasNews ? await read() : undefined);
	const context = terms && { ...terms, isNew, chosen };
	const events = context ? eventsIn({ changed, marks, stuck }, context) : [];

	const end = endOfBatch(events, settings.maxItems);
	const postponed = events.slice(end);
	const postponedMarks = postponed.flatMap(({ mark }) => mark ?? []);
	const memory: DealMemory = {
		source,
		...seenChanges(start, changes, postponed, now),
		// All postponed deals got stuck later.
		stuck: days && { upTo: Math.min(now, (postponed.find(isStuck)?.at ?? Infinity) - 1), days },
		marks: results && notedMarks(results, start.marks, postponedMarks),
	};
	return {
		items: events.slice(0, end).map(({ item }) => ({ json: item })),
		memory,
		size: `${counted(Object.keys(memory.seen).length)} changes of deals in 24 hours`,
		isFirst: previous === undefined,
		incompleteReason,
	};
}

async function readHistory(poll: Poll) {
	let incompleteReason: string | undefined;
	const onIncomplete = (why: string) => void (incompleteReason = why);
	const { connection, settings } = poll;
	const deals = mergedDeals(await listHistory(connection, settings.requestBody, onIncomplete));
	poll.progress = `${counted(deals.length)} deals`;
	const changes = joined(deals.map(({ history }) => history));
	return { deals, changes, now: Date.now(), incompleteReason };
}

/** Filters and days with IDs. The first poll also notes which lists the service offers. */
async function readTerms(poll: Poll, isFirst: boolean) {
	const { connection, settings } = poll;
	const directory = await readNames(poll, isFirst);
	const onUnknown = (words: string) => warn(connection, words);
	const filters = resolvedFilters(settings.filters, directory, onUnknown);
	const days = settings.days && resolvedDays(settings.days, directory, onUnknown);
	return {
		filters,
		days,
		recordTypes: settings.recordTypes,
		statusesOfSettings: [...filters.toStatusIds, ...Object.keys(days?.byStatus ?? {})],
		names: directory.names,
		companyProfileId: connection.profileId,
	};
}

/** Names are looked up even if nothing is new, so that one that is gone fails the poll; IDs are checked at activation. */
const namesSomething = ({ filters, days }: PollSettings): boolean =>
	(days !== undefined && days.perStatus.length > 0) ||
	(Object.keys(NAMED_FILTERS) as NamedFilter[])
		.flatMap((key) => filters[key].flatMap(splitAtCommas))
		.some((text) => !isUuid(text));

/** Without days of a status, which would have to be looked up. */
const usualDays = ({ days }: PollSettings): Days | undefined =>
	days && { usual: days.usual, byStatus: {} };

/** Keeps deals that got stuck at the same time together, because only that time is remembered. */
function endOfBatch(events: DealEvent[], maxItems: number): number {
	let end = maxItems;
	const isOfOneTime = () => isStuck(events[end]) && events[end].at === events[end - 1].at;
	while (end < events.length && isOfOneTime()) end++;
	return end;
}
