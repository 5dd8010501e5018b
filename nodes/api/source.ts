import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { warn } from '../transport/hints';
import { Remembered } from '../utils/remembered';

/** Something that was asked of the service. What could not be read is not empty, so nobody reads a list in place of it. */
export type Source<T> = { readonly is: 'read'; readonly value: T } | Unread;

export interface Unread {
	/**
	 * `notOffered`: the service has no such list, or of a single record: it does not exist. `refused`: this account may not
	 * read it. `unavailable`: it may be readable later.
	 */
	readonly is: 'notOffered' | 'refused' | 'unavailable';
	/** A sentence about the list, such as "Your Sales CRM does not offer boards". Temporary if it is `unavailable`. */
	readonly error: ServiceError;
}

/** The lists of a company profile that are read beside the main one, in the user's words. */
const LISTS = {
	boards: 'boards',
	statuses: 'statuses',
	users: 'users',
	contactPersons: 'contact persons',
	documents: 'documents',
	quotations: 'quotations',
	profiles: 'company profiles',
} as const;

export type ListName = keyof typeof LISTS;

const UNREAD_MS = 10 * 60_000;

/** Lists that are not offered or refused, which are not asked for again so soon. */
const unreadLists = new Remembered<Unread>(2_000, UNREAD_MS);

/** Lists that answered once, so the service offers them. */
const answeredLists = new Remembered<true>(5_000);

const keyOf = ({ account, profileId }: Connection, list: ListName): string =>
	JSON.stringify([account.key, profileId, list]);

/**
 * Asks for a list of the company profile, unless it is remembered that it cannot be read.
 * @param connection With its profile.
 * @param main Settled once the main list was asked for: if that does not answer either, a 403 says nothing about this list.
 * @throws UserError that is not about the answer, such as that of a request body; CancelledError
 */
export async function readList<T>(
	connection: Connection,
	list: ListName,
	ask: () => Promise<T>,
	main: Promise<unknown> = Promise.resolve(),
): Promise<Source<T>> {
	const key = keyOf(connection, list);
	const remembered = unreadLists.get(key);
	if (remembered) return remembered;
	try {
		const value = await ask();
		answeredLists.set(key, true);
		return { is: 'read', value };
	} catch (reason) {
		const error = serviceErrorOf(reason);
		const why = whyUnread(error, answeredLists.get(key) === true);
		const isOfAll = why === 'refused' && !(await answers(main));
		const unread = unreadOf(isOfAll ? 'unavailable' : why, error, LISTS[list]);
		if (unread.is !== 'unavailable') unreadLists.set(key, unread);
		return unread;
	}
}

/** Asks for a single record or a part of a list. Nothing is remembered. @throws UserError as {@link readList}; CancelledError */
export async function readPart<T>(ask: () => Promise<T>): Promise<Source<T>> {
	try {
		return { is: 'read', value: await ask() };
	} catch (reason) {
		const error = serviceErrorOf(reason);
		return { is: whyUnread(error, false), error };
	}
}

/** Of several parts that could not be read, one that may be readable later goes first. */
export const worstOf = (parts: readonly Unread[]): Unread | undefined =>
	parts.find(({ is }) => is === 'unavailable') ?? parts[0];

/** The lists that were seen to answer, for a trigger to note when it is published. */
export const listsSeen = (connection: Connection): ListName[] =>
	(Object.keys(LISTS) as ListName[]).filter((list) => answeredLists.get(keyOf(connection, list)));

/** After a restart: what a trigger noted. A 404 of these lists does not mean that they are not offered. */
export function noteListsSeen(connection: Connection, lists: readonly ListName[]): void {
	for (const list of lists) answeredLists.set(keyOf(connection, list), true);
}

function serviceErrorOf(reason: unknown): ServiceError {
	if (reason instanceof ServiceError) return reason;
	throw reason;
}

const answers = async (main: Promise<unknown>): Promise<boolean> =>
	await main.then(
		() => true,
		() => false,
	);

/** What a refusal means. A proxy or a deployment answers with pages, and with 404 where a list was seen before. */
function whyUnread(
	{ status, isOfService, isNoSuchRoute }: ServiceError,
	wasSeen: boolean,
): Unread['is'] {
	if (!isOfService) return 'unavailable';
	if (isNoSuchRoute && !wasSeen) return 'notOffered';
	const isMissing = status === 404 || status === 405;
	return (isNoSuchRoute && !isMissing) || status === 403 ? 'refused' : 'unavailable';
}

const ASK = 'Ask for the permission in your Sales CRM, or use a credential that has it.';

function unreadOf(is: Unread['is'], error: ServiceError, list: string): Unread {
	const { message, description } = error;
	const words = {
		notOffered: [`Your Sales CRM does not offer ${list}`, `${message}.`],
		refused: [`This account may not read ${list}: ask for the permission`, `${message}. ${ASK}`],
		unavailable: [message, description],
	} as const;
	const details = { ...error, isTemporary: is === 'unavailable' };
	return { is, error: new ServiceError(words[is][0], words[is][1], details) };
}

export const valueOr = <T>(source: Source<T>, empty: T): T =>
	source.is === 'read' ? source.value : empty;

/**
 * For what an item only shows: without the list it is empty, and a hint says so.
 * @param consequence Such as "The names of users are left empty".
 */
export function shown<T>(
	source: Source<T>,
	empty: T,
	connection: Connection,
	consequence: string,
): T {
	if (source.is === 'read') return source.value;
	warn(connection, `${source.error.message}. ${consequence}.`);
	return empty;
}

/**
 * For what decides something.
 * @throws ServiceError as {@link unreadError}
 */
export function needed<T>(source: Source<T>, decision: string, advice?: string): T {
	if (source.is === 'read') return source.value;
	throw unreadError(source, decision, advice);
}

/**
 * Temporary only if the list is `unavailable`.
 * @param decision What cannot be decided, such as "'Record Types' cannot be checked".
 * @param advice What a person can do.
 */
export function unreadError({ is, error }: Unread, decision: string, advice = ''): ServiceError {
	const { message, description, status } = error;
	const reason = message[0].toLowerCase() + message.slice(1);
	const isTemporary = is === 'unavailable';
	const words = `${advice} ${description}`.trim();
	return new ServiceError(`${decision}: ${reason}`, words, { status, isTemporary });
}
