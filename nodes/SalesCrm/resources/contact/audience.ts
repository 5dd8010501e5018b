import type { IDataObject } from 'n8n-workflow';

import { listContacts } from '../../../api/contacts';
import type { ListOptions } from '../../../pagination/list';
import type { Connection } from '../../../transport/connection';
import { type Key, type Kind, KIND_NAMES, keysOfListed, kindOf, shownBy } from './matching';

/**
 * What is known of the contacts of an audience, listed once: by key, what is kept of those that have it.
 * Of the others nothing is kept.
 */
export class Audience<T> {
	/** Contacts that were looked at; one may come twice. */
	contacts = 0;

	/** Why the list could not be shown to be complete; empty where it could. */
	readonly doubts = new Set<string>();

	private showsInfos = false;
	private readonly shows = new Set<Kind>();
	private readonly byKey = new Map<Key, T[]>();

	/**
	 * @param wanted The keys that will be asked for.
	 * @param keep What is kept of a contact that has one of them.
	 */
	constructor(
		private readonly wanted: ReadonlySet<Key>,
		private readonly kinds: readonly Kind[],
		private readonly keep: (contact: IDataObject) => T,
	) {}

	/** Lists the audience. */
	async read(connection: Connection, audienceId: string, list: ListOptions): Promise<void> {
		const options: ListOptions = {
			...list,
			repeats: true,
			onIncomplete: (why) => this.doubts.add(why),
		};
		for await (const contacts of listContacts(connection, audienceId, options)) {
			for (const contact of contacts) this.add(contact);
		}
	}

	/** Whether contacts are there, but nothing in any of them that one could be recognized by. */
	get isUnrecognizable(): boolean {
		return this.contacts > 0 && !this.showsInfos && this.shows.size === 0;
	}

	/** The chosen kinds that no contact shows, where there are contacts. */
	get missing(): Kind[] {
		return this.contacts > 0 ? this.kinds.filter((kind) => !this.shows.has(kind)) : [];
	}

	add(contact: IDataObject): void {
		const shown = shownBy(contact);
		this.contacts++;
		this.showsInfos ||= shown.areInfos && shown.texts.length > 0;
		let kept: { of: T } | undefined;
		// An email always: it tells that contacts show more than their ids.
		const kinds = [...new Set<Kind>(['email', ...this.kinds])];
		for (const key of new Set(keysOfListed(shown, kinds))) {
			this.shows.add(kindOf(key));
			if (!this.wanted.has(key)) continue;
			kept ??= { of: this.keep(contact) };
			const others = this.byKey.get(key);
			if (others) others.push(kept.of);
			else this.byKey.set(key, [kept.of]);
		}
	}

	/** What was kept of the contacts with a key, in the list's order. */
	withKey(key: Key): readonly T[] {
		return this.byKey.get(key) ?? [];
	}
}

/** Tells audiences apart, those of different profiles too. */
export const audienceKeyOf = ({ profileId = '' }: Connection, audienceId: string): string =>
	`${profileId} ${audienceId}`;

/** What is told where no contact shows these kinds. */
export const notShownHint = (kinds: readonly Kind[]): string =>
	`No contact that the service listed shows its ${kindWords(kinds)}: by that, none can be recognized.`;

export const kindWords = (kinds: readonly Kind[]): string =>
	kinds.map((kind) => KIND_NAMES[kind]).join(' or ');
