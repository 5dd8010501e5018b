import { createHash } from 'crypto';

import { isObject } from '../values/json';

/**
 * What the trigger remembers between two polls. It stands in n8n's static data of the node under
 * one key and is written whole, because n8n does not notice changes further inside.
 */
export interface Memory {
	/** Whose history it is: another service or profile starts anew. */
	source: string;
	/** What was asked for at the last poll, to notice that it was changed since. */
	wanted: unknown;
	/** The latest moment in the data, in milliseconds since the Unix epoch; null while there is none. */
	mark: number | null;
	/** Changes from this moment on count, in milliseconds; null: all do. It never moves back. */
	floor: number | null;
	/** What was seen, by the hour of its moment. See `SeenChanges`. */
	seen: Record<string, string>;
}

const HOUR_MS = 3_600_000;

/** Eight characters are six bytes: one in 10⁹ to take a new change for one of 100,000 seen ones. */
const CHARACTERS = 8;

/** Infinity where the moment cannot be read: nothing tells when such a change may be forgotten. */
const hourOf = (moment: number): number =>
	Number.isFinite(moment) ? Math.floor(moment / HOUR_MS) : Infinity;

/** A short fingerprint of what tells a change apart. */
export const fingerprint = (key: string): string =>
	createHash('sha256').update(key).digest('base64').slice(0, CHARACTERS);

/**
 * What n8n kept, if it is a memory of this very source. Anything else, such as what another node
 * wrote there, would hand out the whole history as new: then the trigger starts anew.
 */
export function recall(stored: unknown, source: string): Memory | undefined {
	if (!isObject(stored) || stored.source !== source) return undefined;
	const { mark, floor, seen } = stored;
	const isWhole =
		[mark, floor].every((moment) => moment === null || Number.isFinite(moment)) &&
		isObject(seen) &&
		Object.values(seen).every((packed) => typeof packed === 'string');
	return isWhole ? (stored as unknown as Memory) : undefined;
}

/** The changes seen, each by its fingerprint and the latest hour it was seen at. */
export class SeenChanges {
	private readonly hours = new Map<string, number>();

	constructor(stored: Memory['seen'] = {}) {
		for (const [hour, packed] of Object.entries(stored)) {
			for (let from = 0; from < packed.length; from += CHARACTERS) {
				this.hours.set(packed.slice(from, from + CHARACTERS), Number(hour));
			}
		}
	}

	has(print: string): boolean {
		return this.hours.has(print);
	}

	/**
	 * Notes a change under its moment, in milliseconds. It may have been edited, or come twice in one
	 * answer: the latest moment decides how long it is remembered.
	 */
	note(print: string, moment: number): void {
		const hour = hourOf(moment);
		const before = this.hours.get(print);
		if (before === undefined || before < hour) this.hours.set(print, hour);
	}

	/** What to store: all that are not older than the floor, by their own moment. */
	stored(floor: number): Memory['seen'] {
		const oldest = Math.floor(floor / HOUR_MS);
		const packed = new Map<number, string[]>();
		for (const [print, hour] of this.hours) {
			if (hour < oldest) continue;
			const prints = packed.get(hour) ?? [];
			prints.push(print);
			packed.set(hour, prints);
		}
		return Object.fromEntries([...packed].map(([hour, prints]) => [hour, prints.join('')]));
	}
}
