import { HASH_LENGTH, partsOf } from '../polling/hashes';
import { HOUR_MS } from '../utils/dates';
import { isObject } from '../utils/json';

/** What the history trigger remembers between two polls (`polling/pollOnce` keeps it). */
export interface HistoryCursor {
	/** Whose history it is: another service or profile starts anew. */
	source: string;
	/** What was asked for at the last poll, to notice that it was changed since. */
	wanted: unknown;
	/** The latest moment in the data, in milliseconds since the Unix epoch; null while there is none. */
	highWaterMark: number | null;
	/** Changes from this moment on count, in milliseconds. It never moves back. */
	lookBackFrom: number;
	/** What was seen, by the hour of its moment. See `SeenChanges`. */
	seen: Record<string, string>;
}

/** Infinity where the moment cannot be read: nothing tells when such a change may be forgotten. */
const hourOf = (moment: number): number =>
	Number.isFinite(moment) ? Math.floor(moment / HOUR_MS) : Infinity;

/**
 * What n8n kept, if it is a cursor of this very source. Anything else, such as what another node
 * wrote there, would hand out the whole history as new: then the trigger starts anew.
 */
export function load(stored: unknown, source: string): HistoryCursor | undefined {
	if (!isObject(stored) || stored.source !== source) return undefined;
	const { highWaterMark, lookBackFrom, seen } = stored;
	const isWhole =
		(highWaterMark === null || Number.isFinite(highWaterMark)) &&
		Number.isFinite(lookBackFrom) &&
		isObject(seen) &&
		Object.values(seen).every((packed) => typeof packed === 'string');
	return isWhole ? (stored as unknown as HistoryCursor) : undefined;
}

/** The changes seen, each by its hash and the latest hour it was seen at. */
export class SeenChanges {
	private readonly hours = new Map<string, number>();

	constructor(stored: HistoryCursor['seen'] = {}) {
		for (const [hour, packed] of Object.entries(stored)) {
			for (const hash of partsOf(packed, HASH_LENGTH)) this.hours.set(hash, Number(hour));
		}
	}

	has(hash: string): boolean {
		return this.hours.has(hash);
	}

	/**
	 * Notes a change under its moment, in milliseconds. It may have been edited, or come twice in one
	 * answer: the latest moment decides how long it is remembered.
	 */
	note(hash: string, moment: number): void {
		const hour = hourOf(moment);
		const before = this.hours.get(hash);
		if (before === undefined || before < hour) this.hours.set(hash, hour);
	}

	/** What to store: all from this moment on, in milliseconds, each by its own moment. */
	stored(from: number): HistoryCursor['seen'] {
		const oldest = Math.floor(from / HOUR_MS);
		const packed = new Map<number, string[]>();
		for (const [hash, hour] of this.hours) {
			if (hour < oldest) continue;
			const hashes = packed.get(hour) ?? [];
			hashes.push(hash);
			packed.set(hour, hashes);
		}
		return Object.fromEntries([...packed].map(([hour, hashes]) => [hour, hashes.join('')]));
	}
}
