import type { HistoryEntry, HistoryItem, Status } from '../../nodes/api/types';
import { uuid } from './uuid';

/** Deals with histories that a test writes itself, for figures that can be worked out by hand. */

/** When, what kind of change, and the status or user it names; without one, metaData is empty. */
export type Chapter = [at: string, type: string, to?: string];

let entries = 0;

/** A deal from its story, told in order. Each entry ends where the next begins; the last is open. */
export function dealOf(
	summary: string,
	backlogId: string,
	story: Chapter[],
	id = uuid(0xdea1),
): HistoryItem {
	const history = story.map(([at, type, to], index): HistoryEntry => {
		const next = story[index + 1];
		const kind = type === 'STATUS_CHANGED' ? 'STATUS' : 'USER';
		return {
			id: uuid(++entries),
			backlogItemId: id,
			startTimestamp: Date.parse(at),
			endTimestamp: next ? Date.parse(next[0]) : 0,
			type,
			metaData: to === undefined ? {} : { propertyValue: { _id: to, type: kind } },
		};
	});
	return { id, backlogId, summary, companyProfileId: [uuid(0xc0)], history };
}

export const statusOf = (id: string, backlogId: string, label: string, color: string): Status => ({
	id,
	backlog_id: backlogId,
	label,
	color,
	standard: false,
	status_category: null,
});
