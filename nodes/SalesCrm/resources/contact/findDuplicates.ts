import type { IDataObject } from 'n8n-workflow';

import { listContacts, simplifyContact } from '../../../api/contacts';
import { audienceId, pageSize } from '../../../descriptions/fields';
import { warn } from '../../../transport/hints';
import { createdId } from '../../../transport/writeAnswer';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toUuid } from '../../../utils/uuid';
import { listOptions, optionsOf } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import type { Property } from '../../execution/parameters';
import { keysOfContact, notShownHint } from './audience';
import { KeyIndex, type Keys, type Kind, KINDS } from './keys';

/**
 * Contacts of an audience that are there more than once: those that share an email, or a phone, as
 * imports compare them.
 *
 * 1. A group is of one kind of key. Who shares a key with one of a group belongs to it: with two
 *    emails, one shared with each of two others, all three are a group.
 * 2. A contact that is listed twice, by its id, is one.
 * 3. Groups are numbered in the order of their first contacts, those by the first kind first.
 */

const sharedKinds = {
	displayName: 'Match By',
	name: 'matchBy',
	type: 'multiOptions',
	default: ['email'],
	description:
		'What duplicate contacts share. With both, a contact may be in a group of each kind.',
	options: [
		{ name: 'Email', value: 'email' },
		{ name: 'Phone', value: 'phone' },
	],
} as const satisfies Property;

export const findDuplicates = operation({
	value: 'findDuplicates',
	name: 'Find Duplicates',
	action: 'Find duplicate contacts',
	description: 'Find contacts that are in an audience more than once, by email or phone, in groups',
	kind: 'list',
	properties: [audienceId, sharedKinds, optionsOf([pageSize])],
	async run({ connection, parameters: { audienceId: entered, matchBy: given, options } }) {
		const audience = toUuid(entered, audienceId.displayName);
		const kinds = kindsOf(given);
		const listed: KeyedContact[] = [];
		const ids = new Set<unknown>();
		const list = listOptions({ returnAll: true, limit: 1, options });
		for await (const contacts of listContacts(connection, audience, list)) {
			for (const contact of contacts) {
				const id = createdId(contact) ?? contact;
				if (!ids.has(id)) listed.push({ contact, keys: keysOfContact(contact) });
				ids.add(id);
			}
		}
		const missing = kinds.filter((kind) => listed.every(({ keys }) => keys[kind].length === 0));
		if (listed.length > 0 && missing.length > 0) warn(connection, notShownHint(missing));
		return outputs(groupItems(kinds.flatMap((kind) => groupsOf(listed, kind))));
	},
});

/** @throws UserError for a kind that there is not, as an expression may give. */
function kindsOf(given: readonly string[]): Kind[] {
	const kinds = KINDS.filter((kind) => given.includes(kind));
	if (kinds.length > 0 && given.every((one) => KINDS.some((kind) => kind === one))) return kinds;
	throw new UserError(
		`'${sharedKinds.displayName}' must be one or more of ${KINDS.join(', ')}`,
		`Got ${quoted(given)}.`,
	);
}

interface KeyedContact {
	contact: IDataObject;
	keys: Keys;
}

/** A contact of a group, with the key by which it came there. */
interface Member {
	listed: KeyedContact;
	kind: Kind;
	key: string;
}

/** Rule 1. */
function groupsOf(all: readonly KeyedContact[], kind: Kind): Member[][] {
	const index = new KeyIndex<KeyedContact>();
	for (const one of all) index.add(one.keys, one);
	const seen = new Set<KeyedContact>();
	const groups: Member[][] = [];
	for (const first of all) {
		if (seen.has(first)) continue;
		const members: Member[] = [];
		const asked = new Set<string>();
		const queue = [first];
		for (const { keys } of queue) {
			for (const key of keys[kind]) {
				if (asked.has(key)) continue;
				asked.add(key);
				const sharing = index.with(kind, key);
				if (sharing.length < 2) continue;
				const fresh = sharing.filter((one) => !seen.has(one));
				for (const listed of fresh) seen.add(listed);
				members.push(...fresh.map((listed) => ({ listed, kind, key })));
				queue.push(...fresh.filter((one) => one !== first));
			}
		}
		if (members.length > 0) groups.push(members);
	}
	return groups;
}

/** The keys of its own go before those of a contact. */
export const groupItems = (groups: ReadonlyArray<readonly Member[]>): IDataObject[] =>
	groups.flatMap((members, place) =>
		members.map(({ listed, kind, key }) => {
			const own = { group: place + 1, matchedBy: kind, key, matches: members.length };
			return { ...own, ...simplifyContact(listed.contact), ...own };
		}),
	);
