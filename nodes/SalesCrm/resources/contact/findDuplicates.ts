import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../../api/contacts';
import { audienceId, optionsOf, pageSize } from '../../../descriptions/fields';
import { audienceOf } from '../../../transport/connection';
import { warn } from '../../../transport/hints';
import { recordId } from '../../../pagination/seenRows';
import { operation, outputs } from '../../execution/operation';
import type { Property } from '../../../parameters/property';
import { type ListedContact, notShownHint, readAudience } from './audience';
import { chosenKinds, matchByField } from './fields';
import { KeyIndex, type Match } from '../../../contacts/keyIndex';
import type { Kind } from '../../../contacts/keys';

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
		const audience = audienceOf(connection, entered);
		const kinds = chosenKinds(given);
		// By ID, because a contact may be listed twice.
		const listed = new Map<unknown, Keyed>();
		const list = { pageSize: options.pageSize };
		const read = await readAudience(connection, audience, list, ({ contact, keys }) => {
			listed.set(recordId(contact) ?? contact, { contact, keys });
		});
		for (const hint of [read.doubt, notShownHint(read, kinds)]) if (hint) warn(connection, hint);
		return outputs(groupItems(kinds.flatMap((kind) => groupsOf([...listed.values()], kind))));
	},
});

type Keyed = Pick<ListedContact, 'contact' | 'keys'>;

/** Contacts that share a kind of key, each with the key that it was found by. */
type Group = Array<Match<Keyed>>;

/** A contact that shares a key with any contact of a group belongs to it: one with two emails may connect two others. */
function groupsOf(all: readonly Keyed[], kind: Kind): Group[] {
	const index = new KeyIndex<Keyed>();
	for (const one of all) index.add(one.keys, one);
	const seen = new Set<Keyed>();
	const groups: Group[] = [];
	for (const first of all) {
		const group: Group = [];
		const keys = new Set(seen.has(first) ? [] : first.keys[kind]);
		for (const key of keys) {
			for (const match of index.matches(kind, [key])) {
				if (seen.has(match.value)) continue;
				seen.add(match.value);
				group.push(match);
				for (const other of match.value.keys[kind]) keys.add(other);
			}
		}
		if (group.length > 1) groups.push(group);
	}
	return groups;
}

/** Keys of Find Duplicates replace those of a contact. */
export const groupItems = (groups: readonly Group[]): IDataObject[] =>
	groups.flatMap((group, index) =>
		group.map(({ value, kind, key }) => {
			const own = { group: index + 1, matchedBy: kind, key, matches: group.length };
			return { ...own, ...simplifyContact(value.contact), ...own };
		}),
	);
