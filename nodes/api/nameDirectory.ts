import { sleep } from 'n8n-workflow';

import { type FoundNames, NO_NAMES } from './names';

/** An event should be passed on within two seconds. */
const NAMES_WAIT_MS = 1_500;

const FRESH_MS = 60_000;

/** How soon a list that could not be read is read again. */
const RETRY_MS = 10_000;

interface Directory {
	found: FoundNames;
	freshUntil: number;
	/** IDs and filters for which these lists were already read again. */
	asked: Set<string>;
	reading?: Promise<void>;
}

const directories = new Map<string, Directory>();

export interface Lookup {
	/** The IDs and filters that these names do not resolve. */
	lacking(found: FoundNames): string[];
	/** Whether the caller can do without the rest; otherwise it waits for a slow read. */
	isEnough(found: FoundNames): boolean;
	fetch(): Promise<FoundNames>;
}

/** The names of an account, at most a minute old, and read again if one is unknown. Never fails. */
export async function knownNames(account: string, lookup: Lookup): Promise<FoundNames> {
	const nothing = { names: NO_NAMES, missing: [] };
	const directory = directories.get(account) ?? { found: nothing, freshUntil: 0, asked: new Set() };
	directories.set(account, directory);
	const lookedUp = lookUp(directory, lookup);
	await Promise.race([lookedUp, sleep(NAMES_WAIT_MS)]);
	if (!lookup.isEnough(directory.found)) await lookedUp;
	return directory.found;
}

/** Callers share a read, but not one that is already running, because it may miss new names. */
async function lookUp(directory: Directory, { lacking, fetch }: Lookup): Promise<void> {
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

/** If a list cannot be read, the names in it stay as they were. */
async function read(directory: Directory, fetch: Lookup['fetch']): Promise<void> {
	const { names: known } = directory.found;
	const { names, missing } = await fetch().catch((error: Error) => ({
		names: known,
		missing: (['statuses', 'users'] as const).map((of) => ({ of, error })),
	}));
	const isMissing = (list: string) => missing.some(({ of }) => of === list);
	const arePipelinesKnown = known.pipelines.size > 0;
	const keepsPipelines = arePipelinesKnown && (isMissing('statuses') || isMissing('pipelines'));
	directory.found = {
		names: {
			statuses: isMissing('statuses') ? known.statuses : names.statuses,
			users: isMissing('users') ? known.users : names.users,
			pipelines: keepsPipelines ? known.pipelines : names.pipelines,
		},
		missing,
	};
	directory.freshUntil = Date.now() + (missing.length > 0 ? RETRY_MS : FRESH_MS);
}
