import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { listHistory } from '../../api/deals';
import { fetchNames, type Names } from '../../api/names';
import type { HistoryItem } from '../../api/types';
import { mergedDeals } from '../../deals/history';
import { warn } from '../../transport/hints';
import { HOUR_MS } from '../../utils/dates';
import { counted } from '../../utils/text';
import { UserError } from '../../utils/userError';
import { DEAL_EVENTS, type PollSettings } from '../settings';
import type { Batch, Poll, Source } from '../types';
import { changeHash, type DealMemory, hourOf, loadDealMemory, storedDealMemory } from './memory';
import { entriesOfAll, type Finding, findingsIn, type ListedEntry, type News } from './moves';
import { type StuckDeal, stuckDeal } from './stuck';

/**
 * What happened to deals, by the history of all of them.
 *
 * 1. A change is new whose id was not seen, from 24 hours before the mark on: the latest moment in the
 *    data that is not more than an hour ahead of our clock. Nothing before that counts, ever.
 * 2. A deal is told to be stuck at the poll that comes after the moment at which it got stuck
 *    (`stuckDeal`), where it still is. So it is told once, and no stay has to be remembered.
 * 3. 1,000 are handed out at a time, oldest first; deals that got stuck at one moment are never split.
 *    What is left is not noted, and comes with the next poll.
 * 4. Names go without saying: a change is handed out without them, unless a filter by pipeline needs the
 *    statuses.
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
const MAX_FINDINGS = 1000;

/** Mostly a change can do without names. */
const QUICK_NAMES = { maxAttempts: 2, timeoutMs: 10_000 };

async function readDeals(
	poll: Poll,
	memory: IDataObject | undefined,
	emit: readonly string[],
): Promise<Batch> {
	const { account: source, settings } = poll;
	const isFirst = memory === undefined;
	const deals = await listDeals(poll, isFirst);
	const now = Date.now();
	const all = entriesOfAll(deals);
	const kept = loadDealMemory(memory);
	const known = kept && isOfHistory(kept, source, all) ? kept : undefined;
	const events = known || isFirst ? emit : [];
	const next = markOf(all, now) - LOOK_BACK_MS;
	const { from, seen, stuckUpTo } = known ?? { from: next, seen: new Map<string, number>() };
	const tellFrom = known ? from : now - settings.pastMs;
	const unseen = all.filter(({ key, moment }) => moment >= tellFrom && !seen.has(changeHash(key)));
	const unseenKeys = new Set(unseen.map(({ key }) => key));
	const stuckAfter = stuckUpTo ?? (isFirst ? -Infinity : now);
	const found = await wantedOf(poll, events, {
		deals: [...new Set(unseen.map(({ deal }) => deal))],
		isNew: (key) => unseenKeys.has(key),
		stuck: stuckBetween(stuckAfter, now, deals, settings),
	});
	const end = endOfBatch(found);
	const left = found.slice(end);

	const pending = new Set(left.map(({ key }) => key));
	const oldestPending = left.find(({ key }) => key !== undefined)?.at ?? Infinity;
	const nextFrom = Math.min(Math.max(from, next), oldestPending);
	for (const { key, moment } of all) {
		if (moment >= nextFrom && !pending.has(key)) seen.set(changeHash(key), hourOf(moment));
	}
	const waiting = left.find(({ key }) => key === undefined);
	const noted = waiting ? waiting.at - 1 : now;
	return {
		items: found.slice(0, end).map(({ item }) => ({ json: item })),
		memory: storedDealMemory({
			source: known && all.length === 0 ? known.source : source,
			from: nextFrom,
			seen,
			stuckUpTo: settings.events.includes('dealStuck')
				? Math.max(stuckUpTo ?? -Infinity, noted)
				: undefined,
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

/** Another service or profile is another history only where nothing of it was seen. */
const isOfHistory = (
	{ source, seen, from }: DealMemory,
	now: string,
	all: ListedEntry[],
): boolean =>
	source === now ||
	all.length === 0 ||
	all.some(({ key, moment }) => moment >= from && seen.has(changeHash(key)));

/** Rule 1. Now, where the history is empty: an answer that came so is no reason to hand out the past later. */
function markOf(all: ListedEntry[], now: number): number {
	let mark = -Infinity;
	for (const { moment } of all) if (moment <= now + MAX_SKEW_MS) mark = Math.max(mark, moment);
	return mark === -Infinity ? now : mark;
}

const stuckBetween = (
	after: number,
	now: number,
	deals: HistoryItem[],
	{ stuckAfterMs }: PollSettings,
): StuckDeal[] =>
	deals
		.flatMap((deal) => stuckDeal(deal, stuckAfterMs) ?? [])
		.filter(({ at }) => at > after && at <= now);

/** What of it is of the events and passes the filters. */
async function wantedOf(poll: Poll, events: readonly string[], news: News) {
	if (events.length === 0 || news.deals.length + news.stuck.length === 0) return [];
	const { connection, settings } = poll;
	const { filters } = settings;
	const names = await readNames(poll);
	return findingsIn(news, { events, filters, names, companyProfileId: connection.profileId });
}

/** Rule 4. */
async function readNames({ connection, settings }: Poll): Promise<Names> {
	const quick = { ...connection, retry: QUICK_NAMES };
	const { names, missing } = await fetchNames(quick, settings.requestBody);
	for (const { of, error } of missing) {
		if (of === 'statuses' && settings.filters.pipelineIds.length > 0) throw error;
		warn(connection, `${error.message}. The names of ${of} are left empty.`);
	}
	return names;
}

/** Rule 3. */
function endOfBatch(found: Finding[]): number {
	let end = Math.min(MAX_FINDINGS, found.length);
	const isStuckAt = (one: Finding | undefined, at: number) =>
		one?.key === undefined && one?.at === at;
	while (end > 0 && isStuckAt(found[end], found[end - 1].at)) end++;
	return end;
}

async function sampleDeals(
	poll: Poll,
	events: readonly string[],
	count: number,
): Promise<INodeExecutionData[]> {
	const deals = await listDeals(poll, true);
	const found = await wantedOf(poll, events, {
		deals,
		isNew: () => true,
		stuck: stuckBetween(-Infinity, Date.now(), deals, poll.settings),
	});
	return events
		.flatMap((event) => found.filter((one) => one.event === event).slice(-count))
		.map(({ item }) => ({ json: item }));
}
