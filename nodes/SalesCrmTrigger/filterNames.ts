import type { Directory, Names } from '../api/names';
import { idsNamed } from '../deals/namedIds';
import type { Connection } from '../transport/connection';
import type { UserError } from '../utils/userError';
import { type EventFilters, type FilterNotes, namedFilters } from './eventFilters';
import { namesIn, type NameList, READERS, type Sources } from './nameLists';

/** The lists in which names of a kind are. Without boards, pipelines have numbers, in the order of the statuses. */
export const LISTS_OF: Record<keyof Names, NameList[]> = {
	statuses: ['statuses'],
	users: ['users'],
	pipelines: ['boards', 'statuses'],
};

/**
 * Looks up the names in filters for a publication.
 * @param onUnknown Receives a sentence about IDs that are in no list.
 * @param onError Receives errors instead of throwing them, such as that of an unknown name.
 * @returns Without a name that has an error.
 * @throws UserError for an unknown name; ServiceError if it cannot be looked up.
 */
export async function noteFilters(
	scoped: Connection,
	filters: EventFilters,
	onUnknown: (words: string) => void,
	onError?: (error: UserError) => void,
): Promise<FilterNotes> {
	const named = namedFilters(filters);
	const lists = new Set(named.flatMap(({ kind }) => LISTS_OF[kind]));
	const found = namesIn(await readAll(scoped, [...lists]));
	const notes: FilterNotes = {};
	for (const { kind, label, entered } of named) {
		idsNamed(entered, kind, label, found, onUnknown, onError);
		for (const text of entered) {
			const ids = idsIn(found, kind, text);
			if (ids) (notes[kind] ??= {})[text.toLowerCase()] = ids;
		}
	}
	return notes;
}

async function readAll(scoped: Connection, lists: readonly NameList[]): Promise<Sources> {
	const read = lists.map(async (list) => [list, await READERS[list](scoped)] as const);
	return Object.fromEntries(await Promise.all(read)) as Sources;
}

/** The IDs of an entered text. @returns Undefined if it cannot be looked up, or no list contains it. */
export function idsIn(found: Directory, kind: keyof Names, text: string): string[] | undefined {
	let isKnown = true;
	const ids = idsNamed(
		[text],
		kind,
		'',
		found,
		() => undefined,
		() => (isKnown = false),
	);
	return isKnown ? ids : undefined;
}
