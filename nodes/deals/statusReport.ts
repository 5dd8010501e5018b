import type { IDataObject } from 'n8n-workflow';

import { dealDetails } from '../api/dealDetails';
import { assigneeFields, type Names, statusFields } from '../api/names';
import type { HistoryItem } from '../api/types';
import { toDays } from '../utils/dates';
import { isChosen } from '../utils/lists';
import { pipelineIdOf } from './change';
import { type Filters, isWithin } from './filters';
import { dealChanges } from './history';
import { lengthOf, statusPeriodsOf } from './statusPeriods';

interface ReportSettings extends Filters {
	/** The period, in milliseconds since the Unix epoch. */
	after: number | undefined;
	before: number | undefined;
	splitByAssignee: boolean;
	/** Otherwise `next` is a text, so that a table of the report has short rows. */
	nextAsList?: boolean;
}

/** What is counted for one status, or for one status and assignee. */
const newCount = () => ({
	openNow: 0,
	entered: 0,
	left: 0,
	/** Of the status periods that ended in the report's period, in milliseconds. */
	lengths: [] as number[],
	/** How often deals went on to each status, by its ID. */
	next: new Map<string, number>(),
});

type Count = ReturnType<typeof newCount>;

interface Reported {
	statusId: string;
	pipelineId: string;
	/** By assignee; if the report is not split, the only key is null. */
	counts: Map<string | null, Count>;
}

/** One item per status, or per status and assignee, in the order of the service; statuses that are gone come last. */
export function statusReport(
	deals: readonly HistoryItem[],
	names: Names,
	settings: ReportSettings,
): IDataObject[] {
	const { assigneeIds, after, before, splitByAssignee } = settings;
	const isSplit = splitByAssignee || assigneeIds.length > 0;
	const splitBy = isSplit ? (assigneeId: string | null) => assigneeId : undefined;
	const reported = new Map<string, Reported>();
	const addStatus = (statusId: string, pipelineId: string): Reported => {
		const counts: Reported['counts'] = new Map(splitByAssignee ? [] : [[null, newCount()]]);
		const one = { statusId, pipelineId, counts };
		reported.set(statusId, one);
		return one;
	};
	for (const { id: pipelineId, statuses } of names.pipelines.values()) {
		for (const { id } of statuses) addStatus(id, pipelineId);
	}

	for (const deal of deals) {
		const isArchived = dealDetails(deal).archived === true;
		for (const period of statusPeriodsOf(dealChanges(deal), splitBy)) {
			const { statusId, assigneeId, from, to, nextStatusId } = period;
			if (!isChosen(assigneeIds, assigneeId)) continue;
			const { counts } =
				reported.get(statusId) ?? addStatus(statusId, pipelineIdOf(deal, statusId, names));
			const key = splitByAssignee ? assigneeId : null;
			const count = counts.get(key) ?? newCount();
			counts.set(key, count);
			if (isWithin(from, after, before)) count.entered++;
			if (to === undefined) count.openNow += isArchived ? 0 : 1;
			else if (isWithin(to, after, before)) {
				count.lengths.push(lengthOf(period, to));
				// The deal was handed over and stayed in its status.
				if (nextStatusId === statusId) continue;
				count.left++;
				if (nextStatusId === undefined) continue;
				count.next.set(nextStatusId, (count.next.get(nextStatusId) ?? 0) + 1);
			}
		}
	}
	const order = [...reported.keys()];
	return [...reported.values()]
		.filter(({ statusId }) => isChosen(settings.statusIds, statusId))
		.filter(({ pipelineId }) => isChosen(settings.pipelineIds, pipelineId))
		.flatMap((one) => rows(one, settings, order, names));
}

function rows(
	{ statusId, pipelineId, counts }: Reported,
	{ splitByAssignee: isSplit, nextAsList = false }: ReportSettings,
	order: string[],
	names: Names,
): IDataObject[] {
	const { status, pipeline, statusColor } = statusFields(names, statusId);
	return [...counts]
		.filter(([, one]) => !isSplit || one.entered + one.openNow + one.lengths.length > 0)
		.map(([assigneeId, count]) => ({ ...assigneeFields(names, assigneeId), assigneeId, count }))
		.sort((a, b) => byName(a.assignee, b.assignee) || byName(a.assigneeId, b.assigneeId))
		.map(({ assignee, assigneeId, count }) => ({
			status,
			...(isSplit && { assignee, assigneeId }),
			pipeline,
			...figures(count, order, names, nextAsList),
			statusColor,
			statusId,
			pipelineId,
		}));
}

/** Users without a name come last. */
const byName = (a: string | null, b: string | null): number =>
	Number(a === null) - Number(b === null) || (a ?? '').localeCompare(b ?? '');

/** @param order IDs of all statuses, which decides between two that deals moved to equally often. */
function figures(count: Count, order: string[], names: Names, nextAsList: boolean) {
	const { openNow, entered, left } = count;
	const lengths = Float64Array.from(count.lengths).sort();
	const days = (ms: () => number) => (lengths.length === 0 ? null : toDays(ms()));
	const next: Next[] = [...count.next]
		.sort(([a, one], [b, other]) => other - one || order.indexOf(a) - order.indexOf(b))
		.map(([statusId, visits]) => ({
			status: statusFields(names, statusId).status,
			visits,
			share: Math.round((visits / left) * 100) / 100,
			statusId,
		}));
	return {
		openNow,
		entered,
		left,
		medianDays: days(() => percentile(lengths, 0.5)),
		p90Days: days(() => percentile(lengths, 0.9)),
		averageDays: days(() => lengths.reduce((sum, ms) => sum + ms, 0) / lengths.length),
		nextStatus: next[0]?.status ?? null,
		nextShare: next[0]?.share ?? null,
		next: nextAsList ? next : next.map(inWords).join(', ') || null,
	};
}

/** Such as "Offerte 60%". */
const inWords = ({ status, share, statusId }: Next): string =>
	`${status ?? statusId} ${Math.round(share * 100)}%`;

interface Next {
	status: string | null;
	visits: number;
	share: number;
	statusId: string;
}

/** As PERCENTILE.INC of Excel, which interpolates. @param sorted Ascending, at least one. */
function percentile(sorted: Float64Array, share: number): number {
	const place = share * (sorted.length - 1);
	const below = Math.floor(place);
	const above = Math.min(below + 1, sorted.length - 1);
	return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}
