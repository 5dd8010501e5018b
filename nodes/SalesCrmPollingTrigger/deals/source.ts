import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { listHistory } from '../../api/deals';
import { fetchNames, type FoundNames, type Names } from '../../api/names';
import type { HistoryItem } from '../../api/types';
import type { ChangeFilters } from '../../deals/filters';
import { mergedDeals } from '../../deals/history';
import { namesAnything, resolvedFilters } from '../../deals/namedIds';
import { warn } from '../../transport/hints';
import { HOUR_MS } from '../../utils/dates';
import { joined } from '../../utils/lists';
import { counted } from '../../utils/text';
import { UserError } from '../../utils/userError';
import { DEAL_EVENTS } from '../settings';
import type { Batch, Poll, Source } from '../types';
import { type Days, resolvedDays } from './days';
import { type DealEvent, eventsIn, type News } from './events';
import { changeHash, type DealMemory, hourOf, loadDealMemory, storedDealMemory } from './memory';
import { isDue, notedAfter, presentStay, type Stay, stuckAt } from './stuck';

/**
 * What happened to deals, by the history of all of them.
 *
 * 1. A change is new whose id was not seen, from 24 hours before the mark on: the latest time in the data that is not
 *    more than an hour ahead of our clock. Nothing before that counts, ever.
 * 2. A deal is emitted as stuck at the poll after the time at which it got stuck, where it still is (`stuck.ts`).
 * 3. 1,000 are handed out at a time, oldest first; deals that got stuck at one time are never split. What is left is
 *    not noted, and comes with the next poll.
 * 4. Statuses and users are read where something is emitted. Where filters or days name them, they are read with each
 *    poll: what is unknown fails it, also when it is published. Names in items may be missing.
 * 5. Another service or profile is another history only where nothing of it was seen: then what exists is noted.
 */
export const dealSource: Source = {
	key: 'deals',
	label: 'Deal history',
	record: 'deal',
	ifTooLarge:
		'Changes are remembered for 24 hours: after a change of very many deals, publish again a day later.',
	events: DEAL_EVENTS,
	read: readDeals,
	sample: sampleDeals,
};

const LOOK_BACK_MS = 24 * HOUR_MS;
const MAX_SKEW_MS = HOUR_MS;
const MAX_EVENTS = 1000;

/** Mostly a change can do without names. */
const QUICK_NAMES = { maxAttempts: 2, timeoutMs: 10_000 };

/** One change of a deal. */
interface ListedEntry {
	deal: HistoryItem;
	id: string;
	/** Milliseconds since the Unix epoch. */
	time: number;
}

async function readDeals(
	poll: Poll,
	memory: IDataObject | undefined,
	emit: readonly string[],
): Promise<Batch> {
	const { account: source, settings } = poll;
	const isFirst = memory === undefined;
	const deals = await listDeals(poll, isFirst);
	const now = Date.now();
	const all = entriesOf(deals);
	const kept = loadDealMemory(memory);
	const known = kept && isOfHistory(kept, source, all) ? kept : undefined;
	const events = known || isFirst ? emit : [];
	const next = markOf(all, now) - LOOK_BACK_MS;
	const { from, seen } = known ?? { from: next, seen: new Map<string, number>() };
	const emitFrom = known ? from : now - settings.pastMs;
	const unseen = all.filter(({ id, time }) => time >= emitFrom && !seen.has(changeHash(id)));
	const unseenIds = new Set(unseen.map(({ id }) => id));
	const terms = await readTerms(poll);
	const { days } = terms;
	const noted = known?.stuck ?? (isFirst ? [] : [{ upTo: now, days }]);
	const found = await wantedOf(poll, events, terms, {
		deals: [...new Set(unseen.map(({ deal }) => deal))],
		isNew: (id) => unseenIds.has(id),
		stuck: staysOf(poll, deals).filter((stay) => isDue(stay, days, noted, now)),
	});
	const end = endOfBatch(found);
	const left = found.slice(end);

	const pending = new Set(left.map(({ entryId }) => entryId));
	const oldestPending = left.find(({ entryId }) => entryId !== undefined)?.at ?? Infinity;
	const nextFrom = Math.min(Math.max(from, next), oldestPending);
	for (const { id, time } of all) {
		if (time >= nextFrom && !pending.has(id)) seen.set(changeHash(id), hourOf(time));
	}
	const waitingFrom = left.find(({ entryId }) => entryId === undefined)?.at;
	return {
		items: found.slice(0, end).map(({ item }) => ({ json: item })),
		memory: storedDealMemory({
			source: known && all.length === 0 ? known.source : source,
			from: nextFrom,
			seen,
			stuck: settings.days && notedAfter(noted, days, now, waitingFrom),
		}),
		size: `${counted(seen.size)} changes of deals in 24 hours`,
	};
}

