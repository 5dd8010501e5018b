import { type FoundNames, lookUpError, type Names } from '../api/names';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { isUuid } from '../utils/uuid';
import { splitAtCommas } from '../utils/values';
import { NAMED_FILTERS, type NamedFilter } from './filters';

/**
 * Where names become IDs: in filters, people and models name statuses, assignees and pipelines.
 *
 * 1. A name is the label of a status, the name or email of a user, or the name of a pipeline, with or without its board;
 *    `Pipeline 2` is accepted, too. Case does not count. A name that several have means all of them: one label is in
 *    several pipelines.
 * 2. A text is tried whole before it is split at commas: `Won, paid` may be one label.
 * 3. An unknown name is an error that lists what is available.
 * 4. IDs that are in no list (a user who left, a status that was deleted) are an error where none of a
 *    filter's values is known, else a hint.
 * 5. Where a list could not be read, IDs pass and names are an error.
 */

type Kind = keyof Names;

type NamedFilters = Partial<Record<NamedFilter, readonly string[]>>;

const KEYS = Object.keys(NAMED_FILTERS) as NamedFilter[];

/**
 * The filters with IDs in place of names; all others as they are.
 * @param onUnknown Told of IDs that are in no list (rule 4).
 * @param onError Told of rules 3 to 5, and of which filter, if they are not to be thrown; what was entered stays, and
 * lets nothing through.
 * @throws UserError for rules 3 to 5.
 */
export function resolvedFilters<Given extends NamedFilters>(
	filters: Given,
	found: FoundNames,
	onUnknown: (words: string) => void,
	onError: (error: UserError, key: NamedFilter) => void = thrown,
): Given {
	const resolved = { ...filters };
	for (const key of KEYS) {
		const entered = filters[key];
		const { kind, label } = NAMED_FILTERS[key];
		const onErrorOf = (error: UserError) => onError(error, key);
		if (entered) resolved[key] = idsNamed(entered, kind, label, found, onUnknown, onErrorOf);
	}
	return resolved;
}

/** Whether any of them has to be resolved. */
export const namesAnything = (filters: NamedFilters): boolean =>
	KEYS.some((key) => Boolean(filters[key]?.length));

/** @param field Its name in the editor, such as `Status`. @throws UserError for rules 3 to 5. */
export function idsNamed(
	entered: readonly string[],
	kind: Kind,
	field: string,
	{ names, missing }: FoundNames,
	onUnknown: (words: string) => void,
	onError = thrown,
): string[] {
	const all = namedIn(kind, names);
	const failed = missing.find(({ of }) => NAMED_BY[kind].includes(of))?.error;
	const unknown = new Set<string>();
	const idsOf = (one: string): string[] => {
		const text = one.trim();
		const known = all.filter(({ id, names: own }) => [id, ...own].some(isSame(text)));
		if (known.length > 0) return known.map(({ id }) => id);
		if (text.includes(',')) return splitAtCommas(text).flatMap(idsOf);
		if (text === '') return [];
		const unknownName = () =>
			new UserError(`Unknown ${ONE_OF[kind]} ${quoted(text)}`, available(kind, all));
		if (!isUuid(text)) onError(failed ? lookUpError(ONE_OF[kind], text, failed) : unknownName());
		else if (!failed) unknown.add(text);
		return [text.toLowerCase()];
	};
	const ids = [...new Set(entered.flatMap(idsOf))];
	if (unknown.size === 0) return ids;
	const words = `'${field}': not in the list of ${kind}: ${[...unknown].join(', ')}`;
	if (unknown.size === ids.length) onError(new UserError(words, available(kind, all)));
	else onUnknown(`${words}. It may have been removed.`);
	return ids;
}

/** The lists that names of a kind come from. */
const NAMED_BY: Record<Kind, Kind[]> = {
	statuses: ['statuses'],
	users: ['users'],
	pipelines: ['pipelines', 'statuses'],
};

function thrown(error: UserError): void {
	throw error;
}

/** A status, user or pipeline by its names; the first is shown in errors. */
interface Named {
	id: string;
	names: string[];
}

function namedIn(kind: Kind, { statuses, users, pipelines }: Names): Named[] {
	if (kind === 'statuses')
		return [...statuses.values()].map((s) => ({ id: s.id, names: [s.label] }));
	if (kind === 'users') {
		return [...users.values()].map(({ id, name, email }) => ({ id, names: [name, email] }));
	}
	return [...pipelines.values()];
}

const isSame = (one: string) => {
	const wanted = one.toLowerCase();
	return (other: string | null) => other?.trim().toLowerCase() === wanted;
};

const ONE_OF: Record<Kind, string> = { statuses: 'status', users: 'user', pipelines: 'pipeline' };

/** More are not listed. */
const MAX_LISTED = 50;

function available(kind: Kind, all: Named[]): string {
	const shown = [...new Set(all.map(({ names: [first] }) => first))];
	if (shown.length === 0) return `The Sales CRM has no ${kind}.`;
	const more = shown.length > MAX_LISTED ? `, and ${shown.length - MAX_LISTED} more` : '';
	return `Available: ${shown.slice(0, MAX_LISTED).join(', ')}${more}.`;
}
