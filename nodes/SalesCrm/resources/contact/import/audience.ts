import type { IDataObject } from 'n8n-workflow';

import { type Key, type Kind, kindOf } from './keys';
import { shownBy } from './listedContact';

export interface Match {
	by: Kind;
	/** Null where the contact shows none, or several contacts have the key. */
	contactId: string | null;
	/** Several contacts have the key. */
	shared: boolean;
}

/**
 * What is known of the contacts of an audience: by key, which of those that are wanted there are.
 * The contacts themselves are not kept.
 */
export class Audience {
	/** Contacts that were looked at; one may come twice. */
	contacts = 0;

	/** Whether any contact showed personal infos. */
	showsInfos = false;

	/** The kinds of key that any contact showed. */
	readonly shows = new Set<Kind>();

	private readonly found = new Map<Key, { contactId: string | null; shared: boolean }>();

	/** @param wanted The keys that will be asked for. */
	constructor(
		private readonly wanted: ReadonlySet<Key>,
		private readonly kinds: readonly Kind[],
	) {}

	/** Whether contacts are there, but nothing in any of them that one could be recognized by. */
	get isUnrecognizable(): boolean {
		return this.contacts > 0 && !this.showsInfos && this.shows.size === 0;
	}

	/** The chosen kinds that no contact shows, where there are contacts. */
	get missing(): Kind[] {
		return this.contacts > 0 ? this.kinds.filter((kind) => !this.shows.has(kind)) : [];
	}

	add(contact: IDataObject): void {
		// An email always: it tells that contacts show more than their ids.
		const { keys, infos } = shownBy(contact, [...new Set<Kind>(['email', ...this.kinds])]);
		this.contacts++;
		this.showsInfos ||= infos;
		for (const key of keys) {
			this.shows.add(kindOf(key));
			if (this.wanted.has(key)) this.note(key, idOf(contact));
		}
	}

	/** The first of the keys that a contact has. */
	match(keys: readonly Key[]): Match | undefined {
		const key = keys.find((one) => this.found.has(one));
		return key && { by: kindOf(key), ...this.found.get(key)! };
	}

	private note(key: Key, contactId: string | null): void {
		const known = this.found.get(key);
		if (!known) this.found.set(key, { contactId, shared: false });
		else if (contactId === null || known.contactId !== contactId) {
			this.found.set(key, { contactId: null, shared: true });
		}
	}
}

/** Null where it shows none that could be one. */
export function idOf({ id, contact }: IDataObject): string | null {
	if (typeof id === 'string' || typeof id === 'number') return String(id);
	return typeof contact === 'object' && contact !== null && !Array.isArray(contact)
		? idOf(contact as IDataObject)
		: null;
}
