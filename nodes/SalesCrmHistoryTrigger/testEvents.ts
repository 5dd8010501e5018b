import { UserError } from '../utils/userError';
import type { HistoryEvent } from '../deals/historyEvents';
import type { HistoryItem } from '../api/types';
import { type HistoryChange, historyChanges } from './historyChanges';
import { isWanted, type Settings } from './settings';

/** "Fetch Test Event" shows no more than this. */
const MAX_TEST_EVENTS = 10;

/** Where a moment cannot be read, nothing says that the change is new. */
const orFirst = (moment: number): number => (Number.isFinite(moment) ? moment : -Infinity);

/** Of two whose moments cannot be read it is NaN, which puts neither before the other. */
const inTime = (a: HistoryChange, b: HistoryChange): number =>
	orFirst(a.moment) - orFirst(b.moment);

/**
 * The newest changes that pass the filters, oldest first, as in a real poll. Remembers nothing.
 * @throws UserError that says why there is none.
 */
export function testEvents(
	deals: HistoryItem[],
	profileId: string | undefined,
	{ wanted }: Settings,
): HistoryEvent[] {
	const once = new Map<string, HistoryChange>();
	for (const change of historyChanges(deals, profileId)) {
		if (isWanted(wanted, change.event())) once.set(change.key, change);
	}
	const newest = [...once.values()].sort(inTime).slice(-MAX_TEST_EVENTS);
	if (newest.length > 0) return newest.map((change) => change.event());
	throw new UserError(
		'There is no change to show',
		deals.length === 0
			? 'The deal history of this company profile is empty.'
			: `None of the changes of ${deals.length} deals is of a kind chosen in 'Trigger On' and passes the filters. Change them, or move a deal in your Sales CRM and try again.`,
	);
}
