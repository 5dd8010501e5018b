import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../../api/contacts';
import { audienceId, optionsOf, pageSize } from '../../../descriptions/fields';
import { warn } from '../../../transport/hints';
import { createdId } from '../../../transport/answer';
import { toUuid } from '../../../utils/uuid';
import { operation, outputs } from '../../execution/operation';
import type { Property } from '../../execution/parameters';
import { notShownHint, readAudience } from './audience';
import { chosenKinds, matchByField } from './fields';
import { KeyIndex, type Match } from './keyIndex';
import { type Keys, type Kind, NO_KEYS, VALUE_KINDS } from './keys';

/**
 * Contacts of an audience that are there more than once: those that share an email, or a phone, as
 * imports compare them.
 *
 * 1. A group is of one kind of key. Who shares a key with one of a group belongs to it: with two
 *    emails, one shared with each of two others, all three are a group.
 * 2. A contact that is listed twice, by its id, is one.
 * 3. Groups are numbered in the order of their first contacts, those by the first kind first.
 */

const matchBy = {
	...matchByField,
	description: 'Values that duplicates share. With both, a contact can be in a group of each.',
} as const satisfies Property;

export const findDuplicates = operation({
	value: 'findDuplicates',
	name: 'Find Duplicates',
	action: 'Find duplicate contacts',
	description: 'Find contacts that are in an audience more than once, by email or phone',
	kind: 'list',
	properties: [audienceId, matchBy, optionsOf([pageSize])],
	async run({ connection, parameters: { audienceId: entered, matchBy: given, options } }) {
		const audience = toUuid(entered, audienceId.displayName);
		const kinds = VALUE_KINDS.filter((kind) => chosenKinds(given, VALUE_KINDS).includes(kind));
		const listed: KeyedContact[] = [];
		const ids = new Set<unknown>();
		const list = { pageSize: options.pageSize };
		const read = await readAudience(connection, audience, list, (contact, keys) => {
			const id = createdId(contact) ?? contact;
			if (!ids.has(id)) listed.push({ contact, keys });
			ids.add(id);
		});
		for (const hint of [read.incompleteReason, notShownHint(read, kinds)])
			if (hint) warn(connection, hint);
		return outputs(groupItems(kinds.flatMap((kind) => groupsOf(listed, kind))));
	},
});

interface KeyedContact {
	contact: IDataObject;
	keys: Keys;
}

/** Contacts that share a kind of key, each with the key by which it came there. */
type Group = Array<Match<KeyedContact>>;

/** Rule 1. */
function groupsOf(all: readonly KeyedContact[], kind: Kind): Group[] {
	const index = new KeyIndex<KeyedContact>();
	for (const one of all) index.add(one.keys, one);
	const seen = new Set<KeyedContact>();
	const groups: Group[] = [];
	for (const first of all) {
		const group: Group = [];
		const asked = new Set<string>();
		const queue = seen.has(first) ? [] : [first];
		for (const { keys } of queue) {
			const fresh = keys[kind].filter((key) => !asked.has(key));
			for (const key of fresh) asked.add(key);
			for (const match of index.matches({ ...NO_KEYS, [kind]: fresh }, [kind])) {
				if (seen.has(match.value)) continue;
				seen.add(match.value);
				group.push(match);
				if (match.value !== first) queue.push(match.value);
			}
		}
		if (group.length > 1) groups.push(group);
	}
	return groups;
}

/** The keys of its own go before those of a contact. */
export const groupItems = (
	groups: ReadonlyArray<ReadonlyArray<Match<Pick<KeyedContact, 'contact'>>>>,
): IDataObject[] =>
	groups.flatMap((group, place) =>
		group.map(({ value, kind, key }) => {
			const own = { group: place + 1, matchedBy: kind, key, matches: group.length };
			return { ...own, ...simplifyContact(value.contact), ...own };
		}),
	);
