import { sleep } from 'n8n-workflow';

import { recordOf } from '../utils/lists';
import { type FoundNames, NO_NAMES } from './names';

/**
 * Names of statuses and users, kept while a process lives.
 *
 * 1. They never hold anybody up for long, and never fail: what cannot be had is missing, with the reason. What was
 *    known stays known.
 * 2. Any number of callers share one fetch, of both lists.
 * 3. They are fetched when an ID is wanted that they lack, or when they are five minutes old: a record may have been
 *    renamed. They are never asked for twice within ten seconds.
 * 4. Whoever needs the lists as they are now, because a filter names what they lack, waits for them to the end.
 */

/** So that an event is passed on within two seconds. */
const NAMES_WAIT_MS = 1_500;

const FRESH_MS = 5 * 60_000;

const ASK_AGAIN_MS = 10_000;

interface Directory {
	found: FoundNames;
	askedAt: number;
	pending?: Promise<void>;
}

/** By account: credential and profile. */
const directories = new Map<string, Directory>();

/** The names that are known after trying to learn those of some IDs. @param isNeeded As of rule 4. */
export async function knownNames(
	account: string,
	wanted: { statusIds: Array<string | null>; userIds: Array<string | null> },
	fetch: () => Promise<FoundNames>,
	isNeeded = false,
): Promise<FoundNames> {
	const nothing: Directory = { found: { names: NO_NAMES, missing: [] }, askedAt: -Infinity };
	const directory = directories.get(account) ?? nothing;
	directories.set(account, directory);
	const { statuses, users } = directory.found.names;
	const lacks =
		wanted.statusIds.some((id) => id !== null && !recordOf(statuses, id)) ||
		wanted.userIds.some((id) => id !== null && !recordOf(users, id));
	const age = Date.now() - directory.askedAt;
	if (age >= ASK_AGAIN_MS && (isNeeded || lacks || age > FRESH_MS)) {
		directory.pending ??= learn(directory, fetch).finally(() => (directory.pending = undefined));
	}
	await (isNeeded ? directory.pending : Promise.race([directory.pending, sleep(NAMES_WAIT_MS)]));
	return directory.found;
}

async function learn(directory: Directory, fetch: () => Promise<FoundNames>): Promise<void> {
	const { names: known } = directory.found;
	const { names, missing } = await fetch().catch((error: Error) => ({
		names: known,
		missing: (['statuses', 'users'] as const).map((of) => ({ of, error })),
	}));
	const isMissing = (list: string) => missing.some(({ of }) => of === list);
	const { statuses, pipelines } = isMissing('statuses') ? known : names;
	const { users } = isMissing('users') ? known : names;
	directory.found = { names: { statuses, pipelines, users }, missing };
	directory.askedAt = Date.now();
}