/** @throws UserError where the first history is only a part: the rest would come as new later. */
async function listDeals(poll: Poll, mustBeWhole: boolean): Promise<HistoryItem[]> {
	const { connection, settings } = poll;
	let incompleteReason = '';
	const onIncomplete = (why: string) => void (incompleteReason = why);
	const listed = await listHistory(connection, settings.requestBody, onIncomplete);
	poll.progress = `${counted(listed.length)} deals`;
	if (incompleteReason !== '' && mustBeWhole) {
		throw new UserError('The deal history is incomplete', incompleteReason);
	}
	if (incompleteReason !== '') warn(connection, incompleteReason);
	return mergedDeals(listed);
}

const entriesOf = (deals: HistoryItem[]): ListedEntry[] =>
	joined(
		deals.map((deal) =>
			deal.history.map(({ id, startTimestamp }) => ({ deal, id, time: startTimestamp })),
		),
	);

/** Rule 5. */
const isOfHistory = (
	{ source, seen, from }: DealMemory,
	now: string,
	all: ListedEntry[],
): boolean =>
	source === now ||
	all.length === 0 ||
	all.some(({ id, time }) => time >= from && seen.has(changeHash(id)));

/** Rule 1. Now, where the history is empty: an answer that came so is no reason to hand out the past later. */
function markOf(all: ListedEntry[], now: number): number {
	let mark = -Infinity;
	for (const { time } of all) if (time <= now + MAX_SKEW_MS) mark = Math.max(mark, time);
	return mark === -Infinity ? now : mark;
}

const staysOf = ({ settings }: Poll, deals: HistoryItem[]): Stay[] =>
	settings.days ? deals.flatMap((deal) => presentStay(deal) ?? []) : [];

/** What a person asked for, in IDs. */
interface Terms {
	filters: ChangeFilters;
	days: Days;
	/** Undefined where nothing had to be resolved. */
	names: Names | undefined;
}

/** Rule 4. */
async function readTerms(poll: Poll): Promise<Terms> {
	const { filters, days } = poll.settings;
	const isPlain = !namesAnything(filters) && !days?.perStatus.length;
	if (isPlain)
		return { filters, days: { usual: days?.usual ?? 0, byStatus: {} }, names: undefined };
	const found = await readNames(poll);
	const onUnknown = (words: string) => warn(poll.connection, words);
	return {
		filters: resolvedFilters(filters, found, onUnknown),
		days: resolvedDays(days ?? { usual: 0, perStatus: [] }, found, onUnknown),
		names: found.names,
	};
}

async function readNames({ connection, settings }: Poll): Promise<FoundNames> {
	const quick = { ...connection, retry: QUICK_NAMES };
	const found = await fetchNames(quick, settings.requestBody);
	for (const { of, error } of found.missing) {
		if (of === 'statuses' && settings.filters.pipelineIds.length > 0) throw error;
		warn(connection, `${error.message}. The names of ${of} are left empty.`);
	}
	return found;
}

/** What of it is of the events and passes the filters. */
async function wantedOf(
	poll: Poll,
	events: readonly string[],
	{ filters, days, names }: Terms,
	news: News,
): Promise<DealEvent[]> {
	if (events.length === 0 || news.deals.length + news.stuck.length === 0) return [];
	return eventsIn(news, {
		events,
		filters,
		names: names ?? (await readNames(poll)).names,
		companyProfileId: poll.connection.profileId,
		stuckAt: (stay) => stuckAt(stay, days),
	});
}

/** Rule 3. */
function endOfBatch(found: DealEvent[]): number {
	let end = Math.min(MAX_EVENTS, found.length);
	const isStuckAt = (one: DealEvent | undefined, at: number) =>
		one?.entryId === undefined && one?.at === at;
	while (end > 0 && isStuckAt(found[end], found[end - 1].at)) end++;
	return end;
}

async function sampleDeals(
	poll: Poll,
	events: readonly string[],
	count: number,
): Promise<INodeExecutionData[]> {
	const deals = await listDeals(poll, true);
	const terms = await readTerms(poll);
	const found = await wantedOf(poll, events, terms, {
		deals,
		isNew: () => true,
		stuck: staysOf(poll, deals).filter((stay) => isDue(stay, terms.days, [], Date.now())),
	});
	return events
		.flatMap((event) => found.filter((one) => one.event === event).slice(-count))
		.map(({ item }) => ({ json: item }));
}
