import { listHistory } from '../../api/deals';
import { fetchNames, type FoundNames, NO_NAMES } from '../../api/names';
import type { HistoryEntry, HistoryItem } from '../../api/types';
import { mergedDeals } from '../../deals/history';
import { namesAnything, resolvedFilters } from '../../deals/namedIds';
import { warn } from '../../transport/hints';
import { HOUR_MS } from '../../utils/dates';
import { joined } from '../../utils/lists';
import { counted, shortHash } from '../../utils/text';
import type { Batch, Memory, Poll, Source } from '../types';
import { type DealEvent, eventsIn, isStuck } from './events';
import { dueStays, type NotedStuck, resolvedDays } from './stuck';

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
	events: ['dealStatusChanged', 'dealCreated', 'dealAssigned', 'dealStuck'],
	read: readDeals,
	sample: async (poll, events) => await readDeals(poll, undefined, events, Infinity),
};

const LOOK_BACK_MS = 24 * HOUR_MS;
const MAX_SKEW_MS = HOUR_MS;
const MAX_EVENTS = 1000;

interface DealMemory extends Memory {
	/** Changes from this time on count, in milliseconds. It never moves back. */
	from: number;
	/** Those of them that were emitted or noted, by their hashes, each with the hour of its time. */
	seen: Record<string, number>;
	/** Undefined where nobody asked for stuck deals. */
	stuck?: NotedStuck;
}

/** Eight characters: one in 10⁹ to take a new change for one of 100,000 seen ones. */
const changeHash = ({ id }: HistoryEntry): string => shortHash(id, 8);

const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

async function readDeals(
	poll: Poll,
	memory: Memory | undefined,
	emit: readonly string[],
	atMost = MAX_EVENTS,
): Promise<Batch> {
	const { account, connection, settings } = poll;
	const kept = memory as DealMemory | undefined;
	let incompleteReason: string | undefined;
	const deals = await listDeals(poll, (why) => void (incompleteReason = why));
	const now = Date.now();
	const all = joined(deals.map(({ history }) => history));
	const known = isOfHistory(kept, account, all) ? kept : undefined;
	const lookBack = markOf(all, now) - LOOK_BACK_MS;
	const { from = lookBack, seen = {}, stuck: noted } = known ?? {};

	const emitFrom = known ? from : now - settings.pastMs;
	const unseen = all.filter(
		(entry) => entry.startTimestamp >= emitFrom && !(changeHash(entry) in seen),
	);
	const unseenIds = new Set(unseen.map(({ id }) => id));
	const { filters, days, names } = await readTerms(poll);
	const changed = deals.filter(({ history }) => history.some(({ id }) => unseenIds.has(id)));
	const stuck = days ? dueStays(deals, days, noted, now) : [];
	const events = known || !kept ? emit : [];
	const isQuiet = events.length === 0 || changed.length + stuck.length === 0;
	const found = isQuiet
		? []
		: eventsIn({
				deals: changed,
				isNew: (id) => unseenIds.has(id),
				stuck,
				events,
				filters,
				names: names ?? (await readNames(poll)).names,
				companyProfileId: connection.profileId,
			});
	const end = endOfBatch(found, atMost);
	const left = found.slice(end);

	const waitingFrom = left.find(isStuck)?.at ?? Infinity;
	const changes = noteChanges(all, { from: Math.max(from, lookBack), seen }, left);
	const next: DealMemory = {
		source: known && all.length === 0 ? known.source : account,
		...changes,
		// Those that are left got stuck at the time of the first of them, or later.
		stuck: days && { upTo: Math.min(now, waitingFrom - 1), days },
	};
	return {
		items: found.slice(0, end).map(({ item }) => ({ json: item })),
		memory: next,
		size: `${counted(Object.keys(changes.seen).length)} changes of deals in 24 hours`,
		isFirst: known === undefined,
		incompleteReason,
	};
}

type Changes = Pick<DealMemory, 'from' | 'seen'>;

/** All changes but those that are left for the next poll. */
function noteChanges(all: HistoryEntry[], { from, seen }: Changes, left: DealEvent[]): Changes {
	const pending = new Set(left.map(({ entryId }) => entryId));
	const oldestPending = left.find((one) => !isStuck(one))?.at ?? Infinity;
	const nextFrom = Math.min(from, oldestPending);
	const noted = { ...seen };
	for (const entry of all) {
		const { id, startTimestamp: time } = entry;
		if (time >= nextFrom && !pending.has(id)) noted[changeHash(entry)] = hourOf(time);
	}
	const counting = Object.entries(noted).filter(([, hour]) => hour >= hourOf(nextFrom));
	return { from: nextFrom, seen: Object.fromEntries(counting) };
}

async function listDeals(poll: Poll, onIncomplete: (why: string) => void): Promise<HistoryItem[]> {
	const { connection, settings } = poll;
	const listed = await listHistory(connection, settings.requestBody, onIncomplete);
	poll.progress = `${counted(listed.length)} deals`;
	return mergedDeals(listed);
}

/** Rule 5. */
const isOfHistory = (kept: DealMemory | undefined, account: string, all: HistoryEntry[]) =>
	kept?.source === account ||
	all.length === 0 ||
	all.some((one) => kept && one.startTimestamp >= kept.from && changeHash(one) in kept.seen);

/** Rule 1. Now, where the history is empty: an answer that came so is no reason to hand out the past later. */
function markOf(all: HistoryEntry[], now: number): number {
	let mark = -Infinity;
	for (const { startTimestamp: time } of all) {
		if (time <= now + MAX_SKEW_MS) mark = Math.max(mark, time);
	}
	return mark === -Infinity ? now : mark;
}

/** Rule 4: filters and days in IDs; no names where nothing had to be resolved. */
async function readTerms(poll: Poll) {
	const { filters, days } = poll.settings;
	const isNamed = namesAnything(filters) || Boolean(days?.perStatus.length);
	const found = isNamed ? await readNames(poll) : { names: NO_NAMES, missing: [] };
	const onUnknown = (words: string) => warn(poll.connection, words);
	return {
		filters: resolvedFilters(filters, found, onUnknown),
		days: days && resolvedDays(days, found, onUnknown),
		names: isNamed ? found.names : undefined,
	};
}

async function readNames({ connection, settings }: Poll): Promise<FoundNames> {
	// Mostly a change can do without names.
	const quick = { ...connection, retry: { maxAttempts: 2, timeoutMs: 10_000 } };
	const found = await fetchNames(quick, settings.requestBody);
	for (const { of, error } of found.missing) {
		if (of === 'statuses' && settings.filters.pipelineIds.length > 0) throw error;
		warn(connection, `${error.message}. The names of ${of} are left empty.`);
	}
	return found;
}

/** Rule 3. */
function endOfBatch(found: DealEvent[], atMost: number): number {
	let end = atMost;
	while (end < found.length && isStuck(found[end]) && found[end].at === found[end - 1].at) end++;
	return end;
}
