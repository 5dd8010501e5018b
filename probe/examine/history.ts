import { entriesInTime, entriesOf, latestMoment } from '../../nodes/deals/history';
import type { HistoryEntry, HistoryItem } from '../../nodes/api/types';
import { isObject } from '../../nodes/utils/json';
import { share } from './fields';
import { formOf } from './formats';
import { kindOf, type Naming } from './names';
import { range, type Told } from './told';

/** What a history shows beyond the fields of its entries (interface.md, "History entry"). */
export interface History {
	deals: Told;
	entries: Told;
	/**
	 * How the entries of a deal are sorted, those of the two kinds that the document shows, as far
	 * as their moments differ; `mixed`: deals differ.
	 */
	order?: 'oldest first' | 'newest first' | 'neither' | 'mixed';
	/** Of neighbours in time: the earlier one ends when the later one starts. */
	meeting: Told;
	overlapping: Told;
	apart: Told;
	/** Of the entries without an end: those that are the last of their deal. */
	openAreLast: Told;
	ends: Told[];
	moments: Told[];
	kinds: Told[];
	/** Kinds beyond the two that the document shows. */
	otherKinds: boolean;
	emptyMetaData: Told;
	/** Kinds of which an entry with empty metaData was seen. */
	emptyOf: Told[];
	uniqueIds: boolean;
	ofTheirDeal: Told;
	/** Of the ids that entries name: those that the list of statuses, or of users, holds. */
	knownStatuses: Told;
	knownUsers: Told;
}

const KNOWN_KINDS = ['STATUS_CHANGED', 'USER_CHANGED'];

export interface Ids {
	statuses: ReadonlySet<string>;
	users: ReadonlySet<string>;
}

/** Undefined where no deal has an entry. */
export function historyOf(
	deals: readonly HistoryItem[],
	ids: Ids,
	naming: Naming,
): History | undefined {
	const entries = deals.flatMap(entriesOf);
	if (entries.length === 0) return undefined;
	const pairs = deals.flatMap((deal) => {
		const inTime = entriesInTime(deal);
		return inTime
			.slice(1)
			.map((next, n) => ({ end: inTime[n].endTimestamp, start: next.startTimestamp }));
	});
	const closed = pairs.filter(({ end }) => end > 0);
	const of = <T>(all: readonly T[], fits: (one: T) => boolean) =>
		share(all.filter(fits).length, all.length);
	const distinct = (texts: Told[]) => [...new Set(texts)].sort();
	const isEmpty = ({ metaData }: HistoryEntry) =>
		!isObject(metaData) || Object.keys(metaData).length === 0;
	const open = deals.flatMap((deal) => {
		const last = latestMoment(entriesInTime(deal));
		return entriesOf(deal)
			.filter(({ endTimestamp }) => !endTimestamp)
			.map((entry) => ({ entry, last }));
	});
	const named = (type: string, known: ReadonlySet<string>) => {
		const values = entries
			.map((entry) => entry.metaData?.propertyValue)
			.filter((value) => value?.type === type);
		return of(values, (value) => known.has(String(value?._id).toLowerCase()));
	};
	return {
		deals: range(deals.length),
		entries: range(entries.length),
		order: orderOf(deals),
		meeting: of(closed, ({ end, start }) => end === start),
		overlapping: of(closed, ({ end, start }) => end > start),
		apart: of(closed, ({ end, start }) => end < start),
		openAreLast: of(
			open,
			({ entry, last }) =>
				entriesInTime({ history: [entry] } as HistoryItem)[0].startTimestamp === last,
		),
		ends: distinct(entries.map(({ endTimestamp }) => formOf(endTimestamp))),
		moments: distinct(entries.map(({ startTimestamp }) => formOf(startTimestamp))),
		kinds: distinct(entries.map(({ type }) => kindOf(type, naming))),
		otherKinds: entries.some(({ type }) => !KNOWN_KINDS.includes(type ?? '')),
		emptyMetaData: of(entries, isEmpty),
		emptyOf: distinct(entries.filter(isEmpty).map(({ type }) => kindOf(type, naming))),
		uniqueIds: new Set(entries.map(({ id }) => id)).size === entries.length,
		ofTheirDeal: share(
			deals.flatMap((deal) =>
				entriesOf(deal).filter(({ backlogItemId }) => backlogItemId === deal.id),
			).length,
			entries.length,
		),
		knownStatuses: named('STATUS', ids.statuses),
		knownUsers: named('USER', ids.users),
	};
}

function orderOf(deals: readonly HistoryItem[]): History['order'] {
	const orders = new Set(deals.map(orderOfDeal).filter((order) => order !== undefined));
	return orders.size > 1 ? 'mixed' : [...orders][0];
}

function orderOfDeal(deal: HistoryItem): Exclude<History['order'], 'mixed'> {
	const entries = entriesOf(deal);
	const known = entries.filter(({ type }) => KNOWN_KINDS.includes(type ?? ''));
	const moments = (known.length > 1 ? known : entries).map(({ startTimestamp }) =>
		Number(startTimestamp),
	);
	const steps = moments
		.slice(1)
		.map((moment, n) => Math.sign(moment - moments[n]))
		.filter((step) => step !== 0);
	if (steps.length === 0) return undefined;
	if (steps.every((step) => step > 0)) return 'oldest first';
	return steps.every((step) => step < 0) ? 'newest first' : 'neither';
}
