import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../../api/contacts';
import type { Connection } from '../../../transport/connection';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { audienceId, pageSize } from '../../../descriptions/fields';
import { optionsOf } from '../../execution/commonFields';
import {
	type Batch,
	type Call,
	itemsInTurn,
	operation,
	outputs,
	type PreparedRun,
} from '../../execution/operation';
import { Audience, notShownHint } from './audience';
import { idOf, type Key, type Kind, KIND_NAMES, KINDS, kindOf } from './matching';
import {
	type Asked,
	email,
	ifNotFound,
	phone,
	type Search,
	searchOf,
	type SearchParameters,
} from './search';

/**
 * Contacts of an audience by email, phone or both.
 *
 * 1. An audience is listed once for all items of a call, with what they ask for, by the options of the
 *    first that needs it. Items of the same audience and profile share the list, a failed one too.
 * 2. What an import calls equal is equal here (matching.ts). Either key that equals makes a match.
 * 3. Not found is said only where the list was complete and its contacts show what they could be
 *    recognized by. Otherwise what was not found is an error, and what was found comes with a hint.
 * 4. A kind that no contact shows is told by a hint, as with imports.
 */

export const find = operation({
	value: 'find',
	name: 'Find',
	action: 'Find contact',
	description: 'Find contacts of an audience by email address or phone number',
	builderHint: {
		propertyHint:
			'Looks by email or phone alone, not by name. Before Contact: Create it is not needed: ifExists does that.',
	},
	kind: 'list',
	properties: [audienceId, email, phone, ifNotFound, optionsOf([pageSize])],
	prepare: prepareFind,
});

/** What is listed for the items that share it. */
interface SharedList {
	wanted: Set<Key>;
	read?: Promise<Audience<IDataObject>>;
}

async function prepareFind(batch: Batch<SearchParameters>): Promise<PreparedRun<SearchParameters>> {
	const lists = new Map<string, SharedList>();
	for await (const itemIndex of itemsInTurn(batch)) {
		const search = searchOrNone(() => batch.callOf(itemIndex));
		if (!search) continue;
		const list = lists.get(search.audienceKey) ?? { wanted: new Set<Key>() };
		lists.set(search.audienceKey, list);
		for (const key of search.keys) list.wanted.add(key);
	}
	const notShown = new Set<string>();
	const mayBeMore = new Set<string>();
	return {
		async run(call) {
			const search = searchOf(call);
			const list = lists.get(search.audienceKey)!;
			list.read ??= listAudience(call.connection, search, list.wanted);
			const audience = await list.read;
			const matches = matchesIn(audience, search.keys);
			if (matches.length === 0) refuseDoubt(audience);
			else if (audience.doubts.size > 0) mayBeMore.add(mayBeMoreHint(audience));
			if (audience.missing.length > 0) notShown.add(notShownHint(audience.missing));
			return outputs(foundItems(search, matches));
		},
		hints: (hasFailed) => [...notShown, ...(hasFailed ? [] : mayBeMore)],
	};
}

/** Undefined for an item that cannot be read: it fails by that at its turn. */
function searchOrNone(call: () => Call<SearchParameters>): Search | undefined {
	try {
		return searchOf(call());
	} catch {
		return undefined;
	}
}

async function listAudience(
	connection: Connection,
	{ audience: id, list }: Search,
	wanted: ReadonlySet<Key>,
): Promise<Audience<IDataObject>> {
	const kinds = KINDS.filter((kind) => [...wanted].some((key) => kindOf(key) === kind));
	const audience = new Audience(wanted, kinds, (contact) => contact);
	await audience.read(connection, id, list);
	return audience;
}

interface FoundContact {
	by: Kind;
	contact: IDataObject;
}

/** By email first. A contact that has both keys, or was listed twice, is one match. */
function matchesIn(audience: Audience<IDataObject>, keys: readonly Key[]): FoundContact[] {
	const matches = new Map<string, FoundContact>();
	for (const key of keys) {
		for (const contact of audience.withKey(key)) {
			const id = idOf(contact) ?? JSON.stringify(contact);
			if (!matches.has(id)) matches.set(id, { by: kindOf(key), contact });
		}
	}
	return [...matches.values()];
}

/** Rule 3. @throws UserError where not found proves nothing. */
function refuseDoubt({ contacts, doubts, isUnrecognizable }: Audience<IDataObject>): void {
	if (doubts.size > 0) {
		throw new UserError(
			'Not found, but the contacts of the audience could not be listed completely',
			`${contacts} contacts were seen. ${[...doubts].join(' ')} Try again, or choose another 'Page Size' in the options.`,
		);
	}
	if (isUnrecognizable) {
		throw new UserError(
			'Contacts cannot be recognized here',
			`None of the ${contacts} contacts that the service listed shows any personal information, nor an email address.`,
		);
	}
}

const mayBeMoreHint = ({ contacts, doubts }: Audience<IDataObject>): string =>
	`There may be more contacts than were found: ${contacts} were seen, and the list could not be shown to be complete. ${[...doubts].join(' ')}`;

/** @throws UserError where nothing was found and that is to fail. */
function foundItems({ asked, otherwise }: Search, matches: FoundContact[]): IDataObject[] {
	if (matches.length > 0) return matches.map((match) => foundItem(asked, match, matches.length));
	if (otherwise === 'item') return [foundItem(asked, undefined, 0)];
	if (otherwise === 'nothing') return [];
	const what = KINDS.filter((kind) => asked[kind] !== null).map(
		(kind) => `the ${KIND_NAMES[kind]} ${quoted(asked[kind])}`,
	);
	throw new UserError(
		`No contact with ${what.join(' or ')} is in the audience`,
		"Choose 'Return an Item' in 'If Not Found' to branch on it instead.",
	);
}

/** The same keys for all items, null where there is nothing, so that one can branch on them. */
export const foundItem = (
	asked: Asked,
	match: FoundContact | undefined,
	matches: number,
): IDataObject => ({
	found: match !== undefined,
	matchedBy: match?.by ?? null,
	matches,
	...asked,
	contactId: match ? idOf(match.contact) : null,
	contact: match ? simplifyContact(match.contact) : null,
});
