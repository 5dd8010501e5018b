import { sleep } from 'n8n-workflow';

import { byId, recordOf } from '../utils/lists';
import { type Names, namesOf } from './names';
import type { Status, User } from './types';

/**
 * Names of statuses and users, kept while a process lives.
 *
 * 1. They never hold anybody up for long, and never fail: what cannot be had is missing.
 * 2. Any number of callers share one fetch.
 * 3. A list is fetched when an ID is wanted that it lacks, or when it is five minutes old: a record may have been
 *    renamed. It is never asked for twice within ten seconds, whether it lacks an ID or failed.
 * 4. Whoever needs a list as it is now, because a filter names what it lacks, waits for it to the end.
 */

/** So that an event is passed on within two seconds. */
const NAMES_WAIT_MS = 1_500;

const FRESH_MS = 5 * 60_000;

const ASK_AGAIN_MS = 10_000;

/** Records by id, fetched as a whole list. */
class Directory<T extends { id: string }> {
	private records: ReadonlyMap<string, T> = new Map();

	private fetchedAt = -Infinity;

	private askedAt = -Infinity;

	private pending: Promise<void> | undefined;

	/** Learns the wanted records, where it can. @returns All that are known then. */
	async learn(
		wanted: Array<string | null>,
		isNeeded: boolean,
		fetch: () => Promise<T[]>,
		warn: (error: Error) => void,
	): Promise<ReadonlyMap<string, T>> {
		const ids = wanted.filter((id) => id !== null);
		if (isNeeded || ids.length > 0) {
			if (this.needsFetch(ids, isNeeded)) {
				this.pending ??= this.fetch(fetch, warn).finally(() => (this.pending = undefined));
			}
			await (isNeeded ? this.pending : Promise.race([this.pending, sleep(NAMES_WAIT_MS)]));
		}
		return this.records;
	}

	private needsFetch(ids: string[], isNeeded: boolean): boolean {
		const now = Date.now();
		if (now - this.askedAt < ASK_AGAIN_MS) return false;
		return (
			isNeeded || now - this.fetchedAt > FRESH_MS || ids.some((id) => !recordOf(this.records, id))
		);
	}

	private async fetch(fetch: () => Promise<T[]>, warn: (error: Error) => void): Promise<void> {
		try {
			this.records = byId(await fetch());
			this.fetchedAt = Date.now();
		} catch (error) {
			warn(error as Error);
		}
		this.askedAt = Date.now();
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

/**
 * The names that are known after trying to learn those that are wanted.
 * @param isNeeded Both lists are, as they are now (rule 4).
 */
export async function knownNames(
	source: NameSource,
	wanted: { statusIds: Array<string | null>; userIds: Array<string | null> },
	isNeeded = false,
): Promise<Names> {
	const { statuses, users } = directories.get(source.key) ?? {
		statuses: new Directory<Status>(),
		users: new Directory<User>(),
	};
	directories.set(source.key, { statuses, users });
	const warn = (what: string) => (error: Error) =>
		source.warn(`the ${what} could not be fetched: ${error.message}`);
	const [statusesById, usersById] = await Promise.all([
		statuses.learn(wanted.statusIds, isNeeded, source.listStatuses, warn('statuses')),
		users.learn(wanted.userIds, isNeeded, source.listUsers, warn('users')),
	]);
	return namesOf([...statusesById.values()], [...usersById.values()]);
}
