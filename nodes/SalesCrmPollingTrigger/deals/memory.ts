import type { IDataObject } from 'n8n-workflow';

import { HOUR_MS } from '../../utils/dates';
import { shortHash } from '../../utils/hashes';
import { isObject } from '../../utils/json';

/** What is remembered of a deal history between two polls. */
export interface DealMemory {
	/** Whose history it is. */
	source: string;
	/** Changes from this moment on count, in milliseconds. It never moves back. */
	from: number;
	/** Those of them that were told or noted, by their hashes, each with the hour of its moment. */
	seen: Map<string, number>;
	/** Deals that got stuck up to this moment were told or noted; undefined where nobody asked for them. */
	stuckUpTo: number | undefined;
}

/** Eight characters: one in 10⁹ to take a new change for one of 100,000 seen ones. */
export const changeHash = (key: string): string => shortHash(key, 8);

export const hourOf = (moment: number): number => Math.floor(moment / HOUR_MS);

/** Undefined for what is no memory: another node may have written there. */
export function loadDealMemory(stored: IDataObject | undefined): DealMemory | undefined {
	if (!stored || typeof stored.source !== 'string') return undefined;
	const { source, from, stuckUpTo, seen } = stored;
	if (typeof from !== 'number' || !isObject(seen)) return undefined;
	return {
		source,
		from,
		seen: new Map(Object.entries(seen as Record<string, number>)),
		stuckUpTo: typeof stuckUpTo === 'number' ? stuckUpTo : undefined,
	};
}

/** Of what was seen, only what counts. */
export function storedDealMemory({ source, from, seen, stuckUpTo }: DealMemory): IDataObject {
	const counting = [...seen].filter(([, hour]) => hour >= hourOf(from));
	return { source, from, seen: Object.fromEntries(counting), ...(stuckUpTo && { stuckUpTo }) };
}
