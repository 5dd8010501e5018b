import type { HistoryEntry, HistoryItem, Status } from '../../nodes/api/types';
import { uuid } from './uuid';

/** Deals whose histories a test writes itself. */

/** When, what kind of change, and the status or user that it names. Without one, metaData is empty. */
export type Chapter = [at: string, type: string, to?: string];

let entries = 0;

/** Each entry ends when the next one begins; the last one is open. */
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
