import type { Directory, Names } from '../api/names';
import { type Unread, unreadError, worstOf } from '../api/source';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { isUuid } from '../utils/uuid';
import { splitAtCommas } from '../utils/values';
import { NAMED_FILTERS, type NamedFilter } from './filters';

/**
 * People and models enter statuses, assignees and pipelines by name. Case does not matter, and a name that several have
 * means all of them, because pipelines often share labels. If a list could not be read, IDs pass and names are an error.
 */

type List = keyof Names;

type NamedFilters = Partial<Record<NamedFilter, readonly string[]>>;

const FILTER_KEYS = Object.keys(NAMED_FILTERS) as NamedFilter[];

/**
 * Replaces names by IDs in the filters that accept names.
 * @param onUnknown Receives a sentence about IDs that are in no list, such as that of a user who left.
 * @param onError Receives errors that should not be thrown. The name then stays, and lets nothing through.
 * @throws UserError as {@link idsNamed} does.
 */
export function resolvedFilters<Given extends NamedFilters>(
	filters: Given,
	directory: Directory,
	onUnknown: (words: string) => void,
	onError: (error: UserError, key: NamedFilter) => void = throwError,
): Given {
	const resolved = { ...filters };
	for (const key of FILTER_KEYS) {
		const entered = filters[key];
		const { kind, label } = NAMED_FILTERS[key];
		const onKeyError = (error: UserError) => onError(error, key);
		if (entered) resolved[key] = idsNamed(entered, kind, label, directory, onUnknown, onKeyError);
	}
	return resolved;
}

export const hasNames = (filters: NamedFilters): boolean =>
	FILTER_KEYS.some((key) => Boolean(filters[key]?.length));

/**
 * @param field As the editor labels it, such as `Status`.
 * @throws UserError for an unknown name, for a name whose list could not be read, and if none of the IDs is listed.
 */
export function idsNamed(
	entered: readonly string[],
	kind: List,
	field: string,
	directory: Directory,
	onUnknown: (words: string) => void,
	onError = throwError,
): string[] {
	const all = namedIn(kind, directory.names);
	const unread = unreadFor(kind, directory);
	const unknown = new Set<string>();
	const idsOf = (one: string): string[] => {
		const text = one.trim();
		const known = all.filter(({ id, names: own }) => [id, ...own].some(matcher(text)));
		if (known.length > 0) return known.map(({ id }) => id);
		// Split only now, because `Won, paid` may be one label.
		if (text.includes(',')) return splitAtCommas(text).flatMap(idsOf);
		if (text === '') return [];
		if (!isUuid(text)) onError(unknownName(text));
		else if (!unread || unread.is === 'notOffered') unknown.add(text);
		return [text.toLowerCase()];
	};
	const unknownName = (text: string): UserError => {
		const one = ONE_OF[kind];
		if (!unread) return new UserError(`Unknown ${one} ${quoted(text)}`, available(kind, all));
		const advice = `Enter the ID of the ${one}.`;
		return unreadError(unread, `The ${one} ${quoted(text)} could not be looked up`, advice);
	};
	const ids = [...new Set(entered.flatMap(idsOf))];
	if (unknown.size === 0) return ids;
	const words = `'${field}': not in the list of ${kind}: ${[...unknown].join(', ')}`;
	if (unknown.size === ids.length) onError(new UserError(words, available(kind, all)));
	else onUnknown(`${words}. It may have been removed.`);
	return ids;
}

/** Why a name may be unknown although it exists. */
function unreadFor(kind: List, { statuses, users, boards }: Directory): Unread | undefined {
	const lists = { statuses: [statuses], users: [users], pipelines: [statuses, boards] }[kind];
	const parts = kind === 'pipelines' && boards.is === 'read' ? boards.value.unread : [];
	return worstOf([...lists.filter((list) => list.is !== 'read'), ...parts]);
}

function throwError(error: UserError): void {
	throw error;
}

interface Named {
	id: string;
	names: string[];
}

function namedIn(kind: List, { statuses, users, pipelines }: Names): Named[] {
	if (kind === 'statuses')
		return [...statuses.values()].map((s) => ({ id: s.id, names: [s.label] }));
	if (kind === 'users') {
		return [...users.values()].map(({ id, name, email }) => ({ id, names: [name, email] }));
	}
	return [...pipelines.values()];
}

const matcher = (one: string) => {
	const wanted = one.toLowerCase();
	return (other: string | null) => other?.trim().toLowerCase() === wanted;
};

const ONE_OF: Record<List, string> = { statuses: 'status', users: 'user', pipelines: 'pipeline' };

const MAX_LISTED = 50;

function available(kind: List, all: Named[]): string {
	const shown = [...new Set(all.map(({ names: [first] }) => first))];
	if (shown.length === 0) return `The Sales CRM has no ${kind}.`;
	const more = shown.length > MAX_LISTED ? `, and ${shown.length - MAX_LISTED} more` : '';
	return `Available: ${shown.slice(0, MAX_LISTED).join(', ')}${more}.`;
}
