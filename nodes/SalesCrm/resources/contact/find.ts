import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../../api/contacts';
import { audienceId, pageSize } from '../../../descriptions/fields';
import type { Connection } from '../../../transport/connection';
import { warn } from '../../../transport/hints';
import { pause } from '../../../transport/retryPolicy';
import { createdId } from '../../../transport/writeAnswer';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toUuid } from '../../../utils/uuid';
import { optionsOf } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import { audienceKeyOf, doubtAbout, notShownHint, readAudience, textsOf } from './audience';
import { fieldOf } from './columns';
import { KeyIndex, KIND_NAMES, KINDS } from './keys';
import { type Asked, nameWords, type Search, searchFields, searchOf } from './search';

/**
 * Contacts of an audience by email, phone or name.
 *
 * 1. An audience is listed once for all items of a call, by the options of the first that needs it, and kept
 *    until the last. Items of the same audience and profile share the list, a failed one too.
 * 2. What an import calls equal is equal here (keys.ts). Any that equals makes a match.
 * 3. Not found is said only where the list was complete and its contacts show what they could be
 *    recognized by. Otherwise what was not found is an error, and what was found comes with a hint.
 * 4. A kind that no contact shows is told by a hint, as with imports.
 */

/** So many items are looked up before n8n may do something else. */
const ITEMS_AT_ONCE = 500;

export const find = operation({
	value: 'find',
	name: 'Find',
	action: 'Find contact',
	description: 'Find contacts of an audience by email address, phone number or name',
	builderHint: {
		propertyHint: 'Not needed before Contact: Create: ifExists does that.',
	},
	kind: 'list',
	properties: [audienceId, ...searchFields, optionsOf([pageSize])],
	prepare: async () => {
		const lists = new Map<string, Promise<Contacts>>();
		return async ({ connection, parameters, itemIndex }) => {
			if (itemIndex % ITEMS_AT_ONCE === ITEMS_AT_ONCE - 1) await pause(1, connection.signal);
			const audience = toUuid(parameters.audienceId, audienceId.displayName);
			const search = searchOf(parameters);
			const key = audienceKeyOf(connection, audience);
			const { pageSize: size } = parameters.options;
			const list = lists.get(key) ?? readContacts(connection, audience, size);
			lists.set(key, list);
			return outputs(foundItems(search, await list, parameters.ifNotFound, connection));
		};
	},
});

/** The contacts of an audience, by what they are looked for. */
async function readContacts(connection: Connection, audienceId: string, pageSize?: number) {
	const byKey = new KeyIndex<IDataObject>();
	const byWord = new Map<string, Set<IDataObject>>();
	const audience = await readAudience(connection, audienceId, { pageSize }, (contact, keys) => {
		byKey.add(keys, contact);
		for (const word of nameOf(contact)) {
			byWord.set(word, (byWord.get(word) ?? new Set()).add(contact));
		}
	});
	return { audience, byKey, byWord };
}

type Contacts = Awaited<ReturnType<typeof readContacts>>;

/** The words of first and last name. */
const nameOf = (contact: IDataObject): string[] =>
	textsOf(contact)
		.filter((one) => ['Voornaam', 'Achternaam'].includes(fieldOf(one.name) ?? ''))
		.flatMap(({ value }) => nameWords(value));

interface FoundContact {
	by: keyof Asked;
	contact: IDataObject;
}

/** By email first, then by phone. A contact that fits by several, or was listed twice, is one match. */
function matchesOf(list: Contacts, search: Search): FoundContact[] {
	const matches = new Map<string, FoundContact>();
	for (const match of fitting(list, search)) {
		const id = createdId(match.contact) ?? JSON.stringify(match.contact);
		if (!matches.has(id)) matches.set(id, match);
	}
	return [...matches.values()];
}

function* fitting({ byKey, byWord }: Contacts, { keys, words }: Search): Generator<FoundContact> {
	for (const by of KINDS) {
		for (const { value: contact } of byKey.matches(keys, [by])) yield { by, contact };
	}
	const named = words.map((word) => byWord.get(word) ?? new Set<IDataObject>());
	const [fewest = [], ...others] = named.sort((one, other) => one.size - other.size);
	for (const contact of fewest) {
		if (others.every((one) => one.has(contact))) yield { by: 'name', contact };
	}
}

const ASKED_NAMES: Record<keyof Asked, string> = { ...KIND_NAMES, name: 'name' };
const TRY_AGAIN = "Try again, or choose another 'Page Size' in the options.";

/** @throws UserError where nothing was found, and that proves nothing or is to fail. */
function foundItems(
	search: Search,
	list: Contacts,
	otherwise: string,
	connection: Connection,
): IDataObject[] {
	const { asked, keys } = search;
	const matches = matchesOf(list, search);
	const doubt = doubtAbout(list.audience, 'not found proves nothing', TRY_AGAIN);
	if (doubt && matches.length === 0) throw doubt;
	if (doubt) warn(connection, `There may be more contacts than were found: ${doubt.description}`);
	const notShown = notShownHint(list.audience.missing.filter((kind) => keys[kind].length > 0));
	if (notShown) warn(connection, notShown);
	if (matches.length > 0) return matches.map((match) => foundItem(asked, match, matches.length));
	if (otherwise === 'item') return [foundItem(asked, undefined, 0)];
	if (otherwise === 'nothing') return [];
	const named = ([by, text]: [string, string | null]) =>
		text === null ? [] : `the ${ASKED_NAMES[by as keyof Asked]} ${quoted(text)}`;
	const what = Object.entries(asked).flatMap(named);
	throw new UserError(
		`No contact with ${what.join(' or ')} is in the audience`,
		// Of a node that throws n8n hands on no hints.
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
