import { entriesOf, momentOf } from '../deals/history';
import { type HistoryEvent, historyEvents } from '../deals/historyEvents';
import type { HistoryEntry, HistoryItem } from '../api/types';
import { textOf } from '../utils/text';
import type { ChangeKey } from './newChanges';

/** A change in the history; as an event only when somebody asks, for most were seen long ago. */
export interface HistoryChange extends ChangeKey {
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
		let events: Map<string, HistoryEvent> | undefined;
		const eventOf = (key: string) => {
			events ??= new Map(
				historyEvents(deal, companyProfileId).map((event) => [
					changeKeyOf(deal, event.entry),
					event,
				]),
			);
			return events.get(key)!;
		};
		for (const entry of entriesOf(deal)) {
			const key = changeKeyOf(deal, entry);
			yield { key, moment: momentOf(entry.startTimestamp), event: () => eventOf(key) };
		}
	}
}

/** Without an id of its own a change is what it says of itself, but for its end. */
const changeKeyOf = (
	deal: HistoryItem,
	{ id, startTimestamp, type, metaData }: HistoryEntry,
): string => textOf(id) || JSON.stringify([deal.id, momentOf(startTimestamp), type, metaData]);
