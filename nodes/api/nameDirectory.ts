import { sleep } from 'n8n-workflow';

import { byId, recordOf } from '../utils/lists';
import type { Names } from './names';
import type { Status, User } from './types';

/**
 * Names of statuses and users, kept while a process lives.
 *
 * 1. They never hold anybody up for long, and never fail: what cannot be had is missing.
 * 2. Any number of callers share one fetch. An unknown id causes one fetch a minute, not one per caller.
 */

/** So that an event is passed on within two seconds. */
const NAMES_WAIT_MS = 1_500;

/** After this a record may have been renamed: it is fetched anew. */
const LIST_FRESH_MS = 5 * 60_000;

/** An id that even a fresh list does not hold is not asked for again for this long. */
const UNKNOWN_MS = 60_000;

/** After a failure the service is left alone for this long. */
const AFTER_FAILURE_MS = 10_000;

/** Records by id, fetched as a whole list. */
class Directory<T extends { id: string }> {
	private records: ReadonlyMap<string, T> = new Map();

	private fetchedAt = -Infinity;

	private failedAt = -Infinity;

	/** Since when an id is known to be in no list. */
	private unknown = new Map<string, number>();

	private pending: Promise<void> | undefined;

	/** The records that are known after trying to learn the wanted ones. */
	async lookUp(
		wanted: Array<string | null>,
		fetch: () => Promise<T[]>,
		warn: (error: Error) => void,
	): Promise<ReadonlyMap<string, T>> {
		const ids = wanted.filter((id) => id !== null).map((id) => id.toLowerCase());
		if (ids.length > 0 && this.needsFetch(ids)) {
			this.pending ??= this.fetch(ids, fetch, warn).finally(() => (this.pending = undefined));
			await Promise.race([this.pending, sleep(NAMES_WAIT_MS)]);
		}
		return this.records;
	}

	private needsFetch(ids: string[]): boolean {
		const now = Date.now();
		if (now - this.failedAt < AFTER_FAILURE_MS) return false;
		if (now - this.fetchedAt > LIST_FRESH_MS) return true;
		return ids.some(
			(id) => !recordOf(this.records, id) && now - (this.unknown.get(id) ?? -Infinity) > UNKNOWN_MS,
		);
	}

	private async fetch(
		ids: string[],
		fetch: () => Promise<T[]>,
		warn: (error: Error) => void,
	): Promise<void> {
		try {
			this.records = byId(await fetch());
			const now = Date.now();
			this.fetchedAt = now;
			const stillUnknown = [...this.unknown].filter(([, since]) => now - since <= UNKNOWN_MS);
			const missing = ids.filter((id) => !recordOf(this.records, id));
			this.unknown = new Map([...stillUnknown, ...missing.map((id) => [id, now] as const)]);
		} catch (error) {
			this.failedAt = Date.now();
			warn(error as Error);
		}
	}
}

/** Where the names of an account come from. */
export interface NameSource {
	/** Of credential and profile. */
	key: string;
	listStatuses(): Promise<Status[]>;
	listUsers(): Promise<User[]>;
	warn(words: string): void;
}

const directories = new Map<string, { statuses: Directory<Status>; users: Directory<User> }>();

/** The names that are known after trying to learn those that are wanted. */
export async function knownNames(
	source: NameSource,
	wanted: { statusIds: Array<string | null>; userIds: Array<string | null> },
): Promise<Names> {
	const { statuses, users } = directories.get(source.key) ?? {
		statuses: new Directory<Status>(),
		users: new Directory<User>(),
	};
	directories.set(source.key, { statuses, users });
	const warn = (what: string) => (error: Error) =>
		source.warn(`the ${what} could not be fetched: ${error.message}`);
	const [statusesById, usersById] = await Promise.all([
		statuses.lookUp(wanted.statusIds, async () => await source.listStatuses(), warn('statuses')),
		users.lookUp(wanted.userIds, async () => await source.listUsers(), warn('users')),
	]);
	return { statuses: statusesById, users: usersById };
}
