import { type IWebhookFunctions, sleep } from 'n8n-workflow';

import { listStatuses, listUsers } from '../api/deals';
import type { Names } from '../api/names';
import type { Status, User } from '../api/types';
import type { ReceivedEvent } from '../deals/receivedEvent';
import { type Connection, credentialTypeOf, forProfile } from '../transport/connection';
import { byId, recordOf } from '../utils/lists';
import { textOf } from '../utils/text';
import { chosenScheme, triggerConnection, triggerOptions } from './settings';

/**
 * The names of what an event is about.
 *
 * 1. They never hold an event up for long, and never keep it back: what cannot be had is missing.
 * 2. Both lists are kept while this process lives, for each credential and profile. Any number of events share one
 *    fetch. An unknown id causes one fetch a minute, not one per event.
 * 3. The profile is the event's own where neither node nor credential names one.
 * 4. The credential is read only when something has to be fetched, for that costs more than the rest.
 */

/** So that an event is passed on within two seconds. */
const MAX_WAIT_MS = 1_500;

const RETRY = { maxAttempts: 1, timeoutMs: 10_000 };

/** After this a record may have been renamed: it is fetched anew. */
const FRESH_MS = 5 * 60_000;

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
			await Promise.race([this.pending, sleep(MAX_WAIT_MS)]);
		}
		return this.records;
	}

	private needsFetch(ids: string[]): boolean {
		const now = Date.now();
		if (now - this.failedAt < AFTER_FAILURE_MS) return false;
		if (now - this.fetchedAt > FRESH_MS) return true;
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

const directories = new Map<string, { statuses: Directory<Status>; users: Directory<User> }>();

/** Never throws (rule 1). */
export async function namesOf(context: IWebhookFunctions, { item }: ReceivedEvent): Promise<Names> {
	const { statusId, previousStatusId, assigneeId, companyProfileId } = item;
	const credential = context.getNode().credentials?.[credentialTypeOf(chosenScheme(context))];
	const chosenProfile = textOf(triggerOptions(context).companyProfileId);
	const key = JSON.stringify([credential?.id, chosenProfile, companyProfileId]);
	const { statuses, users } = directories.get(key) ?? {
		statuses: new Directory<Status>(),
		users: new Directory<User>(),
	};
	directories.set(key, { statuses, users });

	const from = async <T>(list: (connection: Connection) => Promise<T[]>): Promise<T[]> => {
		const connection = await triggerConnection(context, RETRY);
		const isNamed = connection.profileId !== undefined;
		return await list(isNamed ? connection : forProfile(connection, companyProfileId));
	};
	const warn = (what: string) => (error: Error) =>
		context.logger.warn(`Sales CRM Trigger: the ${what} could not be fetched: ${error.message}`);
	const [statusesById, usersById] = await Promise.all([
		statuses.lookUp(
			[statusId, previousStatusId],
			async () => await from(listStatuses),
			warn('statuses'),
		),
		users.lookUp([assigneeId], async () => await from(listUsers), warn('users')),
	]);
	return { statuses: statusesById, users: usersById };
}
