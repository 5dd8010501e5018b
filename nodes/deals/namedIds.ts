import type { FoundNames, MissingNames, Names } from '../api/names';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { isUuid } from '../utils/uuid';

/**
 * Statuses and assignees as people and models name them: by id, by the label of a status, by the name
 * or the email of a user; case does not count. A name that several have means all of them: one label
 * stands in several pipelines.
 */

/** Names of a status or user as they are shown, the first in errors. */
const NAMES_OF = {
	statuses: ({ statuses }: Names) =>
		[...statuses.values()].map(({ id, label }) => ({ id, names: [label] })),
	users: ({ users }: Names) =>
		[...users.values()].map(({ id, name, email }) => ({ id, names: [name, email] })),
};

/** More are not listed in an error. */
const MAX_LISTED = 50;

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
	const records = NAMES_OF[of](names);
	const alike = (a: unknown, b: string) =>
		String(a ?? '')
			.trim()
			.toLowerCase() === b.toLowerCase();
	return entered.flatMap((one) => {
		const named = records.filter(({ id, names: own }) =>
			[id, ...own].some((name) => alike(name, one)),
		);
		if (named.length > 0) return named.map(({ id }) => id);
		if (isUuid(one)) return [one];
		throw unknownName(one, of, records, missing);
	});
}

function unknownName(
	one: string,
	of: keyof Names,
	records: ReadonlyArray<{ id: string; names: Array<string | null | undefined> }>,
	missing: readonly MissingNames[],
): UserError {
	const what = of === 'statuses' ? 'status' : 'user';
	const failed = missing.find((list) => list.of === of);
	if (failed) {
		const { message, description } = failed.error;
		return new UserError(
			`The ${what} ${quoted(one)} could not be looked up`,
			`${message}. Enter the id of the ${what}. ${description}`.trim(),
		);
	}
	const shown = [...new Set(records.map(({ id, names: own }) => own.find(Boolean) ?? id))];
	const listed = shown.slice(0, MAX_LISTED).join(', ');
	const more = shown.length > MAX_LISTED ? `, and ${shown.length - MAX_LISTED} more` : '';
	return new UserError(
		`There is no ${what} ${quoted(one)}`,
		shown.length === 0 ? `There are no ${of}.` : `There are: ${listed}${more}.`,
	);
}
