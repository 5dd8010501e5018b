import { uuidOf } from './chance.mts';
import type { Deal } from './shapes.mts';

type Changing = Pick<Deal, 'id' | 'history' | 'updatedAt'>;

/** Starts an entry, and ends the open one at the same time, whatever its type. */
export function addEntry(
	deal: Changing,
	at: number,
	type: 'STATUS_CHANGED' | 'USER_CHANGED',
	toId: string | null,
) {
	const last = deal.history.at(-1);
	if (last) last.endTimestamp = at;
	const propertyValue = { _id: toId ?? '', type: type === 'STATUS_CHANGED' ? 'STATUS' : 'USER' };
	deal.history.push({
		id: uuidOf(deal.id, deal.history.length),
		backlogItemId: deal.id,
		startTimestamp: at,
		endTimestamp: 0,
		type,
		metaData: toId ? { propertyValue } : {},
	});
	deal.updatedAt = at;
}
