import { sleep } from 'n8n-workflow';

import { type FoundNames, NO_NAMES } from './names';

/**
 * Names of statuses and users, kept while a process lives.
 *
 * 1. The lists are read again after a minute, and at once if they lack something: it may be new. What they still lack
 *    then is not asked for again before that minute is over, so that an unknown name or ID costs one read a minute.
 * 2. Any number of callers share a read. A caller who still lacks something after a read that began before the call
 *    starts another one.
 * 3. A list that cannot be read is missing, with the reason, and is asked for again after ten seconds. What was known
 *    stays known.
 */

/** So that an event is passed on within two seconds. */
const NAMES_WAIT_MS = 1_500;

const FRESH_MS = 60_000;

const RETRY_MS = 10_000;

interface Directory {
	found: FoundNames;
	/** Milliseconds since the Unix epoch. */
	freshUntil: number;
	/** What the lists were read for since they were last out of date. */
	asked: Set<string>;
	reading?: Promise<void>;
}

/** By account: credential and profile. */
const directories = new Map<string, Directory>();

/** What a caller wants of the names. */
export interface Wish {
	/** IDs, and whatever else is missing from these names. */
	lacking(found: FoundNames): string[];
	/** Whether the caller can go on with these names; only if not, it waits until a slow read has ended. */
	isEnough(found: FoundNames): boolean;
	fetch(): Promise<FoundNames>;
}

/** The names that are known after looking up what is lacking. It never fails. */
export async function knownNames(account: string, wish: Wish): Promise<FoundNames> {
	const nothing = { names: NO_NAMES, missing: [] };
	const directory = directories.get(account) ?? { found: nothing, freshUntil: 0, asked: new Set() };
	directories.set(account, directory);
	const lookedUp = lookUp(directory, wish);
	await Promise.race([lookedUp, sleep(NAMES_WAIT_MS)]);
	if (!wish.isEnough(directory.found)) await lookedUp;
	return directory.found;
}

async function lookUp(directory: Directory, { lacking, fetch }: Wish): Promise<void> {
	if (directory.reading) await directory.reading;
	const { asked } = directory;
	const isStale = Date.now() >= directory.freshUntil;
	if (isStale) asked.clear();
	const unasked = lacking(directory.found).filter((one) => !asked.has(one));
	if (isStale || unasked.length > 0) {
		directory.reading ??= read(directory, fetch).finally(() => (directory.reading = undefined));
	}
	for (const one of unasked) asked.add(one);
	await directory.reading;
}

async function read(directory: Directory, fetch: Wish['fetch']): Promise<void> {
	const { names: known } = directory.found;
	const { names, missing } = await fetch().catch((error: Error) => ({
		names: known,
		missing: (['statuses', 'users'] as const).map((of) => ({ of, error })),
	}));
	const isMissing = (list: string) => missing.some(({ of }) => of === list);
	const { statuses } = isMissing('statuses') ? known : names;
	const isKnown = known.pipelines.size > 0;
	const { pipelines } =
		isKnown && (isMissing('statuses') || isMissing('pipelines')) ? known : names;
	const { users } = isMissing('users') ? known : names;
	directory.found = { names: { statuses, pipelines, users }, missing };
	directory.freshUntil = Date.now() + (missing.length > 0 ? RETRY_MS : FRESH_MS);
}
