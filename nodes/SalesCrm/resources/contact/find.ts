import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../../api/contacts';
import { audienceId, pageSize } from '../../../descriptions/fields';
import type { Connection } from '../../../transport/connection';
import { warn } from '../../../transport/hints';
import { createdId } from '../../../transport/writeAnswer';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { optionsOf } from '../../execution/commonFields';
import { type Batch, itemsInTurn, operation, outputs, type Run } from '../../execution/operation';
import {
	type Audience,
	doubtAbout,
	infosIn,
	notShownHint,
	readAudience,
	textsIn,
} from './audience';
import { fieldOf, KeyIndex, KIND_NAMES, KINDS } from './keys';
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

/** What is listed for the items that share it. */
interface SharedList {
	searches: Search[];
	read?: Promise<Audience>;
}

async function prepareFind(batch: Batch<SearchParameters>): Promise<Run<SearchParameters>> {
	const searches = new Map<number, Search>();
	const lists = new Map<string, SharedList>();
	for await (const itemIndex of itemsInTurn(batch)) {
		try {
			const search = searchOf(batch.callOf(itemIndex));
			const list = lists.get(search.audienceKey) ?? { searches: [] };
			lists.set(search.audienceKey, list);
			list.searches.push(search);
			searches.set(itemIndex, search);
		} catch {
			// It fails by that at its turn.
		}
	}
	return async (call) => {
		const search = searches.get(call.itemIndex) ?? searchOf(call);
		const list = lists.get(search.audienceKey)!;
		list.read ??= lookFor(list.searches, call.connection);
		const audience = await list.read;
		const { contacts, doubts, missing } = audience;
		const matches = matchesOf(search);
		const doubt = doubtAbout(audience, 'not found proves nothing', TRY_AGAIN);
		if (doubt && matches.length === 0) throw doubt;
		if (doubts.size > 0) warn(call.connection, mayBeMoreHint(contacts, doubts));
		const asked = missing.filter((kind) => search.keys[kind].length > 0);
		const notShown = asked.length > 0 ? notShownHint(asked) : '';
		const items = foundItems(search, matches, notShown);
		if (notShown) warn(call.connection, notShown);
		return outputs(items);
	};
}

const TRY_AGAIN = "Try again, or choose another 'Page Size' in the options.";

const mayBeMoreHint = (contacts: number, doubts: Iterable<string>): string =>
	`There may be more contacts than were found: ${contacts} were seen, and the list could not be shown to be complete. ${[...doubts].join(' ')}`;

/** Lists an audience, and notes at each search the contacts that it means. */
async function lookFor(searches: readonly Search[], connection: Connection): Promise<Audience> {
	const byKey = new KeyIndex<Search>();
	// Of several words any one: the longest is seldom that of many.
	const byWord = new Map<string, Search[]>();
	for (const search of searches) {
		byKey.add(search.keys, search);
		const [longest] = [...search.words].sort((one, other) => other.length - one.length);
		if (longest === undefined) continue;
		const others = byWord.get(longest) ?? [];
		byWord.set(longest, others);
		others.push(search);
	}
	const [{ audience, list }] = searches;
	return await readAudience(connection, audience, list, (contact, keys) => {
		for (const by of KINDS) {
			for (const { value } of byKey.matches(keys, [by])) value.found[by].push(contact);
		}
		if (byWord.size === 0) return;
		const words = nameOf(contact);
		for (const search of [...words].flatMap((word) => byWord.get(word) ?? [])) {
			if (search.words.every((word) => words.has(word))) search.found.name.push(contact);
		}
	});
}

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

const ASKED_NAMES: Record<keyof Asked, string> = { ...KIND_NAMES, name: 'name' };
const ASKED = Object.keys(ASKED_NAMES) as Array<keyof Asked>;

/** By email first, then by phone. A contact that fits by several, or was listed twice, is one match. */
function matchesOf({ found }: Search): FoundContact[] {
	const matches = new Map<string, FoundContact>();
	for (const by of ASKED) {
		for (const contact of found[by]) {
			const id = createdId(contact) ?? JSON.stringify(contact);
			if (!matches.has(id)) matches.set(id, { by, contact });
		}
	}
	return [...matches.values()];
}

/** @throws UserError where nothing was found and that is to fail: n8n hands on no hints then. */
function foundItems(
	{ asked, otherwise }: Search,
	matches: FoundContact[],
	notShown: string,
): IDataObject[] {
	if (matches.length > 0) return matches.map((match) => foundItem(asked, match, matches.length));
	if (otherwise === 'item') return [foundItem(asked, undefined, 0)];
	if (otherwise === 'nothing') return [];
	const what = ASKED.filter((by) => asked[by] !== null).map(
		(by) => `the ${ASKED_NAMES[by]} ${quoted(asked[by])}`,
	);
	throw new UserError(
		`No contact with ${what.join(' or ')} is in the audience`,
		`${notShown} Choose 'Return an Item' in 'If Not Found' to branch on it instead.`.trim(),
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
		...asked,
		contactId: contact.contactId ?? null,
	};
	return { ...own, ...contact, ...own };
}
