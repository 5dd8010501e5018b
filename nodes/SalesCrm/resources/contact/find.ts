import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../../api/contacts';
import { quoted, textOf } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toUuid } from '../../../utils/uuid';
import {
	chosenOption,
	concurrency,
	listOptions,
	optionsOf,
	pageSize,
} from '../../execution/commonFields';
import {
	type Batch,
	type Call,
	operation,
	outputs,
	type PreparedRun,
} from '../../execution/operation';
import type { Property } from '../../execution/parameters';
import { Audience, kindWords, notShownHint } from './audience';
import { audienceId } from './fields';
import { idOf, type Key, type Kind, KIND_NAMES, KINDS, kindOf, matchKeyOf } from './matching';

/**
 * Contacts of an audience by email, phone or both.
 *
 * 1. The audience is listed once for all items of a call, with what they ask for. Items of the same
 *    audience, profile and options share the list, a failed one too.
 * 2. What an import calls equal is equal here (matching.ts). Either key that equals makes a match.
 * 3. Not found is said only where the list was complete and its contacts show what they could be
 *    recognized by. Otherwise what was not found is an error, and what was found comes with a hint.
 */

const email = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	default: '',
	description: 'Email address of the contact. With a phone number too, either makes a match.',
} as const satisfies Property;

const phone = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	placeholder: 'e.g. +31 6 12345678',
	default: '',
	description: 'Phone number of the contact, however it is written',
} as const satisfies Property;

const ifNotFound = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	default: 'item',
	description: 'What becomes of an item whose contact is not in the audience',
	options: [
		{
			name: 'Return an Item',
			value: 'item',
			description: "One with 'found' false, to branch on",
		},
		{ name: 'Return Nothing', value: 'nothing', description: 'The item goes no further' },
		{ name: 'Fail', value: 'error', description: 'The item is an error' },
	],
} as const satisfies Property;

interface Parameters {
	audienceId: string;
	email: string;
	phone: string;
	ifNotFound: string;
	options: { pageSize?: number; concurrency?: number };
}

export const find = operation({
	value: 'find',
	name: 'Find',
	action: 'Find contact',
	description: 'Find contacts of an audience by email address or phone number',
	kind: 'list',
	properties: [audienceId, email, phone, ifNotFound, optionsOf([pageSize, concurrency])],
	prepare: prepareFind,
});

/** What an item asks for. */
interface Search {
	audience: string;
	/** Items with the same share one list. */
	listKey: string;
	keys: Key[];
}

/** What is listed for the items that share it. */
interface AudienceList {
	wanted: Set<Key>;
	read?: Promise<Audience<IDataObject>>;
}

async function prepareFind(batch: Batch<Parameters>): Promise<PreparedRun<Parameters>> {
	const lists = new Map<string, AudienceList>();
	for (const [itemIndex, result] of batch.results.entries()) {
		const search = result ? undefined : searchOrNone(() => batch.callOf(itemIndex));
		if (!search) continue;
		const list = lists.get(search.listKey) ?? { wanted: new Set<Key>() };
		lists.set(search.listKey, list);
		for (const key of search.keys) list.wanted.add(key);
	}
	const hints = new Set<string>();
	return {
		async run(call) {
			const search = searchOf(call);
			const list = lists.get(search.listKey)!;
			list.read ??= listAudience(call, search, list.wanted);
			const audience = await list.read;
			const matches = matchesIn(audience, search.keys);
			if (matches.length > 0 && audience.doubts.size > 0) hints.add(mayBeMore(audience));
			if (matches.length === 0) refuseDoubt(audience);
			if (audience.missing.length > 0) hints.add(notShownHint(audience.missing));
			return outputs(foundItems(call.parameters, matches));
		},
		hints: () => [...hints],
	};
}

/** Undefined for an item that cannot be read: it fails by that at its turn. */
function searchOrNone(call: () => Call<Parameters>): Search | undefined {
	try {
		return searchOf(call());
	} catch {
		return undefined;
	}
}

/** @throws UserError for an item that asks for nothing, or for what is no email or phone number. */
function searchOf({ connection, parameters }: Call<Parameters>): Search {
	const audience = toUuid(parameters.audienceId, audienceId.displayName);
	const keys = KINDS.flatMap((kind) => {
		const text = askedText(parameters[kind]);
		if (text === null) return [];
		const key = matchKeyOf(kind, text);
		if (key !== undefined) return [key];
		const what = kind === 'email' ? 'an @ with something on both sides' : 'at least 8 digits';
		throw new UserError(
			`${quoted(text)} is no ${KIND_NAMES[kind]}`,
			`What can be looked for has ${what}.`,
		);
	});
	if (keys.length === 0) {
		throw new UserError(
			'There is nothing to look for',
			"Both 'Email' and 'Phone' are empty. Fill in one of them, or filter such items out before this node.",
		);
	}
	const list = listOptions({ ...parameters, returnAll: true, limit: 1 });
	return { audience, keys, listKey: JSON.stringify([connection.profileId, audience, list]) };
}

async function listAudience(
	{ connection, parameters }: Call<Parameters>,
	{ audience: id }: Search,
	wanted: ReadonlySet<Key>,
): Promise<Audience<IDataObject>> {
	const kinds = KINDS.filter((kind) => [...wanted].some((key) => kindOf(key) === kind));
	const audience = new Audience(wanted, kinds, (contact) => contact);
	await audience.read(connection, id, listOptions({ ...parameters, returnAll: true, limit: 1 }));
	return audience;
}

interface FoundContact {
	by: Kind;
	contact: IDataObject;
}

/** By email first. A contact that has both keys, or was listed twice, is one match. */
function matchesIn(audience: Audience<IDataObject>, keys: readonly Key[]): FoundContact[] {
	const matches = new Map<unknown, FoundContact>();
	for (const key of keys) {
		for (const contact of audience.withKey(key)) {
			const id = idOf(contact) ?? contact;
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

const mayBeMore = ({ contacts, doubts }: Audience<IDataObject>): string =>
	`There may be more contacts than were found: ${contacts} were seen, and the list could not be shown to be complete. ${[...doubts].join(' ')}`;

const askedText = (asked: unknown): string | null => textOf(asked).trim() || null;

/** What stands in an item beside what was asked for. @throws UserError where finding nothing is to fail. */
function foundItems(parameters: Parameters, matches: FoundContact[]): IDataObject[] {
	const otherwise = chosenOption(parameters.ifNotFound, ifNotFound);
	const asked = { email: askedText(parameters.email), phone: askedText(parameters.phone) };
	if (matches.length > 0) return matches.map((match) => foundItem(asked, match, matches.length));
	switch (otherwise) {
		case 'nothing':
			return [];
		case 'item':
			return [foundItem(asked, undefined, 0)];
		case 'error': {
			const kinds = KINDS.filter((kind) => asked[kind] !== null);
			throw new UserError(
				`No contact with this ${kindWords(kinds)} is in the audience`,
				"Choose 'Return an Item' in 'If Not Found' to branch on it instead.",
			);
		}
	}
}

/** The same keys for all items, null where there is nothing, so that one can branch on them. */
export const foundItem = (
	asked: Record<Kind, string | null>,
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
