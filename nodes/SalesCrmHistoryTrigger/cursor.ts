import { HASH_LENGTH, partsOf, shortHash } from '../polling/hashes';
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
	/** Of deals that got stuck, where they are asked for (`stuckDeals`). */
	stays?: StaysCursor;
}

export interface StaysCursor {
	/** Stays that began from this moment on count, in milliseconds. It never moves back. */
	from: number;
	/** What was told or noted of them, by the hour they began in. */
	seen: HistoryCursor['seen'];
}

/** One change of the history, as far as telling new from seen needs it. */
export interface ChangeKey {
	/** Tells the change apart from all others: its id. */
	key: string;
	/** Milliseconds since the Unix epoch; NaN when it cannot be read. */
	moment: number;
	/** Tells the deal apart that this change created; undefined for a change that created none. */
	created?: string;
}

/** A change that is to be handed out, now or at a later poll. */
export interface NewChange<C> {
	change: C;
	/** Which of the kinds asked for it is. */
	kind: string;
	/** What it is handed out in the order of, in milliseconds since the Unix epoch. */
	at: number;
	/** Where it is noted when it is handed out. */
	seen: SeenChanges;
}

/** Infinity where the moment cannot be read: nothing tells when such a change may be forgotten. */
const hourOf = (moment: number): number =>
	Number.isFinite(moment) ? Math.floor(moment / HOUR_MS) : Infinity;

/** A moment that cannot be read comes after all others. */
export const orLast = (moment: number): number => (Number.isFinite(moment) ? moment : Infinity);

/** Of two that cannot be read it is NaN, which puts neither before the other. */
export const inTime = (a: number, b: number): number => orLast(a) - orLast(b);

/**
 * What n8n kept, if it is a cursor of this very source. Anything else, such as what another node
 * wrote there, would hand out the whole history as new: then the trigger starts anew.
 */
export function load(stored: unknown, source: string): HistoryCursor | undefined {
	if (!isObject(stored) || stored.source !== source) return undefined;
	const { highWaterMark, lookBackFrom, seen, stays } = stored;
	const isWhole =
		(highWaterMark === null || Number.isFinite(highWaterMark)) &&
		Number.isFinite(lookBackFrom) &&
		isPacked(seen) &&
		(stays === undefined ||
			(isObject(stays) && Number.isFinite(stays.from) && isPacked(stays.seen)));
	return isWhole ? (stored as unknown as HistoryCursor) : undefined;
}

const isPacked = (seen: unknown): boolean =>
	isObject(seen) && Object.values(seen).every((packed) => typeof packed === 'string');

/** The changes seen, each by its hash and the latest hour it was seen at. */
export class SeenChanges {
	private readonly hours = new Map<string, number>();

	constructor(stored: HistoryCursor['seen'] = {}) {
		for (const [hour, packed] of Object.entries(stored)) {
			for (const hash of partsOf(packed, HASH_LENGTH)) this.hours.set(hash, Number(hour));
		}
	}

	/** Whether a change created its deal, and none that created it was noted before. */
	isCreation({ created }: ChangeKey): boolean {
		return created !== undefined && !this.hours.has(shortHash(created));
	}

	/**
	 * Notes a change under its moment. It may have been edited, or come twice in one answer: the
	 * latest moment decides how long it is remembered.
	 */
	note({ key, moment, created }: ChangeKey): void {
		const hour = hourOf(moment);
		this.noteAt(shortHash(key), hour);
		if (created !== undefined) this.noteAt(shortHash(created), hour);
	}

	private noteAt(hash: string, hour: number): void {
		const before = this.hours.get(hash);
		if (before === undefined || before < hour) this.hours.set(hash, hour);
	}

	/**
	 * Those that count, were not seen and are asked for; all others that count are noted.
	 * @param from What is earlier does not count, in milliseconds.
	 * @param kindOf Which of the kinds asked for a change is; undefined where it is not asked for.
	 */
	findNew<C extends ChangeKey>(
		changes: Iterable<C>,
		from: number,
		kindOf: (change: C) => string | undefined,
	): Array<NewChange<C>> {
		const found = new Map<string, NewChange<C>>();
		for (const change of changes) {
			const { key, moment } = change;
			if (moment < from) continue;
			const hash = shortHash(key);
			if (this.hours.has(hash)) {
				this.noteAt(hash, hourOf(moment));
				continue;
			}
			const kind = kindOf(change);
			const twin = found.get(hash);
			// Of one that comes twice the later counts, as it does for how long it is remembered.
			if (kind !== undefined && (!twin || inTime(twin.at, moment) < 0)) {
				found.set(hash, { change, kind, at: moment, seen: this });
			} else if (!twin) this.note(change);
		}
		return [...found.values()];
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
