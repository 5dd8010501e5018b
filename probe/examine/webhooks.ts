import { subscriptionUrl } from '../../nodes/api/webhooks';
import { range, type Told, word } from './told';

/** What the list of webhooks shows (interface.md, "GET /api/v1/list"). */
export interface Webhooks {
	entries: Told;
	/** In all of them, in some, or in none; undefined without entries. */
	addresses?: 'all' | 'some' | 'none';
	actions: Told;
}

export function webhooksOf(rows: ReadonlyArray<Record<string, unknown>>): Webhooks {
	const shown = rows.filter((row) => subscriptionUrl(row) !== undefined).length;
	return {
		entries: range(rows.length),
		addresses:
			rows.length === 0 ? undefined : shown === rows.length ? 'all' : shown ? 'some' : 'none',
		actions: actionsOf(rows),
	};
}

function actionsOf(rows: ReadonlyArray<Record<string, unknown>>): Told {
	const lists = rows.map(({ actions }) => actions).filter(Array.isArray);
	if (rows.length === 0) return word('no webhook to look at');
	if (lists.length === 0) return word('no list');
	const items: unknown[] = lists.flat();
	if (items.length === 0) return word('always empty');
	return items.every((item) => typeof item === 'object') ? word('objects') : word('plain values');
}
