import { listHistory } from '../../api/deals';
import { fetchNames, type Names, NO_NAMES } from '../../api/names';
import type { HistoryItem } from '../../api/types';
import { entriesOf, mergedDeals, momentOf } from '../../deals/history';
import { warn } from '../../transport/hints';
import { HOUR_MS } from '../../utils/dates';
import { UserError } from '../../utils/userError';
import type { Sample, Source, SourceBefore, SourceContext, SourcePoll } from '../poll';
import type { DealSettings } from '../settings';
import { changeHash, type DealMemory, hourOf, loadDealMemory, storedDealMemory } from './memory';
import { DealEvents, entriesSince, type Finding } from './moves';
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
export const dealSource = (events: readonly string[]): Source => ({
	key: 'deals',
	label: 'Deal history',
	events,
	read: readDeals,
	sample: sampleDeals,
});

const LOOK_BACK_MS = 24 * HOUR_MS;
const MAX_SKEW_MS = HOUR_MS;
const MAX_FINDINGS = 1000;

/** Mostly a change can do without names. */
const QUICK_NAMES = { maxAttempts: 2, timeoutMs: 10_000 };

async function readDeals(context: SourceContext, before: SourceBefore): Promise<SourcePoll> {
	const { connection, settings } = context;
	const isFirst = before.memory === undefined;
	const deals = await listDeals(context, isFirst);
	const now = Date.now();
	const source = [connection.baseUrl, connection.profileId ?? ''].join(' ');
	const kept = loadDealMemory(before.memory);
	const known = kept && isOfHistory(kept, source, deals) ? kept : undefined;
	const telling = known || isFirst ? before.telling : [];
	// Where the history is empty: an answer that came so is no reason to hand out the past later.
	const next = (markOf(deals, now) ?? now) - LOOK_BACK_MS;
	const { from, seen, stuckUpTo } = known ?? { from: next, seen: new Map<string, number>() };
	const tellFrom = known ? from : now - settings.deals.pastMs;
	const entries = [...entriesSince(deals, Math.min(from, tellFrom))];
	const unseen = new Map(
		entries
			.filter(({ key, moment }) => moment >= tellFrom && !seen.has(changeHash(key)))
			.map((entry) => [entry.key, entry]),
	);
	const stuck = telling.includes('dealStuck')
		? stuckBetween(stuckUpTo ?? (isFirst ? -Infinity : now), now, deals, settings.deals)
		: [];

	const isNamed = telling.length > 0 && unseen.size + stuck.length > 0;
	const events = new DealEvents(
		telling,
		settings.deals.filters,
		isNamed ? await readNames(context) : NO_NAMES,
		connection.profileId,
	);
	const found = [
		...stuck.flatMap((one) => events.ofStuckDeal(one, now) ?? []),
		...[...unseen.values()].flatMap((one) => events.ofEntry(one, (key) => !unseen.has(key)) ?? []),
	].sort(byMoment);
	const end = endOfBatch(found);
	const left = found.slice(end);

	const pending = new Map(
		left.flatMap(({ key, at }): Array<[string, number]> => (key === undefined ? [] : [[key, at]])),
	);
	const nextFrom = Math.min(Math.max(from, next), ...[...pending.values()].slice(0, 1));
	for (const { key, moment } of entries) {
		if (moment < nextFrom || pending.has(key)) continue;
		const hash = changeHash(key);
		seen.set(hash, Math.max(seen.get(hash) ?? -Infinity, hourOf(moment)));
	}
	const waiting = left.find(({ event }) => event === 'dealStuck');
	const told = waiting ? waiting.at - 1 : now;
	return {
		items: found.slice(0, end).map(({ item }) => item()),
		memory: storedDealMemory({
			source: known && deals.length === 0 ? known.source : source,
			from: nextFrom,
			seen,
			stuckUpTo: settings.events.includes('dealStuck')
				? Math.max(stuckUpTo ?? -Infinity, told)
				: undefined,
		}),
	};
}

/** @throws UserError where the first history is only a part: the rest would come as new later. */
async function listDeals(
	{ connection, settings, run }: SourceContext,
	mustBeWhole: boolean,
): Promise<HistoryItem[]> {
	let incompleteReason = '';
	const onIncomplete = (why: string) => void (incompleteReason = why);
	const listed = await listHistory(connection, settings.deals.requestBody, onIncomplete);
	run.progress = `${listed.length} deals`;
	if (incompleteReason !== '' && mustBeWhole) {
		throw new UserError('The deal history is incomplete', incompleteReason);
	}
	if (incompleteReason !== '') warn(connection, incompleteReason);
	return mergedDeals(listed);
}

/** Another service or profile is another history only where nothing of it was seen. */
const isOfHistory = (kept: DealMemory, source: string, deals: HistoryItem[]): boolean =>
	kept.source === source ||
	deals.length === 0 ||
	[...entriesSince(deals, kept.from)].some(({ key }) => kept.seen.has(changeHash(key)));

/** The latest moment by which what is new can be told; undefined where there is none. */
function markOf(deals: HistoryItem[], now: number): number | undefined {
	let mark: number | undefined;
	for (const deal of deals) {
		for (const { startTimestamp } of entriesOf(deal)) {
			const moment = momentOf(startTimestamp);
			if (moment <= now + MAX_SKEW_MS && !(moment <= (mark ?? -Infinity))) mark = moment;
		}
	}
	return mark;
}

const stuckBetween = (
	after: number,
	now: number,
	deals: HistoryItem[],
	{ stuckAfterMs }: DealSettings,
): StuckDeal[] =>
	deals
		.flatMap((deal) => stuckDeal(deal, stuckAfterMs) ?? [])
		.filter(({ at }) => at > after && at <= now);

/** Rule 4. */
async function readNames({ connection, settings: { deals } }: SourceContext): Promise<Names> {
	const quick = { ...connection, retry: QUICK_NAMES };
	const { names, missing } = await fetchNames(quick, deals.requestBody);
	for (const { of, error } of missing) {
		if (of === 'statuses' && deals.filters.pipelineIds.length > 0) throw error;
		warn(connection, `${error.message}. The names of ${of} are left empty.`);
	}
	return names;
}

/** Deals that got stuck at a moment stand together, before what happened at it. */
const byMoment = (a: Finding, b: Finding): number =>
	a.at === b.at ? Number(a.key !== undefined) - Number(b.key !== undefined) : a.at - b.at;

function endOfBatch(found: Finding[]): number {
	let end = Math.min(MAX_FINDINGS, found.length);
	const goesOn = (one?: Finding, last?: Finding) =>
		one !== undefined && one.key === undefined && last?.key === undefined && one.at === last?.at;
	while (goesOn(found[end], found[end - 1])) end++;
	return end;
}

async function sampleDeals(context: SourceContext, events: readonly string[]): Promise<Sample[]> {
	const deals = await listDeals(context, true);
	const now = Date.now();
	const { connection, settings } = context;
	const names = deals.length > 0 ? await readNames(context) : NO_NAMES;
	const reader = new DealEvents(events, settings.deals.filters, names, connection.profileId);
	const stuck = events.includes('dealStuck')
		? stuckBetween(-Infinity, now, deals, settings.deals)
		: [];
	const entries = [...entriesSince(deals, -Infinity)];
	return [
		...stuck.flatMap((one) => reader.ofStuckDeal(one, now) ?? []),
		...entries.flatMap((one) => reader.ofEntry(one, () => false) ?? []),
	].map((one) => (one.at === Infinity ? { ...one, at: -Infinity } : one));
}
