import type { IDataObject } from 'n8n-workflow';

import { HOUR_MS } from '../../utils/dates';
import { shortHash } from '../../utils/text';
import { isObject } from '../../utils/values';
import type { NotedStuck } from './stuck';

/** What is remembered of a deal history between two polls. */
export interface DealMemory {
	/** Whose history it is. */
	source: string;
	/** Changes from this time on count, in milliseconds. It never moves back. */
	from: number;
	/** Those of them that were emitted or noted, by their hashes, each with the hour of its time. */
	seen: Map<string, number>;
	/** Undefined where nobody asked for stuck deals. */
	stuck: NotedStuck[] | undefined;
}

/** Eight characters: one in 10⁹ to take a new change for one of 100,000 seen ones. */
export const changeHash = (entryId: string): string => shortHash(entryId, 8);

export const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

/** Undefined for what is no memory: another node may have written there. */
export function loadDealMemory(stored: IDataObject | undefined): DealMemory | undefined {
	if (!stored || typeof stored.source !== 'string') return undefined;
	const { source, from, stuck, seen } = stored;
	if (typeof from !== 'number' || !isObject(seen)) return undefined;
	return {
		source,
		from,
		seen: new Map(Object.entries(seen as Record<string, number>)),
		stuck: Array.isArray(stuck) ? (stuck as unknown as NotedStuck[]) : undefined,
	};
}

/** Of what was seen, only what counts. */
export function storedDealMemory({ source, from, seen, stuck }: DealMemory): IDataObject {
	const counting = [...seen].filter(([, hour]) => hour >= hourOf(from));
	const noted = stuck && { stuck: stuck as unknown as IDataObject[] };
	return { source, from, seen: Object.fromEntries(counting), ...noted };
}
