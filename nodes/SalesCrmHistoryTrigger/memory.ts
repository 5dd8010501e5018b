import { createHash } from 'crypto';

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

/** A change whose moment cannot be read is never forgotten: nothing tells when it may be. */
const NO_MOMENT = 'none';

const hourOf = (moment: number): string =>
	Number.isFinite(moment) ? String(Math.floor(moment / HOUR_MS)) : NO_MOMENT;

/** A short fingerprint of what tells a change apart. */
export const fingerprint = (key: string): string =>
	createHash('sha256').update(key).digest('base64').slice(0, CHARACTERS);

/** The changes seen, each by its fingerprint and the hour it was last seen at. */
export class SeenChanges {
	private readonly hours = new Map<string, string>();

	constructor(stored: Memory['seen'] = {}) {
		for (const [hour, packed] of Object.entries(stored)) {
			for (let at = 0; at < packed.length; at += CHARACTERS) {
				this.hours.set(packed.slice(at, at + CHARACTERS), hour);
			}
		}
	}

	has(print: string): boolean {
		return this.hours.has(print);
	}

	/** Notes a change under its present moment, in milliseconds: it may have been edited. */
	note(print: string, moment: number): void {
		this.hours.set(print, hourOf(moment));
	}

	/** What to store: all that are not older than the floor, by their own moment. */
	stored(floor: number): Memory['seen'] {
		const oldest = Math.floor(floor / HOUR_MS);
		const packed = new Map<string, string[]>();
		for (const [print, hour] of this.hours) {
			if (hour !== NO_MOMENT && Number(hour) < oldest) continue;
			const prints = packed.get(hour) ?? [];
			prints.push(print);
			packed.set(hour, prints);
		}
		return Object.fromEntries([...packed].map(([hour, prints]) => [hour, prints.join('')]));
	}
}
