import { sleep } from 'n8n-workflow';

import { byId, recordOf } from '../utils/lists';

/** After this a record may have been renamed: it is fetched anew. */
const RECORDS_FRESH_MS = 5 * 60_000;

/** An id that even a fresh list does not hold is not asked for again for this long. */
const UNKNOWN_MS = 60_000;

/** After a failure the service is left alone for this long. */
const AFTER_FAILURE_MS = 10_000;

/**
 * Records by id, fetched as a whole list and kept. Any number of callers at once share one fetch;
 * an unknown id causes one fetch, not one per caller.
 */
export class Directory<T extends { id: string }> {
	private records: ReadonlyMap<string, T> = new Map();

	private fetchedAt = -Infinity;

	private failedAt = -Infinity;

	private readonly unknown = new Map<string, number>();

	private pending: Promise<void> | undefined;

	constructor(
		private readonly name: string,
		private readonly warn: (message: string) => void,
	) {}

	/**
	 * The records known (see `recordOf`) after trying to learn the wanted ones. Never throws: what cannot be had
	 * within the wait, in milliseconds, is missing.
	 */
	async lookUp(
		wanted: Array<string | null>,
		fetch: () => Promise<T[]>,
		maxWaitMs: number,
	): Promise<ReadonlyMap<string, T>> {
		const ids = wanted.filter((id) => id !== null).map((id) => id.toLowerCase());
		if (ids.length > 0 && this.needsFetch(ids)) {
			this.pending ??= this.fetch(ids, fetch).finally(() => (this.pending = undefined));
			await Promise.race([this.pending, sleep(maxWaitMs)]);
		}
		return this.records;
	}

	private needsFetch(ids: string[]): boolean {
		const now = Date.now();
		if (now - this.failedAt < AFTER_FAILURE_MS) return false;
		if (now - this.fetchedAt > RECORDS_FRESH_MS) return true;
		return ids.some(
			(id) => !recordOf(this.records, id) && now - (this.unknown.get(id) ?? -Infinity) > UNKNOWN_MS,
		);
	}

	private async fetch(ids: string[], fetch: () => Promise<T[]>): Promise<void> {
		try {
			const records = await fetch();
			this.records = byId(records);
			this.fetchedAt = Date.now();
			this.noteUnknown(ids);
		} catch (error) {
			this.failedAt = Date.now();
			this.warn(`the ${this.name} could not be fetched: ${(error as Error).message}`);
		}
	}

	/** Remembers which ids not even the list just fetched holds, and forgets those noted long ago. */
	private noteUnknown(ids: string[]): void {
		const now = Date.now();
		for (const [id, since] of this.unknown) {
			if (now - since > UNKNOWN_MS) this.unknown.delete(id);
		}
		for (const id of ids) if (!recordOf(this.records, id)) this.unknown.set(id, now);
	}
}
