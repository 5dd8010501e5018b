import type { IDataObject } from 'n8n-workflow';

import { partsOf, shortHash } from '../../utils/hashes';
import { HOUR_MS } from '../../utils/dates';
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
const HASH_LENGTH = 8;

export const changeHash = (key: string): string => shortHash(key, HASH_LENGTH);

/** Infinity where the moment cannot be read: nothing tells when such a change may be forgotten. */
export const hourOf = (moment: number): number => Math.floor(moment / HOUR_MS);

/** Undefined for what is no memory: another node may have written there. */
export function loadDealMemory(stored: IDataObject | undefined): DealMemory | undefined {
	if (!stored || typeof stored.source !== 'string') return undefined;
	const { source, from, stuckUpTo } = stored;
	if (typeof from !== 'number' || !isObject(stored.seen)) return undefined;
	const seen = new Map<string, number>();
	for (const [hour, packed] of Object.entries(stored.seen)) {
		for (const hash of partsOf(String(packed), HASH_LENGTH)) seen.set(hash, Number(hour));
	}
	return { source, from, seen, stuckUpTo: typeof stuckUpTo === 'number' ? stuckUpTo : undefined };
}

/** Of what was seen, only what counts. */
export function storedDealMemory({ source, from, seen, stuckUpTo }: DealMemory): IDataObject {
	const oldest = hourOf(from);
	const byHour = new Map<number, string[]>();
	for (const [hash, hour] of seen) {
		if (hour < oldest) continue;
		const hashes = byHour.get(hour);
		if (hashes) hashes.push(hash);
		else byHour.set(hour, [hash]);
	}
	const packed = [...byHour].map(([hour, hashes]) => [hour, hashes.join('')]);
	return { source, from, seen: Object.fromEntries(packed), ...(stuckUpTo && { stuckUpTo }) };
}
