import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { toDays } from '../utils/dates';
import { isChosen, recordOf } from '../utils/lists';
import { pipelineIdOf } from './change';
import { type HistoryFilters, isInTime } from './filters';
import { entriesInTime } from './history';
import { statusVisits } from './visits';

/**
 * One item per status: how many deals were in it, for how long, and where they went.
 *
 * 1. What counts are visits (visits.ts). Visits that still last are counted, never averaged.
 * 2. Each status that is listed has an item, pipeline by pipeline, in the service's order; then those
 *    that are listed no more. The last item is of changes that name no status.
 * 3. Changed After and Changed Before choose visits by when they began; the next status is that of
 *    the visit after, whenever that was.
 * 4. Percentiles are Excel's PERCENTILE.INC: between two lengths they lie in proportion.
 */

type Report = Pick<HistoryFilters, 'statusIds' | 'pipelineIds' | 'changedAfter' | 'changedBefore'>;

/** What was counted of one status. */
interface Count {
	statusId: string | null;
	pipelineId: string | null;
	deals: number;
	visits: number;
	/** Milliseconds of each visit that ended. */
	lengths: number[];
	/** How often a visit of another status followed; by its key. */
	next: Map<string, number>;
}

export function statusReport(
	deals: readonly HistoryItem[],
	names: Names,
	filters: Report,
): IDataObject[] {
	const counts = new Map<string, Count>();
	const countOf = (statusId: string | null, pipelineId: string | null): Count => {
		const key = statusKeyOf(statusId);
		const known = counts.get(key);
		if (known) return known;
		const made = { statusId, pipelineId, deals: 0, visits: 0, lengths: [], next: new Map() };
		counts.set(key, made);
		return made;
	};
	for (const { id, backlog_id: pipelineId } of inPipelines(names)) countOf(id, pipelineId ?? null);

	for (const deal of deals) {
		const seen = new Set<Count>();
		const visits = statusVisits(entriesInTime(deal));
		visits.forEach(({ id, from, to }, place) => {
			const count = countOf(id, pipelineIdOf(deal, id, names));
			if (!isInTime(filters, from)) return;
			if (!seen.has(count)) count.deals++;
			seen.add(count);
			count.visits++;
			if (to === undefined) return;
			count.lengths.push(to - from);
			const next = statusKeyOf(visits[place + 1].id);
			count.next.set(next, (count.next.get(next) ?? 0) + 1);
		});
	}
	const nameless = counts.get('');
	if (nameless && counts.delete('')) counts.set('', nameless);
	return [...counts.values()]
		.filter(({ statusId }) => isChosen(filters.statusIds, statusId))
		.filter(({ pipelineId }) => isChosen(filters.pipelineIds, pipelineId))
		.map((count) => record(count, counts, names));
}

/** As ids are compared: whatever their case. */
const statusKeyOf = (statusId: string | null): string => (statusId ?? '').toLowerCase();

/** Rule 2. */
function inPipelines({ statuses }: Names) {
	const all = [...statuses.values()];
	const pipelines = [...new Set(all.map(({ backlog_id: id }) => id))];
	return pipelines.flatMap((id) => all.filter(({ backlog_id: own }) => own === id));
}

function record(count: Count, counts: ReadonlyMap<string, Count>, names: Names): IDataObject {
	const { statusId, pipelineId, deals, visits } = count;
	const status = recordOf(names.statuses, statusId);
	const lengths = Float64Array.from(count.lengths).sort();
	const ended = lengths.length;
	const next = [...count.next]
		.map(([key, times]) => ({ id: counts.get(key)!.statusId, times }))
		.sort((a, b) => b.times - a.times)
		.map(({ id, times }) => ({
			status: recordOf(names.statuses, id)?.label || null,
			visits: times,
			share: Math.round((times / ended) * 100) / 100,
			statusId: id,
		}));
	return {
		status: status?.label || null,
		deals,
		visits,
		openNow: visits - ended,
		medianDays: ended === 0 ? null : toDays(percentile(lengths, 0.5)),
		p90Days: ended === 0 ? null : toDays(percentile(lengths, 0.9)),
		averageDays: ended === 0 ? null : toDays(lengths.reduce((sum, ms) => sum + ms, 0) / ended),
		nextStatus: next[0]?.status ?? null,
		nextShare: next[0]?.share ?? null,
		next,
		statusColor: status?.color || null,
		statusId,
		pipelineId,
	};
}

/** Rule 4. @param sorted Ascending, at least one. */
function percentile(sorted: Float64Array, share: number): number {
	const place = share * (sorted.length - 1);
	const below = Math.floor(place);
	const above = Math.min(below + 1, sorted.length - 1);
	return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}
