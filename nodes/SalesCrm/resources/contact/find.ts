import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../../api/contacts';
import { audienceId, pageSize } from '../../../descriptions/fields';
import type { Connection } from '../../../transport/connection';
import { createdId } from '../../../transport/writeAnswer';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { optionsOf } from '../../execution/commonFields';
import {
	type Batch,
	type Call,
	itemsInTurn,
	operation,
	outputs,
	type PreparedRun,
} from '../../execution/operation';
import { Audience, infosIn, notShownHint, textsIn, wantedBy } from './audience';
import { fieldOf, KIND_NAMES, KINDS } from './keys';
import {
	type Asked,
	email,
	ifNotFound,
	name,
	nameWords,
	phone,
	type Search,
	searchOf,
	type SearchParameters,
} from './search';

/**
 * Contacts of an audience by email, phone or name.
 *
 * 1. An audience is listed once for all items of a call, with what they ask for, by the options of the
 *    first that needs it. Items of the same audience and profile share the list, a failed one too.
 * 2. What an import calls equal is equal here (keys.ts). Any that equals makes a match.
 * 3. Not found is said only where the list was complete and its contacts show what they could be
 *    recognized by. Otherwise what was not found is an error, and what was found comes with a hint.
 * 4. A kind that no contact shows is told by a hint, as with imports.
 */

export const find = operation({
	value: 'find',
	name: 'Find',
	action: 'Find contact',
	description: 'Find contacts of an audience by email address, phone number or name',
	builderHint: {
		propertyHint: 'Not needed before Contact: Create: ifExists does that.',
	},
	kind: 'list',
	properties: [audienceId, email, phone, name, ifNotFound, optionsOf([pageSize])],
	prepare: prepareFind,
});

/** What is kept of a listed contact. */
interface KeptContact {
	contact: IDataObject;
	words: ReadonlySet<string>;
}

/** What is listed for the items that share it. */
interface SharedList {
	searches: Search[];
	read?: Promise<SearchedAudience>;
}

interface SearchedAudience {
	audience: Audience<KeptContact>;
	/** Those whose name one of the items may mean. */
	named: KeptContact[];
}

async function prepareFind(batch: Batch<SearchParameters>): Promise<PreparedRun<SearchParameters>> {
	const lists = new Map<string, SharedList>();
	for await (const itemIndex of itemsInTurn(batch)) {
		const search = searchOrNone(() => batch.callOf(itemIndex));
		if (!search) continue;
		const list = lists.get(search.audienceKey) ?? { searches: [] };
		lists.set(search.audienceKey, list);
		list.searches.push(search);
	}
	const notShown = new Set<string>();
	const mayBeMore = new Set<string>();
	return {
		async run(call) {
			const search = searchOf(call);
			const list = lists.get(search.audienceKey)!;
			list.read ??= listAudience(call.connection, list.searches);
			const listed = await list.read;
			const { audience } = listed;
			const matches = matchesIn(listed, search);
			if (matches.length === 0) refuseDoubt(audience);
			else if (audience.doubts.size > 0) mayBeMore.add(mayBeMoreHint(audience));
			const missing = audience.missing(KINDS.filter((kind) => search.keys[kind].length > 0));
			if (missing.length > 0) notShown.add(notShownHint(missing));
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

async function listAudience(connection: Connection, searches: Search[]): Promise<SearchedAudience> {
	const hasKey = wantedBy(searches.map(({ keys }) => keys));
	// Of several words any one: the longest is seldom that of many.
	const soughtWords = new Set(searches.flatMap(({ words }) => longest(words) ?? []));
	const named: KeptContact[] = [];
	const keep = (contact: IDataObject): KeptContact => ({ contact, words: nameOf(contact) });
	const audience = new Audience<KeptContact>((keys, contact) => {
		const listed = soughtWords.size > 0 ? keep(contact) : undefined;
		if (listed && [...listed.words].some((word) => soughtWords.has(word))) named.push(listed);
		return hasKey(keys);
	}, keep);
	const [{ audience: id, list }] = searches;
	await audience.read(connection, id, list);
	return { audience, named };
}

const longest = (words: readonly string[]): string | undefined =>
	[...words].sort((one, other) => other.length - one.length)[0];

/** The words of first and last name. */
function nameOf(contact: IDataObject): Set<string> {
	const texts = infosIn(contact) ?? textsIn(contact);
	const names = texts.filter((one) => ['Voornaam', 'Achternaam'].includes(fieldOf(one.name) ?? ''));
	return new Set(names.flatMap(({ value }) => nameWords(value)));
}

interface FoundContact {
	by: keyof Asked;
	contact: IDataObject;
}

/** By email first, then by phone. A contact that fits by several, or was listed twice, is one match. */
function matchesIn({ audience, named }: SearchedAudience, { keys, words }: Search): FoundContact[] {
	const byKey = KINDS.flatMap((by) =>
		keys[by].flatMap((key) => audience.index.with(by, key).map(({ contact }) => ({ by, contact }))),
	);
	const byName =
		words.length > 0 ? named.filter((one) => words.every((word) => one.words.has(word))) : [];
	const matches = new Map<string, FoundContact>();
	for (const found of [
		...byKey,
		...byName.map(({ contact }) => ({ by: 'name' as const, contact })),
	]) {
		const id = createdId(found.contact) ?? JSON.stringify(found.contact);
		if (!matches.has(id)) matches.set(id, found);
	}
	return [...matches.values()];
}

/** Rule 3. @throws UserError where not found proves nothing. */
function refuseDoubt({ contacts, doubts, isUnrecognizable }: Audience<KeptContact>): void {
	if (doubts.size > 0) {
		throw new UserError(
			'Not found, but the contacts of the audience could not be listed completely',
			`${contacts} contacts were seen. ${[...doubts].join(' ')} Try again, or choose another 'Page Size' in the options.`,
		);
	}
	if (isUnrecognizable) {
		throw new UserError(
			'Contacts cannot be recognized here',
			`None of the ${contacts} contacts that were listed shows personal information or an email address.`,
		);
	}
}

const mayBeMoreHint = ({ contacts, doubts }: Audience<KeptContact>): string =>
	`There may be more contacts than were found: ${contacts} were seen, and the list could not be shown to be complete. ${[...doubts].join(' ')}`;

/** @throws UserError where nothing was found and that is to fail. */
function foundItems({ asked, otherwise }: Search, matches: FoundContact[]): IDataObject[] {
	if (matches.length > 0) return matches.map((match) => foundItem(asked, match, matches.length));
	if (otherwise === 'item') return [foundItem(asked, undefined, 0)];
	if (otherwise === 'nothing') return [];
	const names = { ...KIND_NAMES, name: 'name' };
	const what = (Object.keys(names) as Array<keyof Asked>)
		.filter((by) => asked[by] !== null)
		.map((by) => `the ${names[by]} ${quoted(asked[by])}`);
	throw new UserError(
		`No contact with ${what.join(' or ')} is in the audience`,
		"Choose 'Return an Item' in 'If Not Found' to branch on it instead.",
	);
}

/** The same keys first for all items, so that one can branch on them; they go before those of the contact. */
export function foundItem(
	asked: Asked,
	match: FoundContact | undefined,
	matches: number,
): IDataObject {
	const contact = match ? simplifyContact(match.contact) : {};
	const own = {
		found: match !== undefined,
		matchedBy: match?.by ?? null,
		matches,
		email: asked.email,
		phone: asked.phone,
		name: asked.name,
		contactId: contact.contactId ?? null,
	};
	return { ...own, ...contact, ...own };
}
