import type { FoundNames, Names } from '../api/names';
import { quoted, textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import { isUuid } from '../utils/uuid';

/**
 * Statuses and assignees as people and models name them: by id, by the label of a status, by the name
 * or the email of a user; case does not count. A name that several have means all of them: one label
 * stands in several pipelines.
 */

/** A status or user by its names; the first is shown in errors. */
interface Named {
	id: string;
	names: Array<string | null | undefined>;
}

const namedIn = (of: keyof Names, { statuses, users }: Names): Named[] =>
	of === 'statuses'
		? [...statuses.values()].map(({ id, label }) => ({ id, names: [label] }))
		: [...users.values()].map(({ id, name, email }) => ({ id, names: [name, email] }));

const plain = (text: unknown): string => textOf(text).trim().toLowerCase();

/**
 * @param of What is named.
 * @returns Ids. One that is in no list stays: deals may have had a status that is gone.
 * @throws UserError for a name that nothing has, with those that are there.
 */
export function idsOf(
	entered: readonly string[],
	of: keyof Names,
	{ names, missing }: FoundNames,
): string[] {
	const all = namedIn(of, names);
	return entered.flatMap((one) => {
		const found = all.filter((named) =>
			[named.id, ...named.names].some((name) => plain(name) === plain(one)),
		);
		if (found.length > 0) return found.map(({ id }) => id);
		if (isUuid(one)) return [one];
		throw unknownName(one, of, all, missing.find((list) => list.of === of)?.error);
	});
}

/** More are not listed. */
const MAX_LISTED = 50;

function unknownName(one: string, of: keyof Names, all: Named[], failed?: UserError): UserError {
	const what = of === 'statuses' ? 'status' : 'user';
	if (failed) {
		return new UserError(
			`The ${what} ${quoted(one)} could not be looked up`,
			`${failed.message}. Enter the id of the ${what}. ${failed.description}`.trim(),
		);
	}
	const shown = [...new Set(all.map(({ id, names }) => names.find(Boolean) ?? id))];
	const listed = shown.slice(0, MAX_LISTED).join(', ');
	const more = shown.length > MAX_LISTED ? `, and ${shown.length - MAX_LISTED} more` : '';
	return new UserError(
		`There is no ${what} ${quoted(one)}`,
		listed === '' ? `There are no ${of}.` : `There are: ${listed}${more}.`,
	);
}
