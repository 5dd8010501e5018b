import { listHistory } from '../../api/deals';
import { polledEvents } from '../../api/eventKinds';
import { NO_NAMES } from '../../api/names';
import type { HistoryEntry } from '../../api/types';
import { mergedDeals } from '../../deals/history';
import { type Filters, NAMED_FILTERS, type NamedFilter } from '../../deals/filters';
import { resolvedFilters } from '../../deals/namedIds';
import { warn } from '../../transport/hints';
import { joined } from '../../utils/lists';
import { counted } from '../../utils/text';
import { isUuid } from '../../utils/uuid';
import { splitAtCommas } from '../../utils/values';
import type { PollSettings } from '../settings';
import type { Batch, Poll, Source } from '../types';
import { type DealEvent, eventsIn, isStuck } from './events';
import { type DealMemory, isOfHistory, isUnseen, seenChanges } from './memory';
import { readNames } from './names';
import { checkResults, newMarks, notedMarks, readResults } from './results';
import { type Days, isClosed, resolvedDays, stuckDeals } from './stuck';

export const dealSource: Source<DealMemory> = {
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
	kept: DealMemory | undefined,
	emit: readonly string[],
): Promise<Batch> {
	const { source, settings } = poll;
	const { deals, changes, now, incompleteReason } = await readHistory(poll);
	const known = kept && isOfHistory(kept, source, changes) ? kept : undefined;
	const before = known ?? { source, from: now - settings.pastMs, seen: {} };
	// The history of another account is only noted.
	const events = known || !kept ? emit : [];

	const isNew = (change: HistoryEntry) => isUnseen(change, before);
	const changed = events.length > 0 ? deals.filter(({ history }) => history.some(isNew)) : [];
	const results = settings.events.includes('dealClosed') ? readResults(deals, now) : undefined;
	if (results && before.marks === undefined) checkResults(results, deals);
	const marks =
		results && events.includes('dealClosed') ? newMarks(results, before.marks, before.from) : [];
	const stuckBy = (days?: Days) => (days ? stuckDeals(deals, days, before.stuck, now) : []);
	// Stuck deals are found first if that needs no names, because names are read only if something is new.
	const usual = settings.days && usualDays(settings.days);
	const stuckByUsual = usual && stuckBy(usual);
	const hasNews = changed.length + marks.length + (stuckByUsual ?? []).length > 0;
	const { days, ...terms } = await readTerms(poll, known === undefined, hasNews);
	const stuck = stuckByUsual ?? stuckBy(days);
	const namedStatuses = [...terms.filters.toStatusIds, ...Object.keys(days?.byStatus ?? {})];
	const open = stuck.filter((deal) => !isClosed(deal, terms.names, namedStatuses));
	const happened = eventsIn({ changed, marks, stuck: open }, { ...terms, isNew, events });

	const end = endOfBatch(happened, settings.maxItems);
	const postponed = happened.slice(end);
	const postponedMarks = postponed.flatMap(({ mark }) => mark ?? []);
	const memory: DealMemory = {
		source,
		...seenChanges(before, changes, postponed, now),
		// All postponed deals got stuck later.
		stuck: days && { upTo: Math.min(now, (postponed.find(isStuck)?.at ?? Infinity) - 1), days },
		marks: results && notedMarks(results, before.marks, postponedMarks),
	};
	return {
		items: happened.slice(0, end).map(({ item }) => ({ json: item })),
		memory,
		size: `${counted(Object.keys(memory.seen).length)} changes of deals in 24 hours`,
		isFirst: known === undefined,
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

/**
 * Filters and days with IDs. Names are looked up even if nothing is new, so that one that is gone fails the poll. IDs are
 * checked when the workflow is published; the first poll also notes which lists the service offers.
 */
async function readTerms(poll: Poll, isFirst: boolean, hasNews: boolean) {
	const { connection, settings } = poll;
	const { filters, days, recordTypes } = settings;
	const { profileId: companyProfileId } = connection;
	const usual = days && usualDays(days);
	const isAsked = isFirst || poll.isActivation || hasNews || (days && !usual) || namesIn(filters);
	if (!isAsked) {
		return { filters, days: usual, recordTypes, names: NO_NAMES, companyProfileId };
	}
	const found = await readNames(poll, isFirst);
	const onUnknown = (words: string) => warn(connection, words);
	return {
		filters: resolvedFilters(filters, found, onUnknown),
		days: days && resolvedDays(days, found, onUnknown),
		recordTypes,
		names: found.names,
		companyProfileId,
	};
}

/** Whether a filter contains a name, rather than IDs alone. */
const namesIn = (filters: Filters): boolean =>
	(Object.keys(NAMED_FILTERS) as NamedFilter[])
		.flatMap((key) => filters[key].flatMap(splitAtCommas))
		.some((text) => !isUuid(text));

/** Undefined if statuses have days of their own, because the names of these statuses must be looked up first. */
const usualDays = ({ usual, perStatus }: NonNullable<PollSettings['days']>): Days | undefined =>
	perStatus.length === 0 ? { usual, byStatus: {} } : undefined;

/** Keeps deals that got stuck at the same time together, because only that time is remembered. */
function endOfBatch(happened: DealEvent[], maxItems: number): number {
	let end = maxItems;
	const isOfOneTime = () => isStuck(happened[end]) && happened[end].at === happened[end - 1].at;
	while (end < happened.length && isOfOneTime()) end++;
	return end;
}
