import { type HistoryEvent, historyEvents } from '../deals/historyEvents';
import type { HistoryEntry, HistoryItem } from '../service/api/types';
import type { Sighting } from './newChanges';

/** A change in the history; as an event only when somebody asks, for most were seen long ago. */
export interface HistoryChange extends Sighting {
	event(): HistoryEvent;
}

/**
 * Every change of every deal, in no order.
 * @param companyProfileId The profile that was asked.
 */
export function* historyChanges(
	deals: HistoryItem[],
	companyProfileId: string | undefined,
): Generator<HistoryChange> {
	for (const deal of deals) {
		let events: Map<HistoryEntry, HistoryEvent> | undefined;
		const eventOf = (entry: HistoryEntry) => {
			events ??= new Map(
				historyEvents(deal, companyProfileId).map((event) => [event.entry, event]),
			);
			return events.get(entry)!;
		};
		const entries = Array.isArray(deal.history) ? deal.history.filter(Boolean) : [];
		for (const entry of entries) {
			const { id, startTimestamp, type, metaData } = entry;
			yield {
				// Without an id of its own a change is what it says of itself.
				key: id ?? JSON.stringify([deal.id, startTimestamp, type, metaData]),
				moment: typeof startTimestamp === 'number' ? startTimestamp : NaN,
				event: () => eventOf(entry),
			};
		}
	}
}
