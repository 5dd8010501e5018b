import { sleep } from 'n8n-workflow';

import { listStatuses, listUsers } from '../api/deals';
import { type Directory, directoryOf } from '../api/names';
import { type Boards, listBoards } from '../api/pipelines';
import { noteListsSeen, readList, type Source, type Unread } from '../api/source';
import type { Status, User } from '../api/types';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { Remembered } from '../utils/remembered';
import { UserError } from '../utils/userError';
import { type WebhookCall, connectFor, accountAndProfile } from './call';

/** The lists that contain the names of what an event only has IDs of. Each is read when it is needed, by itself. */
export interface NameLists {
	statuses: readonly Status[];
	users: readonly User[];
	boards: Boards;
}

export type NameList = keyof NameLists;

export type Sources = { [L in NameList]?: Source<NameLists[L]> };

type Reader<L extends NameList> = (scoped: Connection) => Promise<Source<NameLists[L]>>;

/** With the profile of the connection. */
export const READERS: { [L in NameList]: Reader<L> } = {
	statuses: async (scoped) =>
		await readList(scoped, 'statuses', async () => await listStatuses(scoped)),
	users: async (scoped) => await readList(scoped, 'users', async () => await listUsers(scoped)),
	boards: listBoards,
};

const FRESH_MS = 60_000;

/** How soon a list is read again that could not be read, or lacks what is looked for. */
const RETRY_MS = 10_000;

/** An event should be passed on within two seconds. */
const SHOWN_WAIT_MS = 1_500;

interface RecentRead {
	since: number;
	source: Promise<Source<NameLists[NameList]>>;
}

/** By account, profile and list. */
const recentReads = new Remembered<RecentRead>(1_500);

/** A list that is at most a minute old. @param isEnough Whether it contains what is looked for. */
export async function nameList<L extends NameList>(
	call: WebhookCall,
	profileId: string | null,
	list: L,
	isEnough: (value: NameLists[L]) => boolean,
): Promise<Source<NameLists[L]>> {
	const key = JSON.stringify([accountAndProfile(call, profileId), list]);
	const reading = recentReads.get(key);
	const ageMs = performance.now() - (reading?.since ?? -Infinity);
	if (reading && ageMs < FRESH_MS) {
		const source = (await reading.source) as Source<NameLists[L]>;
		const isFound = source.is === 'read' && isEnough(source.value);
		if (isFound || ageMs < RETRY_MS) return source;
	}
	const source = readNameList(call, profileId, list);
	recentReads.set(key, { since: performance.now(), source });
	return await source;
}

async function readNameList<L extends NameList>(
	call: WebhookCall,
	profileId: string | null,
	list: L,
): Promise<Source<NameLists[L]>> {
	const reading = connectFor(call, profileId).then(async (scoped) => {
		noteListsSeen(scoped, call.subscriber.lists ?? []);
		return await READERS[list](scoped);
	});
	return await reading.catch(unavailable);
}

/** Such as a credential that cannot be used at the moment. */
function unavailable(reason: unknown): Unread {
	if (!(reason instanceof UserError)) throw reason;
	return { is: 'unavailable', error: new ServiceError(reason.message, reason.description) };
}

/** For what an item only shows. */
export const inTime = async <T>(
	reading: Promise<T>,
	late: (error: ServiceError) => T,
): Promise<T> =>
	await Promise.race([
		reading,
		sleep(SHOWN_WAIT_MS).then(() => late(new ServiceError('No answer within 1.5 seconds', ''))),
	]);

const NOT_ASKED: Unread = { is: 'unavailable', error: new ServiceError('Not asked', '') };

/** The names in those lists that were asked for. */
export const namesIn = ({ statuses, users, boards }: Sources): Directory =>
	directoryOf({
		statuses: statuses ?? NOT_ASKED,
		users: users ?? NOT_ASKED,
		boards: boards ?? NOT_ASKED,
	});
